"""Tasks: work that ends when its client disconnects, and work behind the requests, which runs until it is closed."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from undercut.errors import UndercutError
from undercut.site.base.client import client_group, client_guest

Leaves = Callable[[], Coroutine[None, None, None]]
"""Returns when the client disconnects. It reads what follows the request's body, so the body must be read before."""

_Found = TypeVar("_Found")


@dataclass(slots=True)
class _Connection:
    leaves: Leaves | None  # None once the request is over


_connection: ContextVar[_Connection | None] = ContextVar("connection", default=None)


class Gone(UndercutError):  # noqa: N818  reads better without "Error"
    def __init__(self) -> None:
        super().__init__("The client has disconnected.")


def detach_from_client() -> None:
    """Continue as the site's own work, in a task that a request has started."""
    client_group.set("")
    client_guest.set("")
    _connection.set(None)


@contextmanager
def serving(leaves: Leaves) -> Generator[None]:
    """Let work for a request end when its client disconnects; work that continues after the request does not."""
    connection = _Connection(leaves)
    _connection.set(connection)
    try:
        yield
    finally:
        connection.leaves = None


async def wait_while_connected(task: asyncio.Task[_Found]) -> None:
    """Wait for a task, or raise `Gone` when the client disconnects; the task continues, and keeps its errors."""
    connection = _connection.get()
    if connection is None or connection.leaves is None:
        await asyncio.wait([task])
        return
    leaving = asyncio.create_task(connection.leaves())
    try:
        await asyncio.wait([task, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
    if connection.leaves is None:  # the request is over, and this continues
        await asyncio.wait([task])
    elif not task.done():
        raise Gone


async def while_connected(work: Coroutine[None, None, _Found]) -> _Found:
    """Do work that takes a while, or cancel it and raise `Gone` when the client disconnects."""
    task = asyncio.create_task(work)
    try:
        await wait_while_connected(task)
        return task.result()
    finally:
        task.cancel()


class Background:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
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
