"""A batch of games: as a vector environment of Gymnasium, for all seats or with opponents, and as rows for trainers."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NoReturn, Unpack, cast

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

import undercut
from undercut.envs.interface import RENDERING, BatchOptions, Seen, read_render_mode, render, seen_space
from undercut.errors import IllegalMove, UndercutError
from undercut.play.arrays.batch import Batch
from undercut.play.arrays.games import as_array, shaped
from undercut.play.arrays.opponents import Opponent

_Stepped = tuple[Seen, "NDArray[np.float32]", "NDArray[np.bool_]", "NDArray[np.bool_]", dict[str, "NDArray[Any]"]]


class SelfPlay(VectorEnv[Seen, "NDArray[np.int64]", "NDArray[Any]"]):
    """Many games, each seen and moved by the seat whose turn it is.

    A reward is that of the seat that moved; where a step ends a game, ``info["rewards"]`` (games by seats) has the
    rewards of all seats, which add up to 0, and the observation is what the seat that moved sees at the end. The next
    step ignores the action for that game and redeals it (`AutoresetMode.NEXT_STEP`). ``info["to_move"]`` is the seat
    that an observation belongs to; -1 where a game is over. The arrays are the caller's own.

    Args:
        game: The game's name.
        num_envs: How many games.
        render_mode: As for `OneSeat`; every game is rendered.
        options: `seats`, `rules`, `threads` and `host`, as for `undercut.batch`.

    Raises:
        UndercutError: An argument is invalid.

    Examples:
        >>> import undercut
        >>> games = SelfPlay("cuttle", 3, host=undercut.Host.PLAIN)
        >>> observations, info = games.reset(seed=1)
        >>> observations, rewards, terminations, truncations, info = games.step(games.sample())
        >>> observations["action_mask"].shape, info["to_move"]
        ((3, 1415), array([1, 1, 1]))
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        **options: Unpack[BatchOptions],
    ) -> None:
        games = undercut.batch(game, num_envs, auto_reset=False, **options)
        self._set_up(games, render_mode)

    def _set_up(self, games: Batch, render_mode: str | None) -> None:
        self.games = games
        self.game = games.game
        self.num_envs = len(games.to_move)
        self.render_mode = read_render_mode(render_mode)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, **RENDERING}
        seen, moves = seen_space(self.game), cast("Any", Discrete(len(self.game.actions)))
        self.single_observation_space, self.single_action_space = seen, moves
        self.observation_space = batch_space(seen, self.num_envs)
        self.action_space = batch_space(moves, self.num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, NDArray[Any]]]:
        """Deal all games, or those of ``options["reset_mask"]`` (truth values).

        Args:
            seed: 0 to 2**63 - 1: starts the sequences of deals and samples, game i's by the seed and i alone; None:
                they go on.
            options: None, or a dict with a ``"reset_mask"``.

        Raises:
            UndercutError: The seed is not one number, or the mask has the wrong shape or type.
        """
        self.games.reset(seed=cast("int | None", seed), where=(options or {}).get("reset_mask"))
        return self._seen(self.games.to_move), self._info()

    def sample(self) -> NDArray[np.int64]:
        """Choose a random legal move in each game; 0 where a game is over and any action will do."""
        return np.maximum(self.games.sample(), 0)

    def step(self, actions: ArrayLike) -> _Stepped:
        """Play a move in every game; where the last step ended one, deal a new game instead.

        Args:
            actions: The number of a legal move for each game.

        Raises:
            IllegalMove: A move is not legal; the message names the game, and no game changes.
            UndercutError: The shape or the type is wrong.
        """
        ended = self.games.to_move < 0
        movers = self.games.to_move.copy()
        numbers = shaped("actions", actions, ended.shape, "iu")
        rewards, done = self.games.step(np.where(ended, -1, numbers))
        rewards, done, own = rewards.copy(), done.copy(), self.games.own_rewards.copy()
        if ended.any():
            self.games.reset(where=ended)
            done &= ~ended
        to_move = self.games.to_move
        seen = self._seen(np.where(to_move < 0, movers, to_move))
        return seen, own, done, np.zeros(self.num_envs, dtype=np.bool_), self._info() | {"rewards": rewards}

    def _seen(self, seats: NDArray[np.int64]) -> Seen:
        return {
            "observation": self.games.observe(seat=seats).copy(),
            "action_mask": self.games.mask.astype(np.int8),
        }

    def _info(self) -> dict[str, NDArray[Any]]:
        return {"to_move": self.games.to_move.copy()}

    __copy__ = deepcopy  # games cannot be shared

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002  as Gymnasium declares it
        """End the processes of opponents that have one."""
        self.games.close()

    def render(self) -> tuple[Any, ...]:
        """Render every game for the seat to move; at the end, for spectators."""
        states = (self.games.state(place) for place in range(self.num_envs))
        return tuple(render(state, state.to_move, self.render_mode) for state in states)


class OneSeatVector(SelfPlay):
    """Many games of one seat against opponents, which move in compiled code between two steps if they can.

    As `SelfPlay`, but each step ends at the learner's next move, and ``info["to_move"]`` is its seat.

    Examples:
        >>> import undercut
        >>> games = OneSeatVector("cups", 3, opponents="greedy", seat=None, host=undercut.Host.PLAIN)
        >>> observations, info = games.reset(seed=1)
        >>> info["to_move"]
        array([0, 1, 0])
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        **options: Unpack[BatchOptions],
    ) -> None:
        games = undercut.batch(game, num_envs, auto_reset=False, opponents=opponents, seat=seat, **options)
        self._set_up(games, render_mode)


SharedArrays = tuple["NDArray[np.int16]", "NDArray[np.float32]", "NDArray[np.bool_]", "NDArray[np.bool_]"]
"""Observations, rewards, whether a game ended, and whether a seat is to move: a row or an element for each seat."""


class SeatRows:
    """Games whose seats are the rows of shared arrays: row ``game * seats + seat``.

    A row is what its seat sees, then its mask of moves (1: legal). The mask has one place more than there are moves:
    `wait`, the only move of a seat that is not to move. So each row always has a move, and each seat keeps its row.
    """

    def __init__(self, games: Batch, *shared: *SharedArrays, illegal_reward: float | None = None) -> None:
        self.games = games
        self._illegal_reward = illegal_reward
        self._seen, self.wait = len(games.game.observations.columns), len(games.game.actions)
        self._shape = len(games.to_move), games.game.seats
        self._all = np.arange(self._shape[0])
        self.share(*shared)

    def share(self, *shared: *SharedArrays) -> None:
        """Fill other arrays from now on, such as those of a copied environment."""
        rows, width = self._shape[0] * self._shape[1], self._seen + self.wait + 1
        for name, array in zip(("observations", "rewards", "ended", "acting"), shared, strict=True):
            if array.size != rows * (width if name == "observations" else 1) or not array.flags.c_contiguous:
                raise UndercutError(f"{name}: {array.shape} is not a contiguous array of {rows} rows")
        observations, rewards, ended, acting = shared
        self._observations, self._rewards = observations.reshape(*self._shape, width), rewards.reshape(self._shape)
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
