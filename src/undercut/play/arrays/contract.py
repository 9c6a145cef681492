"""What the loops over a batch share: the functions that a game defines for them, and the arrays that they work on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from undercut.engine.contract import Cells, Contract, Fields

Grid = NDArray[np.int64]  # rows; `Line`: a single one
Line = NDArray[np.int64]
Shorts = NDArray[np.int16]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]


def action(move: int) -> int:
    """Return the action of a move: its fixed number."""
    raise NotImplementedError


def move_of(s: object, action: int) -> int:
    raise NotImplementedError


ARRAYS = Contract(required=(action, move_of))  # the functions of a game's numbers of moves


def observe(s: object, seat: int, row: Cells) -> None:
    """Write what a seat may know."""
    raise NotImplementedError


def news(before: object, s: object, seat: int, move: int, sightings: Cells) -> int:
    """List the cards that a move reveals to a seat, and return their number."""
    raise NotImplementedError


OBSERVATIONS = Contract(required=(observe, news))
"""The functions of a game's observations and histories."""


COLUMNS = 9
(
    MOVER,  # the seat to move; -1: the game is over
    LEGAL_COUNT,  # the number of legal moves
    MOVES_PLAYED,  # since the deal
    END_STATE,  # one of the states below
    WINNERS,  # of the last game that has ended: a mask of seats
    FINAL_LENGTH,  # of the last game that has ended, in moves
    SEED,  # of the deal; -1: the game began with another position
    CALLER_SEAT,  # with opponents; -1: the caller moves for every seat
    CALLER_MOVES,  # how many of the moves the caller has chosen
) = range(COLUMNS)
"""What is known of each game."""

RUNNING, ENDED_NOW, ENDED_BEFORE = range(3)
"""Whether the last step ended a game, and whether the log has noted that already."""


class Games(NamedTuple):
    """The games of a batch: an element or a row of each array for each game."""

    states: list[Fields]  # more than games: scratch states, and last the fresh state that every deal begins with
    columns: Grid  # as named above
    legal: Shorts  # the actions of the legal moves, as many as `LEGAL_COUNT` says
    mask: Flags  # of all actions, those of the legal moves
    seeders: list[Cells]  # generators of the seeds of deals
    generators: list[Cells]  # generators of the cards of the current game
    pickers: list[Cells]  # generators of random moves
    pack: Cells  # the cards, the same for all games


class Scratch(NamedTuple):
    """Scratch arrays for one range of games, which one thread works on."""

    pool: Cells  # cards
    codes: Cells  # moves
    weights: Floats  # of moves
    ranks: Cells  # of moves
    buffer: Cells  # of a ranking; without opponents it has no cells
    place: int  # of its first spare state


class Moves(NamedTuple):
    actions: Line  # of each game; -1: it stays as it is
    log: Shorts  # a line for each game
    auto_reset: int  # 1: games that end are dealt again
    by_caller: int  # 1: the caller chose the moves; 0: opponents did


class Events(NamedTuple):
    """Histories: a line of cells and a number of events for each seat of each game, game by game."""

    lines: Shorts
    sizes: Line
    seats: int


class Policies(NamedTuple):
    """What the caller's policies gave the legal moves of each game: a line for each game, move by move."""

    lines: NDArray[np.float32]
    filled: Line  # how much of each line is used
    sizes: Shorts  # how many numbers belong to each move of a game


class Deals(NamedTuple):
    """Games that began with the deal by a seed: their actions one after the other."""

    seeds: Line
    actions: Line
    offsets: Line  # where the actions of each game begin, and where the last end
    pack: Cells


class Records(NamedTuple):
    """Games that were recorded: their actions one after the other, and the choices of chance.

    A choice is the number of its cards, followed by these.
    """

    actions: Line
    offsets: Line  # where the actions of each game begin, and where the last end
    choices: Line
    ends: Line  # where the choices of each game end


class Written(NamedTuple):
    """What is written of decisions: a row for each, and their legal moves one after the other."""

    seats: Line
    sizes: Line  # how many legal moves
    legal: Line
    grid: Shorts  # the observations, or no rows if they are not wanted


class Choosers(NamedTuple):
    policies: Cells  # of the seats after the caller's, in the order of play
    generators: list[Cells]  # of each game
    seat: int  # the caller's; -1: another in each deal
