"""Count the time of the site instead of outages: what is due then is due at a time of the site."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Let the site's time go on from the last sign of life; every turn is already due that much later."""
    op.execute(sa.text("UPDATE alive SET at = :now WHERE at = 0").bindparams(now=time.time()))
    op.add_column("alive", sa.Column("trial", sa.LargeBinary))
    op.drop_table("outages")


def downgrade() -> None:
    """Take the time in which the site did not run for an outage again."""
    op.drop_column("alive", "trial")
    op.create_table(
        "outages", sa.Column("began", sa.Double, primary_key=True), sa.Column("ended", sa.Double, nullable=False)
    )
