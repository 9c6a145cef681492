"""Keep who made a table and when they were last there; bans, muted seats, reports, and the owner's actions.

The maker of an open table from before is the holder of its first seat.
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns and tables."""
    op.add_column("tables", sa.Column("maker", sa.Text))
    op.add_column("tables", sa.Column("maker_mark", sa.Text))
    op.add_column("tables", sa.Column("seen", sa.Double))
    _find_makers()
    op.create_table(
        "bans",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("target", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
        sa.Column("reason", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mutes",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("settled", sa.Double),
    )
    op.create_index("reports_guest", "reports", ["guest"])
    op.create_index("reports_mark", "reports", ["mark"])
    op.create_table(
        "actions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )


def _find_makers() -> None:
    statement = sa.text(
        "UPDATE tables SET seen = :now, maker = "
        "(SELECT guest FROM holders WHERE table_id = tables.id ORDER BY seat, guest LIMIT 1) WHERE status = 'open'"
    )
    op.get_bind().execute(statement, {"now": time.time()})


def downgrade() -> None:
    """Drop them with their contents."""
    for name in ("actions", "reports", "mutes", "bans"):
        op.drop_table(name)
    for name in ("seen", "maker_mark", "maker"):
        op.drop_column("tables", name)
