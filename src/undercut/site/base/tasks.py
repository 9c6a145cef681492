"""Tasks that end when their client disconnects or run until they are closed, and turns of clients in rotation."""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Generic, TypeVar

from undercut.errors import UndercutError
from undercut.site.base.client import client_group, client_guest

Leaves = Callable[[], Coroutine[None, None, None]]
"""Returns when the client disconnects. It reads what follows the request's body, so the body must be read before."""

_Found = TypeVar("_Found")
_Expected = type[Exception] | tuple[type[Exception], ...]

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Connection:
    leaves: Leaves | None  # None once the request is over


_connection: ContextVar[_Connection | None] = ContextVar("connection", default=None)


class Gone(UndercutError):  # noqa: N818  reads better without "Error"
    def __init__(self) -> None:
        super().__init__("The client has disconnected.")


def detach_from_client() -> None:
    """Continue as the site's own work, in a task that a request has started."""
    client_group.set("")
    client_guest.set("")
    _connection.set(None)


@contextmanager
def serving(leaves: Leaves) -> Generator[None]:
    """Let work for a request end when its client disconnects; work that continues after the request does not."""
    connection = _Connection(leaves)
    _connection.set(connection)
    try:
        yield
    finally:
        connection.leaves = None


async def wait_while_connected(task: asyncio.Task[_Found]) -> None:
    """Wait for a task, or raise `Gone` when the client disconnects; the task continues, and keeps its errors."""
    connection = _connection.get()
    if connection is None or connection.leaves is None:
        await asyncio.wait([task])
        return
    leaving = asyncio.create_task(connection.leaves())
    try:
        await asyncio.wait([task, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
    if connection.leaves is None:  # the request is over, and this continues
        await asyncio.wait([task])
    elif not task.done():
        raise Gone


async def while_connected(work: Coroutine[None, None, _Found]) -> _Found:
    """Do work that takes a while, or cancel it and raise `Gone` when the client disconnects."""
    task = asyncio.create_task(work)
    try:
        await wait_while_connected(task)
        return task.result()
    finally:
        task.cancel()


class Background:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        return any(not task.done() for task in self._tasks)

    def start(self, work: Coroutine[None, None, None], name: str | None = None) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def repeat(self, work: Callable[[], Awaitable[None]], seconds: float, name: str, expected: _Expected) -> None:
        """Do work every few seconds, also after a round that fails; its error is logged unless it was expected."""
        self.start(_repeat(work, seconds, name, expected), name)

    async def close(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _repeat(work: Callable[[], Awaitable[None]], seconds: float, name: str, expected: _Expected) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except expected:
            continue
        except Exception:  # noqa: BLE001  no error may end the task
            _log.exception("the task %s failed", name)


# --- Turns: one piece of work at a time, in rotation by client, and long work in slices -------------------------------


SLICE = 0.005  # maximum time for which long work holds the event loop, in seconds, unless a single step takes longer


class Rotation(Generic[_Found]):
    """Items that wait, to be taken in rotation by client, and in order for each client."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[_Found]] = OrderedDict()  # the client whose turn it is first

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def add(self, client: str, item: _Found, *, again: bool = False) -> None:
        """Add an item behind the client's others, or before all others if it was taken already."""
        line = self._lines.setdefault(client, deque())
        line.append(item)
        if again:
            line.rotate()
            self._lines.move_to_end(client, last=False)

    def take(self) -> _Found:
        """Take an item of the first client, who then goes to the end of the line."""
        client, line = next(iter(self._lines.items()))
        item = line.popleft()
        self._lines.move_to_end(client)
        if not line:
            del self._lines[client]
        return item

    def remove(self, client: str, item: _Found) -> None:
        line = self._lines.get(client, ())
        if item in line:
            self._lines[client].remove(item)
            if not line:
                del self._lines[client]

    def order(self) -> list[_Found]:
        copy = Rotation[_Found]()
        copy._lines = OrderedDict((client, line.copy()) for client, line in self._lines.items())
        return [copy.take() for _ in range(len(self))]


class FairQueue:
    """Gives one turn at a time, in rotation by group of clients, and in order within a group."""

    def __init__(self) -> None:
        self._waiting = Rotation[asyncio.Future[None]]()
        self._taken = False

    @asynccontextmanager
    async def turn(self, group: str) -> AsyncGenerator[None]:
        if self._taken:
            await self._wait(group)
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, group: str) -> None:
        mine = asyncio.get_running_loop().create_future()
        self._waiting.add(group, mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self._pass_on()  # the turn came just before the cancellation
            raise

    def _pass_on(self) -> None:
        self._taken = False
        while self._waiting and not self._taken:
            following = self._waiting.take()
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
