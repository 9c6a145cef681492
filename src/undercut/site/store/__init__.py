"""The event store: the log of every table, in SQLite or PostgreSQL."""

from undercut.site.store.model import (
    Creation,
    Maker,
    NewTable,
    Quota,
    Stale,
    Status,
    Stored,
    StoreError,
    Summary,
    TooMany,
    Unavailable,
    Unknown,
    is_id,
)
from undercut.site.store.store import Store

__all__ = [
    "Creation",
    "Maker",
    "NewTable",
    "Quota",
    "Stale",
    "Status",
    "Store",
    "StoreError",
    "Stored",
    "Summary",
    "TooMany",
    "Unavailable",
    "Unknown",
    "is_id",
]
