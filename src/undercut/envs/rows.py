"""A batch of games as rows, one for each seat of each game, written into arrays that a trainer shares."""

from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from undercut.errors import IllegalMove, UndercutError
from undercut.play.arrays.batch import Batch
from undercut.play.arrays.games import as_array


class SeatRows:
    """Games whose seats are the rows of shared arrays: row ``game * seats + seat``.

    A row is what its seat sees, then its mask of moves (1: legal). The mask has one place more than there are moves:
    `wait`, the only move of a seat that is not to move. So each row always has a move, and each seat keeps its row.
    """

    def __init__(self, games: Batch, *, illegal_reward: float | None = None) -> None:
        self.games = games
        self._illegal_reward = illegal_reward
        self._seen = len(games.game.observations.columns)
        self.wait = len(games.game.actions)
        self.width = self._seen + self.wait + 1
        self._shape = len(games.to_move), games.game.seats
        self._all = np.arange(self._shape[0])

    def share(
        self,
        observations: NDArray[np.int16],
        rewards: NDArray[np.float32],
        ended: NDArray[np.bool_],
        acting: NDArray[np.bool_],
    ) -> None:
        """Take the arrays that `reset` and `step` fill: a row or an element for each seat of each game."""
        rows = self._shape[0] * self._shape[1]
        given = {"observations": observations, "rewards": rewards, "ended": ended, "acting": acting}
        for name, array in given.items():
            if array.size != rows * (self.width if name == "observations" else 1) or not array.flags.c_contiguous:
                raise UndercutError(f"{name}: {array.shape} is not a contiguous array of {rows} rows")
        self._observations = observations.reshape(*self._shape, self.width)
        self._rewards = rewards.reshape(self._shape)
        self._ended, self._acting = ended.reshape(self._shape), acting.reshape(self._shape)

    def reset(self, seed: int | None) -> None:
        """Deal all games."""
        self.games.reset(seed=seed)
        self._rewards.fill(0)
        self._ended.fill(False)  # noqa: FBT003  an array's value
        self._observations[:, :, self._seen :] = 0
        self._show()

    def step(self, actions: ArrayLike) -> dict[str, float]:
        """Play a move in every game, and deal a new game where one ends."""
        movers = self.games.to_move.copy()
        moves = self._read(actions)[self._all, movers]
        illegal = self._illegal(moves)
        if len(illegal) and self._illegal_reward is None:
            self._refuse(int(illegal[0]), int(movers[illegal[0]]), int(moves[illegal[0]]))
        lengths = self.games.steps[illegal] + 1
        if len(illegal):
            moves[illegal] = self.games.mask[illegal].argmax(axis=1)
        rewards, done = self.games.step(moves)
        self._rewards[:], self._ended[:] = rewards, done[:, None]
        if len(illegal):
            self._forfeit(illegal, movers[illegal])
        self._observations[self._all, movers, self._seen :] = 0
        self._show()
        return self._told(illegal, lengths)

    def _read(self, actions: ArrayLike) -> NDArray[np.int64]:
        given = as_array("actions", actions)
        if given.size != self._acting.size or given.dtype.kind not in "iu":
            message = f"actions: {given.dtype} {given.shape}, but whole numbers for {self._acting.size} rows are needed"
            raise UndercutError(message)
        return given.reshape(self._shape).astype(np.int64)

    def _illegal(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        known = (moves >= 0) & (moves < self.wait)
        legal = known & self.games.mask[self._all, np.where(known, moves, 0)]
        return np.flatnonzero(~legal)

    def _refuse(self, place: int, mover: int, number: int) -> NoReturn:
        where, notations = f"actions[{place * self._shape[1] + mover}]", self.games.game.actions
        if not 0 <= number < self.wait:
            message = f"{where}: {number} is not one of the moves 0 to {self.wait - 1}, and seat {mover} is to move"
            raise UndercutError(message)
        reason = self.games.state(place).why_not(notations[number])
        assert reason is not None  # noqa: S101  the mask has all legal moves
        refused = f"{where}: {notations[number]}"
        raise IllegalMove(refused, reason)

    def _forfeit(self, places: NDArray[np.int64], movers: NDArray[np.int64]) -> None:
        chosen = np.zeros(self._shape[0], dtype=np.bool_)
        chosen[places] = True
        self.games.reset(where=chosen)
        self._rewards[places], self._ended[places] = 0, True
        self._rewards[places, movers] = self._illegal_reward

    def _show(self) -> None:
        """Write what each seat sees, and the masks; those of the seats that moved last are 0 before."""
        for seat in range(self._shape[1]):
            self._observations[:, seat, : self._seen] = self.games.observe(seat=seat)
        movers = self.games.to_move
        self._acting.fill(False)  # noqa: FBT003  an array's value
        self._acting[self._all, movers] = True
        self._observations[self._all, movers, self._seen : -1] = self.games.mask
        self._observations[:, :, -1] = ~self._acting

    def _told(self, illegal: NDArray[np.int64], lengths: NDArray[np.int64]) -> dict[str, float]:
        over = np.flatnonzero(self._ended[:, 0])
        if not len(over):
            return {}
        moves = self.games.lengths.copy()
        moves[illegal] = lengths
        rewards = self._rewards[over].mean(axis=0).tolist()
        by_seat = {f"reward_{seat}": float(reward) for seat, reward in enumerate(rewards)}
        return {"episode_length": float(moves[over].mean()), **by_seat, "illegal": len(illegal) / len(over)}
