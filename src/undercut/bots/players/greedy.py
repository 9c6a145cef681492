"""The opponent that thinks a turn ahead, from what its seat can see."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from undercut.bots.players.player import View
from undercut.bots.thinking.determinize import determinize
from undercut.bots.thinking.think import Budget, think
from undercut.engine.host import Host
from undercut.games import registry
from undercut.play.facts import Move
from undercut.play.state import State

Rank = Callable[[State, Sequence[Move], int], list[float]]
"""Says how good each legal move of a seat looks, in a game in which what the seat cannot see was made up."""

_GLANCE = Budget(iterations=20)
"""How long to search in a game without ranks of its own."""


def rank_of(game: str) -> Rank | None:
    """Find out how a game ranks moves at a glance; None if it does not.

    Args:
        game: The game's name.
    """
    own = registry.part(game, "greedy", "undercut.bots.players.greedy_{}")
    return own.rank if own else None


class Greedy:
    """Plays the move after which its own side looks best, if nobody answers.

    It fills what it cannot see with any cards that fit, and never looks at those. In a game that does not rank its
    moves it searches for a moment.

    Args:
        chance: Where its guesses and its choices among equals come from.
    """

    name = "greedy"

    def __init__(self, chance: random.Random) -> None:
        """Keep the source of its choices."""
        self.chance = chance

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose the move with the best value."""
        if len(moves) == 1:
            return moves[0]
        seat = view["to_move"]
        assert isinstance(seat, int)  # noqa: S101  it is to move
        rank = rank_of(str(view["game"]))
        if rank is None:
            return think(view, _GLANCE, self.chance, host=Host.PLAIN).best.move
        ranks = rank(determinize(view, self.chance), moves, seat)
        tied = [rank + self.chance.random() * 1e-6 for rank in ranks]
        return moves[tied.index(max(tied))]
