"""The processes of a site: its time, which runs while they run, and notifications."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

import psycopg
from sqlalchemy import URL, Connection, Integer, case, column, delete, func, insert, select, table, text, update
from sqlalchemy.pool import ConnectionPoolEntry

from undercut.site.base.settings import PATIENCE
from undercut.site.store.model import Unavailable
from undercut.site.store.schema import alive, processes, tables
from undercut.site.store.writer import Change

AHEAD = 2.0  # most seconds that the site's time is ahead of the last sign of life of any process

_MOST_DUE = 200
_SESSIONS = select(column("pid", Integer)).select_from(table("pg_stat_activity"))


# --- The site's time -------------------------------------------------------------------------------------------------


class Sign(NamedTuple):
    process: str
    now: float  # the site's time as far as the process has lived through it
    young: bool
    gone: Collection[str]
    trial: bytes | None  # written to see whether there is room


class Signed(NamedTuple):
    at: float
    everywhere: float
    others: dict[str, int]


def note_alive(connection: Connection, sign: Sign) -> Signed:
    """Store a sign of life; the site's time stands still where another process has not signed for `AHEAD` seconds."""
    _forget(connection, sign)
    before = connection.scalar(select(alive.c.at)) or 0.0
    rows = {row.id: row for row in connection.execute(select(processes))}
    mine = rows.pop(sign.process, None)
    limit = min((row.at for row in rows.values()), default=math.inf) + AHEAD
    at = max(before, min(sign.now, limit))
    lived = at if mine is None else min(sign.now, at)
    own = {"id": sign.process, "at": lived, "signs": mine.signs + 1 if mine else 1}
    if connection.dialect.name == "postgresql":
        own["session"] = func.pg_backend_pid()
    changed = update(processes).where(processes.c.id == sign.process) if mine else insert(processes)
    connection.execute(changed.values(own))
    everywhere = min([lived, *(row.at for row in rows.values())])
    # Last, because it locks a row that all processes write.
    values = {"at": case((alive.c.at < at, at), else_=alive.c.at)} | ({"trial": sign.trial} if sign.trial else {})
    at = connection.execute(update(alive).values(values).returning(alive.c.at)).scalar_one()
    return Signed(at, everywhere, {name: row.signs for name, row in rows.items()})


def _forget(connection: Connection, sign: Sign) -> None:
    """Forget processes that have gone; an SQLite file has one process only."""
    others = delete(processes).where(processes.c.id != sign.process)
    if connection.dialect.name != "postgresql":
        connection.execute(others)
    elif sign.young:
        connection.execute(others.where(processes.c.session.not_in(_SESSIONS)))
    if sign.gone:
        connection.execute(others.where(processes.c.id.in_(sign.gone)))


def leave(connection: Connection, process: str) -> None:
    connection.execute(delete(processes).where(processes.c.id == process))


def read_due(connection: Connection, now: float) -> list[str]:
    asked = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(_MOST_DUE)
    return list(connection.scalars(asked))


# --- Notifications about commits by other processes, by LISTEN and NOTIFY of PostgreSQL -------------------------------

CHANNEL = "undercut"  # PostgreSQL channel for commits; channels are local to a database
NOTICES = "undercut-notices"  # PostgreSQL channel for messages between processes that are not in any log
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
        self._task: asyncio.Task[None] | None = None

    def ignore(self, connection: psycopg.Connection, _entry: ConnectionPoolEntry) -> None:
        """Ignore this process's own commits; called with each new writer connection."""
        self._own = connection.info.backend_pid

    async def start(self) -> None:
        """Start listening; if the database is unreachable, keep trying in the background."""
        self._task = asyncio.create_task(self._run(), name="store-listener")
        with suppress(TimeoutError):
            await asyncio.wait_for(self._listening.wait(), PATIENCE)

    async def stop(self, within: float) -> None:
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
                    _log.warning("lost the connection for changes by other processes: %s", type(error).__name__)
                    pause = 0.1
                self._listening.clear()
            await asyncio.sleep(pause)
            pause = min(2 * pause, PATIENCE)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(
            self._address, autocommit=True, application_name="undercut-listener"
        ) as connection:
            await connection.execute(f'LISTEN {CHANNEL}; LISTEN "{NOTICES}"')
            # Read what was committed before LISTEN took effect; later commits arrive as notifications.
            self._on_change(await self._changed_since(self._alive - MARGIN))
            self._listening.set()
            while True:
                self._alive = time.time()
                async for notification in connection.notifies(timeout=HEARTBEAT):
                    self._take(notification)
                await connection.execute("SELECT 1")

    def _take(self, notification: psycopg.Notify) -> None:
        if notification.channel == NOTICES:
            self._on_notice(notification.payload)
        elif notification.pid != self._own:
            table, _, last = notification.payload.partition(" ")
            self._on_change([(table, int(last))])
