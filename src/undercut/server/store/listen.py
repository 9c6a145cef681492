"""Hearing of the commits of other processes, through PostgreSQL's LISTEN and NOTIFY.

Litestar's channels were looked at for this (``PsycoPgChannelsBackend``, 2.25) and do not fit: they publish on a
connection of their own after the commit, so that a process that dies in between tells nobody; and when the listening
connection is lost, their stream of events ends instead of coming back with what was missed. Here the notification is
part of the writing transaction, and psycopg's own ``notifies()`` is read by a task that connects again.

A notification carries a table's id and the number of its last event, nothing else; who wants to know more reads the
log. So nothing leaks, and none can be too long (PostgreSQL allows 8,000 bytes).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing, suppress

import psycopg
from sqlalchemy import URL, Connection, text
from sqlalchemy.pool import ConnectionPoolEntry

from undercut.server.store.engines import PATIENCE
from undercut.server.store.model import Unavailable
from undercut.server.store.writer import Change

CHANNEL = "undercut"
"""The name under which PostgreSQL passes the notifications on; they stay inside one database."""

NOTICES = "undercut-notices"
"""Likewise for what processes tell each other that no log holds."""

HEARTBEAT = 10.0
"""After how many seconds of silence the database is asked whether it is still there."""

MARGIN = 300.0
"""How many seconds before the connection's last sign of life to look for missed changes: longer than a transaction
takes, than a lost connection goes unnoticed, and than the clocks of several machines differ."""

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', payload) FROM unnest(CAST(:payloads AS text[])) AS payload")  # noqa: S608  no input is part of it

_log = logging.getLogger(__name__)


def notify(connection: Connection, changes: Sequence[Change]) -> None:
    """Tell all processes of changes, at the moment when this transaction is committed.

    Args:
        connection: In a transaction, on PostgreSQL.
        changes: What changes with it.
    """
    if changes:
        connection.execute(_NOTIFY, {"payloads": [f"{table} {last}" for table, last in changes]})


class Listener:
    """Hears of every commit of other processes, and makes good what it missed.

    Args:
        url: A PostgreSQL database.
        heard: Called in the event loop with the changes of one transaction, or several.
        missed: Reads which tables have changed since a time, in seconds since 1970.
        noticed: Called in the event loop with what any process, this one too, has told the others.
    """

    def __init__(
        self,
        url: URL,
        heard: Callable[[Sequence[Change]], None],
        missed: Callable[[float], Awaitable[Sequence[Change]]],
        noticed: Callable[[str], None],
    ) -> None:
        """Prepare; `start` connects."""
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard = heard
        self._missed = missed
        self._noticed = noticed
        self._own = 0
        self._listening = asyncio.Event()
        self._alive = time.time()
        self._task: asyncio.Task[None] | None = None

    def ignore(self, connection: psycopg.Connection, _entry: ConnectionPoolEntry) -> None:
        """Leave out what this process writes itself; called with each new connection for writing.

        Args:
            connection: The connection.
        """
        self._own = connection.info.backend_pid

    async def start(self) -> None:
        """Begin to listen; returns when that is so, or goes on trying in the background if the database is away."""
        self._task = asyncio.create_task(self._run(), name="store-listener")
        with suppress(TimeoutError):
            await asyncio.wait_for(self._listening.wait(), PATIENCE)

    async def stop(self, within: float) -> None:
        """Hear nothing more.

        Args:
            within: How many seconds the database may take to say goodbye.
        """
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=within)
            self._task = None

    async def _run(self) -> None:
        pause = 0.1
        while True:
            try:
                await self._listen()
            except (psycopg.Error, Unavailable) as error:
                if self._listening.is_set():
                    _log.warning("the database no longer tells of changes by other processes: %s", type(error).__name__)
                    pause = 0.1
                self._listening.clear()
            await asyncio.sleep(pause)
            pause = min(2 * pause, PATIENCE)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(
            self._address, autocommit=True, application_name="undercut-listener"
        ) as connection:
            await connection.execute(f'LISTEN {CHANNEL}; LISTEN "{NOTICES}"')
            # Whatever was committed before this moment is read now, whatever comes later is heard.
            self._heard(await self._missed(self._alive - MARGIN))
            self._listening.set()
            while True:
                self._alive = time.time()
                async with aclosing(connection.notifies(timeout=HEARTBEAT)) as notifications:
                    async for notification in notifications:
                        if notification.channel == NOTICES:
                            self._noticed(notification.payload)
                        elif notification.pid != self._own:
                            table, _, last = notification.payload.partition(" ")
                            self._heard([(table, int(last))])
                await connection.execute("SELECT 1")
