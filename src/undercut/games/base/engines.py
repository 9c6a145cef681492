"""The rules of each game on each host."""

from __future__ import annotations

from functools import cache

from undercut.engine.host import Engine, Host, Layer, default_host, rules_layer
from undercut.errors import BadRules
from undercut.games.base.registry import no_such_game, package, packages
from undercut.games.base.spec import rule_modules


@cache
def rules(game: str) -> Layer:
    """Import the modules of a game's rules.

    Raises:
        BadRules: The game does not exist.
    """
    if game not in packages():
        raise BadRules([f"game: {no_such_game(game)}"])
    return rules_layer(rule_modules(package(game)))


@cache
def engine(game: str, host: Host) -> Engine:
    """Return the one engine of a game on a host; nothing is compiled yet."""
    return Engine(game, rules(game), host)


def load(game: str, host: Host | None = None) -> Engine:
    """Load the rules of a game on a host; each call returns the same engine.

    Example:
        >>> load("cuttle", Host.PLAIN).pack_size
        52
    """
    return _loaded(game, host or default_host())


@cache
def _loaded(game: str, host: Host) -> Engine:
    loaded = engine(game, host)
    loaded.prepare("rules")
    return loaded
