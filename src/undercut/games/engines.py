"""The rules of each game on each host."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from undercut.engine.host import Engine, Host, Layer, default_host, rules_layer
from undercut.errors import BadRules
from undercut.games.registry import no_such_game, package, packages

RULE_MODULES = ("options", "table", "moves", "rules")
"""The modules of a game's package that its rules are made of, as far as they exist."""


@cache
def rules(game: str) -> Layer:
    """Import the modules of a game's rules.

    Args:
        game: The game's name.

    Raises:
        BadRules: The game does not exist.
    """
    if game not in packages():
        raise BadRules([f"game: {no_such_game(game)}"])
    base = import_module(package(game))
    files: tuple[str, ...] = getattr(base, "RULE_MODULES", RULE_MODULES)
    names = (f"{base.__name__}.{file}" for file in files)
    return rules_layer(tuple(import_module(name) for name in names if find_spec(name)))


@cache
def engine(game: str, host: Host) -> Engine:
    """Give the one engine of a game on a host, without compiling anything yet.

    Args:
        game: The game's name.
        host: Where its functions run.
    """
    return Engine(game, rules(game), host)


def load(game: str, host: Host | None = None) -> Engine:
    """Give the rules of a game on a host; the same engine each time.

    Args:
        game: The game's name, such as ``"cuttle"``.
        host: Where its functions run; None: as `default_host` says.

    Example:
        >>> load("cuttle", Host.PLAIN).pack_size
        52
    """
    loaded = engine(game, host or default_host())
    loaded.prepare("rules")
    return loaded
