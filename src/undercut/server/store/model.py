"""What goes into the store and comes out of it, and the three ways in which it can refuse."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from undercut.errors import UndercutError


class Status(StrEnum):
    """How far a table is."""

    OPEN = "open"
    """It waits for players."""
    PLAYING = "playing"
    """A game is going on; after a restart such a table is woken."""
    OVER = "over"
    """Its game has ended."""


_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def is_id(text: str) -> bool:
    """Tell whether a text can be a table's id: 1 to 64 letters, digits, ``-`` and ``_``.

    Args:
        text: Any text, such as a part of an address that somebody typed.

    Example:
        >>> is_id("wV7x-2_Q"), is_id("../etc")
        (True, False)
    """
    return _ID.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that is to be created.

    Args:
        id: Its id, which is also its address, as `is_id` says; 96 random bits or more, so that nobody guesses it.
        game: The game's name, such as ``"cuttle"``.
        listed: Whether the lobby shows it; if not, only its link leads there.
        created: When, in seconds since 1970 (UTC).

    Raises:
        UndercutError: The id is none.
    """

    id: str
    game: str
    listed: bool
    created: float

    def __post_init__(self) -> None:
        """Check the id."""
        if not is_id(self.id):
            message = f"not a table's id: {self.id!r}"
            raise UndercutError(message)


@dataclass(frozen=True, slots=True)
class Stored:
    """One event of a table's log.

    Args:
        seq: Its number; a log counts 1, 2, 3 … without gaps.
        at: When it was written, in seconds since 1970 (UTC) by the clock of the process that wrote it.
        data: The event as it was handed in.
    """

    seq: int
    at: float
    data: bytes


@dataclass(frozen=True, slots=True)
class Summary:
    """What the lobby shows of a table.

    Args:
        table: The table's id.
        game: The game's name.
        status: How far it is.
        listed: Whether the lobby shows it.
        seats: How many seats it has.
        data: Whatever else is shown, in a form of the caller's choice.
        updated: When anything about the table last changed, in seconds since 1970 (UTC). The store fills it in.
    """

    table: str
    game: str
    status: Status
    listed: bool
    seats: int
    data: bytes
    updated: float = 0.0


class StoreError(UndercutError):
    """The store did not do what it was asked to; nothing of it is half done."""


class Stale(StoreError):  # noqa: N818  as a player would say it; the other two likewise
    """The log has gone on, or is not as far as the writer thinks: somebody else was first.

    Args:
        table: The table's id.
        seq: The number that the first new event should have got.
        last: The number of the last event in the log.
    """

    def __init__(self, table: str, seq: int, last: int) -> None:
        """Keep the numbers beside the message."""
        super().__init__(f"table {table}: event {seq} does not follow the last one, {last}")
        self.table = table
        self.seq = seq
        self.last = last


class Unavailable(StoreError):  # noqa: N818
    """The database cannot write or read now: its disk is full, it is read-only, or it is away.

    A write that failed so has been written completely or not at all, almost always not at all; only if the connection
    broke during the commit itself nobody knows. To try again is safe: a write that did succeed makes the second stale.

    Args:
        reason: One sentence for the players and for the log of the server, without secrets.
    """

    def __init__(self, reason: str) -> None:
        """Keep the reason beside the message."""
        super().__init__(reason)
        self.reason = reason


class Unknown(StoreError):  # noqa: N818
    """There is no such table.

    Args:
        table: The id that was asked for.
    """

    def __init__(self, table: str) -> None:
        """Keep the id beside the message."""
        super().__init__(f"there is no table {table}")
        self.table = table
