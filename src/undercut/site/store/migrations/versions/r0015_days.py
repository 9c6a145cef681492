"""Add the daily deals and the tries that count."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create their tables."""
    op.create_table(
        "days",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("par", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("tries_guest", "tries", ["guest"])
    op.create_index("tries_table", "tries", ["table_id"])
