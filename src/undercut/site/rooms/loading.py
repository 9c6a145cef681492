"""Tables in memory: loaded from their logs, within an allowance for each client, and kept up with them."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import Context
from typing import Protocol, cast

from undercut.site.base.client import clients
from undercut.site.base.tasks import TimeSlices, wait_while_connected
from undercut.site.rooms.uptime import Uptime
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.store.statements import read_due
from undercut.site.store.store import Store
from undercut.table.replay import apply_all, renames
from undercut.table.table import Table
from undercut.translation import N_, _

Run = Callable[[Iterable[object]], Awaitable[None]]  # takes all steps of some work

_TEXT = N_("Many long tables were opened from your address. Wait a moment before you open more.")
_AT_ONCE = 4  # tables that a client's tasks may load at once
_MOST_WAITING = 64  # tables that a client may wait for


class RebuildLimit:
    """Gives clients turns to load tables; the site's own work needs none."""

    # A client may begin while it has any time left, so it can overdraw its allowance by the four tables of one moment.

    def __init__(self, slices: TimeSlices, seconds: float) -> None:
        self._slices = slices
        self._allowance = Allowance(seconds, text=_TEXT)
        self._lines: Counter[str] = Counter()
        self._running: dict[str, asyncio.Semaphore] = {}

    @property
    def waiting(self) -> int:
        return self._lines.total()

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[Run]:
        mine = clients()
        if not mine:
            yield self._slices.run
            return
        group = mine[0]
        if self._lines[group] >= _MOST_WAITING:
            raise TooMuch(_(_TEXT), 1.0)
        self._lines[group] += 1
        try:
            async with self._running.setdefault(group, asyncio.Semaphore(_AT_ONCE)):
                await self._allowance.check(mine)
                yield lambda steps: self._count(steps, mine)
        finally:
            self._lines[group] -= 1
            if not self._lines[group]:
                del self._lines[group], self._running[group]

    @contextmanager
    def count(self) -> Generator[None]:
        """Count other work for a client like loading, such as sending it a long log."""
        mine, began = clients(), time.perf_counter()
        self._allowance.take_locally(mine, 0.0)
        try:
            yield
        finally:
            self._allowance.use(mine, time.perf_counter() - began)

    async def _count(self, steps: Iterable[object], mine: tuple[str, ...]) -> None:
        await self._slices.run(steps, mine[0], lambda seconds: self._allowance.use(mine, seconds))


class LoadTasks:
    """At most one task for each group of clients, since each group waits for its own turn; one of them reads."""

    def __init__(self, rebuilds: RebuildLimit, read: Callable[[Run], Coroutine[None, None, None]]) -> None:
        self._rebuilds = rebuilds
        self._read = read
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waiting = Counter[asyncio.Task[None]]()
        self._reading: asyncio.Task[None] | None = None

    def __bool__(self) -> bool:
        return bool(self._waiting)

    async def wait(self) -> None:
        """Wait until the table is there, or a client of the same group has failed to load it."""
        group = next(iter(clients()), "")
        task = self._tasks.get(group)
        is_mine = task is None or task.done()
        if task is None or task.done():
            task = self._tasks[group] = asyncio.create_task(self._load())
        self._waiting[task] += 1
        try:
            await wait_while_connected(task)
        finally:
            self._waiting[task] -= 1
            if not self._waiting[task]:
                self._forget(group, task)
        if not task.cancelled() and (error := task.exception()) and is_mine:
            raise error

    def _forget(self, group: str, task: asyncio.Task[None]) -> None:
        del self._waiting[task]
        task.cancel()
        if self._tasks.get(group) is task:
            del self._tasks[group]

    async def _load(self) -> None:
        mine = asyncio.current_task()
        while True:
            while self._reading:  # without a turn: it may take long, and others of the group may need theirs
                await asyncio.wait([self._reading])
            async with self._rebuilds.turn() as run:
                if self._reading:
                    continue
                self._reading = mine
                try:
                    await self._read(run)
                finally:
                    self._reading = None
            break
        for task in self._tasks.values():
            if task is not mine:
                task.cancel()  # the table is there


class Follower(Protocol):
    """The room of a table, which has to know what its log does, as `Room` documents it."""

    @property
    def is_watched(self) -> bool: ...

    async def seats_changed(self) -> None: ...

    def loaded(self) -> None: ...

    def caught_up(self, table: Table, before: int) -> None: ...


class LoggedTable:
    """A table in memory as its log has it; it is dropped, and read again, when it may differ from the log."""

    def __init__(self, name: str, store: Store, uptime: Uptime, rebuilds: RebuildLimit, follower: Follower) -> None:
        self.table: Table | None = None
        self.changing = False  # whether the table is ahead of what is stored, so that nothing may be shown
        self._name = name
        self._store = store
        self._uptime = uptime
        self._rebuilds = rebuilds
        self._follower = follower
        self._lock = asyncio.Lock()
        self._loading = LoadTasks(rebuilds, self._read)
        self._missed = 0  # the last event that is known to be stored, for the next load
        self._own_writes: set[int] = set()  # versions that this process wrote and no notification has named yet
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        return self._lock.locked() or bool(self._loading)

    @asynccontextmanager
    async def held(self) -> AsyncGenerator[Table]:
        """Hold the current table alone; nobody holds it while it has to be loaded, which may take a while."""
        while True:
            async with self._lock:
                if self.table is not None:
                    yield self.table
                    return
            await self._loading.wait()

    def drop(self) -> None:
        """Have the table read again by whoever needs it next."""
        self.table = None

    @contextmanager
    def writing(self, last: int) -> Generator[None]:
        """Note that this process writes events up to this one; if that fails, they may be stored or not."""
        self._own_writes.add(last)
        self.changing = True
        try:
            yield
        except BaseException:
            self.drop()
            self._own_writes.clear()
            raise
        finally:
            self.changing = False

    def take_own_write(self, last: int) -> bool:
        """Return whether a notification is of a write of this process; one comes for each."""
        is_own = last in self._own_writes
        self._own_writes.discard(last)
        return is_own

    def follow(self, last: int) -> None:
        if self.table is None or last > self.table.version:
            task = asyncio.create_task(self.catch_up(last), context=Context())  # the site's own work, not a client's
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def catch_up(self, last: int) -> None:
        if self.table is None and not self._follower.is_watched:
            self._missed = max(self._missed, last)  # the next load reads up to there
            return
        with suppress(ValueError, OSError):  # the next request reports the error
            async with self.held() as table:
                before = table.version
                if before >= last:
                    return
                await self._read_on(table)
                if self.table is not None:
                    self._follower.caught_up(table, before)
                    return
            async with self.held() as table:
                self._follower.caught_up(table, before)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _read(self, run: Run) -> None:
        table = Table(self._name)
        await run(apply_all(table, await self._store.events(self._name)))
        await self._read_clock(table)
        async with self._lock:
            if self._follower.is_watched:
                await self._follower.seats_changed()  # seats may have changed hands since the table was last read
            self.table = table
            self._follower.loaded()
        if self._missed > table.version:
            self.follow(self._missed)

    async def _read_clock(self, table: Table) -> None:
        """Read since when the time of the turn runs: the log has the wall clock's time alone."""
        due = await self._store.ask(read_due, self._name) if table.due is not None else None
        table.clocks.turn_began = self._uptime.now() if due is None else due - table.budget(cast("int", table.to_move))

    async def _read_on(self, table: Table) -> None:
        """Apply the latest events, or drop the table if it has to be loaded again."""
        new = await self._store.events(self._name, after=table.version)
        if any(renames(entry.data) for entry in new):
            self.drop()  # a new name replaces the old one in the whole log
            return
        self.changing = True
        try:
            async with self._rebuilds.turn() as run:
                await run(apply_all(table, new))
            await self._read_clock(table)
            await self._follower.seats_changed()
        except BaseException:
            self.drop()
            raise
        finally:
            self.changing = False
