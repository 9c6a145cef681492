"""Engines for greedy move choice: a game's rules, its ranking of moves, and nothing else of its search."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer
from undercut.games.base.engines import rules
from undercut.games.base.registry import part
from undercut.search.greedy import choice, scratch
from undercut.search.greedy.contract import GREEDY


def _module(game: str) -> ModuleType | None:
    return part(game, "search.greedy")


def can_rank(game: str) -> bool:
    """Return whether a game ranks its moves.

    Example:
        >>> can_rank("cuttle")
        True
    """
    return _module(game) is not None


@cache
def greedy_layer(game: str) -> Layer:
    """Return the layer of a game that ranks its moves; without a ranking, its functions raise."""
    own = _module(game)
    if own is None:
        return Layer("greedy", Contract((), GREEDY.required), (), (scratch, choice))
    belief = part(game, "search.belief")
    return Layer("greedy", GREEDY, (belief, own) if belief else (own,), (scratch, choice))


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
