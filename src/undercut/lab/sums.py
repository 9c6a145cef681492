"""Counts that measures need of each deal, and their sums over deals of all cells, mergeable in any chunks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Self, cast

import numpy as np
from numpy.typing import NDArray

from undercut.engine.contract import WHOLE_SHARE
from undercut.games.base import registry
from undercut.games.base.parts import figures
from undercut.lab.design import Design
from undercut.lab.kernels.extras import COMPARED, GAIN, GAMES, LOSERS, LOST, MOMENTS, PASSED_UP, WEIGHT, WINS
from undercut.lab.kernels.whole_games import MOST_TURNS
from undercut.lab.skill import Crossed
from undercut.play.game import Game
from undercut.studies.measures import FRACTION, Measure, columns_of, facts_of, with_seat
from undercut.studies.results import Contrast

Counts = NDArray[np.int64]

MOST_BATCHES = 256  # the most batches that are kept; when there are more, neighbours are joined


def pairs_of(cells: int, contrasts: Iterable[Contrast]) -> Counts:
    """List the pairs of cells whose products the variances of a study need."""
    found = {(cell, cell) for cell in range(cells)}
    for contrast in contrasts:
        found |= set(combinations(sorted(set(contrast.numbers)), 2))
    return np.array(sorted(found))


_SMALL = 1 << 17
"""A matrix product with at most this many multiplications starts no threads in the library for linear algebra."""


def _product(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums of products of all columns, in small steps: threads cost more here than they gain."""
    deals, numbers = one.shape
    step = max(_SMALL // numbers**2, 1)
    whole = deals // step * step
    rest = one[whole:].T @ other[whole:]
    blocks = (table[:whole].reshape(-1, step, numbers) for table in (one, other))
    return (next(blocks).transpose(0, 2, 1) @ next(blocks)).sum(axis=0) + rest


@dataclass(frozen=True, slots=True)
class Sums:
    """Exact sums over the deals of a study, whose values are whole and below 2**53."""

    pairs: Counts  # the cells whose products are kept: (pairs, 2)
    deals: int
    totals: NDArray[np.float64]  # (cells, columns)
    products: NDArray[np.float64]  # of all pairs of columns: (pairs of cells, columns, columns)
    size: int  # deals in a batch
    # (batches, cells, columns): how the estimates of all cells vary together, without a product for each pair.
    batches: NDArray[np.float64]

    @classmethod
    def empty(cls, cells: int, numbers: int, contrasts: Iterable[Contrast] = ()) -> Self:
        pairs, shape = pairs_of(cells, contrasts), (cells, numbers)
        return cls(
            pairs, 0, np.zeros(shape), np.zeros((len(pairs), numbers, numbers)), 1, np.zeros((0, cells, numbers))
        )

    @classmethod
    def of(cls, values: Sequence[NDArray[np.float64]], contrasts: Iterable[Contrast] = ()) -> Self:
        """Sum up some deals, given the table of each cell."""
        pairs, deals, size = pairs_of(len(values), contrasts), len(values[0]), 1
        while size * MOST_BATCHES // 2 < deals:
            size *= 2
        batches = np.stack([np.add.reduceat(table, np.arange(0, deals, size)) for table in values], axis=1)
        products = np.array(
            [_product(values[one], values[other]) for one, other in cast("list[list[int]]", pairs.tolist())]
        )
        return cls(pairs, deals, batches.sum(axis=0), products, size, batches)

    def __add__(self, other: Sums) -> Sums:
        """Add the deals that follow; chunks added in order give the same sums, no matter which process made them."""
        deals, size = self.deals + other.deals, max(self.size, other.size)
        while -(-deals // size) > MOST_BATCHES:
            size *= 2
        starts = (first + part.size * np.arange(len(part.batches)) for first, part in ((0, self), (self.deals, other)))
        firsts = np.flatnonzero(np.diff(np.concatenate([*starts]) // size, prepend=-1))
        batches = np.add.reduceat(np.concatenate([self.batches, other.batches]), firsts)
        totals, products = self.totals + other.totals, self.products + other.products
        return Sums(self.pairs, deals, totals, products, size, batches)


@dataclass(frozen=True, slots=True)
class Tally:
    numbers: Counts  # of deals, games and decisions
    reasons: Counts  # games by why they ended
    turns: Counts  # games by their number of turns
    leads: Counts  # by turn: how often a seat led at its start, and how often that seat won

    @classmethod
    def empty(cls, reasons: int) -> Self:
        sizes = (3, reasons, MOST_TURNS + 1, (MOST_TURNS, 2))
        return cls(*(np.zeros(size, dtype=np.int64) for size in sizes))

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def tally(rows: Counts, leads: Counts, deals: int, reasons: int) -> Tally:
    lengths = np.minimum(rows[:, figures.TURNS], MOST_TURNS)
    return Tally(
        np.array([deals, len(rows), rows[:, figures.DECISIONS].sum()], dtype=np.int64),
        np.bincount(rows[:, figures.REASON], minlength=reasons),
        np.bincount(lengths, minlength=MOST_TURNS + 1),
        leads,
    )


EVERY = 8  # every move is tried in one deal of this many

_INTEREST = {"overlooked": PASSED_UP, "losers_wins": LOSERS, "lost_wins": LOST, "wins_at_once": WINS, "watched": GAMES}


def per_deal(
    rows: Counts, game: Game, rotations: int, measures: Sequence[Measure], policies: Sequence[str] = ()
) -> NDArray[np.float64]:
    names = columns_of(measures)
    numbers = _by_game(rows, game, policies)
    table = np.zeros((len(names), len(rows)), dtype=np.int64)
    for place, name in enumerate(names):
        if name in numbers:
            table[place] = numbers[name]
    if rotations > 1:
        table = table.reshape(len(names), -1, rotations).sum(axis=2)
    return table.T.astype(np.float64, order="C")


def _by_game(rows: Counts, game: Game, policies: Sequence[str]) -> Mapping[str, Counts | int]:
    table = np.ascontiguousarray(rows.T)
    winners, reason, turns = table[figures.WINNERS], table[figures.REASON], table[figures.TURNS]
    among, own = np.bitwise_count(winners).astype(np.intp), game.spec.figures
    won = among == 1
    numbers: dict[str, Counts | int] = {
        "games": 1,
        "won": won.astype(np.int64),
        "draws": ((among == 0) & (reason > 0)).astype(np.int64),
        "turns": turns,
        "decisions": table[figures.DECISIONS],
        "choices": table[figures.CHOICES],
        "forced": table[figures.SINGLES],
        "lead_changes": table[figures.LEAD_CHANGES],
        "comebacks": (table[figures.DEFICIT] >= own.behind).astype(np.int64),
        "deficit": table[figures.DEFICIT],
        "settled": np.where(won, (table[figures.OPEN] * FRACTION + turns // 2) // np.maximum(turns, 1), 0),
    }
    numbers |= _wins_by(winners, among, table[figures.ROTATION], game.seats, policies)
    for code, end in enumerate(game.spec.words.reasons):
        numbers[f"end_{end}" if code else "stopped"] = (reason == code).astype(np.int64)
    for fact, column in zip(facts_of(game.name), table[figures.FACTS :], strict=False):
        if fact in own.when:
            numbers |= {fact: (column > 0).astype(np.int64), f"{fact}_turn": column}
        else:
            numbers[fact] = column
    return numbers


def _wins_by(
    winners: Counts, among: NDArray[np.intp], rotation: Counts, seats: int, policies: Sequence[str]
) -> dict[str, Counts | int]:
    parts = np.array([0, *(WHOLE_SHARE // count for count in range(1, seats + 1))])[among]
    shares = [(winners >> seat & 1) * parts for seat in range(seats)]
    numbers: dict[str, Counts | int] = {f"share_{seat}": share for seat, share in enumerate(shares)}
    numbers |= {with_seat(seat): 1 for seat in range(seats)}
    numbers["first"] = shares[0] - (among > 0) * (WHOLE_SHARE // seats)
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


def add_interest(values: NDArray[np.float64], names: Sequence[str], deals: range, sums: NDArray[np.int64]) -> None:
    for name, column in _INTEREST.items():
        values[deals.start :: EVERY, names.index(name)] = sums[:, column]


TURN = "turn"  # stands for a turn among the kinds of cards


def worth_measures(game: str) -> dict[tuple[int, str], Measure]:
    """Return the worths of a game as measures, by moment and kind of card, or turn."""
    return {
        (moment, kind): Measure(
            f"{moment} {kind}", kind, "share", over=f"weight {moment} {kind}", scale=WHOLE_SHARE, low=-1.0, high=1.0
        )
        for moment in range(MOMENTS)
        for kind in (*registry.spec(game).figures.kinds, TURN)
    }


@dataclass(frozen=True, slots=True)
class WorthSums:
    sums: Sums  # of the columns of `worth_measures`
    compared: NDArray[np.int64]  # how many games were compared: (cells, moments, kinds and the turn)

    @classmethod
    def of(cls, cells: Sequence[NDArray[np.int64]]) -> Self:
        found = Sums.of(
            [np.concatenate([_flat(deals, GAIN), _flat(deals, WEIGHT)], axis=1).astype(np.float64) for deals in cells]
        )
        return cls(found, np.array([deals[..., COMPARED].sum(axis=0) for deals in cells]))

    def __add__(self, other: WorthSums) -> WorthSums:
        return WorthSums(self.sums + other.sums, self.compared + other.compared)


def _flat(deals: NDArray[np.int64], column: int) -> NDArray[np.int64]:
    return deals[..., column].reshape(len(deals), -1)


# --- All measures besides the rows of games: uses and worths of cards, skill shares ---


Uses = dict[str, dict[str, int]]  # counts by kind of card and way to use it


@dataclass(frozen=True, slots=True)
class ExtraSums:
    uses: NDArray[np.int64]  # by cell: the games that were watched, then the uses by kind and way
    worths: WorthSums | None = None
    skills: tuple[Crossed, ...] = ()  # of `skill_cells`

    @classmethod
    def empty(cls, design: Design) -> Self:
        own = design.question.base.spec.figures
        return cls(np.zeros((len(design.cells), 1 + len(own.kinds) * len(own.ways)), dtype=np.int64))

    def __add__(self, other: ExtraSums) -> ExtraSums:
        worths = self.worths + other.worths if self.worths and other.worths else self.worths or other.worths
        skills = self.skills or other.skills
        if self.skills and other.skills:
            pairs = zip(self.skills, other.skills, strict=True)
            skills = tuple(replace(one, shares=np.concatenate([one.shares, two.shares])) for one, two in pairs)
        return ExtraSums(self.uses + other.uses, worths, skills)


def uses_of(design: Design, found: ExtraSums, place: int) -> tuple[int, Uses]:
    own = design.question.base.spec.figures
    kinds, ways = own.kinds, own.ways
    watched, *counts = found.uses[place].tolist()
    by_kind = {
        kind: {way: counts[row * len(ways) + at] for at, way in enumerate(ways) if counts[row * len(ways) + at]}
        for row, kind in enumerate(kinds)
    }
    return watched, {kind: used for kind, used in by_kind.items() if used}
