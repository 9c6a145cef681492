"""Keep links that take a guest's seats to another browser."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0010"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "transfers",
        sa.Column("mark", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False, unique=True),
        sa.Column("until", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("transfers")
