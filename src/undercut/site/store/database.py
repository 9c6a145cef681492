"""The site's database: what is stored and refused, connections, faults in words, and the one server of a file."""

import re
import sqlite3
from collections.abc import Generator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from undercut.errors import UndercutError
from undercut.site.base.client import Maker
from undercut.site.base.settings import PATIENCE, database_url, is_postgresql
from undercut.table.scene import Phase

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Summary:
    table: str
    game: str
    status: Phase
    listed: bool
    seats: int
    data: bytes
    updated: float = 0.0  # set by the store
    due: float | None = None  # when the time of the seat to move is up, in the site's time


@dataclass(frozen=True, slots=True)
class Creation:
    table: str  # its id, and its address; 96 random bits, so that it cannot be guessed
    game: str
    events: Sequence[bytes]
    summary: Summary | None = None
    holders: Mapping[int, AbstractSet[str]] = field(default_factory=dict[int, AbstractSet[str]])
    listed: bool = True
    created: float = 0.0  # seconds since 1970
    maker: Maker | None = None
    seen: float | None = None  # when its maker was last at it, in the site's time

    def __post_init__(self) -> None:
        if not is_id(self.table):
            raise UndercutError(f"not a table id: {self.table!r}")


class StoreError(UndercutError):
    """The store refused or failed an operation, which had no partial effect."""


class Stale(StoreError):  # noqa: N818  reads better without "Error"; likewise the next two
    """The log does not end where the writer expects: another writer was first."""

    def __init__(self, table: str, seq: int, last: int) -> None:
        super().__init__(f"table {table}: event {seq} does not follow the last one, {last}")


class TooMany(StoreError):  # noqa: N818
    """The limit on open listed tables, or on reports, has been reached; the text says so to the player."""


class Unavailable(StoreError):  # noqa: N818
    """The database cannot be read or written now: disk full, read-only, or unreachable."""

    # A failed write has no partial effect, and normally none at all; only if the connection breaks during the commit
    # may it have succeeded. Retrying is safe: if the write did succeed, the retry is `Stale`.

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unknown(StoreError):  # noqa: N818
    def __init__(self, table: str) -> None:
        super().__init__(f"no such table: {table}")


# By prefix of the names in https://sqlite.org/rescode.html; longer prefixes first.
_SQLITE = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the database file or its folder is read-only",
    "SQLITE_CANTOPEN": "the database file cannot be opened",
    "SQLITE_BUSY": "another program has locked the database file",
    "SQLITE_LOCKED": "another program has locked the database file",
    "SQLITE_IOERR": "the disk cannot be written or read",
    "SQLITE_CORRUPT": "the database file is damaged",
    "SQLITE_NOTADB": "the file is not a database",
    "SQLITE_PERM": "the database file may not be opened",
    "SQLITE_INTERRUPT": "the store is closing",
}

# By prefix of the SQLSTATE (PostgreSQL 15 documentation, appendix A); longer prefixes first.
_POSTGRESQL = {
    "53100": "the database's disk is full",
    "53300": "the database has too many connections",
    "25006": "the database is read-only",
    "55P03": "another program has locked the table",
    "57014": "the database took too long",
    "28": "the database does not accept the user name or password",
    "3D000": "the database does not exist",
    "42501": "the database user may not do this",
    "53": "the database has run out of space or memory",
    "57P": "the database is shutting down or starting",
    "08": "the database is away",
}

_FOR_SERVERS = (
    "its players would not see this one's moves. Stop it first, choose another file with --database, or run several "
    "servers on PostgreSQL"
)


READERS = 4  # number of concurrent readers
_HIDE = True  # parameters of statements hold hidden cards: no log or error names them


class Engines(NamedTuple):
    writer: Engine
    reader: Engine

    def dispose(self) -> None:
        self.writer.dispose()
        self.reader.dispose()


def make_engines(url: URL) -> Engines:
    """Create the connection pools for an address from `database_url`, without connecting yet."""
    return _postgresql(url) if is_postgresql(url) else _sqlite(url)


def _postgresql(url: URL) -> Engines:
    arguments = {
        "application_name": "undercut",
        "options": f"-c lock_timeout={PATIENCE}s -c statement_timeout={2 * PATIENCE}s",
    }
    # pool_pre_ping replaces dead connections, so a restart of the database causes no errors.
    more = {"connect_args": arguments, "max_overflow": 0, "pool_pre_ping": True, "hide_parameters": _HIDE}
    return Engines(create_engine(url, pool_size=1, **more), create_engine(url, pool_size=READERS, **more))


def _sqlite(url: URL) -> Engines:
    writer = create_engine(url, pool_size=1, max_overflow=0, hide_parameters=_HIDE)
    reader = create_engine(url, pool_size=READERS, max_overflow=0, hide_parameters=_HIDE)
    file = Path(cast("str", url.database))
    for engine in (writer, reader):
        event.listen(engine, "do_connect", lambda *_: _make_private(file))
        event.listen(engine, "connect", _set_up_sqlite)
    # A writer takes the lock at once: a transaction that reads first may fail to upgrade to writing.
    event.listen(writer, "begin", partial(Connection.exec_driver_sql, statement="BEGIN IMMEDIATE"))
    event.listen(reader, "begin", partial(Connection.exec_driver_sql, statement="BEGIN"))
    return Engines(writer, reader)


def _make_private(file: Path) -> None:
    """Create a new database readable only by its owner; SQLite gives its companion files the same mode."""
    # SQLite reports files that cannot be opened; an existing file keeps its mode.
    with suppress(OSError):
        file.touch(mode=0o600, exist_ok=False)


def _set_up_sqlite(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    # Disable the driver's implicit transactions; SQLAlchemy begins them explicitly.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {1000 * PATIENCE}")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        # Others that open a new file at the same moment set the same mode, which stays in the file; SQLite does not
        # always wait for them.
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
    # FULL waits for the disk at every commit, so acknowledged events survive even a power cut (unless the disk lies).
    # NORMAL survives a killed process, but a power cut would lose the last seconds, with moves that players had seen.
    # Group commits make FULL affordable: at 200 moves per second the median latency is 4 to 10 ms instead of 0.7 ms.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def unavailable(error: SQLAlchemyError | OSError) -> Unavailable:
    if isinstance(error, OSError):
        return Unavailable(f"the database file cannot be used: {error.strerror or error}")
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.Error):
        return Unavailable(_named(getattr(cause, "sqlite_errorname", ""), _SQLITE) or f"the database refused: {cause}")
    state = getattr(cause, "sqlstate", None) or ""
    # No state: the server could not be reached, or the connection broke.
    return Unavailable(
        _named(state, _POSTGRESQL) or (f"the database refused ({state})" if state else "the database is away")
    )


def cannot_open(error: SQLAlchemyError | OSError) -> Unavailable:
    """Build the error to raise when the database cannot be opened; it may name hosts and users, but no password."""
    reason = unavailable(error).reason
    cause = error.orig if isinstance(error, DBAPIError) else None
    return Unavailable(f"{reason}: {' '.join(str(cause).split())}" if cause else reason)


def _named(code: str, names: dict[str, str]) -> str | None:
    return next((text for prefix, text in names.items() if code.startswith(prefix)), None)


@contextmanager
def sole_server(address: str, *, advice: str = _FOR_SERVERS) -> Generator[None]:
    """Lock an SQLite file for its only server, until the process ends; servers on PostgreSQL need no lock."""
    url = database_url(address)
    if is_postgresql(url):
        yield
        return
    held = FileLock(f"{url.database}.lock", timeout=0, preserve_lock_file=True)
    try:
        held.acquire()
    except Timeout:
        raise UndercutError(f"another server already uses {url.database}: {advice}") from None
    except OSError:
        yield  # SQLite cannot write here either, and says so
        return
    try:
        yield
    finally:
        held.release()
