"""The opponent that plays anything."""

from __future__ import annotations

import random
from collections.abc import Sequence

from undercut.bots.players.player import View
from undercut.play.facts import Move


class Uniform:
    """Chooses among the legal moves, each as likely as another.

    Args:
        chance: Where its choices come from.
    """

    name = "random"

    def __init__(self, chance: random.Random) -> None:
        """Keep the source of its choices."""
        self.chance = chance

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose a move without looking."""
        del view
        return self.chance.choice(moves)
