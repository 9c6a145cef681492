"""The upper reference: the same search, allowed to see every card. For research in the arena; nobody meets it in play.

What it wins more than an honest search with the same budget is what hidden cards cost.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from undercut.bots.player import View
from undercut.bots.searching import Budget, Settings, think_openly
from undercut.errors import UndercutError
from undercut.games.host import Host
from undercut.play.facts import Move
from undercut.play.state import State


@runtime_checkable
class Omniscient(Protocol):
    """A player that has to be shown everything; only an arena does so."""

    def choose_openly(self, state: State) -> Move:
        """Choose a move, knowing where every card is.

        Args:
            state: The game, a copy; the player's seat is to move.

        Returns:
            One of the legal moves.
        """
        ...


def needs_all(name: str) -> UndercutError:
    """Say that a player cannot play from a view, since it has to be shown everything.

    Args:
        name: What the player is called.
    """
    return UndercutError(f"{name} cheats: it plays in the arena only, where it is shown all cards")


class Cheating:
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
        self.chance = chance
        self.budget = budget
        self.settings = settings
        self.name = name
        self.host = host

    def choose(self, view: View, moves: Sequence[Move]) -> Move:  # noqa: ARG002  a player's
        """Refuse to play from a view, as every other player does.

        Raises:
            UndercutError: Always.
        """
        raise needs_all(self.name)

    def choose_openly(self, state: State) -> Move:
        """Choose the move that was tried most."""
        moves = state.legal_moves()
        if len(moves) == 1:
            return moves[0]
        return think_openly(state, self.budget, self.chance, settings=self.settings, host=self.host).best.move
