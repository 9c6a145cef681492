"""Chances of winning from the values of a search, fitted to games of the level `hard` against itself."""

# A search overrates its own seat, and misjudges how much a lead is worth. So each game has a curve from the log odds of
# a value, relative to an equal share, to those of the chance; longer searches are shifted less. The order of the moves
# does not change. ``python bench/calibrate.py`` writes the curves to ``calibration.json``.

import json
from bisect import bisect
from dataclasses import dataclass, replace
from functools import cache
from math import exp, log, log2
from pathlib import Path
from typing import TypedDict, cast

from undercut.bots.thinking.prove import Result
from undercut.bots.thinking.results import MoveStats, SearchResult

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
    """A monotone map from values of a search to chances."""

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
        """Return a move with its chance in place of its value."""
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
    """Return whether the value of a move is proven, so that it needs no calibration."""
    proof = result.proof
    return proof is not None and (proof.result is Result.LOSS or str(found.move) in proof.moves)


def calibrated(result: SearchResult, calibration: Calibration) -> SearchResult:
    """Return a search with chances in place of its values, except for proven ones."""
    moves = tuple(found if proven(result, found) else calibration.applied(found) for found in result.moves)
    return replace(result, moves=moves)
