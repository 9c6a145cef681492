"""Chances of winning from the values of a search, fitted to games of the level `hard` against itself.

A search overrates the seat that it searches for, and rollouts by a weak policy understate leads, at Cups small ones
most. The log odds of the value, relative to an equal share, are shifted and stretched for each game and number of
seats, small ones more where there is a bend; a longer search is less hopeful and is shifted less. The order of the
moves does not change. ``python bench/calibrate.py`` fits the numbers and writes them to ``calibration.json``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from math import exp, log, log2
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from undercut.bots.thinking.proof import Result
from undercut.bots.thinking.stats import MoveStats, SearchResult

MEASURED = 10_000
"""Iterations of the searches that the calibration was fitted to."""

FADING = 2.0
"""How fast the bend of a calibration fades: at log odds of one half, half of it is left."""

# The drift was measured with eight times as many iterations; it is not continued far beyond.
_LEAST, _MOST = MEASURED // 32, 32 * MEASURED
_FILE = Path(__file__).with_name("calibration.json")


class _Row(TypedDict):
    game: str
    seats: int
    offset: float
    slope: float
    bend: NotRequired[float]
    drift: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """A monotone map from values of a search to chances.

    Args:
        offset: Added to the log odds.
        slope: Factor of the log odds relative to an equal share.
        bend: What small log odds are multiplied by in addition; this fades as they grow.
    """

    seats: int
    offset: float = 0.0
    slope: float = 1.0
    bend: float = 0.0

    def chance(self, value: float) -> float:
        """Return the expected share of the game for a value, both 0 to 1; 0 and 1 stay as they are.

        Example:
            >>> round(Calibration(2, -0.4, 1.2).chance(0.6), 3), Calibration(2, -0.4, 1.2).chance(1.0)
            (0.522, 1.0)
        """
        if not 0 < value < 1:
            return value
        odds = self._odds(value)
        stretched = self.slope * odds + self.bend * odds / (1 + FADING * abs(odds))
        return 1 / (1 + (self.seats - 1) * exp(-self.offset - stretched))

    def steepness(self, value: float) -> float:
        """Return how much the chance changes with the value: the derivative of `chance`."""
        if not 0 < value < 1:
            return 1.0
        chance = self.chance(value)
        slope = self.slope + self.bend / (1 + FADING * abs(self._odds(value))) ** 2
        return slope * chance * (1 - chance) / (value * (1 - value))

    def _odds(self, value: float) -> float:
        """Return the log odds of a value relative to an equal share."""
        return log(value / (1 - value)) + log(self.seats - 1)

    def applied(self, found: MoveStats) -> MoveStats:
        """Return a move with its chance in place of its value."""
        error = found.error * self.steepness(found.expected)
        return replace(found, expected=self.chance(found.expected), error=error) if found.visits else found


def calibration_of(game: str, seats: int, iterations: int = MEASURED) -> Calibration:
    """Return the calibration of a game for a number of seats, or for the nearest number that was measured.

    Args:
        iterations: The length of the search.

    Example:
        >>> calibration_of("no such game", 3)
        Calibration(seats=3, offset=0.0, slope=1.0, bend=0.0)
    """
    fitting = [row for row in _rows() if row["game"] == game]
    if not fitting:
        return Calibration(seats)
    row = min(fitting, key=lambda each: abs(each["seats"] - seats))
    doublings = log2(max(_LEAST, min(iterations, _MOST)) / MEASURED)
    return Calibration(seats, row["offset"] + row["drift"] * doublings, row["slope"], row.get("bend", 0.0))


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
