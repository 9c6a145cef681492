"""Turns: one piece of work at a time, in rotation by client, and long work in slices."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager

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
