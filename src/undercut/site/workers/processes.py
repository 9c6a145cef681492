"""Both ends of a worker process: the site writes a job as a line of JSON, and the process writes its answer."""

import asyncio
import os
import resource
import sys
import threading
from asyncio.subprocess import PIPE
from asyncio.subprocess import Process as Subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, Self, TypeVar

import msgspec
from msgspec import Raw, Struct

from undercut.site.base.monitoring import log_output, summarise_errors, traceback_summary

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
        """Return the answer to a job; soon, and None, once `stop` is done."""
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
