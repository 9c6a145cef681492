"""A lock that keeps a second server away from an SQLite file."""

from __future__ import annotations

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from undercut.errors import UndercutError
from undercut.site.store.engines import database_url, is_postgresql

_FOR_SERVERS = (
    "its players would not see this one's moves. Stop it first, choose another file with --database, or run several "
    "servers on PostgreSQL"
)


@contextmanager
def sole_server(address: str, *, advice: str = _FOR_SERVERS) -> Generator[None]:
    """Be the only server of a database; servers on PostgreSQL notify each other, so there it locks nothing.

    The system releases the lock when the process ends, however it ends.

    Raises:
        UndercutError: Another server uses the SQLite file.
    """
    url = database_url(address)
    if is_postgresql(url):
        yield
        return
    path = Path(f"{url.database}.lock")
    try:
        handle = path.open("a")
    except OSError:
        yield  # SQLite cannot write here either, and says so
        return
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = f"another server already uses {url.database}: {advice}"
            raise UndercutError(message) from None
        yield
