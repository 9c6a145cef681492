"""Skill shares: the parts of the variance of results that the players, the deal and the seat explain."""

# `docs/lab.md` defines the parts. Each is an unbiased estimate from a crossed design, divided by the whole variance; a
# negative one counts as 0. Intervals are bootstrap intervals over deals.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

PARTS = ("deal", "seat", "player", "rest")  # the names of the parts, which sum to 1

LEAST_DEALS, LEAST_REPLICATES = 30, 2  # the least numbers of deals and replicates for an estimate

_RESAMPLES = 1000
_AT_ONCE = 50


def line_ups(players: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """Seat every pair of players, alternately; the rotations of each line-up are played too."""
    return tuple(tuple(pair[seat % 2] for seat in range(seats)) for pair in combinations(players, 2))


@dataclass(frozen=True, slots=True)
class Crossed:
    """Results of a crossed design."""

    shares: NDArray[np.float64]
    groups: NDArray[np.intp]


def shares_of(winners: NDArray[np.int64], seats: int) -> NDArray[np.float64]:
    """Return each seat's share of the win; a draw, and a game that was stopped, is divided equally."""
    won = winners[:, None] >> np.arange(seats) & 1
    won[winners == 0] = 1
    return won / won.sum(axis=1, keepdims=True)


def skill_parts(found: Crossed, *, confidence: float = 0.95) -> Mapping[str, tuple[float, float, float]]:
    """Estimate the parts of the variance, each with the ends of its interval."""
    deals, _, replicates, _ = found.shares.shape
    if deals < LEAST_DEALS or replicates < LEAST_REPLICATES:
        raise ValueError(f"{deals} deals with {replicates} replicates; {LEAST_DEALS} and {LEAST_REPLICATES} are needed")
    terms = _Terms.of(found)
    values = terms.parts(terms.numbers.mean(axis=0, keepdims=True), 1)[0]
    generator = np.random.default_rng(deals)
    resampled = np.concatenate(
        [terms.parts(_resample(generator, terms.numbers), 2) for _ in range(_RESAMPLES // _AT_ONCE)]
    )
    lows, highs = np.quantile(resampled, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    found_parts = zip(PARTS, values.tolist(), lows.tolist(), highs.tolist(), strict=True)
    return {name: (value, min(low, value), max(high, value)) for name, value, low, high in found_parts}


def _resample(generator: np.random.Generator, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the means over deals that are drawn with replacement, for `_AT_ONCE` resamples."""
    deals = len(numbers)
    drawn = generator.integers(deals, size=(_AT_ONCE, deals)) + deals * np.arange(_AT_ONCE)[:, None]
    times = np.bincount(drawn.ravel(), minlength=_AT_ONCE * deals).reshape(_AT_ONCE, deals)
    # A matrix product would start threads of the linear algebra library, which get in the way of other processes.
    return np.einsum("rd,dn->rn", times / deals, numbers)


@dataclass(frozen=True, slots=True)
class _Terms:
    """Numbers of each deal; the estimates are functions of their means."""

    numbers: NDArray[np.float64]
    seats: int
    weights: NDArray[np.float64]
    games: int

    @classmethod
    def of(cls, found: Crossed) -> _Terms:
        """Compute the numbers of each deal, with shares as distances from an equal share."""
        deals, seatings, replicates, seats = found.shares.shape
        shares = found.shares - 1 / seats
        by_seat = shares.mean(axis=(1, 2))
        seated = shares.mean(axis=2).reshape(deals, seatings * seats)
        member = np.eye(int(found.groups.max()) + 1)[found.groups.reshape(-1)]
        by_group = seated @ member / member.sum(axis=0)
        between = shares.var(axis=2, ddof=1).mean(axis=1)
        spread = (shares**2).mean(axis=(1, 2, 3))
        numbers = np.column_stack([by_seat, by_seat**2, by_group, by_group**2, between, spread])
        return cls(numbers, seats, member.sum(axis=0) / member.sum(), seatings * replicates)

    def parts(self, means: NDArray[np.float64], corrections: int) -> NDArray[np.float64]:
        deals, groups = len(self.numbers), len(self.weights)
        ends = np.cumsum([self.seats, self.seats, groups, groups, self.seats])
        seat, seat_squares, group, group_squares, between, spread = np.split(means, ends, axis=1)
        seat_variance = (seat_squares - seat**2) * deals / (deals - 1)
        group_variance = (group_squares - group**2) * deals / (deals - 1)
        seat_part = (seat**2 - corrections * seat_variance / deals).mean(axis=1)
        deal_part = (seat_variance - between / self.games).mean(axis=1)
        player_part = (group**2 - corrections * group_variance / deals) @ self.weights
        known = np.maximum(np.column_stack([deal_part, seat_part, player_part]) / spread, 0)
        known /= np.maximum(known.sum(axis=1, keepdims=True), 1)
        return np.column_stack([known, 1 - known.sum(axis=1)])
