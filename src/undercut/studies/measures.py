"""Measures of a game: ratios of two sums over games, such as decisions with one legal move over all decisions.

A measure is a row of the lists below. To add one, write its row, and let `undercut.lab.sums` fill in the
column of its name, and that of `over` if it is new; the reports then say it by its title.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from undercut.engine.contract import WHOLE_SHARE
from undercut.games.base import registry
from undercut.games.base.parts.figures import MOST_FACTS
from undercut.play.game import Game
from undercut.translation import _

Unit = Literal["share", "turns", "decisions", "moves", "count"]

FRACTION = 1 << 16  # a whole game in the numbers of a deal, where a part of a game is counted


@dataclass(frozen=True, slots=True)
class Measure:
    """A ratio of two sums over the games of a cell; zero over zero means that a cell lacks the measure."""

    name: str  # also of the column whose sum is divided
    title: str
    unit: Unit  # `"share"` for numbers from 0 to 1, `"moves"` for legal moves, `"count"` for everything else
    over: str = "games"  # the column whose sum divides
    scale: int = 1  # what a whole counts in the column
    low: float = 0.0  # the least value that a single game can have
    high: float | None = None  # the greatest value that a single game can have; None for no limit
    outcome: bool = False  # whether it depends on how games end


def measures(game: Game, policies: Sequence[str] = ()) -> tuple[Measure, ...]:
    """List the measures of a game between some policies, in the order of reports."""
    results = _results(game, policies)
    return (*results, *_lengths(), *_contests(game.name), *_interest(), *_figures(game.name))


def union(lists: Sequence[Sequence[Measure]]) -> tuple[Measure, ...]:
    """Return the measures of several cells, each once, so that all cells have the same columns."""
    return tuple({measure.name: measure for listed in lists for measure in listed}.values())


def _wins(name: str, title: str, over: str) -> Measure:
    return Measure(name, title, "share", over, scale=WHOLE_SHARE, high=1.0, outcome=True)


def with_seat(seat: int) -> str:
    """Name the number of games with a seat; all games have the first two, so that their columns are shared."""
    return f"games_{seat}" if seat > 1 else "games"


def _games(name: str, title: str) -> Measure:
    return Measure(name, title, "share", high=1.0, outcome=True)


def _results(game: Game, policies: Sequence[str]) -> list[Measure]:
    par = 1 / game.seats
    results = [
        _wins(f"share_{seat}", _("games won by seat {seat}").format(seat=seat), with_seat(seat))
        for seat in range(game.seats)
    ]
    ahead = _("gain from going first")
    results.append(Measure("first", ahead, "share", scale=WHOLE_SHARE, low=-par, high=1 - par, outcome=True))
    if len(set(policies)) > 1:
        results += [
            _wins(f"wins_{name}", _("games won by {player}").format(player=name), f"games_{name}")
            for name in dict.fromkeys(policies)
        ]
    results += [_games("draws", _("draws")), _games("stopped", _("games stopped for their length"))]
    return results + [
        _games(f"end_{end.value}", _("games that end {how}").format(how=_(end.text))) for end in game.spec.words.ends
    ]


def _lengths() -> list[Measure]:
    return [
        Measure("turns", _("turns in a game"), "turns"),
        Measure("decisions", _("decisions in a game"), "decisions"),
        Measure("choices", _("legal moves to choose from"), "moves", over="decisions"),
        Measure("forced", _("decisions with one legal move"), "share", over="decisions", high=1.0),
    ]


def _contests(name: str) -> list[Measure]:
    comeback = _("winners that were {points} or more behind").format(points=registry.spec(name).figures().behind)
    return [
        Measure("lead_changes", _("changes of the lead in a game"), "count"),
        Measure("comebacks", comeback, "share", over="won", high=1.0, outcome=True),
        Measure("deficit", _("greatest deficit of the winner"), "count", over="won"),
        Measure("settled", _("part of the game before the winner led for good"), "share", "won", FRACTION, high=1.0),
    ]


def _interest() -> list[Measure]:
    """List the measures of wins that could be taken at once; `add_interest` fills them in."""
    return [
        Measure("overlooked", _("wins at once that were not taken"), "share", "wins_at_once", high=1.0, outcome=True),
        Measure("losers_wins", _("wins at once that losers had, in a game"), "count", over="watched"),
        Measure("lost_wins", _("games in which a loser could have won"), "share", "watched", high=1.0, outcome=True),
    ]


def _figures(name: str) -> list[Measure]:
    """List the measures of a game's own facts; of some, also the turn in which they came about."""
    figures: list[Measure] = []
    when = registry.spec(name).figures().when
    for fact, title in facts_of(name).items():
        if fact in when:
            figures += [_games(fact, _(title)), Measure(f"{fact}_turn", _(when[fact]), "turns", over=fact)]
        else:
            figures.append(Measure(fact, _(title), "count"))
    return figures


def columns_of(measures: Sequence[Measure]) -> tuple[str, ...]:
    """Name the numbers that measures need of each deal, in order and without duplicates."""
    return tuple(dict.fromkeys([measure.name for measure in measures] + [measure.over for measure in measures]))


def facts_of(game: str) -> Mapping[str, str]:
    return dict(islice(registry.spec(game).figures().facts.items(), MOST_FACTS))


def kinds_of(game: str) -> tuple[str, ...]:
    """Return the kinds of cards whose worth and use the lab measures."""
    return registry.spec(game).figures().kinds


def ways_of(game: str) -> tuple[str, ...]:
    """Return the ways to use a card that the lab counts."""
    return registry.spec(game).figures().ways
