"""The client whose request is handled: its address group, its guest, and whether it is still connected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from undercut.errors import UndercutError

client_group: ContextVar[str] = ContextVar("client_group", default="")
"""The group of the client whose request is handled; empty for the site's own work."""

client_guest: ContextVar[str] = ContextVar("client_guest", default="")
"""The guest whose request is handled; empty for the site's own work."""

Leaves = Callable[[], Coroutine[None, None, None]]
"""Returns when the client disconnects. It reads what follows the request's body, so the body must be read before."""

_Found = TypeVar("_Found")


@dataclass(slots=True)
class _Connection:
    leaves: Leaves | None  # None once the request is over


_connection: ContextVar[_Connection | None] = ContextVar("connection", default=None)


class Gone(UndercutError):  # noqa: N818  reads better without "Error"
    """The client has disconnected."""

    def __init__(self) -> None:
        super().__init__("The client has disconnected.")


def clients() -> tuple[str, ...]:
    """Return the clients whose request is handled: an address group, and a guest; none for the site's own work."""
    guest = client_guest.get()
    return tuple(filter(None, (client_group.get(), f"guest {guest}" if guest else "")))


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
