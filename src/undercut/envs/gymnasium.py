"""Gymnasium: one seat against opponents.

Importing this module registers ``"undercut/Cuttle-v0"``, for `make` and `make_vec`, and
``"undercut/CuttleSelfPlay-v0"``, for `make_vec` (see `undercut.envs.vector`), and so on;
`gymnasium.make("undercut.envs.gymnasium:undercut/Cuttle-v0")` imports it, too: Gymnasium 1 has no entry points.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from copy import deepcopy
from typing import Any, Unpack, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from undercut.bots.external.client import Programs
from undercut.bots.players import Guest, Player, ask, close_guests
from undercut.bots.registry import make, unwrapped
from undercut.envs import interface
from undercut.envs.interface import RENDERING, GameOptions, Seen
from undercut.errors import IllegalMove, PlayerError, UndercutError
from undercut.games.base import registry
from undercut.play.arrays.opponents import one_for_each
from undercut.play.input import read_seed, read_whole

_SEEDS = 1 << 63


class OneSeat(gymnasium.Env[Seen, np.int64]):
    """One seat of a game; the other seats are moved by opponents, so that each step ends at this seat's next move.

    Observations have an ``"observation"`` and an ``"action_mask"``. The reward comes at the end: 1 for winning alone;
    the rewards of all seats add up to 0. An illegal move changes nothing, and ``info["illegal"]`` says why. A copied or
    pickled environment goes on with the same game, the same deals and the same opponents.

    Args:
        game: The game's name.
        opponents: A name as for `undercut.bot` or an object with ``choose(view, moves)``, for all other seats; or one
            for each of them, in the order of play from this seat on.
        seat: This player's seat; None: drawn for each game.
        render_mode: None, ``"ansi"``, ``"human"`` (printed) or ``"rgb_array"``.
        options: `seats` and `rules` as for `undercut.game`, and `host` as for `undercut.batch`.

    Raises:
        UndercutError: An argument is invalid.

    Examples:
        >>> import undercut
        >>> game = OneSeat("cuttle", opponents="greedy", host=undercut.Host.PLAIN)
        >>> observation, info = game.reset(seed=1)
        >>> draw = 0
        >>> observation, reward, terminated, truncated, info = game.step(draw)
        >>> reward, terminated, info
        (0.0, False, {})
        >>> *_, info = game.step(1)
        >>> print(info["illegal"])
        pass: CU-5 you may pass only when the stock is empty
    """

    metadata: dict[str, Any] = RENDERING

    def __init__(
        self,
        game: str,
        *,
        opponents: str | Player | Sequence[str | Player] = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        **options: Unpack[GameOptions],
    ) -> None:
        self.games = interface.single(game, **options)
        self.game = self.games.game
        self.render_mode = interface.read_render_mode(render_mode)
        self.observation_space = interface.seen_space(self.game)
        self.action_space = spaces.Discrete(len(self.game.actions))
        self._given: list[str | Player] = one_for_each(opponents, self.game.seats - 1)
        if wrong := [each for each in self._given if not isinstance(each, str) and not hasattr(each, "choose")]:
            raise UndercutError(f"opponents: {wrong[0]!r:.40} is neither a name nor an object with choose")
        self._fixed = None if seat is None else read_whole("seat", seat, 0, self.game.seats - 1)
        self.seat = self._fixed or 0
        self._players: dict[int, Player] = {}
        self._programs = Programs()
        self._state = self.games.state(0)
        self._make_players()

    def _make_players(self) -> None:
        """Seat the opponents; named ones are created again, with seeds from this environment's generator."""
        self._close_named()
        try:
            for place, given in enumerate(self._given, 1):
                seat = (self.seat + place) % self.game.seats
                seed = int(self.np_random.integers(_SEEDS))
                if isinstance(given, str):
                    self._players[seat] = make(given, self.game.name, seed, programs=self._programs)
                else:
                    self._players[seat] = unwrapped(given, self.game.name)
        except BaseException:
            self._close_named()
            raise

    def _close_named(self) -> None:
        """End the opponents that this environment has created."""
        named = [
            player for given, player in zip(self._given, self._players.values(), strict=False) if isinstance(given, str)
        ]
        self._players = {}
        close_guests(named, self._state.result)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game, and let the opponents move until it is this seat's turn.

        Args:
            seed: 0 to 2**63 - 1: starts the sequences of deals and of the opponents' choices; None: they go on.
            options: Gymnasium's; none is used.

        Raises:
            UndercutError: The seed is out of range.
        """
        seed = read_seed(seed)
        self.games.reset(seed=seed)
        super().reset(seed=seed, options=options)
        self._begin()
        while self._state.result:  # it has ended before this seat's first turn
            self.games.reset()
            self._begin()
        self._print()
        return self._seen(), {}

    def _begin(self) -> None:
        if self._fixed is None:
            self.seat = int(self.np_random.integers(self.game.seats))
        self._make_players()
        self._state = self.games.state(0)
        for seat, player in self._players.items():
            if isinstance(player, Guest):
                with self._failing(seat):
                    player.begin(self.game, seat)
        self._let_others_move()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play a move of this seat, and let the opponents answer.

        Args:
            action: The number of a move.

        Raises:
            PlayerError: An opponent failed; the game cannot go on.
            UndercutError: The value is not an action number, or the game is over.
        """
        if self._state.to_move not in (None, self.seat) or not self._players:
            raise UndercutError("the environment was closed, or an opponent has failed; reset it")
        try:
            self._play(action)
        except IllegalMove as refused:
            return self._seen(), 0.0, False, False, {"illegal": str(refused)}
        self._let_others_move()
        self._print()
        reward = float(self.games.rewards[0, self.seat])
        return self._seen(), reward, self._state.result is not None, False, {}

    def _play(self, action: np.int64 | int) -> None:
        number = interface.legal_action(self.games, action)
        self.games.play(number)
        self._state.play(self.game.actions[number])

    def _let_others_move(self) -> None:
        while (seat := self._state.to_move) not in (None, self.seat):
            assert seat is not None  # noqa: S101  see the line before
            with self._failing(seat):
                move = ask(self._players[seat], self._state, seat)
            self._play(cast("int", move.action))

    @contextmanager
    def _failing(self, seat: int) -> Generator[None]:
        try:
            yield
        except Exception as error:
            player = self._players[seat]
            name = str(getattr(player, "name", type(player).__name__))
            message = f"opponent {name} in seat {seat}: {error}"
            raise PlayerError(message, player=name, seat=seat, record={**self._state.record()}) from error

    def _seen(self) -> Seen:
        return self.games.look(self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action mask, as libraries for masked learning expect it."""
        return self.games.mask[0].copy()

    __copy__ = deepcopy  # a game cannot be shared

    def render(self) -> Any:  # noqa: ANN401  as Gymnasium declares it
        """Render what this seat sees."""
        return interface.render(self._state, self.seat, self.render_mode)

    def _print(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """End the processes of opponents that have one."""
        players, self._players = self._players, {}
        with closing(self._programs):
            close_guests(players.values(), self._state.result)


def _register(game: str) -> None:
    register: Any = gymnasium.register  # type: ignore[reportUnknownMemberType]
    title = "".join(map(str.capitalize, game.split("_")))
    one, many, all_seats = "gymnasium:OneSeat", "vector:OneSeatVector", "vector:SelfPlay"
    envs, given = "undercut.envs.", {"game": game}
    register(f"undercut/{title}-v0", entry_point=envs + one, vector_entry_point=envs + many, kwargs=given)
    register(f"undercut/{title}SelfPlay-v0", vector_entry_point=envs + all_seats, kwargs=given)


for _game in registry.names():
    _register(_game)
