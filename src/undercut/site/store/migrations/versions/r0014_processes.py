"""Keep the last sign of life of each process, so that the site's time waits for all of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("signs", sa.Integer, nullable=False),
        sa.Column("session", sa.Integer),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("processes")
