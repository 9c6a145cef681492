"""Chances of winning from searches, and how much a move loses, with enough evidence that its mark rarely changes."""

# A search overrates its own seat, and misjudges how much a lead is worth. So each game has a curve from the log odds of
# a value, relative to an equal share, to those of the chance; longer searches are shifted less. The order of the moves
# does not change. ``python bench/calibrate.py`` writes the curves to ``calibration.json``.

import json
import random
import time
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from math import exp, log, log2, sqrt
from pathlib import Path
from typing import TypedDict, cast

from undercut.bots.thinking.budget import TREES, Effort
from undercut.bots.thinking.prove import Result
from undercut.bots.thinking.think import MoveStats, SearchResult, compare
from undercut.estimates import deviation, mean
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.bots import Settings

MEASURED = 10_000  # iterations of the searches that the calibration was fitted to

# The drift was measured with eight times as many iterations; it is not continued far beyond.
_LEAST, _MOST = MEASURED // 32, 32 * MEASURED
_FILE = Path(__file__).with_name("calibration.json")


class _Row(TypedDict):
    game: str
    seats: int
    knots: list[tuple[float, float]]
    drift: float


@dataclass(frozen=True, slots=True)
class Calibration:
    seats: int
    # Log odds of values and of chances, relative to an equal share, both rising; linear between two knots.
    knots: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    shift: float = 0.0  # added to the log odds of every chance

    def chance(self, value: float) -> float:
        """Return the expected share of the game for a value, both 0 to 1; 0 and 1 stay as they are."""
        if not 0 < value < 1:
            return value
        return 1 / (1 + (self.seats - 1) * exp(-self._point(value)[0]))

    def steepness(self, value: float) -> float:
        """Return how much the chance changes with the value: the derivative of `chance`."""
        if not 0 < value < 1:
            return 1.0
        chance = self.chance(value)
        return self._point(value)[1] * chance * (1 - chance) / (value * (1 - value))

    def _point(self, value: float) -> tuple[float, float]:
        """Return the log odds of the chance, and how much they change with the log odds of the value."""
        odds = log(value / (1 - value)) + log(self.seats - 1)
        right = bisect(self.knots, (odds, odds))
        start, to = self.knots[max(right - 1, 0)]
        slope = 1.0
        if 0 < right < len(self.knots):
            end, top = self.knots[right]
            slope = (top - to) / (end - start)
        return to + slope * (odds - start) + self.shift, slope

    def applied(self, found: MoveStats) -> MoveStats:
        error = found.error * self.steepness(found.expected)
        return replace(found, expected=self.chance(found.expected), error=error) if found.visits else found


def calibration_of(game: str, seats: int, iterations: int = MEASURED) -> Calibration:
    """Return the calibration of a game for a number of seats, or for the nearest number that was measured."""
    fitting = [row for row in _rows() if row["game"] == game]
    if not fitting:
        return Calibration(seats)
    row = min(fitting, key=lambda each: abs(each["seats"] - seats))
    doublings = log2(max(_LEAST, min(iterations, _MOST)) / MEASURED)
    return Calibration(seats, tuple((odds, to) for odds, to in row["knots"]), row["drift"] * doublings)


@cache
def _rows() -> list[_Row]:
    return cast("list[_Row]", json.loads(_FILE.read_text(encoding="utf-8"))["rows"])


def proven(result: SearchResult, found: MoveStats) -> bool:
    proof = result.proof
    return proof is not None and (proof.result is Result.LOSS or str(found.move) in proof.moves)


def calibrated(result: SearchResult, calibration: Calibration) -> SearchResult:
    """Return a search with chances in place of its values, except for proven ones."""
    moves = tuple(found if proven(result, found) else calibration.applied(found) for found in result.moves)
    return replace(result, moves=moves)


def pooled(result: SearchResult, twins: Mapping[str, str]) -> SearchResult:
    """Return a search in which moves of equal worth, which have the same twin, stand together with one value."""
    groups: dict[str, list[MoveStats]] = {}
    for found in result.moves:
        groups.setdefault(twins[str(found.move)], []).append(found)
    return replace(result, moves=tuple(each for group in groups.values() for each in _as_one(result, group)))


def _as_one(result: SearchResult, group: Sequence[MoveStats]) -> Sequence[MoveStats]:
    visits = sum(found.visits for found in group)
    if len(group) == 1 or not visits or any(proven(result, found) for found in group):
        return group
    shares = [(found.visits / visits, found) for found in group]
    expected = sum(share * found.expected for share, found in shares)
    error = sqrt(sum((share * found.error) ** 2 for share, found in shares))
    group = sorted(group, key=lambda found: (not found.line, str(found.move)))  # of equal places, the first
    return [replace(found, expected=expected, error=error, visits=visits) for found in group]


_SURE = 2.5
"""Standard errors; one looks up to twelve times whether a mark is certain, so two would be passed by luck too often."""


class Mark(Enum):
    """How bad a move was, by the least share of the game that it loses beyond chance."""

    NONE = ("", 0.0)
    INACCURACY = ("?!", 0.05)
    MISTAKE = ("?", 0.10)
    BLUNDER = ("??", 0.20)

    @property
    def sign(self) -> str:
        return self.value[0]

    @property
    def least(self) -> float:
        """The smallest loss that earns the mark, in shares of the game."""
        return self.value[1]


def mark_of(loss: float, error: float) -> Mark:
    return Mark.NONE if loss <= 2 * error else _by_size(loss)


def is_doubtful(loss: float, error: float) -> bool:
    """Return whether two and a half standard errors more or less would change the mark."""
    return _by_size(loss - _SURE * error) is not _by_size(loss + _SURE * error)


def _by_size(loss: float) -> Mark:
    return max((mark for mark in Mark if mark.least <= max(loss, 0.0)), key=lambda mark: mark.least)


MOST_ROUNDS = 12  # number of times that the budget may be spent on a move while its mark is doubtful

# The iterations of a round without a number of its own; a smaller budget than the second gets a single round.
_ROUND, _LEAST_FOR_ROUNDS = 10_000, 1_000
# With few trees, standard errors must be wider (Student's t), by this much per degree of freedom.
_WIDER = 3.0


@dataclass(frozen=True, slots=True)
class Loss:
    """How much less a move is worth than the best of its rivals."""

    best: Move
    size: float
    error: float


@dataclass(frozen=True, slots=True)
class Weighing:
    view: View
    effort: Effort
    settings: Settings
    calibration: Calibration

    def loss(
        self,
        rivals: Sequence[Move],
        other: Move,
        sure: float | None,
        chance: random.Random,
        *,
        rounds: int = MOST_ROUNDS,
    ) -> Loss:
        """Measure how much less a move is worth than the best one, in rounds until its mark is certain."""
        moves = [other] if sure is not None else [*rivals, other]
        values: list[tuple[float, ...]] = [()] * len(moves)
        loss, budget = Loss(rivals[0], 0.0, 1.0), self.effort.budget
        end = time.perf_counter() + budget.seconds if budget.seconds else None
        for _ in range(min(rounds, self._rounds)):
            found = compare(self.view, moves, self._round(end, len(moves)), chance, settings=self.settings)
            values = [old + new for old, new in zip(values, found, strict=True)]
            loss = self._difference(rivals, values, sure)
            late = end is not None and time.perf_counter() > end
            if late or not is_doubtful(loss.size, loss.error) or self.effort.watch.cancelled():
                break
        return loss

    @property
    def _rounds(self) -> int:
        return 1 if 0 < (self.effort.budget.iterations or 0) < _LEAST_FOR_ROUNDS else MOST_ROUNDS

    def _round(self, end: float | None, moves: int) -> Effort:
        left, budget = max((end - time.perf_counter()) / moves, 1e-3) if end else None, self.effort.budget
        iterations = budget.iterations or _ROUND
        return replace(self.effort, budget=replace(budget, iterations=iterations, seconds=left, threads=TREES))

    def _difference(self, rivals: Sequence[Move], values: list[tuple[float, ...]], sure: float | None) -> Loss:
        """Return the difference of the chances, and its standard error from the differences tree by tree."""
        other, chance = values[-1], self.calibration.chance
        place = 0 if sure is not None else max(range(len(rivals)), key=lambda place: mean(values[place]))
        first = values[place] if sure is None else (sure,) * len(other)
        steep = [self.calibration.steepness(mean(each)) for each in (first, other)]
        if sure is not None:
            best, steep[0] = sure, 0.0
        else:
            best = chance(mean(first))
        trees = [steep[0] * one - steep[1] * two for one, two in zip(first, other, strict=True)]
        wider = 1 + _WIDER / (len(trees) - 1)
        return Loss(rivals[place], best - chance(mean(other)), wider * deviation(trees) / sqrt(len(trees)))
