"""How the two databases are opened: which connections there are, and what they promise."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from undercut.errors import UndercutError

READERS = 4
"""How many logs are read at once."""

PATIENCE = 5
"""How many seconds to wait for another program's lock, or for an answer to a connection."""


# Unless the address says otherwise, a server that has vanished without a word is noticed within seconds, not after
# TCP's two hours.
_PROMPT = {
    "connect_timeout": f"{PATIENCE}",
    "keepalives_idle": f"{PATIENCE}",
    "keepalives_interval": "1",
    "keepalives_count": f"{PATIENCE}",
    "tcp_user_timeout": f"{2000 * PATIENCE}",
}


class Engines(NamedTuple):
    """The two ways into one database.

    Args:
        writer: For the one thread that writes.
        reader: For those that read.
    """

    writer: Engine
    reader: Engine

    def dispose(self) -> None:
        """Close all connections that nobody uses now."""
        self.writer.dispose()
        self.reader.dispose()


def database_url(text: str) -> URL:
    """Read the address of a database.

    Args:
        text: ``sqlite:///path`` or ``postgresql://user:password@host:port/name``.

    Returns:
        The address, with the driver that is used here.

    Raises:
        UndercutError: It is no such address.

    Example:
        >>> database_url("sqlite:////var/lib/undercut/tables.db").database
        '/var/lib/undercut/tables.db'
        >>> database_url("postgresql://undercut@db/undercut").drivername
        'postgresql+psycopg'
    """
    try:
        url = make_url(text)
    except ArgumentError:
        url = None
    if url is not None and url.drivername == "sqlite" and url.database not in {None, "", ":memory:"}:
        return url
    if url is not None and url.drivername in {"postgresql", "postgres", "postgresql+psycopg"}:
        return url.set(drivername="postgresql+psycopg", query=_PROMPT | dict(url.query))
    # The text is not repeated: it may hold a password.
    message = "the database's address must be sqlite:///path or postgresql://user:password@host:port/name"
    raise UndercutError(message)


def is_postgresql(url: URL) -> bool:
    """Tell which of the two databases an address leads to.

    Args:
        url: From `database_url`.
    """
    return url.get_backend_name() == "postgresql"


def make_engines(url: URL) -> Engines:
    """Prepare the connections to a database; nothing is connected yet.

    Args:
        url: From `database_url`.
    """
    return _postgresql(url) if is_postgresql(url) else _sqlite(url)


def _postgresql(url: URL) -> Engines:
    arguments = {
        "application_name": "undercut",
        "options": f"-c lock_timeout={PATIENCE}s -c statement_timeout={2 * PATIENCE}s",
    }
    # Each time a connection is used it is asked first whether it still lives, so that after a restart of the
    # database nobody sees an error.
    writer = create_engine(url, connect_args=arguments, pool_size=1, max_overflow=0, pool_pre_ping=True)
    reader = create_engine(url, connect_args=arguments, pool_size=READERS, max_overflow=0, pool_pre_ping=True)
    return Engines(writer, reader)


def _sqlite(url: URL) -> Engines:
    writer = create_engine(url, pool_size=1, max_overflow=0)
    reader = create_engine(url, pool_size=READERS, max_overflow=0)
    file = Path(cast("str", url.database))
    for engine in (writer, reader):
        event.listen(engine, "do_connect", lambda *_: _make_private(file))
        event.listen(engine, "connect", _set_up_sqlite)
    event.listen(writer, "begin", _begin_writing)
    event.listen(reader, "begin", _begin_reading)
    return Engines(writer, reader)


def _make_private(file: Path) -> None:
    """Make a new database readable to its owner alone; SQLite gives the files beside it the same mode."""
    # Whether the file can be opened at all is for SQLite to say, and a file that is there keeps the mode it was given.
    with suppress(OSError):
        file.touch(mode=0o600, exist_ok=False)


def _set_up_sqlite(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    # The driver's own idea of transactions is off, so that they begin where SQLAlchemy says so.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {1000 * PATIENCE}")
    connection.execute("PRAGMA journal_mode = WAL")
    # FULL waits for the disk at every commit, so that not even a power cut takes an acknowledged event (unless the disk
    # lies about having written). NORMAL would not wait: nothing would be lost when the process is killed, but after a
    # power cut the last seconds would be gone, with moves that players had seen. Commits in groups make FULL
    # affordable: 200 moves a second were acknowledged after 4 to 10 ms in the median, instead of 0.7.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_writing(connection: Connection) -> None:
    # The lock is taken at once: a transaction that reads first and then wants to write could find that it may not.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
