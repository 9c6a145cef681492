"""The bot that searches before every move."""

from __future__ import annotations

import random
from collections.abc import Sequence

from undercut.bots.players.player import View
from undercut.bots.thinking.think import Budget, Settings, think
from undercut.engine.host import Host
from undercut.play.facts import Move


class Search:
    """Plays the best move found by an information-set Monte Carlo tree search.

    Args:
        budget: Search limit per move.
        host: The host to run on; None: see `default_host`.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> player = Search(random.Random(1), Budget(iterations=50), Settings(), host=Host.PLAIN)
        >>> player.choose(state.view(0), state.legal_moves()) in state.legal_moves()
        True
    """

    def __init__(
        self,
        chance: random.Random,
        budget: Budget,
        settings: Settings,
        *,
        name: str = "search",
        host: Host | None = None,
    ) -> None:
        """Create the bot."""
        self.chance = chance
        self.budget = budget
        self.settings = settings
        self.name = name
        self.host = host

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Search, and choose the best move."""
        if len(moves) == 1:
            return moves[0]
        return think(view, self.budget, self.chance, settings=self.settings, host=self.host).best.move
