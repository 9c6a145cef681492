"""The database schema in SQLAlchemy Core; see ``migrations`` for its history.

Ids, games and guests are plain ASCII, compared byte by byte. Times are seconds since 1970 (UTC).
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    # The number of the last event. A writer advances it only from the value it expects, so of two concurrent writers
    # one is refused, without an error inside the transaction.
    Column("last", Integer, nullable=False),
    Column("updated", Double, nullable=False),
    # The summary; status is null until there is one.
    Column("status", Text),
    Column("seats", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    # `updated` is not indexed: then a move changes no indexed column, and PostgreSQL rewrites no index.
    Index("tables_status", "status"),
)
"""One row per table: the end of its log, and its summary for the lobby."""

events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
    # Without rowid, rows are stored in key order: a log is read sequentially, and its table's id is not stored twice.
    sqlite_with_rowid=False,
)
"""The event logs; append-only."""

holders = Table(
    "holders",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", Text, primary_key=True),
    Index("holders_guest", "guest"),
    sqlite_with_rowid=False,
)
"""The guests who may act for a seat."""
