"""Notifications about commits by other processes, by LISTEN and NOTIFY of PostgreSQL."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import psycopg
from sqlalchemy import URL, Connection, text
from sqlalchemy.pool import ConnectionPoolEntry

from undercut.site.base.settings import PATIENCE
from undercut.site.base.tasks import Background
from undercut.site.store.database import Unavailable
from undercut.site.store.writer import Change

CHANNEL = "undercut"  # PostgreSQL channel for commits; channels are local to a database
NOTICES = "undercut-notices"  # PostgreSQL channel for messages between processes that are not in any log
_PAUSE = 0.2  # seconds before each attempt to connect
HEARTBEAT = 10.0  # seconds between two checks of the connection

MARGIN = 300.0
"""How far before the connection's last sign of life to look for missed changes, in seconds.

Longer than a transaction takes, a lost connection goes undetected, or the clocks of several machines differ.
"""

_NOTIFY = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")

_log = logging.getLogger(__name__)


def notify(connection: Connection, changes: Sequence[Change]) -> None:
    if changes:
        payloads = [f"{table} {last}" for table, last in changes]
        connection.execute(_NOTIFY, {"channel": CHANNEL, "payloads": payloads})


class Listener:
    """Receives the commits of other processes, and recovers those missed while disconnected."""

    def __init__(
        self,
        url: URL,
        on_change: Callable[[Sequence[Change]], None],
        changed_since: Callable[[float], Awaitable[Sequence[Change]]],
        on_notice: Callable[[str], None],
    ) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._on_change = on_change
        self._changed_since = changed_since
        self._on_notice = on_notice
        self._own = 0
        self._listening = asyncio.Event()
        self._alive = time.time()
        self._background = Background()
        self.stop = self._background.close

    def ignore(self, connection: psycopg.Connection, _entry: ConnectionPoolEntry) -> None:
        """Ignore this process's own commits; called with each new writer connection."""
        self._own = connection.info.backend_pid

    async def start(self) -> None:
        """Start listening; after any error, such as an unreachable database, keep trying in the background."""
        self._background.repeat(self._listen, _PAUSE, "store-listener", expected=(psycopg.Error, Unavailable))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._listening.wait(), PATIENCE)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(
            self._address, autocommit=True, application_name="undercut-listener"
        ) as connection:
            await connection.execute(f'LISTEN {CHANNEL}; LISTEN "{NOTICES}"')
            # Read what was committed before LISTEN took effect; later commits arrive as notifications.
            self._on_change(await self._changed_since(self._alive - MARGIN))
            self._listening.set()
            try:
                while True:
                    self._alive = time.time()
                    async for notification in connection.notifies(timeout=HEARTBEAT):
                        self._take(notification)
                    await connection.execute("SELECT 1")
            except psycopg.Error as error:
                _log.warning("lost the connection for changes by other processes: %s", type(error).__name__)

    def _take(self, notification: psycopg.Notify) -> None:
        try:
            if notification.channel == NOTICES:
                self._on_notice(notification.payload)
            elif notification.pid != self._own:
                table, _, last = notification.payload.partition(" ")
                self._on_change([(table, int(last))])
        except ValueError:
            _log.exception("cannot read a notification on the channel %s", notification.channel)
