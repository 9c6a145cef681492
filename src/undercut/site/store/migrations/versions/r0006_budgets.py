"""Share clients' allowances between processes; what a crash of the database loses, they may use again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table, in PostgreSQL without a write-ahead log."""
    op.create_table(
        "budgets",
        sa.Column("client", sa.Text, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("budgets")
