"""Engines for batches: the rules of a game, its numbers of moves, and the loops over many games."""

from __future__ import annotations

from functools import cache

from undercut.engine import elementary, rows
from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer, default_host
from undercut.errors import UndercutError
from undercut.games.base.registry import rules, spec
from undercut.play.arrays import choosing, recording, redealing, replaying, sampling, stepping
from undercut.play.arrays.contract import ARRAYS, OBSERVATIONS
from undercut.search.heuristics import determinize
from undercut.search.layers import greedy_layer

OBSERVING = "observations"
"""The layer of observations and histories; `Engine.prepare` compiles it when it is first asked for."""

SAMPLING, OPPONENTS, REDEALING, REPLAYING = "sampling", "opponents", "redealing", "replaying"
"""The layers of sampled moves, opponents, redealt cards and finished games, likewise."""


@cache
def _engine(game: str, host: Host) -> Engine:
    definition = spec(game)
    if definition.actions is None:
        message = f"{definition.title} cannot be stepped in batches: its moves have no fixed numbers"
        raise UndercutError(message)
    made = Engine(game, rules(game), host)
    made.extend(Layer("arrays", ARRAYS, definition.actions.modules, (stepping,)))
    made.extend(Layer(SAMPLING, Contract((), ()), (), (elementary, sampling)))
    if definition.observations:
        made.extend(Layer(OBSERVING, OBSERVATIONS, definition.observations.modules, (rows, recording)))
        made.extend(Layer(REPLAYING, Contract((), ()), (), (replaying,)))
    made.extend(greedy_layer(game))
    made.extend(Layer(OPPONENTS, Contract((), ()), (), (choosing,)))
    made.extend(Layer(REDEALING, Contract((), (determinize,)), definition.search().modules, (redealing,)))
    return made


def array_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game's batches; each call returns the same engine."""
    made = _engine(game, host or default_host())
    made.prepare("arrays")
    return made
