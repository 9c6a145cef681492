"""Database migrations with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, text

from undercut.errors import UndercutError

_LOCK = 0x756E646572637574
"""Id of the advisory lock that serializes migrations: "undercut" in ASCII."""


def migrate(engine: Engine, revision: str = "head") -> None:
    """Upgrade the schema in one transaction, creating an SQLite file if missing.

    Args:
        engine: The writer engine.
        revision: The Alembic revision to upgrade to.

    Raises:
        UndercutError: The database was written by a newer version of Undercut.
    """
    if engine.dialect.name == "sqlite":
        Path(engine.url.database or "").parent.mkdir(parents=True, exist_ok=True)
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Serialize processes that start together; SQLite's transaction already is a lock.
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        config = alembic_config(connection)
        try:
            command.upgrade(config, revision)
        except CommandError as error:
            message = f"the database was written by a newer version of Undercut, or by another program: {error}"
            raise UndercutError(message) from error


def alembic_config(connection: Connection) -> Config:
    """Return the Alembic configuration for migrating over a connection.

    Args:
        connection: A connection in a transaction.

    Example:
        >>> from alembic.script import ScriptDirectory
        >>> from sqlalchemy import create_engine
        >>> engine = create_engine("sqlite://")
        >>> with engine.begin() as connection:
        ...     ScriptDirectory.from_config(alembic_config(connection)).get_base()
        '0001'
        >>> engine.dispose()
    """
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "undercut.server.store:migrations")
    config.set_main_option("path_separator", "os")
    return config
