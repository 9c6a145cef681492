"""Bringing a database's tables up to date with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, text

from undercut.errors import UndercutError

_LOCK = 0x756E646572637574
"""The number of the lock under which only one process at a time migrates: "undercut" in ASCII."""


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the tables up to date, in one transaction; an SQLite file is made if it is not there.

    Args:
        engine: One that may write.
        revision: How far: an Alembic revision, or the newest.

    Raises:
        UndercutError: The database belongs to a newer Undercut.
    """
    if engine.dialect.name == "sqlite":
        Path(engine.url.database or "").parent.mkdir(parents=True, exist_ok=True)
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Processes that start together wait for each other here; SQLite's transaction is a lock already.
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        config = alembic_config(connection)
        try:
            command.upgrade(config, revision)
        except CommandError as error:
            message = f"the database belongs to a newer Undercut, or to something else: {error}"
            raise UndercutError(message) from error


def alembic_config(connection: Connection) -> Config:
    """Describe the migrations to Alembic.

    Args:
        connection: The connection to migrate, in a transaction.

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
