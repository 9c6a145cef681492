"""How much the event loop does at once, counted in calls of functions, so that no slow machine changes it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Work:
    """What was done on the loop.

    Attributes:
        most: The most calls in one callback, since it was last reset.
    """

    def __init__(self) -> None:
        self.most = 0
        self.calls = 0

    def reset(self) -> None:
        self.most = 0


@contextmanager
def counted() -> Iterator[Work]:
    """Count the calls of Python functions in each callback of the running loop."""
    work = Work()
    run = asyncio.events.Handle._run  # noqa: SLF001  what the loop calls

    def count(_frame, event, _value):
        if event == "call":
            work.calls += 1

    def counting(handle):
        work.calls = 0
        sys.setprofile(count)
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
