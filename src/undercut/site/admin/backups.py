"""Backups of the whole database, and their restoration: an SQLite file copied, or a dump of PostgreSQL."""

import os
import shlex
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from undercut.errors import UndercutError
from undercut.site.admin.database import chosen_url, open_database, record
from undercut.site.base.keys import give_to_owner
from undercut.site.base.settings import is_postgresql
from undercut.site.store.database import cannot_open, sole_server
from undercut.site.store.migrations import known_revisions

_COMPANIONS = ("-wal", "-shm", "")  # endings of the files of an SQLite database; the database itself last


def back_up(address: str | None, file: Path) -> str:
    """Write a backup of the database while the site runs, verify it, and return what it holds, in words."""
    if file.exists():
        raise UndercutError(f"{file} exists; choose another name")
    with open_database(address) as database:
        with _new_file(file) as written:
            if database.is_postgresql:
                summary = dump(database.url, written, file.absolute())
            else:
                _copy(database.path, written)
                _revision, summary = _verify(written)
        with database.writing() as connection:
            record(connection, "back-up", str(file.absolute()), summary)
    return summary


@contextmanager
def _new_file(file: Path) -> Generator[Path]:
    """Yield a temporary file that only its owner may read, then give it its name, unless that is taken."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.absolute().parent)
    except OSError as error:
        raise UndercutError(f"{file}: {error.strerror}") from None
    os.close(handle)
    written = Path(name)
    try:
        yield written
        _flush(written)
        file.hardlink_to(written)
        _flush(file.absolute().parent)
    except (OSError, sqlite3.Error) as error:
        raise UndercutError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    finally:
        for ending in _COMPANIONS:
            Path(name + ending).unlink(missing_ok=True)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _copy(source: Path, target: Path) -> None:
    """Copy an SQLite database as it is at one moment; in one step, since readers do not disturb the site."""
    address = f"file:{quote(str(source.absolute()))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        # Then the backup is a single file.
        new.execute("PRAGMA journal_mode = DELETE")


def _verify(file: Path) -> tuple[str, str]:
    address = f"file:{quote(str(file.absolute()))}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            faults = [row[0] for row in connection.execute("PRAGMA integrity_check(3)") if row[0] != "ok"]
            faults += [f"rows of {row[0]} belong to no table" for row in connection.execute("PRAGMA foreign_key_check")]
            numbers = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM events)"
            tables, events = connection.execute(numbers).fetchone()
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, TypeError) as error:
        raise UndercutError(f"{file} is not a database of Undercut: {error}") from None
    if faults:
        raise UndercutError(f"{file} is damaged: {faults[0]}")
    return revision, f"{tables} tables, {events} events, revision {revision}, no faults"


def restore(address: str | None, file: Path) -> Path:
    """Replace the database with a backup, while the site is stopped; return where the former one is."""
    if not file.is_file():
        raise UndercutError(f"{file}: no such file")
    url = chosen_url(address)
    # To the microsecond: two restores in one second must not keep their databases under one name.
    stamp = f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S-%f}"
    if is_postgresql(url):
        former = file.absolute().parent / f"undercut-before-{stamp}.dump"
        restore_dump(url, file, former)
        _record(address, file)
        return former
    with sole_server(str(url), advice="stop it before you restore"):
        former = _replace_file(url, file, stamp)
        _record(address, file)
    return former


def _replace_file(url: URL, file: Path, stamp: str) -> Path:
    present = Path(url.database or "")
    former = present.with_name(f"{present.name}.before-{stamp}")
    revision, _summary = _verify(file)
    if revision not in known_revisions():
        raise UndercutError(f"{file} was written by another version of Undercut (revision {revision})")
    restored = present.with_name(f".{present.name}.restored-{stamp}")
    with _new_file(restored) as written:
        _copy(file, written)
    give_to_owner(restored)
    for ending in _COMPANIONS:
        with suppress(FileNotFoundError):
            Path(f"{present}{ending}").rename(f"{former}{ending}")
    restored.rename(present)
    _flush(present.absolute().parent)
    return former


def _record(address: str | None, file: Path) -> None:
    """Record a restore in the restored database, unless the site has to upgrade that first."""
    with suppress(UndercutError), open_database(address) as database, database.writing() as connection:
        record(connection, "restore", str(file.absolute()))


_SERVERS = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = 'undercut-listener'"
)


def dump(url: URL, file: Path, final: Path) -> str:
    """Write a backup in PostgreSQL's custom format, and verify that its table of contents can be read."""
    _require("pg_dump", *_where(url)[0], "--format=custom", f"--file={final}")
    _run(url, "pg_dump", "--format=custom", f"--file={file}")
    contents = _run(None, "pg_restore", "--list", str(file))
    data = [line for line in contents.splitlines() if " TABLE DATA " in line]
    if not any(" events " in line for line in data):
        raise UndercutError(f"{file} is not a backup of Undercut's database")
    return f"the data of {len(data)} tables of the database"


def restore_dump(url: URL, file: Path, former: Path) -> None:
    """Replace the contents of the database with a backup, in one transaction, while no server uses it."""
    if _number_of_servers(url):
        raise UndercutError("a server uses this database; stop all of them first")
    with _new_file(former) as written:
        dump(url, written, former)
    _run(url, "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", str(file))


def _number_of_servers(url: URL) -> int:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return connection.scalar(_SERVERS) or 0
    except SQLAlchemyError as error:
        raise cannot_open(error) from error
    finally:
        engine.dispose()


def _where(url: URL) -> tuple[list[str], dict[str, str]]:
    """Return the option that names a database, and the environment variable with its password."""
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    own = {"PGPASSWORD": str(url.password)} if url.password else {}
    return [f"--dbname={plain.render_as_string(hide_password=False)}"], own


def _require(program: str, *arguments: str) -> None:
    if shutil.which(program) is None:
        message = f"{program} is not installed; run on a machine that has it: {shlex.join([program, *arguments])}"
        raise UndercutError(message)


def _run(url: URL | None, program: str, *arguments: str) -> str:
    """Run one of PostgreSQL's programs; the password is not among its arguments, which other users can see."""
    option, password = _where(url) if url is not None else ([], {})
    _require(program, *option, *arguments)
    result = subprocess.run(  # noqa: S603  the owner chose the database and the file
        [program, *option, *arguments], env=os.environ | password, capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise UndercutError(f"{program} failed: {' '.join(result.stderr.split())[:500]}")
    return result.stdout
