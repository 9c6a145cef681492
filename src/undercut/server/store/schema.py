"""The tables of the database, for SQLAlchemy Core; ``migrations`` holds how they came to be.

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
    # The number of the last event. A writer moves it on only from where he thinks it is, so of two writers one is
    # refused, without an error inside the transaction.
    Column("last", Integer, nullable=False),
    Column("updated", Double, nullable=False),
    # The summary; no status as long as there is none.
    Column("status", Text),
    Column("seats", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    # Not on `updated` too: PostgreSQL rewrites no index for a move as long as no indexed column changes.
    Index("tables_status", "status"),
)
"""One row a table: where its log ends, and what the lobby shows of it."""

events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
    # Rows lie in the order of the key: a log is read in one go, and its table's id is not stored a second time.
    sqlite_with_rowid=False,
)
"""The logs; rows are added, never changed."""

holders = Table(
    "holders",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", Text, primary_key=True),
    Index("holders_guest", "guest"),
    sqlite_with_rowid=False,
)
"""Which guests may act for a seat."""
