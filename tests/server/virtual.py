"""An event loop whose clock jumps to the next timer as soon as nothing else is left to do."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import TypeVar

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
    """Run a coroutine to its end in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
