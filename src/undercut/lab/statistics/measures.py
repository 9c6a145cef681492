"""The numbers that measures need of each deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from undercut.games.base.parts import figures as columns
from undercut.games.base.parts.figures import WHOLE
from undercut.lab.kernels.interest import GAMES, LOSERS, LOST, PASSED_UP, WINS
from undercut.play.game import Game
from undercut.studies.measures import FRACTION, Measure, behind, columns_of, facts_of, when_titles, with_seat

Numbers = NDArray[np.int64]

EVERY = 8  # every move is tried in one deal of this many

_INTEREST = {"overlooked": PASSED_UP, "losers_wins": LOSERS, "lost_wins": LOST, "wins_at_once": WINS, "watched": GAMES}


def per_deal(
    rows: Numbers, game: Game, rotations: int, measures: Sequence[Measure], policies: Sequence[str] = ()
) -> NDArray[np.float64]:
    """Sum what the measures need over the games of each deal."""
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
    numbers |= {with_seat(seat): 1 for seat in range(seats)}
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
    """Return the places, in a range of deals, of the deals in which every move is tried."""
    return range(-first % EVERY, last - first, EVERY)


def fill_in(values: NDArray[np.float64], names: Sequence[str], deals: range, sums: NDArray[np.int64]) -> None:
    """Put the numbers of interest among those of each deal."""
    for name, column in _INTEREST.items():
        values[deals.start :: EVERY, names.index(name)] = sums[:, column]
