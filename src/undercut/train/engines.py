"""Engines for training: a game's rules, its search, and the loops of self-play."""

from __future__ import annotations

from functools import cache

from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer, default_host
from undercut.games.base.engines import rules
from undercut.search.engines import search_layer
from undercut.train import gradient, loops


@cache
def _engine(game: str, host: Host) -> Engine:
    made = Engine(game, rules(game), host)
    made.extend(search_layer(game))
    made.extend(Layer("train", Contract((), ()), (), (loops, gradient)))
    return made


def train_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game with the functions of training; each call returns the same engine.

    Example:
        >>> train_engine("cuttle", Host.PLAIN).pack_size
        52
    """
    made = _engine(game, host or default_host())
    made.prepare("train")
    return made
