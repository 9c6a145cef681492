"""The rooms of this process."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

from undercut.site.base.client import Maker, clients
from undercut.site.base.settings import Settings
from undercut.site.base.tasks import Background
from undercut.site.base.turns import FairQueue, TimeSlices
from undercut.site.rooms.entries import imported_table, new_table
from undercut.site.rooms.loading import RebuildLimit
from undercut.site.rooms.presence import Presence
from undercut.site.rooms.public_tables import Lobby
from undercut.site.rooms.room import Room, Shared
from undercut.site.rooms.uptime import Uptime
from undercut.site.store.store import Store
from undercut.site.workers.checking import ImportedGame
from undercut.site.workers.thinkers import Thinkers
from undercut.table.events import Event
from undercut.table.replay import apply_all
from undercut.table.table import Table

_Made = TypeVar("_Made")

_IDLE = 60.0  # seconds without use after which a room is dropped
_SWEEP = 10.0  # seconds between two looks for such rooms


class Rooms:
    """The rooms of this process, one for each active table."""

    def __init__(
        self, store: Store, thinkers: Thinkers, settings: Settings, read: Callable[[], float] = time.monotonic
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self._rooms: dict[str, Room] = {}
        self._apart = FairQueue()
        self.lobby = Lobby(store, thinkers)
        self.uptime = Uptime(store, read)
        presence = Presence(store, self._others_changed, self.uptime.now)
        rebuilds = RebuildLimit(TimeSlices(), settings.rebuilds)
        self.shared = Shared(store, thinkers, settings, self.uptime, presence, rebuilds)
        self._unsubscribe = store.subscribe(self._log_grew)
        self._background = Background()
        self._background.start(self._sweep())
        self._background.start(self.lobby.send_changes())

    def room(self, table: str) -> Room:
        """Return the room of a table; `Room.enter` raises `Unknown` if the table does not exist."""
        if table not in self._rooms:
            self._rooms[table] = Room(table, self.shared)
        return self._rooms[table]

    async def open(
        self, events: Sequence[Event], guests: Mapping[int, AbstractSet[str]], maker: Maker | None = None
    ) -> str:
        """Open a table and return its id, 96 random bits."""
        creation = new_table(events, guests, self.uptime.now(), maker)
        await self.store.create(creation, self.shared.settings.quota)
        return creation.table.id

    async def open_imported(self, game: ImportedGame, guest: str, maker: Maker | None = None) -> str:
        """Open the table of an imported game, with the guest in the seat that is theirs, and return its id."""
        holders = {} if game.seat is None else {game.seat: {guest}}
        creation = imported_table(game.events, game.shown, holders, maker)
        await self.store.create(creation)
        return creation.table.id

    async def flag(self, table: str) -> None:
        """Check whether the player to move at a table has run out of time."""
        await self.room(table).flag()

    async def read(self, table: str) -> Table:
        """Return a table, without keeping it in memory."""
        if room := self._rooms.get(table):
            return await room.enter()
        async with self.shared.rebuilds.turn() as run:
            rebuilt = Table(table)
            await run(apply_all(rebuilt, await self.store.events(table)))
        return rebuilt

    async def apart(self, work: Callable[[], _Made]) -> _Made:
        """Do work that takes a while, such as drawing, in a thread: in turns, within the client's allowance."""
        # Counted when it runs: clients do not pay for the work of others, and queued work is not allowed in advance.
        async with self._apart.turn(next(iter(clients()), "")):
            with self.shared.rebuilds.count():
                return await asyncio.to_thread(work)

    async def seats_gained(self, guest: str, seats: Sequence[tuple[str, int]]) -> None:
        """Look up again who holds these seats, after a guest has gained them: here, and elsewhere where it matters."""
        unfinished = {summary.table for summary in await self.store.held(guest)}
        for table, seat in seats:
            if table in unfinished:
                await self.store.hold(table, seat, guest)  # tells every process
            elif room := self._rooms.get(table):
                room.holders.forget()

    def seats_lost(self, tables: Iterable[str]) -> None:
        """Look up again who holds the seats of some tables."""
        for table in tables:
            if room := self._rooms.get(table):
                room.holders.forget()

    def visitors(self) -> list[tuple[str, str]]:
        """List the guests who are at open tables here, or have looked at them since the last call, by table."""
        return [(table, guest) for table, room in self._rooms.items() for guest in room.visitors()]

    @property
    def number(self) -> int:
        return len(self._rooms)

    @property
    def streams(self) -> int:
        """Number of open streams, of tables and of the lobby."""
        return len(self.lobby) + sum(room.streams for room in self._rooms.values())

    @property
    def waiting(self) -> int:
        return self.shared.rebuilds.waiting

    # --- Housekeeping ---

    def _log_grew(self, table: str, last: int) -> None:
        room = self._rooms.get(table)
        self.lobby.note_change(new_stage=room is None or room.has_new_stage())
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
        """Tell all readers to reconnect, and let no bot start to think: the site is about to end."""
        self.thinkers.stopping = True
        for room in tuple(self._rooms.values()):
            room.close()
        self.lobby.drain()

    async def close(self) -> None:
        """Stop all tasks and close all rooms; acknowledged moves are already stored."""
        self._unsubscribe()
        self.drain()
        await self.shared.presence.close()
        await self._background.close()
        self._rooms.clear()
