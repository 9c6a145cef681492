"""The worker's side of a worker process: it reads a line of JSON for each job, and writes one with the answer."""

import os
import resource
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from undercut.site.base.monitoring import summarise_errors

_IDLE = 0.5

Stop = Callable[[], bool]
"""Asked by a job every now and then: raises `Cancelled` if the job is cancelled, and otherwise returns False."""

Job = TypeVar("Job")


class Call(Struct, frozen=True, omit_defaults=True):
    """A line to a process: a job, or without one the end of the job with this number."""

    number: int
    job: Raw = Raw()


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
        """Do jobs until standard input closes."""
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
            print(f"a job failed: {type(error).__name__}", file=sys.stderr, flush=True)  # noqa: T201  a process's log
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
