"""Measures of a game: ratios of two sums over games, such as decisions with one legal move over all decisions.

A measure is a row of the lists below. To add one, write its row, and let `undercut.lab.sums` fill in the
column of its name, and that of `over` if it is new; the reports then say it by its title.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import Literal

from undercut.engine.contract import WHOLE_SHARE
from undercut.games.base import registry
from undercut.games.base.parts.figures import MOST_FACTS
from undercut.play.game import Game
from undercut.translation import _

Unit = Literal["share", "turns", "decisions", "moves", "count"]


class Kind(StrEnum):
    NUMBER = "number"  # how much there is of it
    GAMES = "games"  # how many games are so
    SEAT = "seat"  # how many games a seat wins
    PLAYER = "player"  # how many games a player wins


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
    kind: Kind = Kind.NUMBER
    what: str = ""  # in sentences: what the games are, or who wins them


def measures(game: Game, policies: Sequence[str] = ()) -> tuple[Measure, ...]:
    """List the measures of a game between some policies, in the order of reports."""
    results = _results(game, policies)
    return (*results, *_lengths(), *_contests(game.name), *_interest(), *_figures(game.name))


def union(lists: Sequence[Sequence[Measure]]) -> tuple[Measure, ...]:
    """Return the measures of several cells, each once, so that all cells have the same columns."""
    return tuple({measure.name: measure for listed in lists for measure in listed}.values())


def _wins(name: str, title: str, over: str, kind: Kind, who: str) -> Measure:
    return Measure(name, title, "share", over, scale=WHOLE_SHARE, high=1.0, outcome=True, kind=kind, what=who)


def with_seat(seat: int) -> str:
    """Name the number of games with a seat; all games have the first two, so that their columns are shared."""
    return f"games_{seat}" if seat > 1 else "games"


def _games(name: str, title: str, what: str = "") -> Measure:
    kind = Kind.GAMES if what else Kind.NUMBER
    return Measure(name, title, "share", high=1.0, outcome=True, kind=kind, what=what)


def _results(game: Game, policies: Sequence[str]) -> list[Measure]:
    par, later = 1 / game.seats, [_("player {number}").format(number=seat + 1) for seat in range(1, game.seats)]
    results = [
        _wins(f"share_{seat}", _("wins of {who}").format(who=who), with_seat(seat), Kind.SEAT, who)
        for seat, who in enumerate([_("the first player"), *later])
    ]
    ahead = _("gain from going first")
    results.append(Measure("first", ahead, "share", scale=WHOLE_SHARE, low=-par, high=1 - par, outcome=True))
    if len(set(policies)) > 1:
        results += [
            _wins(
                f"wins_{name}",
                _("games won by {player}").format(player=name),
                f"games_{name}",
                Kind.PLAYER,
                _("the player “{name}”").format(name=name),
            )
            for name in dict.fromkeys(policies)
        ]
    results += [
        _games("draws", _("draws"), _("are draws")),
        _games("stopped", _("games stopped for their length"), _("had to be stopped")),
    ]
    for end in game.spec.words.ends:
        how = _(end.text)
        title, what = _("games that end {how}").format(how=how), _("end {how}").format(how=how)
        results.append(_games(f"end_{end.value}", title, what))
    return results


def _lengths() -> list[Measure]:
    return [
        Measure("turns", _("turns in a game"), "turns"),
        Measure("decisions", _("decisions in a game"), "decisions"),
        Measure("choices", _("legal moves to choose from"), "moves", over="decisions"),
        Measure("forced", _("decisions with one legal move"), "share", over="decisions", high=1.0),
    ]


def _contests(name: str) -> list[Measure]:
    comeback = _("winners that were {points} or more behind").format(points=registry.spec(name).figures.behind)
    return [
        Measure("lead_changes", _("changes of the lead in a game"), "count"),
        replace(_games("comebacks", comeback, _("are won from behind")), over="won"),
        Measure("deficit", _("greatest deficit of the winner"), "count", over="won"),
        Measure(
            "settled",
            _("part of the game before the winner led for good"),
            "share",
            over="won",
            scale=FRACTION,
            high=1.0,
        ),
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
    when = registry.spec(name).figures.when
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
    return dict(islice(registry.spec(game).figures.facts.items(), MOST_FACTS))
