"""Engines for the lab: a game's rules, its ranking of moves, its measures, and the loops over whole games."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from undercut.engine.host import Engine, Host, Layer, default_host
from undercut.games.engines import rules
from undercut.games.registry import part
from undercut.lab import playing
from undercut.lab.columns import MOST_FACTS
from undercut.lab.contract import LAB
from undercut.play.arrays import seeding
from undercut.search.greedy.engines import greedy_layer


def _module(game: str) -> ModuleType | None:
    return part(game, "lab", "undercut.lab.{}")


def facts_of(game: str) -> tuple[str, ...]:
    """Return the names of a game's own figures.

    Example:
        >>> facts_of("cuttle")
        ('scuttles', 'one_offs', 'counters')
    """
    return tuple(getattr(_module(game), "FACTS", ()))[:MOST_FACTS]


@cache
def _engine(game: str, host: Host) -> Engine:
    own = _module(game)
    made = Engine(game, rules(game), host)
    made.extend(greedy_layer(game))
    made.extend(Layer("lab", LAB, (own,) if own else (), (seeding, playing)))
    return made


def lab_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game with the functions of the lab; each call returns the same engine.

    Args:
        host: Where its functions run; None for `default_host`.

    Example:
        >>> lab_engine("cuttle", Host.PLAIN).pack_size
        52
    """
    made = _engine(game, host or default_host())
    made.prepare("lab")
    return made
