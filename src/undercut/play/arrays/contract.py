"""Shared by the loops over a batch: functions that a game defines for them, and the columns of each game."""

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


COLUMNS = 9
MOVER, LEGAL_COUNT, MOVES_PLAYED, END_STATE, WINNERS, FINAL_LENGTH, SEED, CALLER_SEAT, CALLER_MOVES = range(COLUMNS)
"""The seat to move (-1: over); the numbers of legal and of played moves; a state below; the winners (a mask) and the
length of a game that has ended; the seed of the deal; with opponents the caller's seat, else -1; the number of moves
that the caller has chosen."""

RUNNING, ENDED_NOW, ENDED_BEFORE = range(3)
"""Whether the last step ended a game, and whether the log has noted that already."""
