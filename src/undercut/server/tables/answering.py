"""The time after which an answer without a choice may be given for a player, drawn without looking at the hand."""

from __future__ import annotations

import hashlib
import hmac

SHORTEST, LONGEST = 1.5, 4.0
"""Bounds of the time, in seconds."""


def answer_delay(key: str, version: int) -> float:
    """Draw the seconds after which an answer is given: the same in every process, and unknown to the other players.

    Args:
        key: The secret of the seat that is asked.
        version: The version of the table that asks.

    Example:
        >>> SHORTEST <= answer_delay("secret", 7) <= LONGEST, answer_delay("secret", 7) == answer_delay("secret", 8)
        (True, False)
    """
    digest = hmac.digest(key.encode(), f"answer to {version}".encode(), hashlib.sha256)
    share = int.from_bytes(digest[:8]) / 2**64
    return round(SHORTEST + share * (LONGEST - SHORTEST), 2)
