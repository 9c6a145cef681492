"""Answer times: how long an answer to another player's move takes must not reveal a hand."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from undercut.table.table import Table

SHORTEST, LONGEST = 1.5, 4.0
"""Bounds of the time of an answer without a choice, in seconds."""

EVEN_SECONDS = 5.0
"""Seconds after a move at which it is answered, at tables where all answers take the same time."""


def answer_delay(key: str, position: int) -> float:
    """Draw the seconds after which an answer is given: the same in every process, and unknown to the other players.

    Example:
        >>> SHORTEST <= answer_delay("secret", 7) <= LONGEST, answer_delay("secret", 7) == answer_delay("secret", 8)
        (True, False)
    """
    digest = hmac.digest(key.encode(), f"answer to {position}".encode(), hashlib.sha256)
    share = int.from_bytes(digest[:8]) / 2**64
    return round(SHORTEST + share * (LONGEST - SHORTEST), 2)


def even_delay(table: Table) -> float:
    """Return the least time of the next move, in seconds: 0 except for answers at tables where all take as long."""
    return EVEN_SECONDS if table.opened.even_answers and table.is_answer else 0.0


def answer_wait(table: Table, seat: int | None, now: float) -> float:
    """Return for how many seconds to hold a move of a seat back."""
    if seat != table.to_move or not even_delay(table):
        return 0.0
    return min(max(table.turn_began + EVEN_SECONDS - now, 0.0), EVEN_SECONDS)
