"""Engines for greedy move choice: a game's rules, its ranking of moves, and nothing else of its search."""

from __future__ import annotations

from functools import cache

from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer
from undercut.games.base import registry
from undercut.games.base.engines import rules
from undercut.search.greedy import choice, scratch
from undercut.search.greedy.contract import GREEDY


def can_rank(game: str) -> bool:
    """Return whether a game ranks its moves.

    Example:
        >>> can_rank("cuttle")
        True
    """
    return bool(registry.spec(game).search().ranking)


@cache
def greedy_layer(game: str) -> Layer:
    """Return the layer of a game that ranks its moves; without a ranking, its functions raise."""
    own = registry.spec(game).search().ranking
    if not own:
        return Layer("greedy", Contract((), GREEDY.required), (), (scratch, choice))
    return Layer("greedy", GREEDY, own, (scratch, choice))


@cache
def greedy_engine(game: str, host: Host) -> Engine:
    """Return the engine of a game that ranks its moves; each call returns the same engine.

    Compiled functions compile when they are called.

    Example:
        >>> greedy_engine("cuttle", Host.PLAIN).pack_size
        52
    """
    made = Engine(game, rules(game), host)
    made.extend(greedy_layer(game))
    return made
