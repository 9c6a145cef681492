"""Index seat holders by guest, to find a guest's tables quickly."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Index the holders of seats by guest."""
    op.create_index("holders_guest", "holders", ["guest"])


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("holders_guest", "holders")
