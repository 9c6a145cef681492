"""Search engines of each game on each host: the game's own search modules, and the loops shared by all games."""

from __future__ import annotations

from functools import cache
from types import FunctionType

from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer, default_host, is_compiled
from undercut.engine.rehost import defined_in
from undercut.games.base import registry
from undercut.games.base.engines import engine, rules
from undercut.search import ismcts, network, pasts, puct, race, solver, workspace
from undercut.search.contract import PROOF, SEARCH

_LOOPS = (workspace, race, network, puct, pasts, ismcts)


@cache
def search_layer(game: str) -> Layer:
    """Import the modules of a game's search; proofs only if the game defines all that they need."""
    given = registry.spec(game).search().modules
    if Layer("search", PROOF, given, ()).missing:
        return Layer("search", SEARCH, given, _LOOPS)
    return Layer("search", Contract(PROOF.required, SEARCH.optional), given, (*_LOOPS, solver))


def has_proofs(game: str) -> bool:
    """Tell whether a game defines all that proofs need.

    Example:
        >>> has_proofs("cuttle")
        True
    """
    return bool(search_layer(game).contract.required)


def own_function(game: str, name: str) -> FunctionType | None:
    """Return a function of a game's search modules as plain Python; None if the game does not define it.

    Example:
        >>> own_function("cups", "evaluate").__module__
        'undercut.games.cups.search.rollout'
    """
    found = (function for module in search_layer(game).given for function in defined_in(module))
    return next((function for function in found if function.__name__ == name), None)


@cache
def _extended(game: str, host: Host) -> Engine:
    extended = engine(game, host)
    extended.extend(search_layer(game))
    return extended


def search_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game with the functions of its search; each call returns the same engine.

    Example:
        >>> search_engine("cuttle", Host.PLAIN) is engine("cuttle", Host.PLAIN)
        True
    """
    extended = _extended(game, host or default_host())
    extended.prepare("search")
    return extended


def is_ready(game: str, host: Host) -> bool:
    """Tell whether a search can start without compiling."""
    return is_compiled(game, (rules(game), search_layer(game)), host)
