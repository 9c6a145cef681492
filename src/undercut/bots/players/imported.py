"""Players made by functions of imported modules."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import cast

from undercut.bots.players.player import Player
from undercut.errors import UndercutError

_PREFIX = "python:"


def is_imported(name: str) -> bool:
    """Check whether a player's name denotes a function of a module.

    Example:
        >>> is_imported("python:mybots.cuttle:careful"), is_imported("greedy")
        (True, False)
    """
    return name.startswith(_PREFIX)


def imported(name: str, game: str, seed: int) -> Player:
    """Make a player by a function of a module, which is called with the game's name and a seed.

    Modules in the current folder are found after those that are installed.
    """
    module, _, path = name.removeprefix(_PREFIX).partition(":")
    if not module or not path:
        message = f"{name!r}: write python:MODULE:FUNCTION, such as python:mybots.cuttle:careful"
        raise UndercutError(message)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        factory = cast("Callable[[str, int], object]", reduce(getattr, path.split("."), import_module(module)))
        player = factory(game, seed)
    except Exception as error:
        message = f"{name}: {type(error).__name__}: {error}"
        raise UndercutError(message) from error
    if not callable(getattr(player, "choose", None)):
        message = f"{name}: it returned {player!r:.40}, which has no choose(view, moves)"
        raise UndercutError(message)
    if not hasattr(player, "name"):
        with suppress(AttributeError):
            player.name = name  # type: ignore[attr-defined]  players need not declare it
    return cast("Player", player)
