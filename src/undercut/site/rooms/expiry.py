"""Tables that no one comes back to: who is at open tables is stored, and empty and idle ones are closed."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Literal

from undercut.site.base.settings import Settings
from undercut.site.base.tasks import Background
from undercut.site.rooms.rooms import Rooms
from undercut.site.store import statements
from undercut.site.store.model import StoreError
from undercut.table.events import DamagedLog

_log = logging.getLogger(__name__)

_EVERY: Final = 20.0  # seconds between two looks
_GRACE: Final = 120.0
"""Seconds after the start in which nothing is closed: pages that lost their connection come back in that time."""


class Expiry:
    """Stores who is at the open tables of this process, and closes tables for all processes."""

    def __init__(self, rooms: Rooms, settings: Settings) -> None:
        self._rooms = rooms
        self._settings = settings
        self._damaged: set[str] = set()
        self._background = Background()
        self._background.start(self._run(), name="expiry")

    async def close(self) -> None:
        """Stop, after storing who is here now."""
        await self._background.close()
        with suppress(StoreError):
            await self.note_seen(self._rooms.uptime.now())

    async def note_seen(self, now: float) -> None:
        """Store who is at the open tables of this process."""
        here: dict[str, list[tuple[str, str]]] = {}
        for table, guest in self._rooms.visitors():
            here.setdefault(table, []).append((table, guest))
        # One write for each table, because the writer keeps tables in order: processes that lock them in different
        # orders would wait for each other.
        writes = {table: partial(statements.note_seen, here=visits, now=now) for table, visits in here.items()}
        await asyncio.gather(*(self._rooms.store.change(table, write) for table, write in writes.items()))

    async def close_tables(self, now: float) -> None:
        """Close the tables whose time is over."""
        never, limits = 0.0, self._settings
        listed = now - limits.away if limits.away else never
        unlisted = now - limits.away_unlisted if limits.away_unlisted else never
        await self._close(await self._rooms.store.ask(statements.read_away, listed, unlisted), "away")
        if limits.abandoned:
            since = now - limits.abandoned
            await self._close(await self._rooms.store.ask(statements.read_idle, since), "idle")

    async def _close(self, tables: Sequence[str], reason: Literal["away", "idle"]) -> None:
        for table in tables:
            if table in self._damaged:
                continue
            try:
                await self._rooms.room(table).close_table(reason)
            except DamagedLog:
                self._damaged.add(table)
                _log.warning("a table could not be closed, because its log is damaged: %s", table[:6])

    async def _run(self) -> None:
        uptime = self._rooms.uptime
        started = uptime.now()
        while True:
            await asyncio.sleep(_EVERY)
            with suppress(StoreError):
                await uptime.fresh()
                await self.note_seen(uptime.now())
                if uptime.now() - started > _GRACE:
                    await self.close_tables(uptime.now())
