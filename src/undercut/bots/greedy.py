"""The opponent that thinks one move ahead, from what its seat can see."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from undercut.bots import greedy_cuttle
from undercut.bots.imagine import imagine
from undercut.bots.player import View
from undercut.play.facts import Move
from undercut.play.state import State

Value = Callable[[Any, int], float]

_VALUES: dict[str, Value] = {"cuttle": greedy_cuttle.value}
_ANSWERS = 3  # a one-off, its effect and one more step: enough to see what a move does


class Greedy:
    """Plays the move after which its own side looks best, if nobody answers.

    It fills what it cannot see with any cards that fit, and judges tables without looking at those.

    Args:
        chance: Where its guesses and its choices among equals come from.
    """

    name = "greedy"

    def __init__(self, chance: random.Random) -> None:
        """Keep the source of its choices."""
        self.chance = chance

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose the move with the best outlook."""
        if len(moves) == 1:
            return moves[0]
        seat = view["to_move"]
        assert isinstance(seat, int)  # noqa: S101  it is to move
        state = imagine(view, self.chance)
        value = _VALUES[str(view["game"])]
        ranked = [(self._outlook(state, move, seat, value) + self.chance.random() * 1e-6, move) for move in moves]
        return max(ranked, key=lambda pair: pair[0])[1]

    def _outlook(self, state: State, move: Move, seat: int, value: Value) -> float:
        """Judge the table after a move that nobody counters."""
        after = state.copy()
        after.play(move)
        for _ in range(_ANSWERS):
            if after.result or "ok" not in (legal := [str(option) for option in after.legal_moves()]):
                break
            del legal
            after.play("ok")
        return value(after.table_copy(), seat)
