"""One game on compiled rules, for environments that step one game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from undercut.play.arrays.batch import Batch
from undercut.play.arrays.engines import OBSERVING
from undercut.play.arrays.loops.contract import END_STATE, MOVER, RUNNING, Moves
from undercut.play.arrays.loops.recording import observe_games
from undercut.play.arrays.loops.stepping import step
from undercut.play.observing import layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from undercut.engine.host import Host
    from undercut.play.game import Game


class Single(Batch):
    """A batch of one game that is not dealt again; `play` and `look` leave out the checks of `step` and `observe`."""

    def __init__(self, game: Game, host: Host | None) -> None:
        self._numbers, self._seats = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        super().__init__(game, 1, seed=None, threads=1, host=host, auto_reset=False)

    def _expose(self) -> None:
        super()._expose()
        loops, self._flags = self._games.loops, self._games.mask.view(np.int8)[0]
        loops.prepare(OBSERVING)
        self._width = layout(self.game.spec).length
        self.run_step, self.run_observe = loops.engine.direct(step), loops.engine.direct(observe_games)

    def play(self, number: int) -> bool:
        """Play a legal move; return whether the game is over."""
        if self._histories:
            return bool(self.step([number])[1][0])
        games, log = self._games, self._log
        mover = games.columns[0, MOVER]
        self._numbers[0] = number
        moves = Moves(self._numbers, log.moves, 0, 1)
        log.make_room(self.run_step(games.arrays, moves, games.scratch[0], 0, 1))
        if games.columns[0, END_STATE] == RUNNING:
            return False
        games.reward(np.array([mover]))
        return True

    def look(self, seat: int) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
        """Return what a seat sees, and its legal moves: arrays of the caller's own."""
        games, row = self._games, np.empty((1, self._width), dtype=np.int16)
        self._seats[0] = seat
        self.run_observe(games.arrays.states, self._seats, row, 1, 0, 1)
        is_mover = games.columns[0, MOVER] == seat
        return row[0], self._flags.copy() if is_mover else np.zeros(len(self._flags), dtype=np.int8)
