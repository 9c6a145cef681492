"""The opponent that thinks a turn ahead, from what its seat can see."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from undercut.bots.players import greedy_cups, greedy_cut_the_rope, greedy_cuttle
from undercut.bots.players.player import View
from undercut.bots.thinking.determinize import determinize
from undercut.play.facts import Move
from undercut.play.state import State

Rank = Callable[[State, Sequence[Move], int], list[float]]
"""Says how good each legal move of a seat looks, in a game in which what the seat cannot see was made up."""

_RANKS: dict[str, Rank] = {
    "cuttle": greedy_cuttle.rank,
    "cups": greedy_cups.rank,
    "cut_the_rope": greedy_cut_the_rope.rank,
}


class Greedy:
    """Plays the move after which its own side looks best, if nobody answers.

    It fills what it cannot see with any cards that fit, and never looks at those.

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
        ranks = _RANKS[str(view["game"])](determinize(view, self.chance), moves, seat)
        tied = [rank + self.chance.random() * 1e-6 for rank in ranks]
        return moves[tied.index(max(tied))]
