"""Connections that send an event stream: all that is kept of a request while its stream is open, often for hours."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from undercut.site.operations.crowd import Crowd
from undercut.site.operations.metrics import CUTS

_ALIVE = b": still here\n\n"


class Streamed(Protocol):
    """A stream of messages."""

    def follow(self, news: Callable[[], None]) -> None:
        """Set the function that is called when a message waits or the stream has ended; call it if that is so now."""
        ...

    def take(self) -> bytes:
        """Return the messages that wait, which are then no longer kept."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the stream has ended and no message waits."""
        ...

    def close(self) -> None:
        """End the stream: its reader has all of it, or has disconnected."""
        ...


class Outlet(asyncio.Protocol):
    """Sends a stream to a client, which may send nothing meanwhile.

    Args:
        patience: How long the client may leave messages unread while the send buffer is full, in seconds.
    """

    __slots__ = (
        "_connections",
        "_crowd",
        "_group",
        "_patience",
        "_paused",
        "_stream",
        "_transport",
        "_unread_timer",
        "_woken",
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        stream: Streamed,
        crowd: Crowd,
        group: str,
        connections: set[Outlet],
        patience: float,
    ) -> None:
        """Take the connection over."""
        self._transport = transport
        self._stream = stream
        self._crowd = crowd
        self._group = group
        self._connections = connections
        self._patience = patience
        self._paused = self._woken = False
        self._unread_timer: asyncio.TimerHandle | None = None
        connections.add(self)
        transport.set_protocol(self)
        crowd.silences.end(self)
        stream.follow(self._wake)

    # --- What asyncio and uvicorn call ---

    def data_received(self, data: bytes) -> None:
        """Close the connection: its client has been told that no other request is answered here."""
        del data
        self.cut_off("not listening")

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the crowd, and end the stream."""
        del exc
        self._stop_unread_timer()
        self._crowd.silences.forget(self)
        self._crowd.leave(self._group)
        self._connections.discard(self)
        self._stream.close()

    def pause_writing(self) -> None:
        """Give the client some time to read: the send buffer is full."""
        self._paused = True
        self._unread_timer = asyncio.get_running_loop().call_later(self._patience, self.cut_off, "unread")

    def resume_writing(self) -> None:
        """Go on: the client is reading again."""
        self._paused = False
        self._stop_unread_timer()
        self._wake()

    def shutdown(self) -> None:
        """Send what waits, and close the connection: the server is stopping."""
        self._flush()
        self._transport.close()

    # --- Sending ---

    def show_life(self) -> None:
        """Send a comment, unless earlier messages have not been sent yet or the connection is closing."""
        if self._paused or self._transport.is_closing():
            self._crowd.silences.end(self)
        else:
            self._send(_ALIVE)

    def cut_off(self, reason: str) -> None:
        """Close the connection at once."""
        CUTS.labels(reason).inc()
        self._transport.abort()

    def _wake(self) -> None:
        """Send what waits once the current callback is done: more may come with it."""
        if not (self._woken or self._paused):
            self._woken = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._woken = False
        if self._paused or self._transport.is_closing():
            return
        try:
            messages = self._stream.take()
        except Exception:
            self.cut_off("failed")
            raise
        if messages:
            self._send(messages)
        if self._stream.is_over:
            self._transport.write(b"0\r\n\r\n")
            self._transport.close()

    def _send(self, messages: bytes) -> None:
        self._crowd.silences.end(self)
        self._transport.write(b"%x\r\n%b\r\n" % (len(messages), messages))

    def _stop_unread_timer(self) -> None:
        if self._unread_timer:
            self._unread_timer.cancel()
            self._unread_timer = None
