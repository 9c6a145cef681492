"""Everything around the application: request ids, the access log, measurements, and the addresses for monitoring."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Mapping
from functools import cache
from typing import cast

from litestar import Litestar
from litestar.types import HTTPScope, Message, Receive, Scope, Send
from prometheus_client import Counter, Histogram

from undercut.site.operations.connections import PEER
from undercut.site.operations.crowd import Crowd
from undercut.site.operations.logs import access_log, request_guest, request_id
from undercut.site.operations.metrics import ANSWER_TIMES, REQUESTS
from undercut.site.operations.settings import Settings
from undercut.site.operations.streaming import send_stream
from undercut.site.routes.probes import TEXT, Probes, respond
from undercut.site.security.addresses import Proxies

_REQUEST_ID = b"x-request-id"
_ID_BYTES = 8
_SANE = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_METHODS = ("GET", "HEAD", "POST")
_OTHER = "other"
_STOPPED = b"The server is stopping or being replaced. Try again in a moment."
_SHOWN = 6
"""How much of a table's id the access log shows: too little to find the table by."""


class Front:
    """Wraps the application with request ids, the access log, measurements and probes."""

    def __init__(self, app: Litestar, settings: Settings, crowd: Crowd) -> None:
        """Store the parts."""
        self.probes = Probes(app, settings, crowd)
        self._app = app
        self._proxies = Proxies(settings.proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        seen, own = cast("dict[str, object]", scope), self._id(scope)
        request_id.set(own)
        request_guest.set("")
        began, answered = time.perf_counter(), False

        async def answer(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                message["headers"] = [*message["headers"], (_REQUEST_ID, own.encode())]
                _note(seen, message["status"], time.perf_counter() - began)
            await send(message)

        try:
            if self.probes.answers(scope["path"]):
                await self.probes.answer(cast("HTTPScope", scope), answer)
            else:
                await self._app(scope, receive, answer)
                await send_stream(cast("HTTPScope", scope), send)
        except asyncio.CancelledError:
            # The server cancels what is unfinished when it ends.
            if not self.probes.stopping or answered:
                raise
            await respond(answer, 503, TEXT, _STOPPED, {"retry-after": "1", "connection": "close"})

    def _id(self, scope: Scope) -> str:
        """Return the id that a trusted proxy has given to a request, otherwise a new one."""
        if str(scope["state"].get(PEER, "")) in self._proxies:
            for name, value in scope["headers"]:
                if name == _REQUEST_ID and _SANE.fullmatch(value):
                    return value.decode()
        return secrets.token_hex(_ID_BYTES)


@cache  # looking them up takes longer than counting
def _measures(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, str(status)), ANSWER_TIMES.labels(route)


def _note(seen: Mapping[str, object], status: int, seconds: float) -> None:
    """Count, time and log an answer."""
    route = str(seen.get("path_template") or _OTHER)
    method = str(seen["method"] if seen["method"] in _METHODS else _OTHER)
    requests, times = _measures(method, route, status)
    requests.inc()
    times.observe(seconds)
    if access_log.isEnabledFor(logging.INFO):
        fields: dict[str, object] = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
        if table := cast("dict[str, object]", seen.get("path_params", {})).get("table"):
            fields["table"] = str(table)[:_SHOWN]
        access_log.info("request", extra={"fields": fields})
