"""Engines for batches: the rules of a game, its numbers of moves, and the loops over many games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType

from undercut.engine import rows
from undercut.engine.host import Engine, Host, Layer, default_host
from undercut.errors import UndercutError
from undercut.games.base.engines import rules
from undercut.games.base.registry import package, spec
from undercut.play.arrays import recording, seeding, stepping
from undercut.play.arrays.contract import ARRAYS, OBSERVATIONS

OBSERVING = "observations"
"""The layer of observations and histories; `Engine.prepare` compiles it when it is first asked for."""


def _module(game: str, name: str) -> tuple[ModuleType]:
    return (import_module(f"{package(game)}.{name}"),)


@cache
def _engine(game: str, host: Host) -> Engine:
    if spec(game).actions is None:
        message = f"{spec(game).title} cannot be stepped in batches: its package has no actions module"
        raise UndercutError(message)
    made = Engine(game, rules(game), host)
    made.extend(Layer("arrays", ARRAYS, _module(game, "actions"), (seeding, stepping)))
    if spec(game).observations:
        made.extend(Layer(OBSERVING, OBSERVATIONS, _module(game, "observation"), (rows, recording)))
    return made


def array_engine(game: str, host: Host | None = None) -> Engine:
    """Return the engine of a game's batches; each call returns the same engine.

    Raises:
        UndercutError: The game has no fixed numbers of moves.

    Example:
        >>> array_engine("cuttle", Host.PLAIN).pack_size
        52
    """
    made = _engine(game, host or default_host())
    made.prepare("arrays")
    return made
