"""Tasks behind the requests, which run until they are closed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Background:
    """The tasks of one service."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        """Whether a task runs."""
        return any(not task.done() for task in self._tasks)

    def start(self, work: Coroutine[None, None, None], name: str | None = None) -> None:
        """Start a task, which is forgotten when it ends."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
