"""The layers that search adds to the rules of a game, with its own modules and the loops that all games share."""

from __future__ import annotations

from functools import cache
from types import FunctionType

from undercut.engine import elementary
from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer, default_host, is_compiled
from undercut.engine.rehost import defined_in
from undercut.games.base import registry
from undercut.games.base.registry import engine, rules
from undercut.search import greedy, ismcts, network, pasts, race, solver, workspace
from undercut.search.heuristics import GREEDY, PROOF, SEARCH

_LOOPS = (elementary, workspace, race, network, pasts, ismcts)


@cache
def search_layer(game: str) -> Layer:
    """Return the layer of a game's search; with proofs only if the game defines all that they need."""
    given = registry.spec(game).search().modules
    if Layer("search", PROOF, given, ()).missing:
        return Layer("search", SEARCH, given, _LOOPS)
    return Layer("search", Contract(PROOF.required, SEARCH.optional), given, (*_LOOPS, solver))


def has_proofs(game: str) -> bool:
    """Tell whether a game defines all that proofs need."""
    return bool(search_layer(game).contract.required)


def own_function(game: str, name: str) -> FunctionType | None:
    """Return a function of a game's search modules as plain Python; None if the game does not define it."""
    found = (function for module in search_layer(game).given for function in defined_in(module))
    return next((function for function in found if function.__name__ == name), None)


@cache
def _extended(game: str, host: Host) -> Engine:
    extended = engine(game, host)
    extended.extend(search_layer(game))
    return extended


def search_engine(game: str, host: Host | None = None) -> Engine:
    """Return the one engine of a game on a host, with the functions of its search."""
    extended = _extended(game, host or default_host())
    extended.prepare("search")
    return extended


def is_ready(game: str, host: Host) -> bool:
    """Tell whether a search can start without compiling."""
    return is_compiled(game, (rules(game), search_layer(game)), host)


# --- Greedy move choice, a layer of its own: neither compiles longer for the other ------------------------------------


def can_rank(game: str) -> bool:
    """Return whether a game ranks its moves."""
    return bool(registry.spec(game).search().ranking)


@cache
def greedy_layer(game: str) -> Layer:
    """Return the layer of a game that ranks its moves; without a ranking, its functions raise."""
    own = registry.spec(game).search().ranking
    if not own:
        return Layer("greedy", Contract((), GREEDY.required), (), (greedy,))
    return Layer("greedy", GREEDY, own, (elementary, greedy))


@cache
def greedy_engine(game: str, host: Host) -> Engine:
    """Return the one engine of a game on a host with its rules and ranking; functions compile when they are called."""
    made = Engine(game, rules(game), host)
    made.extend(greedy_layer(game))
    return made
