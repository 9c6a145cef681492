"""The histories of a batch: for each seat of each game, the events that it knows of."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from undercut.engine.contract import copy_fields
from undercut.engine.rows import EVENT_WIDTH
from undercut.errors import UndercutError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from undercut.engine.contract import Fields
    from undercut.engine.host import Engine
    from undercut.play.state import State


class Histories:
    """Events in rows of integers, with room for a fixed number of them; a history that outgrows it is only counted."""

    def __init__(self, engine: Engine, n: int, seats: int, room: int) -> None:
        """Make room."""
        # A row of cells for each seat of each game, game by game.
        self.lines = np.zeros((n * seats, room * EVENT_WIDTH), dtype=np.int16)
        self.sizes = np.zeros(n * seats, dtype=np.int64)
        self.before = engine.states(n)
        self._shape = (n, seats, room, EVENT_WIDTH)
        # What the caller sees: a history of each game; and how many cells of it are not empty.
        self.picked = np.zeros((n, room * EVENT_WIDTH), dtype=np.int16)
        self.filled = np.zeros(n, dtype=np.int64)

    def fill(self, states: Sequence[State]) -> None:
        """Take over the histories of games that are in progress."""
        _, seats, room, _ = self._shape
        for game, state in enumerate(states):
            for seat in range(seats):
                events = state.history(seat)
                place = game * seats + seat
                self.sizes[place] = len(events)
                self.lines[place, : events[:room].size] = events[:room].reshape(-1)

    def keep(self, states: list[Fields] | NDArray[np.void]) -> None:
        """Keep the states as they are before a step."""
        if isinstance(states, np.ndarray):
            cast("NDArray[np.void]", self.before)[:] = states
        else:
            for source, target in zip(states, cast("list[Fields]", self.before), strict=True):
                copy_fields(source, target)

    def fits(self, seats: NDArray[np.int64]) -> None:
        """Raise an error if the history of a seat has outgrown its room; seat -1 has none."""
        n, _, room, _ = self._shape
        sizes = self.sizes.reshape(self._shape[:2])[np.arange(n), seats] * (seats >= 0)
        longest = int(sizes.argmax())
        if sizes[longest] > room:
            message = f"history of game {longest}: it has {sizes[longest]} events, and history_room is {room}"
            raise UndercutError(message)

    def rows(self) -> NDArray[np.int16]:
        """Return what was copied last, as events."""
        n, _, room, width = self._shape
        return self.picked.reshape(n, room, width)
