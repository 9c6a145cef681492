"""HTTP connections with limits: the size of a request's head, its time to arrive, and the number of connections."""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field
from typing import cast

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from undercut.server.addresses import group_of
from undercut.server.metrics import CUTS

LARGEST_HEAD = 32 * 1024
"""Maximum size of a request line with its headers, or of a chunked body's trailers, in bytes."""

_DESCRIPTORS_KEPT = 128
"""File descriptors that connections leave to the database, the thinking processes and new files."""

PEER = "undercut_peer"
"""Where a request's state holds the address at the other end of its connection, which may be a proxy's."""

_LOG_EVERY = 60.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a client may take, in seconds.

    Args:
        head: From the connection, or the first byte of a later request, to the end of the headers.
        body: From there to the end of the body.
        reading: How long the client may leave its answer unread while the send buffer is full.
    """

    head: float = 10.0
    body: float = 30.0
    reading: float = 10.0


def most_connections() -> int:
    """Return how many connections the process can hold; raises its limit of descriptors as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard not in (soft, resource.RLIM_INFINITY):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(soft - _DESCRIPTORS_KEPT, soft // 2)


@dataclass(slots=True)
class Crowd:
    """All connections of the process.

    Where there are too many, the one that has waited longest for its client to finish a request is closed.

    Args:
        most: Maximum number of connections.
        per_group: Maximum number of connections of one address group; 0: no limit.
        trusted: Addresses of proxies, which bring many clients.
    """

    most: int
    per_group: int
    trusted: Container[str] = ()
    _numbers: Counter[str] = field(default_factory=Counter[str])
    _waiting: dict[Connection, None] = field(default_factory=dict["Connection", None])
    _logged: float = -_LOG_EVERY

    def enter(self, connection: Connection) -> bool:
        """Count a new connection; False if there is no room for it."""
        group = connection.group
        self._numbers[group] += 1
        crowded = self.per_group and connection.peer not in self.trusted and self._numbers[group] > self.per_group
        if not crowded and self.number <= self.most:
            return True
        self._report(f"address {group}" if crowded else "all addresses", self.per_group if crowded else self.most)
        oldest = next((each for each in self._waiting if not crowded or each.group == group), None)
        if oldest is None:
            return False
        oldest.cut_off("too many")
        return True

    def leave(self, connection: Connection) -> None:
        """Stop counting a connection."""
        self.stop_waiting(connection)
        self._numbers[connection.group] -= 1
        if not self._numbers[connection.group]:
            del self._numbers[connection.group]

    @property
    def number(self) -> int:
        """Number of connections."""
        return self._numbers.total()

    def wait(self, connection: Connection) -> None:
        """Note that a connection waits for its client."""
        self._waiting.setdefault(connection)

    def stop_waiting(self, connection: Connection) -> None:
        """Note that a connection no longer waits for its client."""
        self._waiting.pop(connection, None)

    def _report(self, who: str, limit: int) -> None:
        now = time.monotonic()
        if now - self._logged >= _LOG_EVERY:
            self._logged = now
            _log.warning("too many connections from %s (limit %d): closing those that wait longest", who, limit)


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
        self._patience = patience or Patience()
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
            self._crowd.leave(self)
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
        cast("dict[str, object]", self.scope.get("state"))[PEER] = self.peer
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

    # --- Closing ---

    def cut_off(self, reason: str) -> None:
        """Close the connection at once.

        Args:
            reason: The reason, in a word or two, to count it by.
        """
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
        self._timer = self.loop.call_later(seconds, self.cut_off, "slow")

    def _stop_waiting(self) -> None:
        self._crowd.stop_waiting(self)
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _stop_unread_timer(self) -> None:
        if self._unread_timer:
            self._unread_timer.cancel()
            self._unread_timer = None
