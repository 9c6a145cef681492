"""The functions that a game may define for the lab, in its module `lab`, and what is assumed without them."""

from __future__ import annotations

from undercut.engine.contract import Cells, Contract


def starts_turn(s: object) -> bool:
    """Tell whether a decision is the first one of a turn; by default every one is.

    Args:
        s: The state, at a seat's move.
    """
    return True


def standing(s: object, seat: int) -> int:
    """Measure how well a seat stands, higher is better; by default all stand alike, so that nobody leads.

    Args:
        s: The state at the start of a turn; hidden cards may count.
    """
    return 0


def note(s: object, move: int, row: Cells, facts: int) -> None:
    """Update the figures of a game's own after a move; by default there are none.

    Args:
        s: The state after the move, before any chance node that follows.
        row: The game's result row.
        facts: The first column of these figures.
    """


def end_reason(s: object) -> int:
    """Return why a game ended: the place of the reason among the game's ends, counted from 1.

    Args:
        s: The state, over.
    """
    return s.reason  # type: ignore[attr-defined]  every game's state has this field


LAB = Contract(required=(), optional=(starts_turn, standing, note, end_reason))
"""The functions for the lab."""
