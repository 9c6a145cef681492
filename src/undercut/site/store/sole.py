"""A lock that keeps a second server away from an SQLite file."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from undercut.errors import UndercutError
from undercut.site.store.engines import database_url, is_postgresql

_LOOK_EVERY = 0.02
_FOR_SERVERS = (
    "its players would not see this one's moves. Stop it first, take over from it with --take-over, choose another "
    "file with --database, or run several servers on PostgreSQL"
)


@contextmanager
def sole_server(address: str, *, wait: float = 0.0, advice: str = _FOR_SERVERS) -> Generator[None]:
    """Be the only server of a database; servers on PostgreSQL notify each other, so there it locks nothing.

    The system releases the lock when the process ends, however it ends.

    Raises:
        UndercutError: Another server uses the SQLite file.
    """
    url = database_url(address)
    if is_postgresql(url):
        yield
        return
    held = FileLock(f"{url.database}.lock", timeout=wait, poll_interval=_LOOK_EVERY, preserve_lock_file=True)
    try:
        held.acquire()
    except Timeout:
        message = f"another server already uses {url.database}: {advice}"
        raise UndercutError(message) from None
    except OSError:
        yield  # SQLite cannot write here either, and says so
        return
    try:
        yield
    finally:
        held.release()
