"""The histories of a batch: for each seat of each game, the events that it knows of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from undercut.engine.rows import EVENT_WIDTH
from undercut.errors import UndercutError
from undercut.play.arrays.engines import OBSERVING
from undercut.play.arrays.loops.contract import Events
from undercut.play.arrays.loops.recording import begin_histories, copy_histories

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from undercut.play.arrays.games import GameArrays
    from undercut.play.state import State


class Histories:
    """Events in rows of integers, with room for a fixed number of them; a history that outgrows it is only counted."""

    def __init__(self, games: GameArrays, room: int, states: Sequence[State]) -> None:
        """Take over the histories of games that are in progress."""
        games.loops.prepare(OBSERVING)
        n, seats = len(games), games.game.seats
        lines, sizes = np.zeros((n * seats, room * EVENT_WIDTH), dtype=np.int16), np.zeros(n * seats, dtype=np.int64)
        self.events = Events(lines, sizes, seats)
        self._shape = (n, seats, room, EVENT_WIDTH)
        # What the caller sees: a history of each game; and how many cells of it are not empty.
        self._picked = np.zeros((n, room * EVENT_WIDTH), dtype=np.int16)
        self._filled = np.zeros(n, dtype=np.int64)
        for place, (state, seat) in enumerate((state, seat) for state in states for seat in range(seats)):
            events = state.history(seat)
            sizes[place] = len(events)
            lines[place, : events[:room].size] = events[:room].reshape(-1)

    def begin(self, games: GameArrays, chosen: NDArray[np.bool_]) -> None:
        if chosen.any():
            places = chosen.astype(np.int64)
            games.loops.run_in(games.scratch, begin_histories, games.arrays, places, self.events)

    def pick(self, games: GameArrays, seats: NDArray[np.int64]) -> NDArray[np.int16]:
        """Copy the history of one seat of each game (-1: none); an error if one has outgrown its room."""
        n, _, room, width = self._shape
        outgrown = max(games.loops.run(copy_histories, self.events, seats, self._picked, self._filled))
        if outgrown >= 0:
            size = self.events.sizes[outgrown]
            message = (
                f"history of game {outgrown // self.events.seats}: it has {size} events, and history_room is {room}"
            )
            raise UndercutError(message)
        return self._picked.reshape(n, room, width)
