"""The bot ``random``."""

from __future__ import annotations

import random
from collections.abc import Sequence

from undercut.bots.players.player import View
from undercut.games.base.facts import Move


class Uniform:
    """Chooses uniformly among the legal moves."""

    name = "random"

    def __init__(self, chance: random.Random) -> None:
        """Create the bot."""
        self.chance = chance

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose a move at random; the view is ignored."""
        del view
        return self.chance.choice(moves)
