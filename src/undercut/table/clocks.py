"""Time at a table: how long players may think, what happens when the time is up, and how long answers take."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from undercut.games.base.words import TableEnd
from undercut.table import events as happened
from undercut.table.decide import REPLACEMENT, Decision, given_up, moved
from undercut.table.table import EVEN_SECONDS, Table

_NEUTRAL = ("ok", "keep", "draw", "end", "pass")
"""Moves, in notation, that a player whose time is up makes before any other."""


def charged(table: Table, events: Sequence[happened.Event], spent: float) -> list[happened.Event]:
    """Write into moves how much time they leave on the clock of a whole game."""
    clock, seat = table.clock, table.to_move
    if clock is None or clock.kind != "game" or seat is None:
        return [*events]
    left = round(max(table.budget(seat) - spent, 0.0) + clock.increment, 3)
    return [
        replace(event, left=left) if isinstance(event, happened.Moved) and event.left is None else event
        for event in events
    ]


def time_out(table: Table) -> Decision:
    """Return what happens when the time of the seat to move is up."""
    clock, seat = table.clock, table.to_move
    assert clock is not None  # noqa: S101  the caller has looked
    assert seat is not None  # noqa: S101  as above
    up, mine = happened.TimedOut(seat), table.seats[seat]
    is_person = mine.kind == "person"
    if (clock.zero == "lose" and not mine.stand_in) or (clock.zero == "bot" and is_person and not table.rivals(seat)):
        return Decision([up, given_up(table, seat, TableEnd.TIME)])
    if clock.zero == "bot" and is_person:
        return Decision([up, happened.TakenOver(seat, REPLACEMENT)])
    (event,) = _default_move(table, seat).events
    assert isinstance(event, happened.Moved)  # noqa: S101  `moved` returns one move
    left = table.least_left if clock.kind == "game" else None
    return Decision([up, replace(event, left=left)])


def _default_move(table: Table, seat: int) -> Decision:
    """Play a move that does as little as possible, or any move by chance."""
    assert table.state is not None  # noqa: S101  the table is in play
    legal = [move.notation for move in table.state.legal_moves()]
    chosen = next((move for move in _NEUTRAL if move in legal), None) or secrets.choice(legal)
    return moved(table, seat, chosen)


SHORTEST, LONGEST = 1.5, 4.0
"""Bounds of the time of an answer without a choice, in seconds."""


def answer_delay(key: str, position: int) -> float:
    """Draw the seconds after which an answer is given: the same in every process, and unknown to the other players.

    Example:
        >>> SHORTEST <= answer_delay("secret", 7) <= LONGEST, answer_delay("secret", 7) == answer_delay("secret", 8)
        (True, False)
    """
    digest = hmac.digest(key.encode(), f"answer to {position}".encode(), hashlib.sha256)
    share = int.from_bytes(digest[:8]) / 2**64
    return round(SHORTEST + share * (LONGEST - SHORTEST), 2)


def answer_wait(table: Table, seat: int | None, now: float) -> float:
    """Return for how many seconds to hold a move of a seat back."""
    if seat != table.to_move or not table.least_wait:
        return 0.0
    return min(max(table.turn_began + EVEN_SECONDS - now, 0.0), EVEN_SECONDS)
