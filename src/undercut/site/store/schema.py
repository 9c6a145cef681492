"""The database schema: ids, games and guests are ASCII, compared by bytes; times are seconds since 1970 (UTC)."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

metadata = sa.MetaData()


def _table(name: str, *parts: sa.Column[Any] | sa.Index, rowid: bool = True) -> sa.Table:
    return sa.Table(name, metadata, *parts, sqlite_with_rowid=rowid)


tables = _table(
    "tables",
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    # The number of the last event. A writer advances it only from the value it expects, so of two concurrent writers
    # one is refused, without an error inside the transaction.
    sa.Column("last", sa.Integer, nullable=False),
    sa.Column("updated", sa.Double, nullable=False),
    # The summary; status is null until there is one.
    sa.Column("status", sa.Text),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    # The guest who opened the table, a keyed hash of their address group, and when they were last seen at it.
    sa.Column("maker", sa.Text),
    sa.Column("maker_mark", sa.Text),
    sa.Column("seen", sa.Double),
    # `updated` in units of ten minutes. `updated` itself is not indexed: then few moves change an indexed column, and
    # PostgreSQL rewrites no index for the others.
    sa.Column("recent", sa.Integer, nullable=False, server_default="0"),
    # When the time of the seat to move is up, in the site's time; null: it has no clock, or no move is due.
    sa.Column("due", sa.Double),
    sa.Index("tables_due", "due"),
    sa.Index("tables_lobby", "status", "listed", "recent"),
)
"""One row per table: the end of its log, and its summary for the lobby."""

events = _table(
    "events",
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    # Without rowid, rows are stored in key order: a log is read sequentially, and its table's id is not stored twice.
    rowid=False,
)
"""The event logs; append-only, except that erasing a guest replaces names and links in them."""

holders = _table(
    "holders",
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Index("holders_guest", "guest"),
    rowid=False,
)
"""The guests who may act for a seat."""

bans = _table(
    "bans",
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("target", sa.Text, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("until", sa.Double),
    sa.Column("reason", sa.Text, nullable=False),
    rowid=False,
)
"""Guests and addresses that the owner has banned, and guests whose cookies are no longer accepted."""

mutes = _table(
    "mutes",
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    rowid=False,
)
"""The seats that a guest has muted."""

reports = _table(
    "reports",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    # No foreign key: a report outlives its table.
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("guest", sa.Text, nullable=False),
    sa.Column("mark", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("settled", sa.Double),
    sa.Index("reports_guest", "guest"),
    sa.Index("reports_mark", "mark"),
)
"""Reports of players to the owner."""

alive = _table(
    "alive",
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
    # Written after a fault, to see whether there is room.
    sa.Column("trial", sa.LargeBinary),
)
"""One row: the site's time at its last sign of life, in seconds.

The site's time runs only while the site runs and can store moves. It began as the seconds since 1970.
"""

processes = _table(
    "processes",
    sa.Column("id", sa.Text, primary_key=True),
    # The site's time as far as the process has lived through it, and how often it has signed.
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("signs", sa.Integer, nullable=False),
    # The process's session at PostgreSQL, which ends with it.
    sa.Column("session", sa.Integer),
)
"""The last sign of life of each process of the site."""

reviews = _table(
    "reviews",
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    # The version of the analysis; reviews of other versions are computed again.
    sa.Column("method", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""The reviews of finished games, as far as they are computed."""

transfers = _table(
    "transfers",
    # A hash of the link's secret.
    sa.Column("mark", sa.Text, primary_key=True),
    sa.Column("guest", sa.Text, nullable=False, unique=True),
    sa.Column("until", sa.Double, nullable=False),
)
"""Links that take a guest's seats to another browser, once."""

actions = _table(
    "actions",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
)
"""The audit log of the owner's actions; a running site follows it."""

days = _table(
    "days",
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
    # The bot, which a later version or setting does not change.
    sa.Column("level", sa.Text, nullable=False),
    # What levels reach from the same seat, as JSON; null until it is computed.
    sa.Column("par", sa.LargeBinary),
    rowid=False,
)
"""The daily deals."""

tries = _table(
    "tries",
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
    sa.Index("tries_guest", "guest"),
    sa.Index("tries_table", "table_id"),
    rowid=False,
)
"""The one try of each guest at a daily deal that counts."""

duplicates = _table(
    "duplicates",
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    # What is played, as JSON, and the secret from which all chance follows.
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""Deals that two friends play from both sides."""

duplicate_players = _table(
    "duplicate_players",
    sa.Column("duplicate", sa.Text, sa.ForeignKey("duplicates.id"), primary_key=True),
    # The other browsers of a player have the same place, 0 or 1.
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    # How far it was when the player last looked: 0 alone, 1 with a friend, 2 at the end.
    sa.Column("seen", sa.Integer, nullable=False, server_default="0"),
    sa.Index("duplicate_players_guest", "guest"),
    rowid=False,
)
"""The two players of each duplicate."""

duplicate_boards = _table(
    "duplicate_boards",
    sa.Column("duplicate", sa.Text, sa.ForeignKey("duplicates.id"), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
    sa.Index("duplicate_boards_table", "table_id"),
    rowid=False,
)
"""The tables at which each player has played the boards of a duplicate."""

PARTS = (events, holders, mutes, reviews, tries, duplicate_boards)
"""What is stored of a table beside its row, and goes with it."""

learned = _table(
    "learned",
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("lesson", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    # Whether no try was wrong before the solution, and whether it was solved.
    sa.Column("right", sa.Boolean, nullable=False),
    sa.Column("done", sa.Boolean, nullable=False),
    # The step of a lesson that comes next; 0 in a puzzle, or in a lesson that was done to the end.
    sa.Column("step", sa.Integer, nullable=False, server_default="0"),
    rowid=False,
)
"""The lessons and puzzles that each guest has tried."""

budgets = _table(
    "budgets",
    sa.Column("client", sa.Text, primary_key=True),
    # When the client owes nothing any more, in seconds since 1970 by the database's clock.
    sa.Column("until", sa.Double, nullable=False),
    rowid=False,
)
"""Use by clients of the allowances that processes share; clients are keyed hashes."""

# What a crash of the database loses, clients may use again.
event.listen(budgets, "after_create", sa.DDL("ALTER TABLE budgets SET UNLOGGED").execute_if(dialect="postgresql"))
