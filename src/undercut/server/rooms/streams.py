"""Server-sent event streams: numbered events, and no waiting for slow readers.

A table's events are messages without a name, whose ``id`` is the event's number and whose data is a `Happened`.
Presence and thinking are sent as ``event: seats``, whose data is a list of `SceneSeat`, and are never repeated. A
stream whose reader falls behind is closed; the reader gets the missed events when it reconnects with the last number
that it received. A reader that is ahead of the table, because the site was restored from a backup, gets
``event: reload``, whose data is an `Ahead`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

import msgspec
from msgspec import Struct

from undercut.server.tables.scene import Phase, SceneLine

ALIVE_SECONDS = 15.0
"""Seconds without a message after which a comment keeps the connection open."""

_QUEUE_LENGTH = 200
_RETRY = b"retry: 1000\n\n"


class Happened(Struct, frozen=True):
    """An event at a table, as far as the reader may know it.

    Args:
        seq: The event's number.
        type: The kind of event, such as ``"moved"``.
        line: The event as a line of the log.
        version: The table's version now.
        phase: The table's phase now.
        to_move: The seat to move now.
    """

    seq: int
    type: str
    line: SceneLine
    version: int
    phase: Phase
    to_move: int | None


class Ahead(Struct, frozen=True):
    """A reader's last event does not exist; it must forget the table and load it again.

    Args:
        version: The table's version now.
    """

    version: int


def message(data: object, *, number: int | None = None, name: str | None = None) -> bytes:
    r"""Encode a message with data as JSON.

    Args:
        number: The event's number, for ``id``.
        name: The kind of message, for ``event``.

    Example:
        >>> message([1], number=7)
        b'id: 7\ndata: [1]\n\n'
    """
    head = b"" if number is None else b"id: %d\n" % number
    if name is not None:
        head += b"event: %s\n" % name.encode()
    return head + b"data: " + msgspec.json.encode(data) + b"\n\n"


class Stream:
    """One reader's stream.

    Args:
        first: Messages to send at once.
        closed: Called when the stream has ended for any reason.
    """

    def __init__(self, first: list[bytes], closed: Callable[[Stream], None]) -> None:
        """Open the stream."""
        self._first = first
        self._closed = [lambda: closed(self)]
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(_QUEUE_LENGTH)
        self._cut = False

    def send(self, data: bytes) -> None:
        """Queue a message, or end the stream if the reader is too far behind."""
        if self._cut:
            return
        try:
            self._queue.put_nowait(data)
        except asyncio.QueueFull:
            # A reader that does not read at all never sees the end of the stream; the server aborts its connection.
            self.end()

    def on_end(self, callback: Callable[[], None]) -> None:
        """Call a function when the stream has ended."""
        self._closed.append(callback)

    def end(self) -> None:
        """End the stream and drop the messages that have not been sent."""
        self._cut = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def body(self) -> AsyncGenerator[bytes, None]:
        """Yield the messages until the stream ends or the reader disconnects."""
        try:
            yield _RETRY + b"".join(self._first)
            self._first.clear()
            while True:
                try:
                    async with asyncio.timeout(ALIVE_SECONDS):
                        data = await self._queue.get()
                except TimeoutError:
                    data = b": still here\n\n"
                if data is None:
                    return
                yield data
        finally:
            for callback in self._closed:
                callback()
