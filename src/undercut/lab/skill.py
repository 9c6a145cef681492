"""Skill shares: the parts of the variance of results that the players, the deal and the seat explain.

`docs/lab.md` defines the parts. Each is an unbiased estimate from a crossed design, divided by the whole variance; a
negative one counts as 0. Intervals are bootstrap intervals over deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import bootstrap

from undercut.games.base.parts.figures import WINNERS
from undercut.lab.cells import Cell, play_deals
from undercut.lab.design import CONFIDENCE, Design
from undercut.play.game import Game
from undercut.studies.results import SkillShare

SKILL_DEALS = 2000  # the skill share is measured on the first deals of a study, at most this many

PARTS = ("deal", "seat", "player", "rest")  # the names of the parts, which sum to 1

LEAST_DEALS, LEAST_REPLICATES = 30, 2  # the least numbers of deals and replicates for an estimate

_RESAMPLES, _AT_ONCE = 1000, 50  # of the bootstrap, and in memory at the same time


def line_ups(players: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """Seat every pair of players, alternately; the rotations of each line-up are played too."""
    return tuple(tuple(pair[seat % 2] for seat in range(seats)) for pair in combinations(players, 2))


@dataclass(frozen=True, slots=True)
class Crossed:
    shares: NDArray[np.float64]  # of the win: (deals, seatings, replicates, seats)
    groups: NDArray[np.intp]  # which player of which line-up sits there: (seatings, seats)


def shares_of(winners: NDArray[np.int64], seats: int) -> NDArray[np.float64]:
    """Return each seat's share of the win; a draw, and a game that was stopped, is divided equally."""
    won = winners[:, None] >> np.arange(seats) & 1
    won[winners == 0] = 1
    return won / won.sum(axis=1, keepdims=True)


def skill_parts(found: Crossed) -> Mapping[str, tuple[float, float, float]]:
    """Estimate the parts of the variance, each with the ends of its interval."""
    deals, _, replicates, _ = found.shares.shape
    if deals < LEAST_DEALS or replicates < LEAST_REPLICATES:
        raise ValueError(f"{deals} deals with {replicates} replicates; {LEAST_DEALS} and {LEAST_REPLICATES} are needed")
    terms = _Terms.of(found)
    values = terms.parts(terms.numbers.mean(axis=0, keepdims=True), 1)[0]

    def resampled(drawn: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
        return terms.parts(drawn.mean(axis=axis).T, 2).T

    low, high = bootstrap(
        (terms.numbers.T,),
        resampled,
        axis=-1,
        n_resamples=_RESAMPLES,
        batch=_AT_ONCE,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(deals),
    ).confidence_interval
    ends = np.column_stack([values, np.minimum(low, values), np.maximum(high, values)])
    return {name: (value, low, high) for name, (value, low, high) in zip(PARTS, ends.tolist(), strict=True)}


@dataclass(frozen=True, slots=True)
class _Terms:
    """Numbers of each deal; the estimates are functions of their means."""

    numbers: NDArray[np.float64]  # (deals, terms)
    seats: int
    weights: NDArray[np.float64]  # of each group: its part of all seats
    games: int  # on each deal

    @classmethod
    def of(cls, found: Crossed) -> _Terms:
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
        spread[spread == 0] = np.inf  # a bootstrap sample of draws alone has no variance to explain
        known = np.maximum(np.column_stack([deal_part, seat_part, player_part]) / spread, 0)
        known /= np.maximum(known.sum(axis=1, keepdims=True), 1)
        return np.column_stack([known, 1 - known.sum(axis=1)])


def play_crossed(game: Game, players: tuple[str, ...], seed: int, first: int, last: int) -> Crossed:
    """Play a range of deals between all pairs of some players in all seatings, each game several times."""
    shares: list[np.ndarray] = []
    groups: list[list[int]] = []
    for number, line_up in enumerate(line_ups(players, game.seats)):
        cell = Cell(game, line_up)
        # Two players in each line-up, so two groups.
        seated = [2 * number + (player != line_up[0]) for player in line_up]
        groups += [seated[rotation:] + seated[:rotation] for rotation in range(cell.rotations)]
        played = [
            play_deals(cell, seed, first, last, players=(seed + replicate) % (1 << 63))[0][:, WINNERS]
            for replicate in range(LEAST_REPLICATES)
        ]
        by_game = shares_of(np.array(played).reshape(-1), game.seats)
        by_deal = by_game.reshape(LEAST_REPLICATES, last - first, cell.rotations, game.seats)
        shares.append(by_deal.transpose(1, 2, 0, 3))
    return Crossed(np.concatenate(shares, axis=1), np.array(groups))


def players_of(design: Design) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(design.question.line_ups)))


def skill_cells(design: Design) -> tuple[int, ...]:
    games = [cell.game for cell in design.cells]
    return tuple(games.index(each) for each in dict.fromkeys(games))


def skills_of(design: Design, found: Sequence[Crossed]) -> tuple[SkillShare, ...]:
    """Estimate the skill shares; none if they were not measured, or on too few deals, or if all games were draws."""
    players = players_of(design)
    return tuple(
        SkillShare(place, players, skill_parts(crossed))
        for place, crossed in zip(skill_cells(design), found, strict=False)
        if len(crossed.shares) >= LEAST_DEALS and np.ptp(crossed.shares) > 0
    )
