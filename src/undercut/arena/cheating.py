"""The upper reference: the same search, allowed to see every card. For research in the arena; nobody meets it in play.

What it wins more than an honest search with the same budget is what hidden cards cost.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence

from undercut.bots.players.player import View
from undercut.bots.thinking.think import Budget, Settings, think_openly
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.play.facts import Move
from undercut.play.state import State


class Omniscient(ABC):
    """A player that has to be shown everything; only an arena does so.

    Args:
        name: What the player is called.
    """

    def __init__(self, name: str) -> None:
        """Keep the name."""
        self.name = name

    def choose(self, view: View, moves: Sequence[Move]) -> Move:  # noqa: ARG002  a player's
        """Refuse to play from a view, as every other player does.

        Raises:
            UndercutError: Always.
        """
        message = f"{self.name} cheats: it plays in the arena only, where it is shown all cards"
        raise UndercutError(message)

    def choose_openly(self, state: State) -> Move:
        """Choose a move, knowing where every card is.

        Args:
            state: The game, a copy; the player's seat is to move.

        Returns:
            One of the legal moves.
        """
        moves = state.legal_moves()
        return moves[0] if len(moves) == 1 else self.best(state, moves)

    @abstractmethod
    def best(self, state: State, moves: Sequence[Move]) -> Move:
        """Choose among several moves.

        Args:
            state: The game.
            moves: The legal moves.
        """


class Cheating(Omniscient):
    """Plays the move that a search tries most which sees all hands and the order of every pile.

    Args:
        chance: Where its random choices come from.
        budget: How long it thinks about a move.
        settings: How it goes about it.
        name: What to call it.
        host: Where the search runs; None: as `default_host` says.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> player = Cheating(random.Random(1), Budget(iterations=50), Settings(), name="cheating:50", host=Host.PLAIN)
        >>> player.choose_openly(state) in state.legal_moves()
        True
    """

    def __init__(
        self, chance: random.Random, budget: Budget, settings: Settings, *, name: str, host: Host | None = None
    ) -> None:
        """Keep how to search."""
        super().__init__(name)
        self.chance = chance
        self.budget = budget
        self.settings = settings
        self.host = host

    def best(self, state: State, moves: Sequence[Move]) -> Move:  # noqa: ARG002  the search lists them itself
        """Choose the move that was tried most."""
        return think_openly(state, self.budget, self.chance, settings=self.settings, host=self.host).best.move
