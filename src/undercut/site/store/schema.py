"""The database schema: ids, games and guests are ASCII, compared by bytes; times are seconds since 1970 (UTC)."""

from sqlalchemy import (
    DDL,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    event,
)

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
    # The guest who opened the table, a keyed hash of their address group, and when they were last seen at it.
    Column("maker", Text),
    Column("maker_mark", Text),
    Column("seen", Double),
    # `updated` in units of ten minutes. `updated` itself is not indexed: then few moves change an indexed column, and
    # PostgreSQL rewrites no index for the others.
    Column("recent", Integer, nullable=False, server_default="0"),
    # When the time of the seat to move is up, in the site's time; null: it has no clock, or no move is due.
    Column("due", Double),
    Index("tables_due", "due"),
    Index("tables_lobby", "status", "listed", "recent"),
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
"""The event logs; append-only, except that erasing a guest replaces names and links in them."""

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

bans = Table(
    "bans",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("target", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("until", Double),
    Column("reason", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Guests and addresses that the owner has banned, and guests whose cookies are no longer accepted."""

mutes = Table(
    "mutes",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("guest", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The seats that a guest has muted."""

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    # No foreign key: a report outlives its table.
    Column("table_id", Text, nullable=False),
    Column("seat", Integer),
    Column("guest", Text, nullable=False),
    Column("mark", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("settled", Double),
    Index("reports_guest", "guest"),
    Index("reports_mark", "mark"),
)
"""Reports of players to the owner."""

alive = Table(
    "alive",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    # Written after a fault, to see whether there is room.
    Column("trial", LargeBinary),
)
"""One row: the site's time at its last sign of life, in seconds.

The site's time runs only while the site runs and can store moves. It began as the seconds since 1970.
"""

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    # The site's time as far as the process has lived through it, and how often it has signed.
    Column("at", Double, nullable=False),
    Column("signs", Integer, nullable=False),
    # The process's session at PostgreSQL, which ends with it.
    Column("session", Integer),
)
"""The last sign of life of each process of the site."""

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    # The version of the analysis; reviews of other versions are computed again.
    Column("method", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""The reviews of finished games, as far as they are computed."""

transfers = Table(
    "transfers",
    metadata,
    # A hash of the link's secret.
    Column("mark", Text, primary_key=True),
    Column("guest", Text, nullable=False, unique=True),
    Column("until", Double, nullable=False),
)
"""Links that take a guest's seats to another browser, once."""

actions = Table(
    "actions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("who", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("detail", Text, nullable=False),
)
"""The audit log of the owner's actions; a running site follows it."""

days = Table(
    "days",
    metadata,
    Column("day", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("secret", Text, nullable=False),
    # The bot, which a later version or setting does not change.
    Column("level", Text, nullable=False),
    # What levels reach from the same seat, as JSON; null until it is computed.
    Column("par", LargeBinary),
    sqlite_with_rowid=False,
)
"""The daily deals."""

tries = Table(
    "tries",
    metadata,
    Column("day", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("guest", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Index("tries_guest", "guest"),
    Index("tries_table", "table_id"),
    sqlite_with_rowid=False,
)
"""The one try of each guest at a daily deal that counts."""

duplicates = Table(
    "duplicates",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Double, nullable=False),
    # What is played, as JSON, and the secret from which all chance follows.
    Column("data", LargeBinary, nullable=False),
)
"""Deals that two friends play from both sides."""

duplicate_players = Table(
    "duplicate_players",
    metadata,
    Column("duplicate", Text, ForeignKey("duplicates.id"), primary_key=True),
    # The other browsers of a player have the same place, 0 or 1.
    Column("guest", Text, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Index("duplicate_players_guest", "guest"),
    sqlite_with_rowid=False,
)
"""The two players of each duplicate."""

duplicate_boards = Table(
    "duplicate_boards",
    metadata,
    Column("duplicate", Text, ForeignKey("duplicates.id"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Index("duplicate_boards_table", "table_id"),
    sqlite_with_rowid=False,
)
"""The tables at which each player has played the boards of a duplicate."""

learned = Table(
    "learned",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("lesson", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("at", Double, nullable=False),
    # Whether no try was wrong before the solution, and whether it was solved.
    Column("right", Boolean, nullable=False),
    Column("done", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""The lessons and puzzles that each guest has tried."""

budgets = Table(
    "budgets",
    metadata,
    Column("client", Text, primary_key=True),
    # When the client owes nothing any more, in seconds since 1970 by the database's clock.
    Column("until", Double, nullable=False),
    sqlite_with_rowid=False,
)
"""Use by clients of the allowances that processes share; clients are keyed hashes."""

# What a crash of the database loses, clients may use again.
event.listen(budgets, "after_create", DDL("ALTER TABLE budgets SET UNLOGGED").execute_if(dialect="postgresql"))
