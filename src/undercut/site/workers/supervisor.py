"""Worker processes, to which the site writes jobs as lines of JSON, and their supervisor, which hands jobs out."""

import asyncio
import logging
import os
import resource
import sys
import threading
import time
from asyncio.subprocess import PIPE
from asyncio.subprocess import Process as Subprocess
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, Self, TypeVar

import msgspec
from msgspec import Raw, Struct

from undercut.site.base.monitoring import RESTARTS, log_output, summarise_errors, traceback_summary
from undercut.site.base.tasks import Rotation

Job = TypeVar("Job")
Done = TypeVar("Done")
_Job_contra = TypeVar("_Job_contra", contravariant=True)
_Done_co = TypeVar("_Done_co", covariant=True)

_LONGEST_LINE = 1 << 26  # bytes; the answers to long records are the longest


@dataclass(frozen=True, slots=True)
class Work(Generic[Done]):
    name: str
    module: str
    answers: msgspec.json.Decoder[Done | None]
    longest: float  # seconds after which a process is considered lost
    tries: int  # how many processes may be lost with one job


class Process(Protocol[_Job_contra, _Done_co]):
    async def ask(self, job: _Job_contra, stop: asyncio.Future[None], /) -> _Done_co | None:
        """Return the answer to a job, or None soon after `stop` is done."""
        ...

    async def ended(self) -> None: ...

    async def end(self) -> None: ...


class Call(Struct, frozen=True, omit_defaults=True):
    """A line to a process: a job, or without one the end of the job with this number."""

    number: int
    job: Raw = Raw()


class WorkerProcess(Generic[Done]):
    """A worker process, as the site sees it; create it with `start`."""

    def __init__(self, process: Subprocess, work: Work[Done]) -> None:
        self._process = process
        self._work = work
        self._numbers = count(1)

    @classmethod
    async def start(cls, work: Work[Done], *arguments: str) -> Self:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            work.module,
            *arguments,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            limit=_LONGEST_LINE,
            start_new_session=True,  # Ctrl-C must reach the site only; the site ends its processes
        )
        log_output(f"{work.name} process", process)
        return cls(process, work)

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ask(self, job: object, stop: asyncio.Future[None], /) -> Done | None:
        assert self._process.stdout is not None  # noqa: S101  created with a pipe
        number = next(self._numbers)
        await self._send(Call(number, Raw(msgspec.json.encode(job))))
        reading = asyncio.create_task(self._process.stdout.readline())
        try:
            await asyncio.wait({reading, stop}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                await self._send(Call(number))
            line = await reading
        finally:
            reading.cancel()
        if not line:
            raise EOFError
        return self._work.answers.decode(line)

    async def ended(self) -> None:
        await self._process.wait()

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def _send(self, call: Call) -> None:
        assert self._process.stdin is not None  # noqa: S101  created with a pipe
        self._process.stdin.write(msgspec.json.encode(call) + b"\n")
        await self._process.stdin.drain()


_IDLE = 0.5

Stop = Callable[[], bool]
"""Asked by a job every now and then: raises `Cancelled` if the job is cancelled, and otherwise returns False."""


class Cancelled(Exception):  # noqa: N818  no error
    """The job was cancelled, and ends without an answer."""


class Worker(Generic[Job]):
    """Does the jobs from standard input one after the other, and writes the answers to standard output."""

    def __init__(
        self, kind: type[Job], do: Callable[[Job, Stop], object], prepare: Callable[[], bool] = lambda: False
    ) -> None:
        self._kind = kind
        self._do = do
        self._prepare = prepare
        self._calls: SimpleQueue[Call] = SimpleQueue()
        self._cancelled = 0
        threading.Thread(target=self._read, daemon=True).start()

    def run(self) -> None:
        is_unprepared = True
        while True:
            try:
                call = self._calls.get(timeout=_IDLE if is_unprepared else None)
            except Empty:
                is_unprepared = self._prepare()
                continue
            sys.stdout.buffer.write(self._answer(call) + b"\n")
            sys.stdout.buffer.flush()

    def _answer(self, call: Call) -> bytes:
        def stop() -> bool:
            if self._cancelled == call.number:
                raise Cancelled
            return False

        try:
            return msgspec.json.encode(self._do(msgspec.json.decode(call.job, type=self._kind), stop))
        except Cancelled:
            pass
        except Exception as error:  # noqa: BLE001  no error may end this process; who asked gets no answer
            print(f"a job failed: {traceback_summary(error)}", file=sys.stderr, flush=True)  # noqa: T201  a process's log
        return b"null"

    def _read(self) -> None:
        for line in sys.stdin.buffer:
            call = msgspec.json.decode(line, type=Call)
            if bytes(call.job):
                self._calls.put(call)
            else:
                self._cancelled = call.number
        os._exit(0)  # the site has closed the pipe


def run_process(work: Callable[[], None], *, niceness: int, memory: int = 0) -> None:
    """Do the work of this process, and end it without a traceback."""
    summarise_errors()
    os.nice(niceness)
    if memory:
        with suppress(OSError, ValueError):  # not every system can limit it
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with suppress(KeyboardInterrupt, BrokenPipeError):
        work()
    # The reading thread holds the lock of standard input; a normal exit would fail on it with a fatal error.
    sys.stderr.flush()
    os._exit(0)


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
