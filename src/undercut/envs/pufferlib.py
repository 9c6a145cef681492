"""PufferLib 3: a batch of games as a native `PufferEnv`, in which every seat of every game is an agent."""

from typing import Any, Unpack

import numpy as np
import pufferlib  # type: ignore[reportMissingImports]
from gymnasium import spaces
from numpy.typing import NDArray

import undercut
from undercut.envs.interface import BatchOptions, columns_box
from undercut.envs.vector import SeatRows

_Arrays = tuple["NDArray[Any]", "NDArray[Any]", "NDArray[Any]", "NDArray[Any]", list[dict[str, float]]]


class PufferGames(pufferlib.PufferEnv):  # type: ignore[reportUnknownMemberType, reportUntypedBaseClass]
    """Many games that are stepped together and write into PufferLib's buffers.

    An agent is a seat of a game: agent ``game * seats + seat``. Its row of ``observations`` (int16) has its observation
    first, then its mask of moves from `mask_start` on. PufferLib has no action masks, so the policy takes them from
    there. The mask's last place is `wait`, the only move of a seat that is not to move; ``masks`` says who is to move.
    Rewards come at the end of a game, to all its seats, and add up to 0.

    Args:
        game: The game's name; `seed` is as for `undercut.batch`.
        num_games: How many games; there are that many times the seats agents.
        illegal_reward: The reward for an illegal move, which then ends its game and no other; None: an illegal move
            raises `IllegalMove`, and no game changes.
        buf: PufferLib's buffers; None: new ones.
        options: `seats`, `rules`, `threads` and `host`, as for `undercut.batch`.

    Attributes:
        mask_start: The first column of the mask in an observation.
        wait: The number for "not my turn".
    """

    observations: NDArray[np.int16]
    rewards: NDArray[np.float32]
    terminals: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    masks: NDArray[np.bool_]

    def __init__(
        self,
        game: str = "cuttle",
        num_games: int = 1024,
        *,
        illegal_reward: float | None = None,
        buf: dict[str, NDArray[Any]] | None = None,
        seed: int | None = None,
        **options: Unpack[BatchOptions],
    ) -> None:
        games = undercut.batch(game, num_games, seed=seed, **options)
        self.mask_start, self.wait = len(games.game.observations.columns), len(games.game.actions)
        self.num_agents = num_games * games.game.seats
        self.single_observation_space = columns_box(games.game, flags=self.wait + 1)
        self.single_action_space = spaces.Discrete(self.wait + 1)
        super().__init__(buf)  # type: ignore[reportUnknownMemberType]
        shared = self.observations, self.rewards, self.terminals, self.masks
        self.rows = SeatRows(games, *shared, illegal_reward=illegal_reward)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Go on with the same games after copying or pickling; the rows write into the copied buffers."""
        self.__dict__.update(kept)
        self.rows.share(self.observations, self.rewards, self.terminals, self.masks)

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.int16], list[dict[str, float]]]:
        """Deal all games.

        Args:
            seed: 0 to 2**63 - 1: starts the sequences of deals; None: they go on.

        Raises:
            UndercutError: The seed is out of range.
        """
        self.rows.reset(seed)
        self.truncations[:] = False
        return self.observations, []

    def step(self, actions: NDArray[np.integer[Any]]) -> _Arrays:
        """Play a move in every game; where one ends, the observation is that of the next game.

        Args:
            actions: A number for each agent; only those of seats to move count.

        Returns:
            PufferLib's own buffers, and a list with the means of the games that ended, if any; see `SeatRows.step`.

        Raises:
            IllegalMove: A move is not legal; no game changes. Not raised with an ``illegal_reward``.
            UndercutError: The shape or the type is wrong.
        """
        told = self.rows.step(actions)
        return self.observations, self.rewards, self.terminals, self.truncations, [told] if told else []

    def close(self) -> None:
        """Do nothing: the games hold nothing that must be released."""
