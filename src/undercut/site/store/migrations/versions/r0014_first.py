"""The first revision: new databases are made from the schema itself, at the newest revision."""

revision = "0014"
down_revision = None


def upgrade() -> None:
    """Change nothing: no database is older."""
