"""The histories of a batch: for each seat of each game, the events that it knows of."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from undercut.engine.contract import copy_fields
from undercut.engine.rows import EVENT_WIDTH
from undercut.errors import UndercutError
from undercut.play.arrays.engines import OBSERVING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from undercut.engine.contract import Fields
    from undercut.play.arrays.games import GameArrays
    from undercut.play.state import State


class Histories:
    """Events in rows of integers, with room for a fixed number of them; a history that outgrows it is only counted."""

    def __init__(self, games: GameArrays, room: int, states: Sequence[State]) -> None:
        """Take over the histories of games that are in progress."""
        games.loops.prepare(OBSERVING)
        engine, n, seats = games.loops.engine, len(games), games.game.seats
        # A row of cells for each seat of each game, game by game.
        self._lines = np.zeros((n * seats, room * EVENT_WIDTH), dtype=np.int16)
        self._sizes = np.zeros(n * seats, dtype=np.int64)
        self._before = engine.states(n)
        self._shape = (n, seats, room, EVENT_WIDTH)
        # What the caller sees: a history of each game; and how many cells of it are not empty.
        self._picked = np.zeros((n, room * EVENT_WIDTH), dtype=np.int16)
        self._filled = np.zeros(n, dtype=np.int64)
        self._revealed = [(engine.cells(engine.pack_size),) for _ in games.loops.ranges]
        for place, (state, seat) in enumerate((state, seat) for state in states for seat in range(seats)):
            events = state.history(seat)
            self._sizes[place] = len(events)
            self._lines[place, : events[:room].size] = events[:room].reshape(-1)

    def begin(self, games: GameArrays, chosen: NDArray[np.bool_]) -> None:
        """Restart the histories of chosen games."""
        if chosen.any():
            given = games.states, chosen.astype(np.int64), self._lines, self._sizes, games.game.seats
            games.loops.run("begin_histories", *given, more=self._revealed)

    def keep_states(self, games: GameArrays) -> None:
        """Keep the states as they are before a step."""
        if isinstance(games.states, np.ndarray):
            # As whole numbers, because NumPy copies records field by field.
            before = cast("NDArray[np.void]", self._before).view(np.int64)
            before[:] = games.states.view(np.int64)[: len(before)]
        else:
            for source, target in zip(games.states, cast("list[Fields]", self._before), strict=False):
                copy_fields(source, target)

    def append(self, games: GameArrays, numbers: NDArray[np.int64], new: NDArray[np.bool_]) -> None:
        """Append the moves of a step; games that were dealt anew by it begin again."""
        given = self._before, games.states, np.where(new, -1, numbers), self._lines, self._sizes, games.game.seats
        games.loops.run("append_moves", *given, more=self._revealed)
        self.begin(games, new)

    def pick(self, games: GameArrays, seats: NDArray[np.int64]) -> NDArray[np.int16]:
        """Copy the history of one seat of each game (-1: none); an error if one has outgrown its room."""
        n, number, room, width = self._shape
        sizes = self._sizes.reshape(n, number)[np.arange(n), seats] * (seats >= 0)
        longest = int(sizes.argmax())
        if sizes[longest] > room:
            message = f"history of game {longest}: it has {sizes[longest]} events, and history_room is {room}"
            raise UndercutError(message)
        games.loops.run("copy_histories", self._lines, self._sizes, seats, self._picked, self._filled, number)
        return self._picked.reshape(n, room, width)
