"""Backups of a PostgreSQL database, by PostgreSQL's own programs."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import URL, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from undercut.errors import UndercutError
from undercut.site.store.database import cannot_open

_SERVERS = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = 'undercut-listener'"
)


def dump(url: URL, file: Path, final: Path | None = None) -> str:
    """Write a backup in PostgreSQL's custom format, and verify that its table of contents can be read."""
    _require("pg_dump", *_where(url)[0], "--format=custom", f"--file={final or file}")
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
    dump(url, former)
    former.chmod(0o600)
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
