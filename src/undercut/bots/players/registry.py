"""Players by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from undercut.bots.external.client import SEEDS, External, Programs, is_external
from undercut.bots.players.adaptive import ADAPTIVE
from undercut.bots.players.greedy import Greedy
from undercut.bots.players.imported import imported, is_imported
from undercut.bots.players.levels import level_player, levels_of
from undercut.bots.players.player import Player, View
from undercut.bots.players.search import Search
from undercut.bots.thinking.budget import read_budget
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.facts import Move
from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.play.arguments import expect, read_seed


class Uniform:
    """Chooses uniformly among the legal moves."""

    name = "random"

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose a move at random; the view is ignored."""
        del view
        return self.chance.choice(moves)


PLAYERS: dict[str, Callable[[random.Random], Player]] = {"random": Uniform, "greedy": Greedy}
"""Factories of the players that need no settings, by name."""


class NoSuchOpponent(UndercutError):  # noqa: N818  reads better without the suffix
    """No player has this name."""


def make(name: str, game: str, seed: int | None = None, *, programs: Programs | None = None) -> Player:
    """Make a player."""
    registry.spec(expect("game", game, str))
    # Not for secrets: choices are repeatable from a seed.
    chance = random.Random(read_seed(seed))  # noqa: S311
    kind, _, argument = expect("name", name, str).partition(":")
    if is_external(name):
        return External(name, chance.randrange(SEEDS), programs=programs)
    if is_imported(name):
        return imported(name, game, chance.getrandbits(63))
    if kind == "search" and argument:
        return Search(chance, read_budget(argument), levels_of(game).settings, name=name)
    if name in LEVEL_NAMES:
        return level_player(name, game, chance)
    if name == ADAPTIVE:
        message = f"{name!r} follows a person's results, so it plays only people; choose a level"
        raise NoSuchOpponent(message)
    if name not in PLAYERS:
        names = ", ".join((*PLAYERS, *LEVEL_NAMES))
        message = f"{name!r} is not a player of {game}; choose from {names}, search:5000, search:2s, "
        message += "exec:COMMAND, python:MODULE:FUNCTION"
        raise NoSuchOpponent(message)
    return PLAYERS[name](chance)
