"""Find the tables of the lobby among many others by a coarse time of their last change."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column and its index, which also serves where only the status is asked for."""
    op.add_column("tables", sa.Column("recent", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET recent = CAST(updated / 600 AS INTEGER)")
    op.create_index("tables_lobby", "tables", ["status", "listed", "recent"])
    op.drop_index("tables_status", "tables")


def downgrade() -> None:
    """Drop both."""
    op.create_index("tables_status", "tables", ["status"])
    op.drop_index("tables_lobby", "tables")
    op.drop_column("tables", "recent")
