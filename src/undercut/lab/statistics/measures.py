"""Measures of a game: ratios of two sums over games, such as decisions with one legal move over all decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from undercut.games.base.parts import figures as columns
from undercut.lab.kernels.engines import behind, fact_titles, facts_of, when_titles
from undercut.lab.kernels.interest import GAMES, LOSERS, LOST, PASSED_UP, WINS
from undercut.lab.kernels.moving import WHOLE
from undercut.play.game import Game
from undercut.translation import _

Numbers = NDArray[np.int64]

Unit = Literal["share", "turns", "decisions", "moves", "count"]

FRACTION = 1 << 16
"""A whole game in the numbers of a deal, where a part of a game is counted."""

EVERY = 8
"""Every move is tried in one deal of this many."""

_INTEREST = {"overlooked": PASSED_UP, "losers_wins": LOSERS, "lost_wins": LOST, "wins_at_once": WINS, "watched": GAMES}


@dataclass(frozen=True, slots=True)
class Measure:
    """A ratio of two sums over the games of a cell; zero over zero means that a cell lacks the measure.

    Args:
        unit: ``"share"`` for numbers from 0 to 1, ``"moves"`` for legal moves, ``"count"`` for everything else.
        high: The greatest value that a single game can have; None for no limit.
    """

    name: str
    title: str
    unit: Unit
    over: str = "games"
    scale: int = 1
    low: float = 0.0
    high: float | None = None
    outcome: bool = False


def measures(game: Game, policies: Sequence[str] = ()) -> tuple[Measure, ...]:
    """List the measures of a game.

    Example:
        >>> import undercut
        >>> found = measures(undercut.game("cuttle"), ("greedy", "random"))
        >>> [measure.name for measure in found][:6]
        ['share_0', 'share_1', 'first', 'wins_greedy', 'wins_random', 'draws']
    """
    contests = _contests(game.name)
    return (*_results(game, policies), *_lengths(), *contests, *_interest(), *_figures(game.name))


def union(lists: Sequence[Sequence[Measure]]) -> tuple[Measure, ...]:
    """Return the measures of several cells, each once, so that all cells have the same columns."""
    return tuple({measure.name: measure for found in lists for measure in found}.values())


def _wins(name: str, title: str, over: str) -> Measure:
    return Measure(name, title, "share", over, scale=WHOLE, high=1.0, outcome=True)


def _with_seat(seat: int) -> str:
    """Name the number of games with a seat; all games have the first two, so that their columns are shared."""
    return f"games_{seat}" if seat > 1 else "games"


def _games(name: str, title: str) -> Measure:
    return Measure(name, title, "share", high=1.0, outcome=True)


def _results(game: Game, policies: Sequence[str]) -> list[Measure]:
    par = 1 / game.seats
    found = [
        _wins(f"share_{seat}", _("games won by seat {seat}").format(seat=seat), _with_seat(seat))
        for seat in range(game.seats)
    ]
    ahead = _("gain from going first")
    found.append(Measure("first", ahead, "share", scale=WHOLE, low=-par, high=1 - par, outcome=True))
    if len(set(policies)) > 1:
        found += [
            _wins(f"wins_{name}", _("games won by {player}").format(player=name), f"games_{name}")
            for name in dict.fromkeys(policies)
        ]
    found += [_games("draws", _("draws")), _games("stopped", _("games stopped for their length"))]
    return found + [
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
    comeback = _("winners that were {points} or more behind").format(points=behind(name))
    return [
        Measure("lead_changes", _("changes of the lead in a game"), "count"),
        Measure("comebacks", comeback, "share", over="won", high=1.0, outcome=True),
        Measure("deficit", _("greatest deficit of the winner"), "count", over="won"),
        Measure("settled", _("part of the game before the winner led for good"), "share", "won", FRACTION, high=1.0),
    ]


def _interest() -> list[Measure]:
    """List the measures of wins that could be taken at once; `fill_in` fills them in."""
    return [
        Measure("overlooked", _("wins at once that were not taken"), "share", "wins_at_once", high=1.0, outcome=True),
        Measure("losers_wins", _("wins at once that losers had, in a game"), "count", over="watched"),
        Measure("lost_wins", _("games in which a loser could have won"), "share", "watched", high=1.0, outcome=True),
    ]


def _figures(name: str) -> list[Measure]:
    found: list[Measure] = []
    when = when_titles(name)
    for fact, title in fact_titles(name).items():
        if fact in when:
            found += [_games(fact, _(title)), Measure(f"{fact}_turn", _(when[fact]), "turns", over=fact)]
        else:
            found.append(Measure(fact, _(title), "count"))
    return found


def columns_of(measures: Sequence[Measure]) -> tuple[str, ...]:
    """Name the numbers that measures need of each deal, in order and without duplicates.

    Example:
        >>> columns_of([Measure("forced", "", "share", "decisions"), Measure("turns", "", "turns")])
        ('forced', 'turns', 'decisions', 'games')
    """
    return tuple(dict.fromkeys([measure.name for measure in measures] + [measure.over for measure in measures]))


def per_deal(
    rows: Numbers, game: Game, rotations: int, measures: Sequence[Measure], policies: Sequence[str] = ()
) -> NDArray[np.float64]:
    """Sum what the measures need over the games of each deal.

    Returns:
        A row for each deal, with a whole number for each of `columns_of`. They are whole, so that sums and products
        of a few thousand deals are exact in any order.
    """
    names = columns_of(measures)
    numbers = _numbers(rows, game, policies)
    table = np.zeros((len(names), len(rows)), dtype=np.int64)
    for place, name in enumerate(names):
        if name in numbers:
            table[place] = numbers[name]
    if rotations > 1:
        table = table.reshape(len(names), -1, rotations).sum(axis=2)
    return table.T.astype(np.float64, order="C")


def _numbers(rows: Numbers, game: Game, policies: Sequence[str]) -> Mapping[str, Numbers | int]:
    """Compute the numbers of each game, by name."""
    table = np.ascontiguousarray(rows.T)
    winners, reason, turns = table[columns.WINNERS], table[columns.REASON], table[columns.TURNS]
    among = np.bitwise_count(winners).astype(np.intp)
    won = among == 1
    numbers: dict[str, Numbers | int] = {
        "games": 1,
        "won": won.astype(np.int64),
        "draws": ((among == 0) & (reason > 0)).astype(np.int64),
        "turns": turns,
        "decisions": table[columns.DECISIONS],
        "choices": table[columns.CHOICES],
        "forced": table[columns.SINGLES],
        "lead_changes": table[columns.LEAD_CHANGES],
        "comebacks": (table[columns.DEFICIT] >= behind(game.name)).astype(np.int64),
        "deficit": table[columns.DEFICIT],
        "settled": np.where(won, (table[columns.OPEN] * FRACTION + turns // 2) // np.maximum(turns, 1), 0),
    }
    numbers |= _wins_by(winners, among, table[columns.ROTATION], game.seats, policies)
    for code, end in enumerate(game.spec.words.reasons):
        numbers[f"end_{end}" if code else "stopped"] = (reason == code).astype(np.int64)
    when = when_titles(game.name)
    for fact, column in zip(facts_of(game.name), table[columns.FACTS :], strict=False):
        if fact in when:
            numbers |= {fact: (column > 0).astype(np.int64), f"{fact}_turn": column}
        else:
            numbers[fact] = column
    return numbers


def _wins_by(
    winners: Numbers,
    among: NDArray[np.intp],
    rotation: Numbers,
    seats: int,
    policies: Sequence[str],
) -> dict[str, Numbers | int]:
    """Split the wins of each game by seat and by policy."""
    parts = np.array([0, *(WHOLE // count for count in range(1, seats + 1))])[among]
    shares = [(winners >> seat & 1) * parts for seat in range(seats)]
    numbers: dict[str, Numbers | int] = {f"share_{seat}": share for seat, share in enumerate(shares)}
    numbers |= {_with_seat(seat): 1 for seat in range(seats)}
    numbers["first"] = shares[0] - (among > 0) * (WHOLE // seats)
    if len(set(policies)) > 1:
        turned = [[*policies[turn:], *policies[:turn]] for turn in range(seats)]
        for name in dict.fromkeys(policies):
            seated = np.array([[other == name for other in seating] for seating in turned])[rotation]
            numbers[f"games_{name}"] = 1
            numbers[f"wins_{name}"] = sum(share * seated[:, seat] for seat, share in enumerate(shares))
    return numbers


# --- Wins that could be taken at once; trying every move is slow, so only some deals count ---


def watched_deals(first: int, last: int) -> range:
    """Return the places, in a range of deals, of the deals in which every move is tried.

    Example:
        >>> [*watched_deals(3, 20)]
        [5, 13]
    """
    return range(-first % EVERY, last - first, EVERY)


def fill_in(values: NDArray[np.float64], names: Sequence[str], deals: range, sums: NDArray[np.int64]) -> None:
    """Put the numbers of interest among those of each deal."""
    for name, column in _INTEREST.items():
        values[deals.start :: EVERY, names.index(name)] = sums[:, column]
