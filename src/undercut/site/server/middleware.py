"""Everything around the application: request ids, the access log, measurements, monitoring, and bodies in time."""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import cast

from litestar import Litestar
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, HTTPScope, Message, Receive, ReceiveMessage, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from undercut.site.base.client import client_guest
from undercut.site.base.monitoring import ANSWER_TIMES, CUTS, REQUESTS, access_log, request_id
from undercut.site.base.settings import Settings
from undercut.site.server.probes import TEXT, Probes, respond

BODY_SECONDS = 30.0  # how long the body of a request may take

_CLOSE = (b"connection", b"close")
_REQUEST_ID = b"x-request-id"
_ID_BYTES = 8
_SANE = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_METHODS = ("GET", "HEAD", "POST")
_OTHER = "other"
_STOPPED = b"The server is stopping. Try again in a moment."
_SHOWN = 6  # how much of a table's id the access log shows: too little to find the table by


class Body:
    """The body of a request, which has to come in time."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = dict(scope["headers"])
        self.is_complete = headers.get(b"content-length", b"0") == b"0" and b"transfer-encoding" not in headers
        self._receive = receive
        self._due = asyncio.get_running_loop().time() + BODY_SECONDS

    async def receive(self) -> ReceiveMessage:
        """Return the next part, and then what follows the body."""
        if self.is_complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._due):
                message = await self._receive()
        except TimeoutError:
            CUTS.labels("slow").inc()
            raise HTTPException(status_code=HTTPStatus.REQUEST_TIMEOUT) from None
        self.is_complete = message["type"] != "http.request" or not message["more_body"]
        return message

    async def discard(self, most: int) -> None:
        """Read the rest of the body: many clients read no answer until they have sent all of it."""
        with suppress(HTTPException):
            while most > 0 and not self.is_complete:
                most -= len(cast("dict[str, bytes]", await self.receive()).get("body", b""))


class Front:
    """Wraps the application with request ids, the access log, measurements and probes."""

    def __init__(self, app: Litestar, settings: Settings, connections: Callable[[], int]) -> None:
        self.probes = Probes(app, settings, connections)
        behind_proxies = ProxyHeadersMiddleware(app, settings.proxies)  # type: ignore[arg-type]  its own names for the same
        self._app = cast("ASGIApp", behind_proxies)
        self._proxies = behind_proxies.trusted_hosts
        self._largest = settings.largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        seen, own = cast("dict[str, object]", scope), self._id(scope)
        request_id.set(own)
        client_guest.set("")
        body, began, answered = Body(scope, receive), time.perf_counter(), False

        async def answer(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                _note(seen, message["status"], time.perf_counter() - began)
                await body.discard(self._largest)
                headers = [*message["headers"], (_REQUEST_ID, own.encode())]
                message["headers"] = headers if body.is_complete else [*headers, _CLOSE]
            await send(message)

        try:
            if self.probes.answers(scope["path"]):
                await self.probes.answer(cast("HTTPScope", scope), answer)
            else:
                await self._app(scope, body.receive, answer)
        except asyncio.CancelledError:
            # The server cancels what is unfinished when it ends.
            if not self.probes.stopping or answered:
                raise
            await respond(answer, 503, TEXT, _STOPPED, {"retry-after": "1", "connection": "close"})

    def _id(self, scope: Scope) -> str:
        """Return the id that a trusted proxy has given to a request, otherwise a new one."""
        peer = scope["client"]
        if (peer[0] if peer else "") in self._proxies:
            for name, value in scope["headers"]:
                if name == _REQUEST_ID and _SANE.fullmatch(value):
                    return value.decode()
        return secrets.token_hex(_ID_BYTES)


def _note(seen: Mapping[str, object], status: int, seconds: float) -> None:
    route = str(seen.get("path_template") or _OTHER)
    method = str(seen["method"] if seen["method"] in _METHODS else _OTHER)
    REQUESTS.labels(method, route, str(status)).inc()
    ANSWER_TIMES.labels(route).observe(seconds)
    if access_log.isEnabledFor(logging.INFO):
        fields: dict[str, object] = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
        if table := cast("dict[str, object]", seen.get("path_params", {})).get("table"):
            fields["table"] = str(table)[:_SHOWN]
        access_log.info("request", extra={"fields": fields})
