"""Who may play in an arena: every opponent, and the references that see all cards."""

from __future__ import annotations

import random

from undercut.arena.cheating import Cheating
from undercut.arena.peeking import VALUATIONS, Peeking
from undercut.bots.players import registry
from undercut.bots.players.levels import SETTINGS
from undercut.bots.players.player import Player
from undercut.bots.thinking.think import read_budget

CHEATING = "cheating"


def make(name: str, game: str, seed: int | None = None) -> Player:
    """Make a player for an arena.

    Args:
        name: As for `registry.make`, or ``"cheating:"`` and a budget: a search that sees all cards,
            or one of `VALUATIONS`: two plies with all cards open.
        game: The game it is to play.
        seed: Repeats its choices; None: from the system.

    Raises:
        NoSuchOpponent: Nobody plays under this name.
        UndercutError: The budget cannot be read.

    Example:
        >>> make("cheating:100", "cuttle").name
        'cheating:100'
    """
    kind, _, argument = name.partition(":")
    # Not for secrets: a player's choices may be repeated from a seed.
    chance = random.Random(seed)  # noqa: S311
    if kind == CHEATING and argument:
        return Cheating(chance, read_budget(argument), SETTINGS[game], name=name)
    if name in (valuations := VALUATIONS.get(game, {})):
        return Peeking(chance, valuations[name], name=name)
    try:
        return registry.make(name, game, seed)
    except registry.NoSuchOpponent as error:
        references = ", ".join(valuations)
        message = f"{error}; and in an arena, to compare with, {references} and {CHEATING}:5000"
        raise registry.NoSuchOpponent(message) from None
