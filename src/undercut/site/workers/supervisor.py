"""The supervisor of worker processes, which hands out jobs, the most urgent first, and replaces processes that die."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Generic

import msgspec

from undercut.site.base.monitoring import RESTARTS
from undercut.site.base.tasks import Rotation
from undercut.site.workers.processes import Done, Job, Process, Work, WorkerProcess


@dataclass(slots=True, eq=False)
class Ticket(Generic[Job, Done]):
    job: Job
    client: str = ""  # jobs of one rank take turns by client
    rank: int = 0  # 0 is the most urgent, and never stops for another
    slot: float = 0.0  # the job occupies a process for a multiple of these seconds
    # None if the work failed, or if every process that tried has died.
    answer: asyncio.Future[Done | None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    stop: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    starts: int = 0
    lost: int = 0

    def start(self) -> None:
        self.starts += 1
        self.stop = asyncio.get_running_loop().create_future()

    def settle(self, found: Done | None) -> None:
        if not self.answer.done():
            self.answer.set_result(found)

    def end(self) -> None:
        if not self.stop.done():
            self.stop.set_result(None)


class Queue(Generic[Job, Done]):
    def __init__(self, ranks: int) -> None:
        self._ranks = [Rotation[Ticket[Job, Done]]() for _ in range(ranks)]

    def __len__(self) -> int:
        return sum(map(len, self._ranks))

    def number(self, rank: int) -> int:
        return len(self._ranks[rank])

    def add(self, ticket: Ticket[Job, Done], *, again: bool = False) -> None:
        """Add a job behind the client's others, or before all others of its rank if it was started already."""
        self._ranks[ticket.rank].add(ticket.client, ticket, again=again)

    def take(self) -> Ticket[Job, Done]:
        return next(filter(None, self._ranks)).take()

    def remove(self, ticket: Ticket[Job, Done]) -> None:
        self._ranks[ticket.rank].remove(ticket.client, ticket)

    def order(self) -> list[Ticket[Job, Done]]:
        return [ticket for waiting in self._ranks for ticket in waiting.order()]


_RESTART_SECONDS = 1.0  # a process that dies sooner is not replaced at once, since the next may die as soon

_LOST = (TimeoutError, OSError, EOFError, ValueError, msgspec.MsgspecError)

_log = logging.getLogger(__name__)


class Supervisor(Generic[Job, Done]):
    """Processes that do the jobs of a queue; an urgent job interrupts a less urgent one, which starts again later."""

    def __init__(
        self,
        work: Work[Done],
        number: int,
        *,
        ranks: int = 1,
        start: Callable[[], Awaitable[Process[Job, Done]]] | None = None,
    ) -> None:
        self._work = work
        self._number = number
        self._start = start or (lambda: WorkerProcess[Done].start(work))
        self._queue = Queue[Job, Done](ranks)
        self._added = asyncio.Event()
        self._idle = 0
        self._running: list[Ticket[Job, Done]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._processes: set[Process[Job, Done]] = set()
        self._serving = 0
        self.failing = False

    def start(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._serve()) for _ in range(self._number)]

    async def close(self) -> None:
        for ticket in (*self._queue.order(), *self._running):
            self.drop(ticket)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        for process in self._processes:  # left over if a task was cancelled while ending its process
            await process.end()

    def add(self, ticket: Ticket[Job, Done]) -> Ticket[Job, Done]:
        """Queue a job; wait for ``ticket.answer``, and call `drop` to cancel it."""
        self._queue.add(ticket)
        self._added.set()
        self._preempt()
        return ticket

    def drop(self, ticket: Ticket[Job, Done]) -> None:
        if not ticket.answer.done():
            ticket.answer.cancel()
            ticket.end()
            self._queue.remove(ticket)

    def place(self, ticket: Ticket[Job, Done]) -> int | None:
        """Return a job's place in the queue, from 1; None if it is not queued."""
        order = self._queue.order()
        return order.index(ticket) + 1 if ticket in order else None

    def queued(self, rank: int) -> int:
        return self._queue.number(rank)

    @property
    def missing(self) -> int:
        return self._number - self._serving

    def _put_back(self, ticket: Ticket[Job, Done]) -> None:
        if not ticket.answer.done():
            self._queue.add(ticket, again=True)
            self._added.set()
            self._preempt()

    def _preempt(self) -> None:
        """Stop less urgent jobs, latest first, until every more urgent one can have a process."""
        others = [ticket for ticket in reversed(self._running) if ticket.rank]
        free = self._idle + sum(ticket.stop.done() for ticket in others)
        going = [ticket for ticket in others if not ticket.stop.done()]
        for ticket in sorted(going, key=lambda one: -one.rank):
            if sum(self._queue.number(rank) for rank in range(ticket.rank)) > free:
                ticket.end()
                free += 1

    async def _serve(self) -> None:
        while True:
            began = time.monotonic()
            try:
                async with self._kept(await self._start()) as process:
                    self.failing = False
                    await self._feed(process)
            except OSError as error:
                self.failing = True
                _log.error("a process for %s cannot be started: %s", self._work.name, error.strerror)
            RESTARTS.labels(self._work.name).inc()
            await asyncio.sleep(max(0.0, began + _RESTART_SECONDS - time.monotonic()))

    @asynccontextmanager
    async def _kept(self, process: Process[Job, Done]) -> AsyncGenerator[Process[Job, Done]]:
        self._processes.add(process)
        try:
            yield process
        finally:
            await process.end()
            self._processes.discard(process)

    async def _feed(self, process: Process[Job, Done]) -> None:
        ended = asyncio.create_task(process.ended())
        ended.add_done_callback(lambda _: self._added.set())
        self._serving += 1
        try:
            while (ticket := await self._next(ended)) and await self._do(process, ticket):
                pass
        finally:
            self._serving -= 1
            ended.cancel()

    async def _next(self, ended: asyncio.Task[None]) -> Ticket[Job, Done] | None:
        """Take the next job when there is one; None if the process ends before."""
        self._idle += 1
        try:
            while not ended.done():
                if self._queue:
                    return self._queue.take()
                self._added.clear()
                await self._added.wait()
        finally:
            self._idle -= 1
        return None

    async def _do(self, process: Process[Job, Done], ticket: Ticket[Job, Done]) -> bool:
        ticket.start()
        began = asyncio.get_running_loop().time()
        self._running.append(ticket)
        try:
            async with asyncio.timeout(self._work.longest):
                found = await process.ask(ticket.job, ticket.stop)
            if ticket.rank and ticket.stop.done() and found is None:
                self._put_back(ticket)
            else:
                if ticket.rank:
                    ticket.settle(found)
                await _fill_slot(ticket, began)
                ticket.settle(found)
        except _LOST:
            ticket.lost += 1
            if ticket.lost < self._work.tries:
                self._put_back(ticket)
            else:
                ticket.settle(None)
            return False
        except Exception:  # noqa: BLE001  no error may end the serving
            _log.exception("a job for %s failed", self._work.name)
            ticket.settle(None)
            return False
        else:
            return True
        finally:
            self._running.remove(ticket)


async def _fill_slot(ticket: Ticket[Job, Done], began: float) -> None:
    """Keep a process occupied to the end of a slot, so that no one can see how long the work took."""
    # The slot of a job of rank 0 is filled even if the job was dropped, and its answer waits for the end. The slots of
    # others are filled only until a more urgent job needs the process.
    if not ticket.slot:
        return
    left = (began - asyncio.get_running_loop().time()) % ticket.slot
    if ticket.rank:
        await asyncio.wait({ticket.stop}, timeout=left)
    else:
        await asyncio.sleep(left)
