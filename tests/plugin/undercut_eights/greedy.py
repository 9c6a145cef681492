"""A ranking of the moves: keep eights, and go on with the suit of which the hand has most."""

from undercut.engine.bits import count
from undercut.engine.contract import Cells
from undercut_eights.rules import CHOICES, DRAW, SUIT, Table


def rank_moves(states: list[Table], moves: Cells, size: int, ranks: Cells, buffer: Cells) -> None:  # noqa: ARG001  in the contract
    """Score the legal moves: a card by its suit, then an eight by the suit that it chooses, then a draw or a pass."""
    hand = states[0].hands[states[0].to_move]
    for place in range(size):
        ranks[place] = -1
        if moves[place] < DRAW:
            ranks[place] = 20 + count(hand & SUIT << (moves[place] & 3))
        elif moves[place] >= CHOICES:
            ranks[place] = count(hand & SUIT << ((moves[place] - CHOICES) & 3))
