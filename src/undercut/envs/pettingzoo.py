"""PettingZoo: every game as an AEC environment, in which the seats act in turn.

PettingZoo's parallel API does not fit these games: one seat acts at a time, and a player who may answer a move must
know which move it was. PettingZoo's `aec_to_parallel` refuses such environments for the same reason.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Unpack, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[reportMissingTypeStubs]
from pettingzoo.utils import wrappers  # type: ignore[reportMissingTypeStubs]

from undercut.envs import interface
from undercut.envs.interface import RENDERING, GameOptions, Seen
from undercut.errors import UndercutError


def env(
    game: str,
    *,
    render_mode: str | None = None,
    illegal_reward: float | None = None,
    **options: Unpack[GameOptions],
) -> AECEnv[str, Seen, int | None]:
    """Make an environment with PettingZoo's checks around it.

    Args:
        game: The game's name.
        render_mode: None, ``"ansi"``, ``"human"`` (printed) or ``"rgb_array"``.
        illegal_reward: The reward for an illegal move, which then ends the game, as in PettingZoo's classic games;
            None: an illegal move raises `IllegalMove`, and the game goes on.
        options: `seats` and `rules` as for `undercut.game`, and `host` as for `undercut.batch`.

    Raises:
        UndercutError: An argument is invalid.

    Examples:
        >>> import undercut
        >>> game = env("cuttle", host=undercut.Host.PLAIN)
        >>> game.reset(seed=1)
        >>> seen, reward, terminated, truncated, info = game.last()
        >>> game.step(game.action_space(game.agent_selection).sample(seen["action_mask"]))
        >>> game.agent_selection
        'player_1'
    """
    made: Any = raw_env(game, render_mode=render_mode, **options)
    if illegal_reward is not None:
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=illegal_reward)
    return cast("AECEnv[str, Seen, int | None]", _OrderEnforcing(made))


class _OrderEnforcing(wrappers.OrderEnforcingWrapper[str, Seen, "int | None"]):
    """PettingZoo's wrapper, which asks the environment once for what `last` returns, not once for each part."""

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:  # noqa: FBT001, FBT002  as PettingZoo declares it
        """Return what the agent to move sees, and its reward."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    @property
    def agents(self) -> list[str]:  # type: ignore[reportIncompatibleVariableOverride]
        """The agents in the game; PettingZoo's own way takes long to find them, and asks at every step."""
        return self.env.agents if self._has_reset else self.__getattr__("agents")

    @property
    def agent_selection(self) -> str:  # type: ignore[reportIncompatibleVariableOverride]
        """The agent to move; as above."""
        return self.env.agent_selection if self._has_reset else self.__getattr__("agent_selection")

    def __str__(self) -> str:
        return str(self.env)


class raw_env(AECEnv[str, Seen, int | None]):  # noqa: N801  PettingZoo's name
    """One game after the other; arguments as for `env`.

    The agents are ``"player_0"`` and so on, by seat. The mask of a seat that is not to move is 0 everywhere. Rewards
    come at the end: 1 for winning alone, and the rewards of a game add up to 0. A copied or pickled environment goes on
    with the same game and the same deals.
    """

    def __init__(self, game: str, *, render_mode: str | None = None, **options: Unpack[GameOptions]) -> None:
        super().__init__()
        self.games = interface.single(game, **options)
        self.game = self.games.game
        self.render_mode = interface.read_render_mode(render_mode)
        self.metadata = {"name": f"undercut_{self.game.name}_v0", "is_parallelizable": False, **RENDERING}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: interface.seen_space(self.game) for agent in self.possible_agents}
        moves = len(self.game.actions)
        self.action_spaces = cast("Any", {agent: spaces.Discrete(moves) for agent in self.possible_agents})
        self.state_space = interface.columns_box(self.game, times=self.game.seats)
        self.agents = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: Starts the sequence of deals, 0 to 2**63 - 1; None: the next deal.
            options: PettingZoo's; none is used.

        Raises:
            UndercutError: The seed is out of range.
        """
        del options
        self.games.reset(seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()
        self._print()

    def _print(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _mover(self) -> str:
        return cast("str", self.possible_agents[self.games.to_move[0]])

    def step(self, action: int | None) -> None:
        """Play a move of the agent to move.

        Args:
            action: The number of a legal move; None for an agent whose game is over.

        Raises:
            IllegalMove: The move is not legal; the game is unchanged.
            UndercutError: The value is not an action number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(cast("None", action))
            return
        if action is None:
            raise UndercutError(f"action: None, but {agent} is to move")
        done = self.games.play(interface.legal_action(self.games, action))
        self._cumulative_rewards[agent] = 0.0
        if done:
            self.rewards = dict(zip(self.possible_agents, self.games.rewards[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self._mover()
        self._print()

    def observe(self, agent: str) -> Seen:
        """Return what an agent may know, and its legal moves."""
        return self.games.look(self._seats[agent])

    def state(self) -> NDArray[np.int16]:
        """Return what all seats together may know: their observations one after the other, for a central critic."""
        return np.concatenate([self.games.observe(seat=seat)[0].copy() for seat in range(self.game.seats)])

    def observation_space(self, agent: str) -> spaces.Space[Seen]:
        """Return the space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: the game's action numbers."""
        return self.action_spaces[agent]

    __copy__ = deepcopy  # games cannot be shared

    def render(self) -> str | NDArray[np.uint8] | None:
        """Render what the seat to move sees; at the end, what spectators see."""
        state = self.games.state(0)
        return interface.render(state, state.to_move, self.render_mode)
