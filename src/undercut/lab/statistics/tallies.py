"""Plain counts of a cell's games: why and when they ended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from undercut.games.base.parts import figures as columns
from undercut.lab.kernels.playing import MOST_TURNS

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of games, which add up."""

    numbers: Counts
    reasons: Counts
    turns: Counts
    leads: Counts

    def __add__(self, other: Tally) -> Tally:
        """Count the games of both."""
        numbers, reasons = self.numbers + other.numbers, self.reasons + other.reasons
        return Tally(numbers, reasons, self.turns + other.turns, self.leads + other.leads)


def no_games(reasons: int) -> Tally:
    """Return the tally of no games."""
    sizes = (3, reasons, MOST_TURNS + 1, (MOST_TURNS, 2))
    return Tally(*(np.zeros(size, dtype=np.int64) for size in sizes))


def tally(rows: Counts, leads: Counts, deals: int, reasons: int) -> Tally:
    """Count games."""
    lengths = np.minimum(rows[:, columns.TURNS], MOST_TURNS)
    return Tally(
        np.array([deals, len(rows), rows[:, columns.DECISIONS].sum()], dtype=np.int64),
        np.bincount(rows[:, columns.REASON], minlength=reasons),
        np.bincount(lengths, minlength=MOST_TURNS + 1),
        leads,
    )
