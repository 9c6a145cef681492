"""Data types and exceptions of the store."""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from undercut.errors import UndercutError
from undercut.site.base.client import Maker
from undercut.table.scene import Phase

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Summary:
    table: str
    game: str
    status: Phase
    listed: bool
    seats: int
    data: bytes
    updated: float = 0.0  # set by the store
    due: float | None = None  # when the time of the seat to move is up, in the site's time


@dataclass(frozen=True, slots=True)
class Creation:
    table: str  # its id, and its address; 96 random bits, so that it cannot be guessed
    game: str
    events: Sequence[bytes]
    summary: Summary | None = None
    holders: Mapping[int, AbstractSet[str]] = field(default_factory=dict[int, AbstractSet[str]])
    listed: bool = True
    created: float = 0.0  # seconds since 1970
    maker: Maker | None = None
    seen: float | None = None  # when its maker was last at it, in the site's time

    def __post_init__(self) -> None:
        if not is_id(self.table):
            raise UndercutError(f"not a table id: {self.table!r}")


class StoreError(UndercutError):
    """The store refused or failed an operation, which had no partial effect."""


class Stale(StoreError):  # noqa: N818  reads better without "Error"; likewise the next two
    """The log does not end where the writer expects: another writer was first."""

    def __init__(self, table: str, seq: int, last: int) -> None:
        super().__init__(f"table {table}: event {seq} does not follow the last one, {last}")


class TooMany(StoreError):  # noqa: N818
    """The limit on open listed tables, or on reports, has been reached; the text says so to the player."""


class Unavailable(StoreError):  # noqa: N818
    """The database cannot be read or written now: disk full, read-only, or unreachable."""

    # A failed write has no partial effect, and normally none at all; only if the connection breaks during the commit
    # may it have succeeded. Retrying is safe: if the write did succeed, the retry is `Stale`.

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unknown(StoreError):  # noqa: N818
    def __init__(self, table: str) -> None:
        super().__init__(f"no such table: {table}")
