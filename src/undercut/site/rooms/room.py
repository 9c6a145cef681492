"""The actor of one active table: it publishes only what is stored, so an idle room can be dropped and rebuilt."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from undercut.site.base.monitoring import MOVES
from undercut.site.base.settings import Settings
from undercut.site.rooms.bots import Bots, Hints
from undercut.site.rooms.loading import LoggedTable, RebuildLimit
from undercut.site.rooms.people import Attendance, Presence, SeatHolders
from undercut.site.rooms.stored_tables import new_table, summary_of
from undercut.site.rooms.streams import Readers, Showing, Stream, StreamFormat, farewell
from undercut.site.rooms.uptime import Uptime
from undercut.site.store.database import Creation, Stale
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table import commands
from undercut.table.bot_requests import waiting_bot
from undercut.table.decisions.clocks import answer_wait, carry_out, time_out
from undercut.table.decisions.decide import By, Decision, decide
from undercut.table.events import Closed, DuplicateAsked, Event, Moved, Rematched, Unsealed
from undercut.table.parts import Reader
from undercut.table.scene import Scene, SceneHint
from undercut.table.showing import LONGEST_LOG, Live, Span, message, missed_messages, scene, scene_seats
from undercut.table.table import Table
from undercut.translation import _

_COMMANDS_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Shared:
    store: Store
    thinkers: Thinkers
    settings: Settings
    uptime: Uptime
    presence: Presence
    rebuilds: RebuildLimit
    commands: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_COMMANDS_AT_ONCE))


class Room:
    # `_held` gives the table to one task at a time; all that changes it goes through there. What was decided is stored
    # first (`_write`), then told (`_publish`). When a write fails, or another process has written first, the table is
    # dropped and read again (`LoggedTable`).

    def __init__(self, table: str, shared: Shared) -> None:
        self.id = table
        self.used = time.monotonic()
        self._shared = shared
        self._logged = LoggedTable(table, shared.store, shared.uptime, shared.rebuilds, self)
        self._last_stage: object = None  # the stage and seats when `take_new_stage` was last asked
        self._published = 0  # the last event that readers have been sent
        self._readers = Readers(self._scenes)
        self._attendance = Attendance(shared.uptime.now, shared.settings.patience, self.show_seats)
        self._arriving: list[float] = []  # when the commands that are on their way came in
        self.holders = SeatHolders(table, shared.store)
        self._hints = Hints(shared.thinkers)
        self._bots = Bots(self, shared.thinkers, shared.settings)

    # --- Reading ---

    async def enter(self) -> Table:
        async with self._held() as table:
            return table

    async def seat_of(self, guest: str) -> Reader:
        return next((seat for seat, guests in (await self.holders.read()).items() if guest in guests), None)

    async def owner(self) -> str:
        return await self.holders.owner()

    async def scene(self, guest: str, address: str, span: Span | None = None) -> Scene:
        table = await self.enter()
        reader = await self.seat_of(guest)
        self._note(reader)
        if table.phase == "open":
            self._attendance.visitors.add(guest)
        return scene(table, reader, self.live(reader, address), span)

    def live(self, reader: Reader = None, address: str = "") -> Live:
        present = self._present()
        return Live(
            present=present,
            absent=self._attendance.absent(self._away(present)),
            thinking=self._bots.shown,
            hint=self._hints.shown(reader, self._table.settled) if self._table and reader is not None else None,
            address=address,
            muted=self.holders.muted_by(reader),
            spent=self._table.clocks.spent(self._shared.uptime.now()) if self._table else 0.0,
            watchers=self._readers.watchers,
        )

    async def flag(self) -> None:
        """End the turn of a player whose time was up at the last sign of life, unless a command came before."""
        async with self._held() as table:
            if table.due is not None and not any(arrived < table.due for arrived in self._arriving):
                await self._end_late_turn(table, self._shared.uptime.stored)

    async def _end_late_turn(self, table: Table, at: float) -> bool:
        if table.due is None or at < table.due:
            return False
        if self._shared.uptime.stored < table.due:
            await self._shared.uptime.beat()
            if self._shared.uptime.stored < table.due:
                return False
        with suppress(Stale):
            await self._write(table, time_out(table), at)
        return True

    def _present(self) -> frozenset[int]:
        here = self._readers.seats
        self._shared.presence.here(self.id, here)
        return here | self._shared.presence.elsewhere(self.id)

    def others_changed(self) -> None:
        for seat in self._shared.presence.elsewhere(self.id):
            self._note(seat)
        self.show_seats()

    def _away(self, present: frozenset[int]) -> set[int]:
        seats = self._table.seats if self._table else []
        return {number for number, seat in enumerate(seats) if seat.kind == "person" and number not in present}

    def _note(self, seat: Reader) -> None:
        self.used = time.monotonic()
        if seat is not None:
            self._attendance.note(seat)

    # --- Streams ---

    async def listen(self, guest: str, after: int | None, form: StreamFormat | None = None) -> Stream:
        async with self._held() as table:
            reader = await self.seat_of(guest)
            after = table.version if after is None else after
            with self._shared.rebuilds.count() if table.version - after > LONGEST_LOG else nullcontext():
                first = missed_messages(table, after, reader, self.holders.muted_by(reader))
            stream = Stream([first], self._closed, form)
            was_there = reader in self._readers.seats
            self._readers.join(stream, guest, reader)
            self._note(reader)
        if reader is not None and not was_there:
            self.show_seats()
        else:
            stream.send(message(scene_seats(table, self.live()), name="seats"))
            self._readers.show(stream)
        if self._shared.thinkers.stopping:
            stream.end(farewell())
        return stream

    def _closed(self, stream: Stream) -> None:
        reader = self._readers.leave(stream)
        self._note(reader)
        if reader is not None and reader not in self._readers.seats:
            self.show_seats()

    def show_seats(self) -> None:
        present = self._present()
        if self._table and self._readers:
            self._attendance.watch(self._away(present))
            self._readers.send(message(scene_seats(self._table, self.live()), name="seats"))
            self._readers.show_soon()

    def _scenes(self) -> Showing | None:
        if self._table is None or self._logged.changing:
            return None  # shown once it is read or stored and its seats are known
        table = self._table
        return lambda reader, form: scene(table, reader, self.live(reader, form.address), form.span)

    def _publish(self) -> None:
        table = cast("Table", self._table)
        after, self._published = self._published, table.version
        if after < table.version:
            self._readers.tell(table, after, self.holders.muted_by)
            self._readers.show_all()

    # --- Acting ---

    async def obey(self, guest: str, command: commands.Command) -> Table:
        """Carry out a command and store its events; after `Unavailable`, it may be sent again and counts once."""
        arrived = self._shared.uptime.now()
        self._arriving.append(arrived)  # no turn ends by time while a command is on its way that came in time
        try:
            table = await self.enter()  # loading delays no commands at other tables
            if command.version > table.version:  # another process has stored it
                await self._logged.catch_up(command.version)
            wait = answer_wait(table, await self.seat_of(guest), arrived) if isinstance(command, commands.Play) else 0.0
            if wait:
                await asyncio.sleep(wait)
            async with self._shared.commands:
                while (done := await self._decide(guest, command, arrived + wait)) is None:
                    pass
                return done
        finally:
            self._arriving.remove(arrived)

    async def _decide(self, guest: str, command: commands.Command, arrived: float) -> Table | None:
        """Carry out a command; None if it has to be decided again, because something else happened first."""
        await self._shared.uptime.fresh()
        async with self._held() as table:
            seat = await self.seat_of(guest)
            self._note(seat)
            absent = self._attendance.absent(self._away(self._present()))
            at = min(arrived, self._shared.uptime.now())
            if await self._end_late_turn(table, at):
                return None  # the command comes too late
            hint = None if seat is None else self._hints.shown(seat, table.settled)
            decision = decide(table, command, By(guest, seat, absent, hint and hint.move))
            if isinstance(command, commands.Skip):
                self._bots.skip(table)
            creation = None
            if decision.rematch:
                guests = {(seat + 1) % len(table.seats): held for seat, held in self.holders.known.items()}
                creation = new_table(decision.rematch, guests, at)
                decision = replace(decision, events=[*decision.events, Rematched(creation.table)])
            # Another process may have written first; then most commands are refused.
            with suppress(Stale):
                return await self._write(table, decision, at, creation)
        return None

    async def bot_moves(self, position: int, make: Callable[[Table], Decision]) -> None:
        came = self._shared.uptime.now()
        await self._shared.uptime.fresh()
        async with self._held() as table:
            if table.settled == position and waiting_bot(table):
                at = min(came, self._shared.uptime.now())
                if await self._end_late_turn(table, at):
                    return
                with suppress(Stale):
                    await self._write(table, make(table), at)

    async def hint(self, guest: str, command: commands.Hint) -> SceneHint | None:
        await self.obey(guest, command)
        seat, table = await self.seat_of(guest), self._table
        if table is None or seat is None or seat != table.to_move or command.version < table.settled:
            return None
        hint = await self._hints.find(table, seat, guest)
        self._readers.show_soon()
        return hint

    async def close_table(self, reason: Literal["away", "idle"]) -> None:
        def is_left(table: Table) -> bool:
            return table.phase == "open" and not self._present() if reason == "away" else table.phase == "playing"

        await self._add_while(is_left, Closed(reason))

    async def unseal(self) -> None:
        await self._add_while(lambda table: table.phase == "over" and table.sealed, Unsealed())

    async def ask_to_duplicate(self, seat: int, duplicate: str) -> None:
        await self._add_while(lambda table: table.next_game.duplicate is None, DuplicateAsked(seat, duplicate))

    async def _add_while(self, holds: Callable[[Table], bool], event: Event) -> None:
        """Add an event that nobody asked for, if a condition holds, also after another process has written first."""
        while True:
            async with self._held() as table:
                if not holds(table):
                    return
                with suppress(Stale):
                    await self._write(table, Decision([event]), self._shared.uptime.now())
                    return

    async def mute(self, guest: str, seat: int, *, muted: bool) -> frozenset[int]:
        async with self._held() as table:
            reader = await self.seat_of(guest)
            if reader is None:
                raise commands.NotYours(_("You do not have a seat at this table."))
            if seat == reader or seat >= len(table.seats) or table.seats[seat].kind != "person":
                raise commands.NotPossible(_("No other person sits in that seat."))
            await self.holders.mute(guest, seat, muted=muted)
            await self.seats_changed()
            await self.seat_of(guest)  # reads again what the mute has changed
            self._readers.show_all()
            return self.holders.muted_by(reader)

    async def hold(self, seat: int, key: str, guest: str) -> Table:
        while True:
            async with self._held() as table:
                if table.seats[seat].key != key:
                    raise commands.NotYours(_("This seat link is no longer valid."))
                with suppress(Stale):
                    await self._shared.store.hold(self.id, seat, guest, table.version)
                    await self.seats_changed()
                    return table
                self._logged.drop()

    async def _write(self, table: Table, decision: Decision, came: float, creation: Creation | None = None) -> Table:
        """Apply and store events, with the table that they create, then publish them; drop the table if that fails."""
        if not decision.events:
            return table
        before, site_time = table.version, self._shared.uptime.now()
        with self._logged.writing(before + len(decision.events)):
            stored = carry_out(table, decision.events, came, time.time(), site_time)
            await self._shared.store.append(
                self.id,
                before + 1,
                stored,
                summary=summary_of(table),
                holders=decision.holders,
                creates=creation,
                quota=self._shared.settings.quota,
            )
            if table.clocks.turn_began == site_time:
                table.clocks.turn_began = self._shared.uptime.now()  # storing costs no player time
            if decision.holders:
                await self.seats_changed()
        MOVES.labels(table.game.name).inc(sum(isinstance(event, Moved) for event in decision.events))
        self._publish()
        self._wake()
        return table

    # --- Following the log ---

    @asynccontextmanager
    async def _held(self) -> AsyncGenerator[Table]:
        async with self._logged.held() as table:
            self.used = time.monotonic()
            yield table

    @property
    def _table(self) -> Table | None:
        return self._logged.table

    @property
    def is_watched(self) -> bool:
        return bool(self._readers)

    def log_grew(self, last: int) -> None:
        if not self._logged.take_own_write(last):
            self.holders.forget()
            self._logged.follow(last)

    def loaded(self) -> None:
        self._publish()
        self.show_seats()
        self._readers.show_all()
        self._wake()

    def caught_up(self, table: Table, before: int) -> None:
        for line in table.lines[before:]:
            self._note(line.seat)
        self._publish()
        self._wake(elsewhere=True)

    async def seats_changed(self) -> None:
        self.holders.forget()
        if await self._readers.look_up(self.seat_of):
            self.show_seats()

    def _wake(self, *, elsewhere: bool = False) -> None:
        self._hints.end(self._table.settled if self._table else 0)
        self._bots.wake(self._table, elsewhere=elsewhere)

    # --- Leaving ---

    @property
    def idle(self) -> bool:
        return not (self._readers or self._logged.is_busy or self._bots.thinking)

    def take_new_stage(self) -> bool:
        table, before = self._table, self._last_stage
        stage = (table.phase, table.closed, [seat.kind for seat in table.seats], table.names) if table else None
        self._last_stage = stage
        return stage is None or stage != before

    @property
    def streams(self) -> int:
        return len(self._readers)

    def take_visitors(self) -> set[str]:
        if self._table is None or self._table.phase != "open":
            return set()
        return self._attendance.take_visitors() | self._readers.guests

    def close(self) -> None:
        self._bots.stop()
        self._hints.end()
        self._readers.close()
        self._attendance.close()
        self._logged.close()
