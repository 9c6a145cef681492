"""Players by name."""

import random
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import TypeVar, cast

from undercut.bots import players
from undercut.bots.external.client import SEEDS, External, Programs, is_external
from undercut.bots.players import ADAPTIVE, PLAYERS, Guest, Player, SearchPlayer
from undercut.bots.thinking.budget import read_budget
from undercut.engine.host import Host
from undercut.errors import BadNotation, UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import Move, Outcome, View
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.play.game import Game
from undercut.play.input import expect, read_seed
from undercut.play.loading import from_view
from undercut.play.state import State

_Given = TypeVar("_Given")


class NoSuchOpponent(UndercutError):  # noqa: N818  reads better without the suffix
    """No player has this name."""


def make(
    name: str,
    game: str,
    seed: int | None = None,
    *,
    programs: Programs | None = None,
    host: Host | None = None,
    timed: bool = True,
) -> Player:
    """Make a player; built-in ones search on a host, by default on one that is ready; `timed` as for `level_player`."""
    registry.spec(expect("game", game, str))
    chance = random.Random(read_seed(seed))  # noqa: S311  choices are repeatable from a seed
    kind, _, argument = expect("name", name, str).partition(":")
    if is_external(name):
        return External(name, chance.randrange(SEEDS), programs=programs)
    if is_imported(name):
        return import_player(name, game, chance.getrandbits(63))
    if kind == "search" and argument:
        return SearchPlayer(chance, read_budget(argument), players.levels_of(game).settings, name=name, host=host)
    if kind == "baseline" and argument:
        from undercut.bots.policies import load_baseline  # noqa: PLC0415  needs NumPy, which a site need not load

        return load_baseline(name, game, chance.getrandbits(63))
    if name in LEVEL_NAMES:
        return players.level_player(name, game, chance, host=host, timed=timed)
    if name == ADAPTIVE:
        raise NoSuchOpponent(f"{name!r} follows a person's results, so it plays only people; choose a level")
    if name not in PLAYERS:
        names = ", ".join((*PLAYERS, *LEVEL_NAMES))
        message = f"{name!r} is not a player of {game}; choose from {names}, search:5000, search:2s, "
        message += "baseline:ppo, exec:COMMAND, python:MODULE:FUNCTION"
        raise NoSuchOpponent(message)
    return PLAYERS[name](chance)


def check_repeatable(name: str, game: Game) -> None:
    """Check that a player can play a game and repeats its moves from the same seed."""
    kind, _, budget = name.partition(":")
    if kind == "search" and budget.endswith("s"):
        message = f"{name!r:.40} has a time limit, so its games cannot be repeated; give it a number of games"
        raise UndercutError(message + ", such as search:200")
    player = make(name, game.name, 0)
    players.try_out(player, game)
    if isinstance(player, External) and not (player.ready and player.ready.repeatable):
        raise UndercutError(f"{name!r:.40} does not say that it repeats its moves from the same seed")


_PREFIX = "python:"


def is_imported(name: str) -> bool:
    return name.startswith(_PREFIX)


def import_player(name: str, game: str, seed: int) -> Player:
    """Make a player by a function of a module, which is called with the game's name and a seed.

    Modules in the current folder are found after those that are installed.
    """
    module, _, path = name.removeprefix(_PREFIX).partition(":")
    if not module or not path:
        raise UndercutError(f"{name!r}: write python:MODULE:FUNCTION, such as python:mybots.cuttle:careful")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        factory = cast("Callable[[str, int], object]", reduce(getattr, path.split("."), import_module(module)))
        player = factory(game, seed)
    except Exception as error:
        raise UndercutError(f"{name}: {type(error).__name__}: {error}") from error
    if not callable(getattr(player, "choose", None)):
        raise UndercutError(f"{name}: it returned {player!r:.40}, which has no choose(view, moves)")
    if not hasattr(player, "name"):
        with suppress(AttributeError):
            player.name = name  # type: ignore[attr-defined]  players need not declare it
    return cast("Player", player)


class Bot:
    def __init__(self, player: Player, game: str) -> None:
        self.name = player.name
        self.game = game
        self._player = player

    @property
    def wants_history(self) -> bool:
        return players.wants_history(self._player)

    def choose(self, view: View | State, moves: Sequence[Move] | None = None) -> Move:
        if isinstance(view, State):
            if view.to_move is None:
                raise UndercutError("view: the game is over")
            self.player_of(view.game.name)
            view, moves = players.view_for(self._player, view, view.to_move), view.legal_moves()
        else:
            self.player_of(cast("View", expect("view", view, dict)).get("game"))
            given = cast("Sequence[object]", moves if isinstance(moves, Sequence) else ())
            if not moves or not given or not all(isinstance(move, Move) for move in given):
                raise UndercutError("moves: pass at least one legal move with a view, each a Move")
            from_view(view)
        answer = cast("object", self._player.choose(view, moves))
        notation = str(answer) if isinstance(answer, str | Move) else None
        move = next((move for move in moves if move.notation == notation), None)
        if move is None:
            raise BadNotation(f"{self.name}: choose returned {answer!r:.40}, which is not one of the legal moves")
        return move

    def player_of(self, name: object) -> Player:
        """Return the player of positions of a game."""
        if name != self.game:
            raise UndercutError(f"view: a position of {name!r:.40}, but this bot plays {self.game}")
        return self._player

    def begin(self, game: Game, seat: int) -> None:
        if isinstance(self._player, Guest):
            self._player.begin(game, seat)

    def close(self, result: Outcome | None = None) -> None:
        if isinstance(self._player, Guest):
            self._player.close(result)


def unwrapped(player: _Given, game: str) -> Player | _Given:
    """Return the player in a `Bot`, for callers that make the views and check the answers themselves."""
    return player.player_of(game) if isinstance(player, Bot) else player
