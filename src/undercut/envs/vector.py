"""Gymnasium: a batch of games as a vector environment, with one policy for all seats or with opponents."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, cast

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

import undercut
from undercut.engine.host import Host
from undercut.envs.agents import FRAMES_PER_SECOND, RENDER_MODES, Seen, read_render_mode, render, seen_space
from undercut.play.arrays.batch import Batch
from undercut.play.arrays.games import shaped
from undercut.play.arrays.opponents import Opponent
from undercut.play.game import Rules

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
        seats: As for `undercut.game`.
        rules: As for `undercut.game`.
        threads: As for `undercut.batch`.
        host: As for `undercut.batch`.
        render_mode: As for the other environments; every game is rendered.

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
        seats: int | None = None,
        rules: Rules | None = None,
        threads: int = 1,
        host: Host | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Check the arguments; `reset` deals."""
        games = undercut.batch(game, num_envs, rules=rules, seats=seats, threads=threads, host=host, auto_reset=False)
        self._take(games, render_mode)

    def _take(self, games: Batch, render_mode: str | None) -> None:
        """Make the spaces for some games."""
        self.games = games
        self.game = self.games.game
        self.num_envs = len(self.games.to_move)
        self.render_mode = read_render_mode(render_mode)
        self.metadata = {
            "autoreset_mode": AutoresetMode.NEXT_STEP,
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_PER_SECOND,
        }
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

    def __copy__(self) -> SelfPlay:
        """Return an independent environment, since games cannot be shared."""
        return deepcopy(self)

    def render(self) -> tuple[Any, ...]:
        """Render every game for the seat to move; at the end, for spectators."""
        states = (self.games.state(place) for place in range(self.num_envs))
        return tuple(render(state, state.to_move, self.render_mode) for state in states)


class OneSeatVector(SelfPlay):
    """Many games of one seat against opponents, which move in compiled code between two steps if they can.

    As `SelfPlay`, but each step ends at the learner's next move, and ``info["to_move"]`` is its seat.

    Args:
        game: The game's name.
        num_envs: How many games.
        opponents: As for `undercut.batch`.
        seat: As for `undercut.batch`.
        seats: As for `undercut.game`.
        rules: As for `undercut.game`.
        threads: As for `undercut.batch`.
        host: As for `undercut.batch`.
        render_mode: As for the other environments; every game is rendered.

    Raises:
        UndercutError: An argument is invalid.

    Examples:
        >>> import undercut
        >>> games = OneSeatVector("cups", 3, opponents="greedy", seat=None, host=undercut.Host.PLAIN)
        >>> observations, info = games.reset(seed=1)
        >>> info["to_move"]
        array([0, 1, 0])
    """

    def __init__(  # noqa: PLR0913  each is a choice of its own
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = 0,
        seats: int | None = None,
        rules: Rules | None = None,
        threads: int = 1,
        host: Host | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Check the arguments; `reset` deals."""
        games = undercut.batch(
            game,
            num_envs,
            rules=rules,
            seats=seats,
            threads=threads,
            host=host,
            auto_reset=False,
            opponents=opponents,
            seat=seat,
        )
        self._take(games, render_mode)
