"""HTTP connections with limits: the size of a request's head, its time to arrive, and the number of connections."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import cast

from litestar.types import Scope
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from undercut.site.operations.crowd import Crowd
from undercut.site.operations.metrics import CUTS
from undercut.site.operations.outlets import Outlet, Streamed
from undercut.site.security.addresses import group_of

LARGEST_HEAD = 32 * 1024
"""Maximum size of a request line with its headers, or of a chunked body's trailers, in bytes."""

PEER = "undercut_peer"
"""Where a request's state holds the address at the other end of its connection, which may be a proxy's."""

CONNECTION = "undercut_connection"
"""Where a request's state holds its connection."""


_MOMENT = 0.05
"""Seconds of a last look for what a client has sent: in a process that stood still, timers come before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a client may take, in seconds."""

    head: float = 10.0
    body: float = 30.0
    reading: float = 10.0


class Connection(HttpToolsProtocol):
    """An HTTP connection that is closed when the client sends too much at once, or is too slow."""

    _patience = Patience()
    _timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None
    _head = 0
    _too_large = False
    _counted = False

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        crowd: Crowd,
        patience: Patience | None = None,
    ) -> None:
        """Prepare a connection of a crowd."""
        super().__init__(config, server_state, app_state, _loop)
        self._crowd = crowd
        self._patience = patience or self._patience
        self.peer = ""
        self.group = ""

    # --- What asyncio calls ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  as in uvicorn
        """Enter the crowd, and wait for the first request."""
        super().connection_made(transport)
        self.peer = self.client[0] if self.client else ""
        self.group = group_of(self.peer)
        self._counted = True
        if self._crowd.enter(self):
            self._wait(self._patience.head)
        else:
            self.cut_off("too many")

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the crowd."""
        self._stop_waiting()
        self._stop_unread_timer()
        if self._counted:
            self._counted = False
            self._crowd.leave(self.group)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what the client sends, and refuse a head that is too large."""
        if self._too_large:
            return
        self._head += len(data)
        super().data_received(data)
        if self._head > LARGEST_HEAD or self._too_large:
            self._refuse()

    def pause_writing(self) -> None:
        """Give the client some time to read: the send buffer is full."""
        super().pause_writing()
        self._unread_timer = self.loop.call_later(self._patience.reading, self.cut_off, "unread")

    def resume_writing(self) -> None:
        """Go on: the client is reading again."""
        self._stop_unread_timer()
        super().resume_writing()

    # --- What the parser calls ---

    def on_message_begin(self) -> None:
        """Wait for the head of a request."""
        super().on_message_begin()
        cast("dict[str, object]", self.scope.get("state")).update({PEER: self.peer, CONNECTION: self})
        self._wait(self._patience.head)

    def on_headers_complete(self) -> None:
        """Pass the request on, unless its head is too large."""
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > LARGEST_HEAD:
            self._too_large = True
            return
        self._head = 0
        self._wait(self._patience.body)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Pass a part of the body on."""
        if not self._too_large:
            self._head = 0
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop waiting: the request is complete."""
        if not self._too_large:
            self._head = 0
            self._stop_waiting()
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """Let go of this connection first if there are too many, until its client asks again."""
        super().on_response_complete()
        if self.timeout_keep_alive_task:
            self._crowd.wait(self)

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, unless a request is waiting after all."""
        self.timeout_keep_alive_task = self.loop.call_later(_MOMENT, super().timeout_keep_alive_handler)

    # --- Closing ---

    def hand_over(self, request: Scope, stream: Streamed) -> bool:
        """Leave the body of a response to a stream, and end with it.

        Returns:
            False, with nothing done, if the client has disconnected or has sent more than this request.
        """
        if self.scope is not request or self.transport.is_closing():
            return False
        self.cycle.disconnected = True  # the application returns without completing the response
        self._stop_waiting()
        self._stop_unread_timer()
        self.connections.discard(self)
        connections = cast("set[Outlet]", self.connections)
        outlet = Outlet(self.transport, stream, self._crowd, self.group, connections, self._patience.reading)
        if self.flow.write_paused:
            outlet.pause_writing()
        return True

    def cut_off(self, reason: str) -> None:
        """Close the connection at once."""
        CUTS.labels(reason).inc()
        self._crowd.stop_waiting(self)
        self.transport.abort()

    def _refuse(self) -> None:
        CUTS.labels("large head").inc()
        self._too_large = True
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._crowd.wait(self)
        self._timer = self.loop.call_later(seconds, self._look_again)

    def _look_again(self) -> None:
        self._timer = self.loop.call_later(_MOMENT, self.cut_off, "slow")

    def _stop_waiting(self) -> None:
        self._crowd.stop_waiting(self)
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _stop_unread_timer(self) -> None:
        if self._unread_timer:
            self._unread_timer.cancel()
            self._unread_timer = None
