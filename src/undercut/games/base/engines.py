"""The rules of each game on each host."""

from __future__ import annotations

from functools import cache

from undercut.engine.host import Engine, Host, Layer, default_host, rules_layer
from undercut.games.base import registry


@cache
def rules(game: str) -> Layer:
    """Import the modules of a game's rules.

    Raises:
        BadRules: The game does not exist.
    """
    return rules_layer(registry.spec(game).rules)


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
