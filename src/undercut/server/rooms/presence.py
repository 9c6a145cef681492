"""Who looks at a table at the other processes of the site: each tells the others, and believes none for ever.

A notice reads "process table seats…", with ``-`` for a process that has left the table. It is told when something
changes, and again every now and then; a process that falls silent is forgotten.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from undercut.server.store import Store, StoreError

EVERY = 15.0
"""After how many seconds everything is told again."""

LOST = 40.0
"""After how many seconds of silence a process is forgotten."""

_BATCH = 150  # a notice has at most 8,000 bytes, a line of eight seats 42
_PAUSE = 0.1


class Presence:
    """Keeps the processes of a site informed of each other's readers.

    Args:
        store: Passes the notices on.
        changed: Called with a table at which somebody has come or gone elsewhere.
    """

    def __init__(self, store: Store, changed: Callable[[str], None]) -> None:
        """Begin; alone on its database, a process tells nothing."""
        self._store = store
        self._changed = changed
        self._me = secrets.token_hex(4)
        self._here: dict[str, frozenset[int]] = {}
        self._there: dict[str, dict[str, tuple[frozenset[int], float]]] = {}
        self._news: set[str] = set()
        self._wake = asyncio.Event()
        store.listen_for_notices(self._hear)
        self._task = asyncio.create_task(self._tell()) if store.shared else None

    def here(self, table: str, seats: frozenset[int] | None) -> None:
        """Note who looks at a table here.

        Args:
            table: The table's id.
            seats: Their seats; None: the table is not kept here any more.
        """
        if self._task is None or self._here.get(table) == seats:
            return
        if seats is None:
            del self._here[table]
            self._there.pop(table, None)
        else:
            self._here[table] = seats
        self._news.add(table)
        self._wake.set()

    def elsewhere(self, table: str) -> frozenset[int]:
        """Give the seats whose persons look at a table at other processes.

        Args:
            table: The table's id; it is kept here.
        """
        return frozenset[int]().union(*(seats for seats, _ in self._there.get(table, {}).values()))

    def forget(self) -> None:
        """Forget the processes that have been silent for too long."""
        for table, known in tuple(self._there.items()):
            before = self.elsewhere(table)
            for sender in [sender for sender, (_, heard) in known.items() if time.monotonic() - heard > LOST]:
                del known[sender]
            if self.elsewhere(table) != before:
                self._changed(table)

    async def close(self) -> None:
        """Take leave of the other processes."""
        if self._task:
            self._task.cancel()
            self._news |= self._here.keys()
            self._here.clear()
            await self._tell_news()

    def _hear(self, notice: str) -> None:
        for line in notice.splitlines():
            sender, table, *seats = line.split()
            if sender == self._me or table not in self._here:
                continue
            before, known = self.elsewhere(table), self._there.setdefault(table, {})
            if seats == ["-"]:
                known.pop(sender, None)
            else:
                if sender not in known:  # and so does not know of this process either
                    self._news.add(table)
                    self._wake.set()
                known[sender] = frozenset(map(int, seats)), time.monotonic()
            if self.elsewhere(table) != before:
                self._changed(table)

    async def _tell(self) -> None:
        told = time.monotonic()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), EVERY)
            self._wake.clear()
            if time.monotonic() - told > EVERY:
                told = time.monotonic()
                self._news |= self._here.keys()
            await self._tell_news()
            await asyncio.sleep(_PAUSE)

    async def _tell_news(self) -> None:
        tables, self._news = sorted(self._news), set[str]()
        for first in range(0, len(tables), _BATCH):
            with suppress(StoreError):
                await self._store.notice("\n".join(map(self._line, tables[first : first + _BATCH])))

    def _line(self, table: str) -> str:
        seats = self._here.get(table)
        return " ".join([self._me, table, *(["-"] if seats is None else map(str, sorted(seats)))])
