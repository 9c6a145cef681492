"""A small network that judges a table of Cuttle: whole numbers only, so that all hosts agree exactly.

Each hidden unit adds up what the parts of the table say to it and is clipped to 0 to `FULL`; the logarithm of the odds
adds up the units, and once more the parts themselves (`docs/bots.md`). The weights of a few units are kept side by
side in one integer, `LANE` bits each, and so added at once.
"""

from __future__ import annotations

from undercut.engine.contract import Cells, Numbers
from undercut.games.cuttle.table import Table
from undercut.search.cuttle.features import parts
from undercut.search.cuttle.weights import DIRECT, FIRST, FULL, LAST, START, UNITS

LANE, LANES = 15, 4
LEAST = -(1 << LANE - 1)
"""Sums of a unit are never below; nor above the opposite."""
SCALE = FULL * 64
WORDS = UNITS // LANES


def _packed(weights: tuple[int, ...]) -> Numbers:
    """Put the weights of neighbouring units into one integer."""
    return Numbers(
        sum(weight << LANE * lane for lane, weight in enumerate(weights[place : place + LANES]))
        for place in range(0, len(weights), LANES)
    )


_ROWS = _packed(FIRST)
# Counted from the least, no sum is negative, so none borrows from its neighbour.
_START = _packed(tuple(weight - LEAST for weight in START))
_DIRECT, _LAST = Numbers(DIRECT), Numbers(LAST)


def judged(s: Table, buffer: Cells) -> int:
    """Judge a table for the player on turn.

    Args:
        s: The table, not over.
        buffer: At least 256 cells.

    Returns:
        The logarithm of the odds that he wins, in parts of `SCALE`.
    """
    size = parts(s, buffer)
    value = _LAST[UNITS]
    for place in range(size):
        value += _DIRECT[buffer[place]]
    for word in range(WORDS):
        units = _START[word]
        for place in range(size):
            units += _ROWS[buffer[place] * WORDS + word]
        for lane in range(LANES):
            unit = (units >> LANE * lane & (1 << LANE) - 1) + LEAST
            if unit > 0:
                value += min(unit, FULL) * _LAST[LANES * word + lane]
    return value
