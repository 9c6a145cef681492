"""Create all tables: the first revision, which never changes."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = None


def upgrade() -> None:
    """Create the tables of games, players, the owner and the site's processes."""
    _create_games()
    _create_players()
    _create_care()
    _create_processes()


def _create_games() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("status", sa.Text),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("maker", sa.Text),
        sa.Column("maker_mark", sa.Text),
        sa.Column("seen", sa.Double),
        sa.Column("recent", sa.Integer, nullable=False, server_default="0"),
        sa.Column("due", sa.Double),
    )
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_lobby", "tables", ["status", "listed", "recent"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("method", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def _create_players() -> None:
    op.create_table(
        "holders",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.Text, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("holders_guest", "holders", ["guest"])
    op.create_table(
        "mutes",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "transfers",
        sa.Column("mark", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False, unique=True),
        sa.Column("until", sa.Double, nullable=False),
    )


def _create_care() -> None:
    op.create_table(
        "bans",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("target", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
        sa.Column("reason", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("settled", sa.Double),
    )
    op.create_index("reports_guest", "reports", ["guest"])
    op.create_index("reports_mark", "reports", ["mark"])
    op.create_table(
        "actions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )


def _create_processes() -> None:
    alive = op.create_table(
        "alive",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("trial", sa.LargeBinary),
    )
    op.bulk_insert(alive, [{"id": 1, "at": time.time()}])
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("signs", sa.Integer, nullable=False),
        sa.Column("session", sa.Integer),
    )
    op.create_table(
        "budgets",
        sa.Column("client", sa.Text, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
        # What a crash of the database loses, clients may use again.
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
        sqlite_with_rowid=False,
    )
