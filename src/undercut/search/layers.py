"""The layers that search adds to the rules of a game, with its own modules and the loops that all games share."""

import sys
from functools import cache
from importlib.util import find_spec
from types import FunctionType

from undercut.engine import elementary
from undercut.engine.contract import Contract, defined_in
from undercut.engine.engine import Engine
from undercut.engine.host import IN_PAGE, Host, Layer, is_compiled, named_host
from undercut.engine.wasm import is_fresh, path_of
from undercut.games.base import registry
from undercut.games.base.registry import engine, made_once, rules
from undercut.search import greedy, ismcts, network, pasts, race, solver, workspace
from undercut.search.contract import GREEDY, PROOF, SEARCH

_LOOPS = (elementary, workspace, race, network, pasts, ismcts)


@cache
def search_layer(game: str) -> Layer:
    """Return the layer of a game's search; with proofs only if the game defines all that they need."""
    given = registry.spec(game).search().modules
    if Layer("search", PROOF, given, ()).missing:
        return Layer("search", SEARCH, given, _LOOPS)
    return Layer("search", Contract(PROOF.required, SEARCH.optional), given, (*_LOOPS, solver))


def has_proofs(game: str) -> bool:
    return bool(search_layer(game).contract.required)


def own_function(game: str, name: str) -> FunctionType | None:
    """Return a function of a game's search modules as plain Python; None if the game does not define it."""
    found = (function for module in search_layer(game).given for function in defined_in(module))
    return next((function for function in found if function.__name__ == name), None)


def search_engine(game: str, host: Host | None = None) -> Engine:
    """Return the one engine of a game on a host, with the functions of its search; by default one that is ready."""
    extended = engine(game, host or usual_host(game))
    extended.extend(search_layer(game))
    extended.prepare("search")
    return extended


def layers_of(game: str) -> tuple[Layer, ...]:
    """List the layers that a search needs; they are in a game's module for the host `wasm`."""
    return rules(game), search_layer(game)


def is_ready(game: str, host: Host) -> bool:
    """Tell whether a search can start without compiling."""
    return has_module(game) if host is Host.WASM else is_compiled(game, layers_of(game), host)


@cache
def has_module(game: str) -> bool:
    """Tell whether a game's module for the host `wasm` is there, and as its sources are."""
    layers = layers_of(game)
    if IN_PAGE:  # the sources are not there, only what they were compiled to; the build has compared them
        return path_of(layers[0]).exists()
    return find_spec("wasmtime") is not None and is_fresh(path_of(layers[0]), layers)


def usual_host(game: str) -> Host:
    """Return the host in ``UNDERCUT_HOST``; without it compiled code if there is any, else a module, else compiled."""
    if named := named_host():
        return named
    if IN_PAGE:
        return Host.WASM if has_module(game) else Host.PLAIN
    return Host.WASM if has_module(game) and not is_ready(game, Host.COMPILED) else Host.COMPILED


def ready_host(game: str) -> Host:
    """Return the usual host of a game if a search can start at once, otherwise plain Python."""
    usual = usual_host(game)
    return usual if is_ready(game, usual) else Host.PLAIN


# --- Greedy move choice, a layer of its own: neither compiles longer for the other ------------------------------------


def can_rank(game: str) -> bool:
    return bool(registry.spec(game).search().ranking)


@cache
def greedy_layer(game: str) -> Layer:
    """Return the layer of a game that ranks its moves; without a ranking, its functions raise."""
    own = registry.spec(game).search().ranking
    if not own:
        return Layer("greedy", Contract((), GREEDY.required), (), (greedy,))
    return Layer("greedy", GREEDY, own, (elementary, greedy))


@made_once
def greedy_engine(game: str, host: Host) -> Engine:
    """Return the one engine of a game on a host with its rules and ranking; functions compile when they are called."""
    return Engine(game, host, rules(game), greedy_layer(game))


if __name__ == "__main__":  # `make modules`
    from undercut.engine.wasm import build

    for chosen in sys.argv[1:] or registry.own_names():
        written = build.write(chosen, layers_of(chosen))
        print(f"{written}: {written.stat().st_size} bytes")  # noqa: T201  a command
