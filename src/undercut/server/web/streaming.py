"""Event streams as responses: what their requests needed is let go while they are open, often for hours."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Protocol

from litestar.response import Stream as StreamResponse
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import HTTPScope, Receive, Send

from undercut.server.web.leaving import leaves
from undercut.server.web.security import SiteRequest

HANDED_OVER = "undercut_stream"
"""Where a request's state holds the stream of a response whose body is still to be sent."""

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Streamed(Protocol):
    """A stream of messages."""

    def body(self) -> AsyncGenerator[bytes, None]:
        """Yield the messages."""
        ...

    def end(self) -> None:
        """End the stream."""
        ...


class _Started(ASGIStreamingResponse):
    """A response that sends no body: `send_stream` does, after the application has returned."""

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


async def send_stream(scope: HTTPScope, receive: Receive, send: Send) -> None:
    """Send the body of a response if it is an event stream, until that ends or the client disconnects."""
    stream: Streamed | None = scope["state"].pop(HANDED_OVER, None)
    if stream is None:
        return
    scope["state"].clear()
    leaving = asyncio.create_task(leaves(receive))
    leaving.add_done_callback(lambda _: stream.end())
    try:
        async with aclosing(stream.body()) as body:
            async for messages in body:
                await send({"type": "http.response.body", "body": messages, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        leaving.cancel()
