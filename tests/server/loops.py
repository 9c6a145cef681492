"""Event loops of tests: one counts what it does at once, the other's clock jumps to the next timer when all is done."""

import asyncio
import selectors
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import TypeVar

_BLOCKING = ("open", "sqlite3.connect", "subprocess.Popen", "socket.connect", "socket.getaddrinfo", "time.sleep")
"""What the interpreter reports as `sys.addaudithook` describes, and may take as long as a disk or a network."""


class Work:
    def __init__(self) -> None:
        self.calls = self.most = 0
        self.blocking: list[str] = []
        self.thread = threading.get_ident()
        self.watching = True
        sys.addaudithook(self._audit)

    async def reset(self) -> None:
        await self.settle()
        self.most = 0
        self.blocking.clear()

    async def settle(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)

    def count(self, _frame: object, event: str, _value: object) -> None:
        self.calls += event == "call"

    def _audit(self, event: str, values: tuple[object, ...]) -> None:
        if self.watching and event in _BLOCKING and threading.get_ident() == self.thread:
            self.blocking.append(f"{event} {values[0]}")


@contextmanager
def counted() -> Iterator[Work]:
    work = Work()
    run = asyncio.events.Handle._run  # noqa: SLF001  what the loop calls

    def counting(handle: asyncio.Handle) -> None:
        work.calls = 0
        sys.setprofile(work.count)
        try:
            run(handle)
        finally:
            sys.setprofile(None)
            work.most = max(work.most, work.calls)

    asyncio.events.Handle._run = counting  # noqa: SLF001  as above
    try:
        yield work
    finally:
        asyncio.events.Handle._run = run  # noqa: SLF001  as above
        work.watching = False


_Found = TypeVar("_Found")


class _Waitless(selectors.DefaultSelector):
    """Never waits: it hands the time it should wait to the loop's clock."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list:
        found = super().select(0)
        if not found and timeout:
            self.now += timeout
        assert found or timeout is not None, "nothing will ever happen"
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop for tests without threads, processes or sockets."""

    def __init__(self) -> None:
        self._waitless = _Waitless()
        super().__init__(self._waitless)

    def time(self) -> float:
        return self._waitless.now


def run(work: Coroutine[None, None, _Found]) -> _Found:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
