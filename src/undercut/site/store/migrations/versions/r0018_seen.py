"""Add what players have seen of their duplicates."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the column."""
    op.add_column("duplicate_players", sa.Column("seen", sa.Integer, nullable=False, server_default="0"))
