"""The people at a table: their seats, muted players, absences, and connections to other processes."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress

from undercut.site.base.tasks import Background
from undercut.site.store import moderation
from undercut.site.store.database import StoreError
from undercut.site.store.store import Store


class SeatHolders:
    """The guests who hold the seats of one table, and the seats that each has muted, read when they are needed."""

    def __init__(self, table: str, store: Store) -> None:
        self._table = table
        self._store = store
        self._known: Mapping[int, AbstractSet[str]] | None = None
        self._muted: dict[int, frozenset[int]] = {}
        self._forgotten = 0

    @property
    def known(self) -> Mapping[int, AbstractSet[str]]:
        """The guests as last read; none before."""
        return self._known or {}

    async def read(self) -> Mapping[int, AbstractSet[str]]:
        while (known := self._known) is None:
            before = self._forgotten
            holders = await self._store.holders(self._table)
            mutes = await self._store.ask(moderation.read_mutes, self._table)
            self._muted = {
                seat: frozenset[int]().union(*(mutes.get(guest, frozenset()) for guest in guests))
                for seat, guests in holders.items()
            }
            if before == self._forgotten:  # otherwise seats may have changed hands while they were read
                self._known = holders
        return known

    async def owner(self) -> str:
        with suppress(StoreError):
            await self.read()
        held = [guests for _, guests in sorted(self.known.items()) if guests]
        return min(held[0]) if held else ""

    def forget(self) -> None:
        self._known = None
        self._forgotten += 1

    def muted_by(self, reader: int | None) -> frozenset[int]:
        return frozenset() if reader is None else self._muted.get(reader, frozenset())

    async def mute(self, guest: str, seat: int, *, muted: bool) -> None:
        await self._store.change(self._table, moderation.set_mute, self._table, guest, seat, muted=muted)
        self.forget()


_BEHIND = 0.5  # seconds: the site's time falls back behind the process's


class Attendance:
    def __init__(self, now: Callable[[], float], patience: float, changed: Callable[[], None]) -> None:
        self._now = now
        self._patience = patience
        self._changed = changed
        self._seen: dict[int, float] = {}
        self.visitors: set[str] = set()
        self._waiting: asyncio.TimerHandle | None = None

    def note(self, seat: int) -> None:
        self._seen[seat] = self._now()

    def absent(self, away: AbstractSet[int]) -> frozenset[int]:
        """Return which of the players who are not connected have been away for longer than others must wait."""
        return frozenset(seat for seat in away if self._wait_left(seat) < 0)

    def watch(self, away: AbstractSet[int]) -> None:
        """Report when the next of these players has been away for too long, which no event tells."""
        waits = [left for seat in away if (left := self._wait_left(seat)) >= 0]
        if waits and self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(min(waits) + _BEHIND, self._report)

    def _wait_left(self, seat: int) -> float:
        now = self._now()
        return self._patience - (now - self._seen.setdefault(seat, now))

    def _report(self) -> None:
        self._waiting = None
        self._changed()

    def close(self) -> None:
        if self._waiting:
            self._waiting.cancel()

    def take_visitors(self) -> set[str]:
        visitors, self.visitors = self.visitors, set[str]()
        return visitors


EVERY = 15.0  # seconds after which everything is sent again
LOST = 40.0  # seconds without a notice after which a process is forgotten
_BATCH = 150  # a notice has at most 8,000 bytes, a line of eight seats 42
_PAUSE = 0.1  # least seconds between two notices


class Presence:
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
        store.on_notice = self._receive
        self._background = Background()
        if store.shared:
            self._background.start(self._send_changes())

    def here(self, table: str, seats: frozenset[int] | None) -> None:
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
        return frozenset[int]().union(*(seats for seats, _ in self._there.get(table, {}).values()))

    def forget(self) -> None:
        for table, known in tuple(self._there.items()):
            before = self.elsewhere(table)
            for sender in [sender for sender, (_, received) in known.items() if self._now() - received > LOST]:
                del known[sender]
            if self.elsewhere(table) != before:
                self._changed(table)

    async def close(self) -> None:
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
