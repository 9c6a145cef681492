"""The site's clock for players: it stops while the site is down, and finds players who are out of time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from sqlalchemy import Connection

from undercut.server.faults import traceback_summary
from undercut.server.store import Store, StoreError
from undercut.server.store.uptime import note_alive, read_due, read_outages
from undercut.server.tables.events import MOST_TIME

_EVERY: Final = 1.0
_BEATS: Final = 2
"""Rounds between two signs of life."""
_GAP: Final = 5.0
"""Longest time between two signs of life while the site runs; a longer one is an outage."""

_LAST_SECONDS: Final = 1.0

_log = logging.getLogger(__name__)


class Uptime:
    """Knows when the site was down.

    Args:
        store: Keeps it for all processes.
    """

    def __init__(self, store: Store) -> None:
        """Start with no outage; `beat` reads them."""
        self._store = store
        self._outages: list[tuple[float, float]] = []
        self._task: asyncio.Task[None] | None = None
        self._damaged: set[str] = set()

    def spent(self, since: float, now: float) -> float:
        """Return how long the site has run between two moments.

        Args:
            since: Seconds since 1970.
            now: Seconds since 1970.
        """
        down = sum(max(min(ended, now) - max(began, since), 0.0) for began, ended in self._outages)
        return max(now - since - down, 0.0)

    async def beat(self) -> None:
        """Store that the site runs, and read when it did not."""
        now = time.time()
        await self._store.change("", partial(_note, now=now))
        self._outages = await self._store.ask(partial(read_outages, since=now - 2 * MOST_TIME))

    async def start(self, flag: Callable[[str], Awaitable[None]]) -> None:
        """Begin to watch the clocks.

        Args:
            flag: Looks at a table whose time may be up.
        """
        await self.beat()
        self._task = asyncio.create_task(self._run(flag), name="clocks")

    async def close(self) -> None:
        """Stop, with a last sign of life."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            # A database that is stuck must not keep the site from ending.
            with suppress(StoreError, TimeoutError):
                await asyncio.wait_for(self.beat(), _LAST_SECONDS)

    async def look(self, flag: Callable[[str], Awaitable[None]]) -> None:
        """Look at every table where a player's time may be up."""
        for table in await self._store.ask(partial(read_due, now=time.time())):
            if table in self._damaged:
                continue
            try:
                await flag(table)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001  any error must stop the clock of this table only
                self._damaged.add(table)
                _log.warning("the clock of a table cannot be read: %s", traceback_summary(error))

    async def _run(self, flag: Callable[[str], Awaitable[None]]) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(_EVERY)
            rounds += 1
            with suppress(StoreError):
                if rounds % _BEATS == 0:
                    await self.beat()
                await self.look(flag)


def _note(connection: Connection, now: float) -> None:
    note_alive(connection, now, _GAP)
