"""Who may play in an arena: every opponent, and the reference that cheats."""

from __future__ import annotations

import random

from undercut.bots import registry
from undercut.bots.cheating import Cheating
from undercut.bots.levels import SETTINGS
from undercut.bots.player import Player
from undercut.bots.searching import read_budget

CHEATING = "cheating"


def make(name: str, game: str, seed: int | None = None) -> Player:
    """Make a player for an arena.

    Args:
        name: As for `undercut.bots.registry.make`, or ``"cheating:"`` and a budget: a search that sees all cards.
        game: The game it is to play.
        seed: Repeats its choices; None: from the system.

    Raises:
        UndercutError: There is no such player.

    Example:
        >>> make("cheating:100", "cuttle").name
        'cheating:100'
    """
    kind, _, argument = name.partition(":")
    if kind == CHEATING and argument:
        # Not for secrets: a player's choices may be repeated from a seed.
        return Cheating(random.Random(seed), read_budget(argument), SETTINGS[game], name=name)  # noqa: S311
    return registry.make(name, game, seed)
