"""What the lab measures in Cups."""

from __future__ import annotations

from undercut.engine.contract import Cells
from undercut.games.cups.moves import ACE, BURY, BURY_OPEN
from undercut.games.cups.table import (
    AFTER_BURY,
    AFTER_DEAL,
    AFTER_FAILURE,
    AFTER_PLAY,
    PLAYING,
    Table,
    count_hand,
    pile_size,
)

FACTS = ("run_outs", "redeals", "buries")


def starts_turn(s: Table) -> bool:
    """CP-3: every turn is one move, and a wrong call before it (CP-22)."""
    return s.phase == PLAYING and not s.called


def standing(s: Table, seat: int) -> int:
    """The cards that a seat has in hand and graveyard, as a negative number."""
    return -count_hand(s, seat) - pile_size(s, s.graves[seat])


def note(s: Table, move: int, row: Cells, facts: int) -> None:
    """Count how often the stack is rebuilt (CP-20) and dealt out (CP-25), and hands that are buried (CP-17)."""
    kind = move >> 6
    if s.phase in (AFTER_PLAY, AFTER_BURY):
        row[facts] += 1
    elif s.phase in (AFTER_DEAL, AFTER_FAILURE) or kind == ACE:
        row[facts + 1] += 1
    if kind in (BURY, BURY_OPEN):
        row[facts + 2] += 1
