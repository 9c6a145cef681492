"""The event store: the log of every table, in SQLite or PostgreSQL."""

from undercut.server.store.model import (
    Creation,
    NewTable,
    Stale,
    Status,
    Stored,
    StoreError,
    Summary,
    Unavailable,
    Unknown,
)
from undercut.server.store.store import Store

__all__ = [
    "Creation",
    "NewTable",
    "Stale",
    "Status",
    "Store",
    "StoreError",
    "Stored",
    "Summary",
    "Unavailable",
    "Unknown",
]
