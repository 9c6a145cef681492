"""Shared by the loops over a batch: functions that a game defines for them, and the arrays that they work on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from undercut.engine.contract import Contract

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from undercut.engine.contract import Cells, Fields

    Grid = NDArray[np.int64]  # rows; `Line`: a single one
    Line = NDArray[np.int64]
    Shorts = NDArray[np.int16]
    Flags = NDArray[np.bool_]
    Floats = NDArray[np.float64]


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


class Games(NamedTuple):
    """The games of a batch: an element or a row of each array for each game."""

    states: list[Fields]  # more than games: room for scratch, and last the fresh state that every deal begins with
    columns: Grid
    marked: Shorts  # the numbers of the legal moves
    mask: Flags
    seeders: list[Cells]  # generators of the seeds of deals
    generators: list[Cells]  # generators of the cards of the current game
    pickers: list[Cells]  # generators of random moves
    pack: Cells  # the cards, the same for all games


class Scratch(NamedTuple):
    """Room for the work of one thread."""

    pool: Cells  # cards
    codes: Cells  # moves
    weights: Floats  # of moves
    place: int  # of a state


class Events(NamedTuple):
    """Histories: a line of cells and a number of events for each seat of each game, game by game."""

    lines: Shorts
    sizes: Line


class Written(NamedTuple):
    """What is written of decisions: a row for each, and their legal moves one after the other."""

    seats: Line
    sizes: Line  # how many legal moves
    legal: Line
    grid: Shorts  # the observations, or no rows if they are not wanted


class Choosers(NamedTuple):
    """The opponents of a batch."""

    policies: Cells  # of the seats after the learner's
    generators: list[Cells]  # of each game
    chosen: Line  # the move for each game
