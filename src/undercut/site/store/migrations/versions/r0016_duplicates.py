"""Add the duplicates of two friends, and what guests have learned."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Create their tables."""
    op.create_table(
        "duplicates",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "duplicate_players",
        sa.Column("duplicate", sa.Text, sa.ForeignKey("duplicates.id"), primary_key=True),
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "duplicate_boards",
        sa.Column("duplicate", sa.Text, sa.ForeignKey("duplicates.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("duplicate_players_guest", "duplicate_players", ["guest"])
    op.create_index("duplicate_boards_table", "duplicate_boards", ["table_id"])
    op.create_table(
        "learned",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("lesson", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
