"""Database migrations with Alembic, one file per revision in `versions`."""

import time
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, insert, inspect, text

from undercut.errors import UndercutError
from undercut.site.store.schema import alive, metadata

_LOCK = 0x756E646572637574  # id of the advisory lock that serializes migrations: "undercut" in ASCII


def migrate(engine: Engine) -> None:
    """Upgrade the schema in one transaction, creating an SQLite file if missing."""
    if engine.dialect.name == "sqlite":
        Path(engine.url.database or "").parent.mkdir(parents=True, exist_ok=True)
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Serialize processes that start together; SQLite's transaction already is a lock.
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        found = _revision(connection)
        is_new = found is None and not set(inspect(connection).get_table_names()) & set(metadata.tables)
        if not is_new and found not in known_revisions():
            raise _foreign(found)
        config = _config()
        config.attributes["connection"] = connection
        if is_new:
            metadata.create_all(connection)
            connection.execute(insert(alive), {"id": 1, "at": time.time()})
            command.stamp(config, "head")
        else:
            command.upgrade(config, "head")


def check_schema(connection: Connection) -> None:
    found = _revision(connection)
    newest, *older = known_revisions()
    if found == newest:
        return
    if found not in older:
        raise _foreign(found)
    message = f"the database has revision {found} and has to be migrated to {newest}: start the site once to do that"
    raise UndercutError(message)


@cache
def known_revisions() -> tuple[str, ...]:
    """Return the revisions of databases that this version of Undercut knows, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _foreign(found: str | None) -> UndercutError:
    return UndercutError(
        f"another version of Undercut, or another program, made the database (revision {found or 'none'}; this version "
        f"knows {', '.join(known_revisions())}): use that version, or name another database with --database"
    )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "undercut.site.store:migrations")
    config.set_main_option("path_separator", "os")
    return config
