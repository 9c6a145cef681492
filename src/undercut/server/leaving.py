"""Clients that disconnect while they wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar

from undercut.errors import UndercutError

client_leaves: ContextVar[Callable[[], Coroutine[None, None, None]] | None] = ContextVar("client_leaves", default=None)
"""Returns when the client whose request is handled disconnects; None for the site's own work.

It reads what follows the request's body, so it may be called only after the body has been read."""


class Gone(UndercutError):  # noqa: N818  reads better without "Error"
    """The client has disconnected."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("The client has disconnected.")


async def while_here(task: asyncio.Task[None]) -> None:
    """Wait for a task, or until the client disconnects; the task goes on, and its errors stay with it.

    Raises:
        Gone: The client has disconnected.
    """
    leaves = client_leaves.get()
    if leaves is None:
        await asyncio.wait([task])
        return
    leaving = asyncio.create_task(leaves())
    try:
        await asyncio.wait([task, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
    if not task.done():
        raise Gone
