"""Engines for the lab: a game's rules, its ranking of moves, its measures, and the loops over whole games."""

from __future__ import annotations

from functools import cache

from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer, default_host
from undercut.games.base import registry
from undercut.games.base.registry import rules
from undercut.lab.kernels import interest, moving, playing, worth
from undercut.lab.kernels.contract import LAB, WORTH
from undercut.play.arrays import seeding
from undercut.search.layers import greedy_layer


@cache
def _engine(game: str, host: Host) -> Engine:
    own = registry.spec(game).figures().modules
    made = Engine(game, rules(game), host)
    made.extend(greedy_layer(game))
    made.extend(Layer("lab", LAB, own, (seeding, playing)))
    made.extend(Layer("interest", WORTH, own, (moving, interest)))
    made.extend(Layer("worth", Contract((), ()), (), (worth,)))
    return made


def lab_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game with the functions of the lab; each call returns the same engine.

    Example:
        >>> lab_engine("cuttle", Host.PLAIN).pack_size
        52
    """
    made = _engine(game, host or default_host())
    made.prepare("lab")
    return made


def interest_engine(game: str, host: Host | None = None) -> Engine:
    """Return the same engine, with the functions for wins to take and uses of cards."""
    made = _engine(game, host or default_host())
    made.prepare("interest")
    return made


def worth_engine(game: str, host: Host | None = None) -> Engine:
    """Return the same engine, with the functions for what cards and turns are worth."""
    made = _engine(game, host or default_host())
    made.prepare("worth")
    return made
