"""Clients that disconnect while they wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from undercut.errors import UndercutError


@dataclass(slots=True)
class Client:
    """The client whose request is handled.

    `leaves` returns when it disconnects. It reads what follows the request's body, so it may be called only after that.
    """

    leaves: Callable[[], Coroutine[None, None, None]] | None


_client: ContextVar[Client | None] = ContextVar("client", default=None)


@contextmanager
def serving(leaves: Callable[[], Coroutine[None, None, None]]) -> Generator[None]:
    """Let what is done for a request end when its client disconnects; what goes on after the request does not."""
    client = Client(leaves)
    _client.set(client)
    try:
        yield
    finally:
        client.leaves = None


def heed_no_client() -> None:
    """Go on whether or not the client stays whose request has started this."""
    _client.set(None)


class Gone(UndercutError):  # noqa: N818  reads better without "Error"
    """The client has disconnected."""

    def __init__(self) -> None:
        super().__init__("The client has disconnected.")


async def while_here(task: asyncio.Task[None]) -> None:
    """Wait for a task, or until the client disconnects; the task goes on, and its errors stay with it."""
    client = _client.get()
    if client is None or client.leaves is None:
        await asyncio.wait([task])
        return
    leaving = asyncio.create_task(client.leaves())
    try:
        await asyncio.wait([task, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
    if client.leaves is None:  # the request is over, and this goes on
        await asyncio.wait([task])
    elif not task.done():
        raise Gone
