"""Which seats are connected at which process."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from undercut.site.base.tasks import Background
from undercut.site.store.model import StoreError
from undercut.site.store.store import Store

EVERY = 15.0  # seconds after which everything is sent again
LOST = 40.0  # seconds without a notice after which a process is forgotten
_BATCH = 150  # a notice has at most 8,000 bytes, a line of eight seats 42
_PAUSE = 0.1  # least seconds between two notices


class Presence:
    """Shares with the other processes which seats are connected here."""

    # Sent on each change and repeatedly. A notice reads "process table seats…", with ``-`` for a dropped table.

    def __init__(self, store: Store, changed: Callable[[str], None], now: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._changed = changed
        self._now = now
        self._me = secrets.token_hex(4)
        self._here: dict[str, frozenset[int]] = {}
        self._there: dict[str, dict[str, tuple[frozenset[int], float]]] = {}
        self._news: set[str] = set()
        self._wake = asyncio.Event()
        store.listen_for_notices(self._receive)
        self._background = Background()
        if store.shared:
            self._background.start(self._send_changes())

    def here(self, table: str, seats: frozenset[int] | None) -> None:
        """Set the seats that are connected to a table here."""
        if not self._background or self._here.get(table) == seats:
            return
        if seats is None:
            del self._here[table]
            self._there.pop(table, None)
        else:
            self._here[table] = seats
        self._news.add(table)
        self._wake.set()

    def elsewhere(self, table: str) -> frozenset[int]:
        """Return the seats that are connected to a table at other processes."""
        return frozenset[int]().union(*(seats for seats, _ in self._there.get(table, {}).values()))

    def forget(self) -> None:
        """Forget processes that have sent no notice for too long."""
        for table, known in tuple(self._there.items()):
            before = self.elsewhere(table)
            for sender in [sender for sender, (_, received) in known.items() if self._now() - received > LOST]:
                del known[sender]
            if self.elsewhere(table) != before:
                self._changed(table)

    async def close(self) -> None:
        """Tell the other processes that this one has dropped all tables."""
        if self._background:
            await self._background.close()
            self._news |= self._here.keys()
            self._here.clear()
            await self._send_news()

    def _receive(self, notice: str) -> None:
        for line in notice.splitlines():
            sender, table, *seats = line.split()
            if sender == self._me or table not in self._here:
                continue
            before, known = self.elsewhere(table), self._there.setdefault(table, {})
            if seats == ["-"]:
                known.pop(sender, None)
            else:
                if sender not in known:  # it does not know about this process either
                    self._news.add(table)
                    self._wake.set()
                known[sender] = frozenset(map(int, seats)), self._now()
            if self.elsewhere(table) != before:
                self._changed(table)

    async def _send_changes(self) -> None:
        sent = time.monotonic()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), EVERY)
            self._wake.clear()
            if time.monotonic() - sent > EVERY:
                sent = time.monotonic()
                self._news |= self._here.keys()
            await self._send_news()
            await asyncio.sleep(_PAUSE)

    async def _send_news(self) -> None:
        tables, self._news = sorted(self._news), set[str]()
        for first in range(0, len(tables), _BATCH):
            with suppress(StoreError):
                await self._store.notice("\n".join(map(self._line, tables[first : first + _BATCH])))

    def _line(self, table: str) -> str:
        seats = self._here.get(table)
        return " ".join([self._me, table, *(["-"] if seats is None else map(str, sorted(seats)))])
