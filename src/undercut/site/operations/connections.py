"""HTTP connections: how many there may be, and how long they wait for their clients."""

from __future__ import annotations

import asyncio
import logging
import resource

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from undercut.site.operations.metrics import CUTS

LARGEST_HEAD = 32 * 1024
"""Maximum size of a request line with its headers, in bytes."""

LOOK_EVERY = 10.0
"""Seconds between two looks at all connections."""

_DESCRIPTORS_KEPT = 128
"""File descriptors that connections leave to the database, the thinking processes and new files."""

_LAST_READ = 0.1
"""Seconds in which the loop reads once more before it closes an idle connection."""

_log = logging.getLogger(__name__)


def most_connections() -> int:
    """Return how many connections the process can hold; raises its limit of descriptors as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard not in (soft, resource.RLIM_INFINITY):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(soft - _DESCRIPTORS_KEPT, soft // 2)


class Connection(H11Protocol):
    """A connection that is closed if there are too many, or if its client keeps it waiting.

    Timers of its own would cost each request more than all looks together.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        most: int,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._most = most
        self._pauses = 0
        self._waited_for: tuple[str, object] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  as in uvicorn
        """Close the connection at once if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > self._most:
            _log.warning("there are %d connections, as many as there may be; new ones are closed", self._most)
            self._cut_off("too many")

    def pause_writing(self) -> None:
        """Note that the client reads more slowly than it is sent to."""
        super().pause_writing()
        self._pauses += 1

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, unless a request came while the process stood still."""
        close = super().timeout_keep_alive_handler
        self.timeout_keep_alive_task = self.loop.call_later(_LAST_READ, close)

    def look(self) -> None:
        """Close the connection if it waits for the same thing as at the last look."""
        before, self._waited_for = self._waited_for, self._waits_for()
        if before and before == self._waited_for:
            self._cut_off(before[0])

    def _waits_for(self) -> tuple[str, object] | None:
        """Return what the client has to do next: read, or send the head of a request; None if it may wait itself."""
        if self.flow.write_paused or self.transport.is_closing():
            return "unread", self._pauses
        if not self.cycle or self.cycle.response_complete:
            return "slow", self.cycle
        return None

    def _cut_off(self, reason: str) -> None:
        CUTS.labels(reason).inc()
        self.transport.abort()
