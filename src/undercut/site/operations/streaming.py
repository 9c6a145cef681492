"""Event streams as responses: the application sends their head, and the connection their body."""

from __future__ import annotations

from typing import cast

from litestar.response import Stream as StreamResponse
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import HTTPScope, Receive, Send

from undercut.site.operations.connections import CONNECTION, Connection
from undercut.site.operations.outlets import Streamed
from undercut.site.security.guest import SiteRequest

HANDED_OVER = "undercut_stream"
"""Where a request's state holds the stream of a response whose body is still to be sent."""

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Connection": "close"}


class _Started(ASGIStreamingResponse):
    """A response that sends no body: the connection does, after the application has returned."""

    async def send_body(self, send: Send, receive: Receive) -> None:
        """Leave the body to others."""


class EventStream(StreamResponse):
    """A response with an event stream, of which the application sends only the head."""

    def __init__(self) -> None:
        """Prepare the head."""
        super().__init__((), media_type="text/event-stream", headers=_HEADERS)

    def to_asgi_response(  # pyright: ignore[reportIncompatibleMethodOverride]  Litestar passes these by name
        self, app: None, request: SiteRequest, *, headers: dict[str, str] | None = None, **_: object
    ) -> _Started:
        """Return the response that sends the head."""
        del app, request
        return _Started(iterator=(), media_type="text/event-stream", headers={**(headers or {}), **self.headers})


async def send_stream(scope: HTTPScope, send: Send) -> None:
    """Leave the body of a response to its connection if it is an event stream."""
    state = cast("dict[str, object]", scope["state"])
    stream = cast("Streamed | None", state.pop(HANDED_OVER, None))
    if stream and not cast("Connection", state[CONNECTION]).hand_over(scope, stream):
        stream.close()
        await send({"type": "http.response.body", "body": b"", "more_body": False})
