"""The rooms of this process, and the tables that are closed because no one comes back to them."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from undercut.site.base.client import Maker, clients
from undercut.site.base.settings import Settings
from undercut.site.base.tasks import Background, FairQueue, TimeSlices
from undercut.site.rooms.loading import RebuildLimit
from undercut.site.rooms.people import Presence
from undercut.site.rooms.room import Room, Shared
from undercut.site.rooms.stored_tables import erasure, imported_table, new_table
from undercut.site.rooms.streams import Lobby
from undercut.site.rooms.uptime import TableWork, Uptime
from undercut.site.security.limits import TooMuch
from undercut.site.store import guests, statements
from undercut.site.store.database import Stale, StoreError, Unavailable
from undercut.site.store.store import Create, Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.events import DamagedLog
from undercut.table.opening.new_table import Opening
from undercut.table.opening.records import ImportedGame
from undercut.table.replay import apply_all, rebuild
from undercut.table.table import Table
from undercut.translation import _

_Made = TypeVar("_Made")

_IDLE = 60.0  # seconds without use after which a room is dropped
_SWEEP = 10.0  # seconds between two looks for such rooms
_TRIES = 10  # of an erasure, while players add events

_log = logging.getLogger(__name__)


class Rooms:
    def __init__(
        self, store: Store, thinkers: Thinkers, settings: Settings, read: Callable[[], float] = time.monotonic
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self._rooms: dict[str, Room] = {}
        self._thread_turns = FairQueue()
        self.lobby = Lobby(store, thinkers)
        self.uptime = Uptime(store, read)
        presence = Presence(store, self._others_changed, self.uptime.now)
        rebuilds = RebuildLimit(TimeSlices(), settings.rebuilds)
        self.shared = Shared(store, thinkers, settings, self.uptime, presence, rebuilds)
        store.subscribe(self._log_grew)
        self._background = Background()
        self._background.start(self._sweep())
        self._background.start(self.lobby.send_changes())

    def room(self, table: str) -> Room:
        if table not in self._rooms:
            self._rooms[table] = Room(table, self.shared)
        return self._rooms[table]

    async def open(self, opening: Opening, maker: Maker | None = None, create: Create | None = None) -> str:
        creation = new_table(opening.events, opening.guests, self.uptime.now(), maker)
        if create:
            return await self.store.make(create, creation)
        await self.store.create(creation, quota=self.shared.settings.quota)
        return creation.table

    async def open_imported(self, games: Sequence[ImportedGame], guest: str, maker: Maker) -> list[str]:
        new = [imported_table(game, guest, maker) for game in games]
        await self.store.create(*new)
        return [creation.table for creation in new]

    async def flag(self, table: str) -> None:
        await self.room(table).flag()

    async def read(self, table: str) -> Table:
        if room := self._rooms.get(table):
            return await room.enter()
        async with self.shared.rebuilds.turn() as run:
            rebuilt = Table(table)
            await run(apply_all(rebuilt, await self.store.events(table)))
        return rebuilt

    async def in_thread(self, work: Callable[[], _Made]) -> _Made:
        """Do work that takes a while, such as drawing, in a thread: in turns, within the client's allowance."""
        # Counted when it runs: clients do not pay for the work of others, and queued work is not allowed in advance.
        async with self._thread_turns.turn(next(iter(clients()), "")):
            with self.shared.rebuilds.count():
                return await asyncio.to_thread(work)

    async def seats_gained(self, guest: str, seats: Sequence[tuple[str, int]]) -> None:
        """Look up again who holds these seats, after a guest has gained them: here, and elsewhere where it matters."""
        unfinished = {summary.table for summary in await self.store.ask(statements.read_held, guest)}
        for table, seat in seats:
            if table in unfinished:
                await self.store.hold(table, seat, guest)  # tells every process
            elif room := self._rooms.get(table):
                room.holders.forget()

    async def erase(self, table: str, guest: str, seats: Collection[int]) -> None:
        """Erase a guest from a log; others at the table, and other processes, may add events at the same time."""
        for _try in range(_TRIES):
            now, log = time.time(), await self.store.events(table)
            due = await self.store.ask(statements.read_due, table)
            try:
                changes = await self.in_thread(
                    lambda log=log, due=due, now=now: erasure(rebuild(table, log, due), log, guest, seats, now)
                )
            except TooMuch as error:  # loading tables is shared with others
                await asyncio.sleep(error.wait)
                continue
            except DamagedLog:
                _log.warning("a guest cannot be erased from a table whose log is damaged")
                return
            with suppress(Stale):
                await self.store.change(table, guests.erase_player, table, guest, changes, now)
                return
        raise Unavailable(_("your tables are busy"))

    def seats_lost(self, tables: Iterable[str]) -> None:
        for table in tables:
            if room := self._rooms.get(table):
                room.holders.forget()

    def take_visitors(self) -> list[tuple[str, str]]:
        return [(table, guest) for table, room in self._rooms.items() for guest in room.take_visitors()]

    @property
    def number(self) -> int:
        return len(self._rooms)

    @property
    def streams(self) -> int:
        return len(self.lobby) + sum(room.streams for room in self._rooms.values())

    @property
    def waiting(self) -> int:
        return self.shared.rebuilds.waiting

    def _log_grew(self, table: str, last: int) -> None:
        room = self._rooms.get(table)
        self.lobby.note_change(new_stage=room is None or room.take_new_stage())
        if room:
            room.log_grew(last)

    def _others_changed(self, table: str) -> None:
        if room := self._rooms.get(table):
            room.others_changed()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            self.shared.presence.forget()
            now = time.monotonic()
            for table, room in tuple(self._rooms.items()):
                if room.idle and now - room.used > _IDLE:
                    room.close()
                    del self._rooms[table]
                    self.shared.presence.here(table, None)

    def drain(self) -> None:
        self.thinkers.stopping = True
        for room in tuple(self._rooms.values()):
            room.close()
        self.lobby.drain()

    async def close(self) -> None:
        self.drain()
        await self.shared.presence.close()
        await self._background.close()
        self._rooms.clear()


_EVERY: Final = 20.0  # seconds between two looks
_GRACE: Final = 120.0
"""Seconds after the start in which nothing is closed: pages that lost their connection come back in that time."""


class Expiry:
    def __init__(self, rooms: Rooms, settings: Settings) -> None:
        self._rooms = rooms
        self._settings = settings
        self._closing = TableWork()
        self._background = Background()
        self._started = rooms.uptime.now()
        self._background.repeat(self._look, _EVERY, "expiry", expected=StoreError)

    async def close(self) -> None:
        await self._background.close()
        with suppress(StoreError):
            await self.note_seen(self._rooms.uptime.now())

    async def note_seen(self, now: float) -> None:
        here: dict[str, list[tuple[str, str]]] = {}
        for table, guest in self._rooms.take_visitors():
            here.setdefault(table, []).append((table, guest))
        # One write for each table, because the writer keeps tables in order: processes that lock them in different
        # orders would wait for each other.
        writes = {table: partial(statements.note_seen, here=visits, now=now) for table, visits in here.items()}
        await asyncio.gather(*(self._rooms.store.change(table, write) for table, write in writes.items()))

    async def close_tables(self, now: float) -> None:
        never, limits = 0.0, self._settings
        listed = now - limits.away if limits.away else never
        unlisted = now - limits.away_unlisted if limits.away_unlisted else never
        away = await self._rooms.store.ask(statements.read_away, listed, unlisted)
        await self._closing.do(lambda table: self._rooms.room(table).close_table("away"), away)
        if limits.abandoned:
            since = now - limits.abandoned
            idle = await self._rooms.store.ask(statements.read_idle, since)
            await self._closing.do(lambda table: self._rooms.room(table).close_table("idle"), idle)

    async def _look(self) -> None:
        uptime = self._rooms.uptime
        await uptime.fresh()
        await self.note_seen(uptime.now())
        if uptime.now() - self._started > _GRACE:
            await self.close_tables(uptime.now())
