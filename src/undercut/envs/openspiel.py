"""Every game for OpenSpiel: importing this module registers ``undercut_cuttle`` and the others."""

# pyspiel has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUntypedBaseClass=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportMissingTypeStubs=false

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import ClassVar, cast

import numpy as np
import pyspiel
from numpy.typing import NDArray

from undercut.decoding import JSON
from undercut.envs.dealing import Dealing
from undercut.errors import BadRules, UndercutError
from undercut.games.base import registry
from undercut.games.base.book import read_value
from undercut.games.base.game_types import rewards_of
from undercut.games.base.words import value_text
from undercut.play.game import Game, game

PREFIX = "undercut_"  # the prefix of the games' names
LONGEST = 2_000  # the default number of moves after which a game is a draw
_TRIES = 10_000
_TERMINAL, _CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


def read_rules(name: str, text: str) -> dict[str, object]:
    """Parse the parameter ``rules``: a rule set, then options that differ, such as ``denexa/seven:2/four:random``."""
    rule_set, *changes = text.split("/")
    spec = registry.spec(name)
    options = {option.name: option for option in (*spec.options, *spec.research.options)}
    rules: dict[str, object] = {"set": rule_set}
    for change in changes:
        option, _, value = change.partition(":")
        rules[option] = read_value(options[option], value) if option in options else value
    return rules


def load_string(chosen: Game) -> str:
    """Write the text with which ``pyspiel.load_game`` loads a game under its rules, as `read_rules` reads them."""
    rules = "/".join([chosen.rule_set, *(f"{name}:{value_text(value)}" for name, value in chosen.changes.items())])
    return f"{PREFIX}{chosen.name}(players={chosen.seats},rules={rules})"


class UndercutGame(pyspiel.Game):
    """A game with its parameters."""

    name: ClassVar[str]  # the name in Undercut

    def __init__(self, params: Mapping[str, object] | None = None) -> None:
        name = self.name
        given = _parameters(name) | dict(params or {})
        rules, seats = read_rules(name, str(given["rules"])), cast("int", given["players"])
        self.inner = game(name, rules=rules, seats=seats)
        self.longest = cast("int", given["longest"])
        if self.longest < 1:
            raise BadRules([f"longest: {self.longest} is not a number of moves"])
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.inner.actions),
            max_chance_outcomes=max(self.inner.pack) + 1,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(_game_type(name), info, given)

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        """Support pickling; the class of each game is made when it is registered."""
        return _load, (str(self),)

    def new_initial_state(self) -> UndercutState:
        """Return the state before the deal."""
        return UndercutState(self)

    def make_py_observer(self, kind: object = None, params: object = None) -> Observer:
        """Return an observer; without a kind, of what a player sees now."""
        if params:
            raise UndercutError(f"params: {params!r:.40}; observers have none")
        return Observer(self.inner, kind or pyspiel.IIGObservationType(perfect_recall=False))


class UndercutState(pyspiel.State):
    """A state of a game; chance moves until the cards are dealt, and whenever the rules ask for cards."""

    def __init__(self, spiel_game: UndercutGame) -> None:
        super().__init__(spiel_game)
        self.longest = spiel_game.longest
        self.dealing = Dealing(spiel_game.inner)
        self._player = _CHANCE  # OpenSpiel asks several times for each move

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self._player == _TERMINAL

    def returns(self) -> list[float]:
        """Return 1 to a single winner, less to several; the returns add up to 0."""
        winners, seats = self.dealing.winners, self.dealing.game.seats
        return [0.0] * seats if winners is None else rewards_of(winners, seats)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the next cards with their probabilities."""
        return self.dealing.outcomes()

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return self.dealing.actions

    def _apply_action(self, action: int) -> None:
        dealing = self.dealing
        if self._player == _CHANCE:
            dealing.choose(action)
        else:
            dealing.move(action)
        if dealing.is_chance:
            self._player = _CHANCE
        else:
            is_over = dealing.to_move is None or dealing.moves_played >= self.longest
            self._player = _TERMINAL if is_over else cast("int", dealing.to_move)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"card {self.dealing.game.spec.pack.text(action)}"
        return self.dealing.game.actions[action]

    def __str__(self) -> str:
        """Draw the table with every card, after the cards that chance has chosen so far."""
        state, pack = self.dealing.state, self.dealing.game.spec.pack
        chosen = " ".join(map(pack.text, self.dealing.chosen))
        drawn = repr(state) if state else ""
        return f"chance: {chosen}\n{drawn}" if self.dealing.is_chance else drawn

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> UndercutState:
        """Redeal the cards that a player has not seen; all deals in its information set are equally likely."""
        inner = self.dealing.game
        if len(set(inner.pack)) < len(inner.pack):
            message = f"{inner.spec.title}: cards of the same value look alike, which resampling does not support"
            raise UndercutError(message)
        hidden = self.dealing.hidden_from(player_id)
        for _ in range(_TRIES):
            again = self.dealing.again(dict(zip(hidden, _mixed(hidden, probability_sampler), strict=True)))
            if again and again.seen[player_id] == self.dealing.seen[player_id]:
                twin = cast("UndercutState", self.get_game().new_initial_state())
                for action in again.history:  # one by one, so that OpenSpiel knows them
                    twin.apply_action(action)
                return twin
        raise UndercutError(f"no fitting deal in {_TRIES} tries")


class Observer:
    """What a player sees or, with perfect recall, has seen: as text, and where the game has columns as numbers."""

    def __init__(self, inner: Game, kind: pyspiel.IIGObservationType) -> None:
        self._kind, columns = kind, inner.spec.observations
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if columns is None or not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return
        shape = (columns.history_room, len(columns.history))
        self.tensor = np.zeros(columns.length + (shape[0] * shape[1] if kind.perfect_recall else 0), np.float32)
        self.dict["observation"] = self.tensor[: columns.length]
        if kind.perfect_recall:
            self.dict["history"] = self.tensor[columns.length :].reshape(shape)

    def set_from(self, state: UndercutState, player: int) -> None:
        """Write the numbers; all are 0 before the deal."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if (observation := state.dealing.observation(player)) is not None:
            self.dict["observation"][:] = observation
        if "history" not in self.dict or not state.dealing.state:
            return
        events, rows = state.dealing.state.history(player), self.dict["history"]
        if len(events) > len(rows):
            raise UndercutError(f"history: {len(events)} events, more than {len(rows)}")
        rows[: len(events)] = events

    def string_from(self, state: UndercutState, player: int) -> str:
        """Write what a player sees: as JSON, or with perfect recall every change of it in order."""
        dealing, private = state.dealing, self._kind.private_info
        if self._kind.perfect_recall:
            return f"seat {player}\n" + "\n".join(dealing.seen[player])
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return _text(dealing.state.position() if dealing.state else {})
        public = dealing.view(None)
        own = public if private == pyspiel.PrivateInfoType.NONE else dealing.view(player)
        if not self._kind.public_info:
            own = {name: value for name, value in own.items() if value != public[name]}
        return f"seat {player} {_text(own)}" if own is not public else _text(own)


def _text(data: dict[str, JSON]) -> str:
    return json.dumps(data, separators=(",", ":"))


def _mixed(cards: list[int], sampler: Callable[[], float]) -> list[int]:
    mixed = cards[:]
    for place in range(len(mixed) - 1):
        other = place + int(sampler() * (len(mixed) - place))
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def _load(text: str) -> object:
    return pyspiel.load_game(text)


def _parameters(name: str) -> dict[str, object]:
    spec = registry.spec(name)
    return {"rules": next(iter(spec.rule_sets)), "players": spec.seats[0], "longest": LONGEST}


def _game_type(name: str) -> pyspiel.GameType:
    spec = registry.spec(name)
    has_columns = spec.observations is not None
    return pyspiel.GameType(
        short_name=f"{PREFIX}{name}",
        long_name=f"{spec.title} (Undercut)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=spec.seats[-1],
        min_num_players=spec.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=has_columns,
        provides_observation_string=True,
        provides_observation_tensor=has_columns,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(name),
    )


def _register() -> None:
    for name in registry.names():
        if registry.spec(name).actions:
            # OpenSpiel lets go of it after the interpreter's end, which a class survives, but not a function.
            pyspiel.register_game(_game_type(name), type("UndercutGame", (UndercutGame,), {"name": name}))


_register()
