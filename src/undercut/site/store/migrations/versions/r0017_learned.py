"""Add the lessons and puzzles that guests have tried."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create their table."""
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
