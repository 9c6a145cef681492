"""Why a card may not be played."""

from undercut.errors import Reason
from undercut_trumps.table import Table, following


def refusal(s: Table, move: int) -> Reason | None:
    """Explain why a card may not be played now; None if it may."""
    if s.reason:
        return Reason("TR-4", "the game is over")
    if not s.hands[s.to_move] >> move & 1:
        return Reason("TR-1", "this card is not in your hand")
    return None if following(s) >> move & 1 else Reason("TR-2", "you hold cards of the suit led: play one of them")
