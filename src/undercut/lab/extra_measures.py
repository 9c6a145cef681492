"""Measures besides the rows of games: wins to take, uses and worths of cards, skill shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Self

import numpy as np
from numpy.typing import NDArray

from undercut.engine.contract import WHOLE_SHARE
from undercut.games.base.parts.figures import WINNERS
from undercut.lab.cells import Cell, play_deals, worth_of_deals
from undercut.lab.design import Design
from undercut.lab.intervals import estimates
from undercut.lab.kernels.card_values import COMPARED, DRAWN, FIRST, GAIN, MOMENTS, WEIGHT
from undercut.lab.sums import Sums
from undercut.play.game import Game
from undercut.studies.measures import Measure, columns_of, kinds_of, ways_of
from undercut.studies.results import CardWorth, SkillShare, TurnWorth

TURN = "turn"  # stands for a turn among the kinds of cards


def worth_measures(game: str) -> tuple[Measure, ...]:
    """List the worths of a game as measures: of each moment and kind of card, and of a turn."""
    return tuple(
        Measure(f"{moment} {kind}", kind, "share", f"weight {moment} {kind}", WHOLE_SHARE, low=-1.0, high=1.0)
        for moment in range(MOMENTS)
        for kind in (*kinds_of(game), TURN)
    )


@dataclass(frozen=True, slots=True)
class WorthSums:
    sums: Sums
    compared: NDArray[np.int64]

    @classmethod
    def of(cls, game: str, cells: Sequence[NDArray[np.int64]]) -> Self:
        found = Sums.empty(len(cells), len(columns_of(worth_measures(game))))
        found.add(
            [np.concatenate([_flat(deals, GAIN), _flat(deals, WEIGHT)], axis=1).astype(np.float64) for deals in cells]
        )
        return cls(found, np.array([deals[..., COMPARED].sum(axis=0) for deals in cells]))

    def merge(self, other: WorthSums) -> None:
        """Add the deals that follow."""
        self.sums.merge(other.sums)
        self.compared[...] += other.compared


def _flat(deals: NDArray[np.int64], column: int) -> NDArray[np.int64]:
    return deals[..., column].reshape(len(deals), -1)


def estimate_worths(
    game: str, found: WorthSums, *, confidence: float = 0.95
) -> tuple[tuple[CardWorth, ...], tuple[CardWorth, ...], tuple[TurnWorth, ...]]:
    """Estimate what cards are worth at any turn and at the first, and turns, except where nothing was compared."""
    kinds = (*kinds_of(game), TURN)
    cards: dict[int, list[CardWorth]] = {FIRST: [], DRAWN: []}
    turns: list[TurnWorth] = []
    for each in estimates(found.sums, worth_measures(game), (), paired=(), confidence=confidence)[1]:
        moment, kind = each.measure.split()
        number = int(found.compared[each.cell, int(moment), kinds.index(kind)])
        ends = each.value, each.error, max(-1.0, each.low), min(1.0, each.high)
        if kind == TURN:
            turns.append(TurnWorth(each.cell, int(moment) == FIRST, number, *ends))
        else:
            cards[int(moment)].append(CardWorth(each.cell, kind, number, *ends))
    return tuple(cards[DRAWN]), tuple(cards[FIRST]), tuple(turns)


Uses = dict[str, dict[str, int]]  # counts by kind of card and way to use it

SKILL_DEALS = 2000  # the skill share is measured on the first deals of a study, at most this many


@dataclass(frozen=True, slots=True)
class ExtraMeasures:
    """Measures to take besides the rows of the games."""

    interest: bool = True
    skill: bool = True
    worth: bool = False


def flags(extras: ExtraMeasures) -> dict[str, bool]:
    """Return the flags of the command for these extras, by name."""
    chosen = {"no_interest": not extras.interest, "no_skill": not extras.skill, "worth": extras.worth}
    return {name: True for name, given in chosen.items() if given}


@dataclass(frozen=True, slots=True)
class ExtraSums:
    """Sums of the extras over some deals."""

    uses: NDArray[np.int64]
    worths: WorthSums | None = None
    skills: tuple[Crossed, ...] = ()

    @classmethod
    def empty(cls, design: Design) -> Self:
        """Return the sums of no deals."""
        name = design.question.base.name
        return cls(np.zeros((len(design.cells), 1 + len(kinds_of(name)) * len(ways_of(name))), dtype=np.int64))

    def plus(self, other: ExtraSums) -> ExtraSums:
        """Return the sums of both; neither operand changes."""
        summed = deepcopy(self.worths)
        if summed and other.worths:
            summed.merge(other.worths)
        skills = self.skills or other.skills
        if self.skills and other.skills:
            pairs = zip(self.skills, other.skills, strict=True)
            skills = tuple(replace(one, shares=np.concatenate([one.shares, two.shares])) for one, two in pairs)
        return ExtraSums(self.uses + other.uses, summed or other.worths, skills)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        found: dict[str, NDArray[np.generic]] = {"uses": self.uses}
        if self.worths:
            found |= {f"worth_{name}": array for name, array in self.worths.sums.arrays().items()}
            found["worth_compared"] = self.worths.compared
        for place, skill in enumerate(self.skills):
            found |= {f"skill_{place}_shares": skill.shares, f"skill_{place}_groups": skill.groups}
        return found

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[np.int64]]) -> Self:
        summed = None
        if "worth_compared" in arrays:
            own = {name.removeprefix("worth_"): array for name, array in arrays.items()}
            summed = WorthSums(Sums.of_arrays(own), arrays["worth_compared"])  # type: ignore[arg-type]
        skills: list[Crossed] = []
        while (name := f"skill_{len(skills)}_shares") in arrays:
            skills.append(Crossed(arrays[name], arrays[name.replace("shares", "groups")]))  # type: ignore[arg-type]
        return cls(arrays["uses"], summed, tuple(skills))


def play_extras(extras: ExtraMeasures, design: Design, seed: int, first: int, last: int) -> ExtraSums:
    """Play the extra games of a range of deals, except those for wins to take and uses."""
    found, players = ExtraSums.empty(design), players_of(design)
    skill = extras.skill and len(players) > 1 and first < SKILL_DEALS
    if not (skill or extras.worth):
        return found
    seeds = design.seeds(seed)
    if extras.worth:
        played = [worth_of_deals(cell, own, first, last) for cell, own in zip(design.cells, seeds, strict=True)]
        found = replace(found, worths=WorthSums.of(design.question.base.name, played))
    if skill:
        last = min(last, SKILL_DEALS)
        crossed = (
            play_crossed(design.cells[place].game, players, seeds[place], first, last) for place in skill_cells(design)
        )
        found = replace(found, skills=tuple(crossed))
    return found


def players_of(design: Design) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(design.question.line_ups)))


def skill_cells(design: Design) -> tuple[int, ...]:
    """List the first cell of each rules and number of seats."""
    games = [cell.game for cell in design.cells]
    return tuple(games.index(each) for each in dict.fromkeys(games))


def skills_of(design: Design, found: ExtraSums, confidence: float) -> tuple[SkillShare, ...]:
    """Estimate the skill shares; none if they were not measured, or on too few deals."""
    pairs = zip(skill_cells(design), found.skills, strict=False)
    players = players_of(design)
    return tuple(
        SkillShare(place, players, skill_parts(crossed, confidence=confidence))
        for place, crossed in pairs
        if len(crossed.shares) >= LEAST_DEALS
    )


def uses_of(design: Design, found: ExtraSums, place: int) -> tuple[int, Uses]:
    """Return in how many games of a cell the uses of cards were counted, and the uses by kind and way."""
    name = design.question.base.name
    kinds, ways = kinds_of(name), ways_of(name)
    watched, *counts = found.uses[place].tolist()
    by_kind = {
        kind: {way: counts[row * len(ways) + at] for at, way in enumerate(ways) if counts[row * len(ways) + at]}
        for row, kind in enumerate(kinds)
    }
    return watched, {kind: used for kind, used in by_kind.items() if used}


# --- Skill shares: the parts of the variance of results that the players, the deal and the seat explain ---

# `docs/lab.md` defines the parts. Each is an unbiased estimate from a crossed design, divided by the whole variance; a
# negative one counts as 0. Intervals are bootstrap intervals over deals.

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
