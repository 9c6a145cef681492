"""The bot ``greedy``, which looks one turn ahead."""

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
"""Scores each legal move of a seat, given a position with the hidden cards dealt at random."""

_SHORT_SEARCH = Budget(iterations=20)
"""Search budget in games without their own ranking of moves."""


def rank_of(game: str) -> Rank | None:
    """Return a game's own ranking of moves, or None."""
    own = registry.part(game, "greedy", "undercut.bots.players.greedy_{}")
    return own.rank if own else None


class Greedy:
    """Plays the move that leaves its own side looking best, assuming no reply.

    Hidden cards are filled in at random; their values do not affect the choice. In a game without its own ranking of
    moves, it runs a short search.

    Args:
        chance: Source of the random deals and of the choice between equal moves.
    """

    name = "greedy"

    def __init__(self, chance: random.Random) -> None:
        """Create the bot."""
        self.chance = chance

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose the move with the highest score."""
        if len(moves) == 1:
            return moves[0]
        seat = view["to_move"]
        assert isinstance(seat, int)  # noqa: S101  it is to move
        rank = rank_of(str(view["game"]))
        if rank is None:
            return think(view, _SHORT_SEARCH, self.chance, host=Host.PLAIN).best.move
        ranks = rank(determinize(view, self.chance), moves, seat)
        tied = [rank + self.chance.random() * 1e-6 for rank in ranks]
        return moves[tied.index(max(tied))]
