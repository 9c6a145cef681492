"""How the weaker characters rank their moves at Cups."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.bots.players.greedy import ranks_of
from undercut.play.facts import Move
from undercut.play.state import State
from undercut.search.cups.greedy import CARD, CUP


def whole_hand(state: State, moves: Sequence[Move]) -> list[float]:
    """Value the hand that each move leaves, its runs and cups included, one move ahead."""
    return [*map(float, ranks_of(state, moves))]


def hand_without_cups(state: State, moves: Sequence[Move]) -> list[float]:
    """Value the hand that each move leaves as if cups were cards like any others."""
    ranks = zip(whole_hand(state, moves), moves, strict=True)
    return [rank - (CUP - CARD) * _is_cup(move) for rank, move in ranks]


def _is_cup(move: Move) -> bool:
    return move.card is not None and move.card[1] == "c"
