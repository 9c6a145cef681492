"""How much the event loop does at once, counted in calls of functions, so that no slow machine changes it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_BLOCKING = ("open", "sqlite3.connect", "subprocess.Popen", "socket.connect", "socket.getaddrinfo", "time.sleep")
"""What the interpreter reports as `sys.addaudithook` describes, and may take as long as a disk or a network."""


class Work:
    """What was done on the loop since the last reset."""

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
        """End the callback in which the test itself runs."""
        for _ in range(3):
            await asyncio.sleep(0)

    def count(self, _frame: object, event: str, _value: object) -> None:
        self.calls += event == "call"

    def _audit(self, event: str, values: tuple[object, ...]) -> None:
        if self.watching and event in _BLOCKING and threading.get_ident() == self.thread:
            self.blocking.append(f"{event} {values[0]}")


@contextmanager
def counted() -> Iterator[Work]:
    """Count what the callbacks of the running loop do."""
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
