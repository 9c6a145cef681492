"""Loading of tables into memory: in slices, and within an allowance for each client."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager

from undercut.site.security.addresses import clients
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.security.turns import Slices

Run = Callable[[Iterable[object]], Awaitable[None]]
"""Takes all steps of some work."""

_TEXT = "Many long tables were opened from your address. Wait a moment before you open more."
_AT_ONCE = 4
_MOST_WAITING = 64


class Rebuilds:
    """Gives clients their turns to load tables; the site's own work needs none.

    A client may begin while it has any time left, so it can overdraw its allowance by the four tables that load at
    once.

    Args:
        seconds: Processor time for each guest, and each address group, in a minute; 0: no limit.
    """

    def __init__(self, slices: Slices, seconds: float) -> None:
        """Start with nothing used."""
        self._slices = slices
        self._allowance = Allowance(seconds, text=_TEXT)
        self._lines: Counter[str] = Counter()
        self._running: dict[str, asyncio.Semaphore] = {}

    @property
    def waiting(self) -> int:
        """Number of tables that clients wait for."""
        return self._lines.total()

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[Run]:
        """Wait until the client of this task may load a table.

        Raises:
            TooMuch: The client has used up its allowance, or waits for too many tables already.
        """
        mine = clients()
        if not mine:
            yield self._slices.run
            return
        group = mine[0]
        if self._lines[group] >= _MOST_WAITING:
            raise TooMuch(_TEXT, 1.0)
        self._lines[group] += 1
        try:
            async with self._running.setdefault(group, asyncio.Semaphore(_AT_ONCE)):
                await self._allowance.check(mine)
                yield lambda steps: self._count(steps, mine)
        finally:
            self._lines[group] -= 1
            if not self._lines[group]:
                del self._lines[group], self._running[group]

    @contextmanager
    def counted(self) -> Generator[None]:
        """Count other work for a client like loading, such as sending it a long log.

        Raises:
            TooMuch: The client has used up its allowance.
        """
        mine, began = clients(), time.perf_counter()
        self._allowance.take_here(mine, 0.0)
        try:
            yield
        finally:
            self._allowance.use(mine, time.perf_counter() - began)

    async def _count(self, steps: Iterable[object], mine: tuple[str, ...]) -> None:
        await self._slices.run(steps, mine[0], lambda seconds: self._allowance.use(mine, seconds))
