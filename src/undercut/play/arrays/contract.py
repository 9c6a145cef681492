"""The functions that a game may define for batches, in its modules `actions` and `observation`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.contract import Contract

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from undercut.engine.contract import Cells

    Grid = NDArray[np.int64]
    Shorts = NDArray[np.int16]
    Flags = NDArray[np.bool_]


def action(move: int) -> int:
    """Return the fixed number of a move."""
    raise NotImplementedError


def move_of(s: object, number: int) -> int:
    """Return the code of a legal move."""
    raise NotImplementedError


ARRAYS = Contract(required=(action, move_of))
"""The functions of a game's numbers of moves."""


def observe(s: object, seat: int, row: Cells) -> None:
    """Write what a seat may know."""
    raise NotImplementedError


def news(before: object, s: object, seat: int, move: int, found: Cells) -> int:
    """List the cards that a move reveals to a seat, and return their number."""
    raise NotImplementedError


OBSERVATIONS = Contract(required=(observe, news))
"""The functions of a game's observations and histories."""
