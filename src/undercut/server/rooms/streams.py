"""Events on their way to readers, as server-sent events: numbered, and never waiting for a slow reader.

What happened at a table comes as messages without a name, whose ``id`` is the event's number and whose data is a
`Happened`. What is true only at the moment (who is there, who thinks) comes as ``event: seats``, whose data is a list
of `SceneSeat`, and is never repeated. A reader who falls behind is cut off, and gets what it missed when it comes back
with the last number that it saw.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

import msgspec
from msgspec import Struct

from undercut.server.tables.scene import Phase, SceneLine

ALIVE_SECONDS = 15.0
"""How long a stream is silent before a comment is sent, so that nobody takes it for dead."""

_WAITING = 200
_RETRY = b"retry: 1000\n\n"


class Happened(Struct, frozen=True):
    """One event of a table as one reader may know it.

    Args:
        seq: Its number.
        type: What kind of event it was, such as ``"moved"``.
        line: It in words, with the cards that it happened to.
        version: The table's version now.
        phase: The table's phase now.
        to_move: Whose move it is now.
    """

    seq: int
    type: str
    line: SceneLine
    version: int
    phase: Phase
    to_move: int | None


def message(data: object, *, number: int | None = None, name: str | None = None) -> bytes:
    r"""Write a message of a stream.

    Args:
        data: What it says, written as JSON.
        number: The event's number.
        name: What kind of message it is.

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
        first: What is sent at once.
        closed: Called when the stream has ended, for whatever reason.
    """

    def __init__(self, first: list[bytes], closed: Callable[[Stream], None]) -> None:
        """Open the stream."""
        self._first = first
        self._closed = [lambda: closed(self)]
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(_WAITING)
        self._cut = False

    def send(self, data: bytes) -> None:
        """Send a message, or cut the reader off that has not read for too long.

        Args:
            data: The message.
        """
        if self._cut:
            return
        try:
            self._queue.put_nowait(data)
        except asyncio.QueueFull:
            # Somebody who does not read at all does not read the end of the stream either: the server cuts them off.
            self.end()

    def on_end(self, tell: Callable[[], None]) -> None:
        """Have somebody told when the stream has ended.

        Args:
            tell: Called then.
        """
        self._closed.append(tell)

    def end(self) -> None:
        """End the stream; what was not sent yet is for the next one."""
        self._cut = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def body(self) -> AsyncGenerator[bytes, None]:
        """Give what is sent, until the stream ends or the reader is gone."""
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
            for tell in self._closed:
                tell()
