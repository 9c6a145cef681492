"""Add clocks for players, which stop during outages of the site."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add when a table's clock is due, and when the site was down."""
    op.add_column("tables", sa.Column("due", sa.Double))
    op.create_index("tables_due", "tables", ["due"])
    op.create_table(
        "alive",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.execute("INSERT INTO alive (id, at) VALUES (1, 0)")
    op.create_table(
        "outages", sa.Column("began", sa.Double, primary_key=True), sa.Column("ended", sa.Double, nullable=False)
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("outages")
    op.drop_table("alive")
    op.drop_index("tables_due", "tables")
    op.drop_column("tables", "due")
