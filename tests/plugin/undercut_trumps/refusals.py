"""Why a card may not be played."""

from undercut.errors import Reason
from undercut_trumps.table import Table


def refusal(s: Table, move: int) -> Reason:
    """Explain why a card may not be played now."""
    if not s.hands[s.to_move] >> move & 1:
        return Reason("TR-1", "this card is not in your hand")
    return Reason("TR-2", "you hold cards of the suit led: play one of them")
