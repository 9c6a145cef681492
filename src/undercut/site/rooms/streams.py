"""Server-sent event streams: numbered events, without waiting for slow readers."""

# A table's events have no name; their ``id`` is the event's number, their data a `Happened`. ``event: seats`` carries
# presence and thinking (a list of `SceneSeat`) and is never repeated. Readers that ask for it are sent the whole table
# after each change, in their `StreamFormat`. A stream whose reader falls behind is closed; the reader gets the
# missed events when it reconnects. One that is ahead, because the site was restored from a backup, gets
# ``event: reload`` with an `Ahead`.

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field

from undercut.table.scene import Scene
from undercut.table.showing import KEEP_ALIVE, Span, retry

_MOST_WAITING = 200  # messages after which a reader has fallen too far behind
_RETRY = retry(1000)
_PICTURE = b"the picture"  # stands for the whole table in a queue
_SOONEST = 100  # milliseconds

ALIVE_SECONDS = 15.0  # seconds of silence after which a stream shows that it is alive


@dataclass(frozen=True, slots=True)
class StreamFormat:
    """The form in which a reader is sent the whole table after each change."""

    name: str
    address: str
    render: Callable[[Scene], bytes] = field(compare=False)
    own: Callable[[bytes], bytes] = field(compare=False, default=bytes)
    span: Span | None = field(compare=False, default=None)


def farewell() -> bytes:
    """Return a message that makes the reader reconnect soon, after a random delay."""
    return retry(_SOONEST + secrets.randbelow(_SOONEST * 9))


class Stream:
    """The messages that one reader has not been sent yet."""

    __slots__ = ("_closed", "_cut", "_news", "_picture", "_waiting", "form")

    def __init__(self, first: list[bytes], closed: Callable[[Stream], None], form: StreamFormat | None = None) -> None:
        self.form = form
        self._picture = b""
        self._closed = (closed,)
        self._waiting = [_RETRY + b"".join(first)]  # a list: thousands of streams are open, and a queue takes kilobytes
        self._news = asyncio.Event()
        self._news.set()
        self._cut = False

    # --- For those who write ---

    def send(self, data: bytes) -> None:
        """Queue a message, or end the stream if the reader is too far behind."""
        if self._cut:
            return
        if len(self._waiting) >= _MOST_WAITING:
            # A reader that does not read at all never sees the end of the stream; the server aborts its connection.
            self.end()
        else:
            self._waiting.append(data)
            self._news.set()

    def show(self, picture: bytes) -> None:
        """Send the whole table after the queued messages, in place of an earlier one that is still queued."""
        if not self._picture:
            self.send(_PICTURE)
        self._picture = picture

    def on_end(self, callback: Callable[[Stream], None]) -> None:
        self._closed += (callback,)

    def end(self, last: bytes = b"") -> None:
        """End the stream and drop the messages that have not been sent."""
        if self._cut:
            return
        self._cut = True
        self._waiting = [last] * bool(last)
        self._news.set()

    # --- For the one that sends it ---

    async def messages(self) -> AsyncGenerator[bytes]:
        """Yield the messages of the stream, with comments that keep it open; close the stream at the end."""
        try:
            while self._waiting or not self._cut:
                try:
                    async with asyncio.timeout(ALIVE_SECONDS):
                        await self._news.wait()
                except TimeoutError:
                    yield KEEP_ALIVE
                    continue
                self._news.clear()
                if data := self._take():
                    yield data
        finally:
            self.close()

    def close(self) -> None:
        """End the stream: its reader has all of it, or has disconnected."""
        self._cut = True
        closed, self._closed = self._closed, ()
        for callback in closed:
            callback(self)

    def _take(self) -> bytes:
        """Return the messages that wait, which are then no longer kept."""
        messages = b"".join(map(self._message, self._waiting))
        self._waiting.clear()
        return messages

    def _message(self, data: bytes) -> bytes:
        if data is not _PICTURE:
            return data
        picture, self._picture = self._picture, b""
        return picture
