"""The opponent that searches: it plays out thousands of games that its seat thinks possible before every move."""

from __future__ import annotations

import random
from collections.abc import Sequence

from undercut.bots.players.player import View
from undercut.bots.thinking.think import Budget, Settings, think
from undercut.engine.host import Host
from undercut.play.facts import Move


class Search:
    """Plays the move that an information-set Monte Carlo tree search tries most.

    Args:
        chance: Where its random choices come from.
        budget: How long it thinks about a move.
        settings: How it goes about it.
        name: What to call it.
        host: Where the search runs; None: as `default_host` says.

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
        """Keep how to search."""
        self.chance = chance
        self.budget = budget
        self.settings = settings
        self.name = name
        self.host = host

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose the move that was tried most."""
        if len(moves) == 1:
            return moves[0]
        return think(view, self.budget, self.chance, settings=self.settings, host=self.host).best.move
