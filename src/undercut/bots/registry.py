"""Opponents by name."""

from __future__ import annotations

import random
from collections.abc import Callable

from undercut.bots.greedy import Greedy
from undercut.bots.player import Player
from undercut.bots.uniform import Uniform
from undercut.errors import UndercutError

PLAYERS: dict[str, Callable[[random.Random], Player]] = {"random": Uniform, "greedy": Greedy}
"""Every opponent's name, and what makes one."""


def make(name: str, game: str, seed: int | None = None) -> Player:
    """Make an opponent.

    Args:
        name: One of `PLAYERS`.
        game: The game it is to play.
        seed: Repeats its choices; None: from the system.

    Raises:
        UndercutError: There is no such opponent.

    Example:
        >>> make("greedy", "cuttle").name
        'greedy'
    """
    if name not in PLAYERS:
        message = f"{name!r} is no opponent at {game}; there are {', '.join(PLAYERS)}"
        raise UndercutError(message)
    # Not for secrets: an opponent's choices may be repeated from a seed.
    return PLAYERS[name](random.Random(seed))  # noqa: S311
