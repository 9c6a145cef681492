"""Add the steps at which guests leave lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column."""
    op.add_column("learned", sa.Column("step", sa.Integer, nullable=False, server_default="0"))
