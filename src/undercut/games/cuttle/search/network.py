"""A small neural network that evaluates a table of Cuttle, in integers only, so that all hosts agree exactly.

Each hidden unit sums its weights of the table's parts and is clipped to 0 to `FULL`. The log odds are a weighted sum of
the units and of the parts themselves (`docs/bots.md`). The weights of several units are packed into one integer, `LANE`
bits each, and so added at once.
"""

from __future__ import annotations

from undercut.engine.contract import Cells, Numbers
from undercut.games.cuttle.search.features import parts
from undercut.games.cuttle.search.weights import DIRECT, FIRST, FULL, LAST, START, UNITS
from undercut.games.cuttle.table import Table

LANE, LANES = 15, 4
LEAST = -(1 << LANE - 1)
"""No sum of a unit is below this, or above its negative."""
SCALE = FULL * 64
WORDS = UNITS // LANES


def _packed(weights: tuple[int, ...]) -> Numbers:
    """Pack the weights of neighbouring units into one integer."""
    return Numbers(
        sum(weight << LANE * lane for lane, weight in enumerate(weights[place : place + LANES]))
        for place in range(0, len(weights), LANES)
    )


_ROWS = _packed(FIRST)
# Offset by the lowest sum, no sum is negative, so none borrows from its neighbour.
_START = _packed(tuple(weight - LEAST for weight in START))
_DIRECT, _LAST = Numbers(DIRECT), Numbers(LAST)


def judged(s: Table, buffer: Cells) -> int:
    """Evaluate a table for the player on turn.

    Returns:
        The log odds that this player wins, in units of 1 / `SCALE`.
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
