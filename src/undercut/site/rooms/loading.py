"""Loading of one table: each client waits for its own turn, or until another client's turn has brought the table."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine

from undercut.site.rooms.rebuilds import Rebuilds, Run
from undercut.site.security.addresses import clients
from undercut.site.security.gone import while_here


class Loading:
    """At most one task for each group of clients, since each group waits for its own turn; one of them reads."""

    def __init__(self, rebuilds: Rebuilds, read: Callable[[Run], Coroutine[None, None, None]]) -> None:
        """Start with no task."""
        self._rebuilds = rebuilds
        self._read = read
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waiting = Counter[asyncio.Task[None]]()
        self._reading: asyncio.Task[None] | None = None

    def __bool__(self) -> bool:
        """Return whether someone waits for the table."""
        return bool(self._waiting)

    async def wait(self) -> None:
        """Wait until the table is there, or a client of the same group has failed to load it.

        Raises:
            Gone: The client has disconnected.
            TooMuch: The client has used up its allowance of loading tables.
            StoreError, DamagedLog: The table cannot be read.
        """
        group = next(iter(clients()), "")
        task = self._tasks.get(group)
        is_mine = task is None or task.done()
        if task is None or task.done():
            task = self._tasks[group] = asyncio.create_task(self._load())
        self._waiting[task] += 1
        try:
            await while_here(task)
        finally:
            self._waiting[task] -= 1
            if not self._waiting[task]:
                self._forget(group, task)
        if not task.cancelled() and (error := task.exception()) and is_mine:
            raise error

    def _forget(self, group: str, task: asyncio.Task[None]) -> None:
        """End a task for which nobody waits any more."""
        del self._waiting[task]
        task.cancel()
        if self._tasks.get(group) is task:
            del self._tasks[group]

    async def _load(self) -> None:
        mine = asyncio.current_task()
        while True:
            while self._reading:  # without a turn: it may take long, and others of the group may need theirs
                await asyncio.wait([self._reading])
            async with self._rebuilds.turn() as run:
                if self._reading:
                    continue
                self._reading = mine
                try:
                    await self._read(run)
                finally:
                    self._reading = None
            break
        for task in self._tasks.values():
            if task is not mine:
                task.cancel()  # the table is there
