"""Why a card may not be played."""

from undercut.errors import Reason
from undercut_eights.rules import CHOICES, DRAW, PASS, Table


def refusal(s: Table, move: int) -> Reason:
    """Explain why a move is not legal now."""
    if move in (DRAW, PASS):
        return Reason("CE-3", "you draw one card in a turn, and pass only after that")
    card = move if move < DRAW else (move - CHOICES) >> 2
    if not s.hands[s.to_move] >> card & 1:
        return Reason("CE-1", "this card is not in your hand")
    return Reason("CE-2", "it matches neither the suit nor the rank; an eight needs a suit")
