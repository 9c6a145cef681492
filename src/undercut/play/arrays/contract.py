"""The functions that a game may define for batches, in its module `actions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.contract import Contract

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grid = NDArray[np.int64]
    Shorts = NDArray[np.int16]
    Flags = NDArray[np.bool_]


def action(move: int) -> int:
    """Return the fixed number of a move.

    Args:
        move: A move's code.
    """
    raise NotImplementedError


def move_of(s: object, number: int) -> int:
    """Return the code of a legal move.

    Args:
        s: The state, at a seat's move.
        number: The move's fixed number.
    """
    raise NotImplementedError


ARRAYS = Contract(required=(action, move_of))
"""The functions of a game's numbers of moves."""
