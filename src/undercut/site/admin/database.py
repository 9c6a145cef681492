"""The site's database, as the owner's commands use it while the site runs."""

import getpass
import os
import time
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, insert
from sqlalchemy.exc import SQLAlchemyError

from undercut.errors import BadSettings, UndercutError
from undercut.site.base.settings import database_url, default_database, is_postgresql, unknown_names
from undercut.site.store.database import Engines, cannot_open, make_engines
from undercut.site.store.migrations import check_schema
from undercut.site.store.notices import notify
from undercut.site.store.schema import actions


@dataclass(frozen=True, slots=True)
class Database:
    url: URL
    engines: Engines

    @property
    def is_postgresql(self) -> bool:
        return is_postgresql(self.url)

    @property
    def path(self) -> Path:
        return Path(self.url.database or "")

    def reading(self) -> AbstractContextManager[Connection]:
        return _transaction(self.engines.reader)

    def writing(self) -> AbstractContextManager[Connection]:
        """Write in a transaction; a running site waits meanwhile."""
        return _transaction(self.engines.writer)

    def notify(self, connection: Connection, table: str, last: int) -> None:
        """Tell the processes of a site on PostgreSQL that a log has grown; on SQLite the site looks by itself."""
        if self.is_postgresql:
            notify(connection, [(table, last)])


@contextmanager
def _transaction(engine: Engine) -> Generator[Connection]:
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise cannot_open(error) from error


def chosen_url(address: str | None) -> URL:
    if faults := unknown_names(os.environ):
        raise BadSettings(faults)
    if address is None:
        address = os.environ.get("UNDERCUT_DATABASE")
    return database_url(default_database() if address is None else address)


@contextmanager
def open_database(address: str | None) -> Generator[Database]:
    url = chosen_url(address)
    if not is_postgresql(url) and not Path(url.database or "").is_file():
        message = f"{url.database}: no such file; name the site's database with --database or UNDERCUT_DATABASE"
        raise UndercutError(message)
    database = Database(url, make_engines(url))
    try:
        with database.reading() as connection:
            check_schema(connection)
        yield database
    finally:
        database.engines.dispose()


def record(connection: Connection, what: str, target: str, detail: str = "") -> None:
    """Add an action to the audit log, in the transaction that carries it out."""
    row = {"at": time.time(), "who": _user(), "what": what, "target": target, "detail": detail}
    connection.execute(insert(actions), row)


def _user() -> str:
    """Return the user of the operating system; under ``sudo``, also the user who called it."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        name = str(os.getuid())
    behind = os.environ.get("SUDO_USER")
    return f"{behind} as {name}" if behind else name
