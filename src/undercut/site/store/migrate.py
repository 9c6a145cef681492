"""Database migrations with Alembic."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, text

from undercut.errors import UndercutError

_LOCK = 0x756E646572637574
"""Id of the advisory lock that serializes migrations: "undercut" in ASCII."""


def migrate(engine: Engine, revision: str = "head") -> None:
    """Upgrade the schema in one transaction, creating an SQLite file if missing.

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


def check_schema(connection: Connection) -> None:
    """Check that a database needs no migration.

    Raises:
        UndercutError: It does, or was written by a newer version of Undercut.
    """
    found = MigrationContext.configure(connection).get_current_revision()
    if found == known_revisions()[0]:
        return
    if found in (None, *known_revisions()):
        message = "the database has to be migrated to this version of Undercut, which happens when the site starts"
    else:
        message = "the database was migrated by a newer version of Undercut; restart the site with that version"
    raise UndercutError(message)


@cache
def known_revisions() -> tuple[str, ...]:
    """Return the revisions of databases that this version of Undercut knows, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def alembic_config(connection: Connection) -> Config:
    """Return the Alembic configuration for migrating over a connection.

    Example:
        >>> from alembic.script import ScriptDirectory
        >>> from sqlalchemy import create_engine
        >>> engine = create_engine("sqlite://")
        >>> with engine.begin() as connection:
        ...     ScriptDirectory.from_config(alembic_config(connection)).get_base()
        '0001'
        >>> engine.dispose()
    """
    config = _config()
    config.attributes["connection"] = connection
    return config


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "undercut.site.store:migrations")
    config.set_main_option("path_separator", "os")
    return config
