"""Loading of tables: rebuilt from their logs, in slices, and within an allowance for each client."""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager

from undercut.site.base.client import clients
from undercut.site.base.tasks import wait_while_connected
from undercut.site.security.limits import Allowance, TooMuch

SLICE = 0.005  # maximum time for which long work holds the event loop, in seconds, unless a single step takes longer


class FairQueue:
    """Gives one turn at a time, in rotation by group of clients, and in order within a group."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._taken = False

    @asynccontextmanager
    async def turn(self, group: str) -> AsyncGenerator[None]:
        """Wait for a turn of a group, and hold it."""
        if self._taken:
            await self._wait(group)
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, group: str) -> None:
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(group, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self._pass_on()  # the turn came just before the cancellation
            raise

    def _pass_on(self) -> None:
        self._taken = False
        while self._waiting and not self._taken:
            group, futures = next(iter(self._waiting.items()))
            following = futures.popleft()
            if futures:
                self._waiting.move_to_end(group)
            else:
                del self._waiting[group]
            if not following.done():
                following.set_result(None)
                self._taken = True


class TimeSlices:
    """Does long work in slices, one at a time in the process; after each, the event loop is free for half as long."""

    def __init__(self, seconds: float = SLICE, clock: Callable[[], float] = time.perf_counter) -> None:
        self._turns = FairQueue()
        self._seconds = seconds
        self._clock = clock

    async def run(
        self, steps: Iterable[object], group: str = "", on_slice: Callable[[float], None] = lambda _: None
    ) -> None:
        left = iter(steps)
        while True:
            async with self._turns.turn(group):
                began, used = self._clock(), 0.0
                try:
                    for _ in left:
                        used = self._clock() - began
                        if used >= self._seconds:
                            break
                    else:
                        return
                finally:
                    on_slice(self._clock() - began)
                await asyncio.sleep(used / 2)


Run = Callable[[Iterable[object]], Awaitable[None]]  # takes all steps of some work

_TEXT = "Many long tables were opened from your address. Wait a moment before you open more."
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
        """Wait until the client of this task may load a table."""
        mine = clients()
        if not mine:
            yield self._slices.run
            return
        group = mine[0]
        if self._lines[group] >= _MOST_WAITING:
            raise TooMuch(_TEXT, 1.0)
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
        self._allowance.take_here(mine, 0.0)
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
        """Cancel a task without waiters."""
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
