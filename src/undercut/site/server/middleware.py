"""Around the application: request ids, the access log, measurements, bodies in time, and addresses for monitoring."""

import asyncio
import hmac
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from importlib.metadata import version
from typing import cast

import msgspec
from litestar import Litestar
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, HTTPScope, Message, Receive, ReceiveMessage, Scope, Send
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from undercut.errors import UndercutError
from undercut.site.base.client import client_guest, is_loopback
from undercut.site.base.monitoring import ANSWER_TIMES, CUTS, REGISTRY, REQUESTS, access_log, request_id
from undercut.site.base.settings import Settings
from undercut.site.routes.visit import Site
from undercut.site.security.guards import host_name
from undercut.site.store.migrations import check_schema

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
    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = dict(scope["headers"])
        self.is_complete = headers.get(b"content-length", b"0") == b"0" and b"transfer-encoding" not in headers
        self._receive = receive
        self._due = asyncio.get_running_loop().time() + BODY_SECONDS

    async def receive(self) -> ReceiveMessage:
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
            if scope["path"] in PROBED:
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


# --- Addresses for monitoring, which answer before any limit or cookie applies ---

_JSON, TEXT = "application/json", "text/plain; charset=utf-8"
_MEASUREMENTS = "text/plain; version=0.0.4; charset=utf-8"
_FRESH = 1.0  # seconds for which an answer of the database is used, so that frequent probes cost little
_PATIENCE = 3.0  # seconds that the database has to answer

PROBED = ("/health", "/ready", "/metrics")
_FORWARDED = frozenset({b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-proto", b"x-real-ip"})


class Probes:
    def __init__(self, app: Litestar, settings: Settings, connections: Callable[[], int]) -> None:
        self.stopping = False
        self._app = app
        self._token = settings.metrics_token
        self._connections = connections
        self._checked = -_FRESH
        self._fault = ""
        self._checking = asyncio.Lock()

    async def answer(self, scope: HTTPScope, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await respond(send, 405, _JSON, b'{"detail":"GET only"}', {"allow": "GET, HEAD"})
        elif scope["path"] == "/health":
            await respond(send, 200, _JSON, b'{"alive":true}')
        elif scope["path"] == "/ready":
            reasons = await self.reasons()
            body = msgspec.json.encode({"ready": not reasons, "reasons": reasons})
            await respond(send, 503 if reasons else 200, _JSON, body)
        elif not self._may_measure(scope):
            await respond(send, 404, _JSON, b'{"detail":"Not found"}')
        else:
            await respond(send, 200, _MEASUREMENTS, await self.measurements())

    async def reasons(self) -> list[str]:
        """Return why the site should get no requests now; empty if it is ready."""
        site = self._site
        if self.stopping or site is None:
            return ["the server is stopping" if self.stopping else "the server is starting"]
        found: list[str] = []
        if fault := site.rooms.uptime.fault or await self._database_fault(site):
            found.append(f"database: {fault}")
        if missing := site.rooms.thinkers.missing:
            found.append(f"thinking: {missing} of {site.settings.thinkers} processes do not run")
        if not site.importer.alive:
            found.append("imports: the process has ended")
        return found

    async def measurements(self) -> bytes:
        now = CollectorRegistry()
        Gauge("undercut_ready", "Whether the site is ready.", registry=now).set(not await self.reasons())
        build = Gauge("undercut_build", "The version that runs.", ["version"], registry=now)
        build.labels(version("undercut")).set(1)
        Gauge("undercut_connections", "Open HTTP connections.", registry=now).set(self._connections())
        if site := self._site:
            _measure(site, now)
        return await asyncio.to_thread(lambda: generate_latest(REGISTRY) + generate_latest(now))

    @property
    def _site(self) -> Site | None:
        site: object = self._app.state.get("site")
        return site if isinstance(site, Site) else None

    async def _database_fault(self, site: Site) -> str:
        """Check the database, at most once a second."""
        async with self._checking:
            if time.monotonic() - self._checked >= _FRESH:
                self._fault = await _check_database(site)
                self._checked = time.monotonic()
        return self._fault

    def _may_measure(self, scope: HTTPScope) -> bool:
        """Return whether a client is on this machine, without a proxy between, or has the token."""
        headers = dict(scope["headers"])
        if self._token:
            sent = headers.get(b"authorization", b"")
            if hmac.compare_digest(sent, f"Bearer {self._token}".encode()):
                return True
        client = scope["client"]
        # A page of another name that points here must not read it with its visitor's browser.
        name = host_name(f"//{headers.get(b'host', b'localhost').decode('latin-1')}") or ""
        own = name == "localhost" or is_loopback(name)
        return own and is_loopback(client[0] if client else "") and not _FORWARDED & headers.keys()


def _measure(site: Site, now: CollectorRegistry) -> None:
    rooms = site.rooms
    queues = Gauge("undercut_queue_length", "What waits in each queue.", ["queue"], registry=now)
    waiting = {"import": site.importer.waiting, "load": rooms.waiting, "write": rooms.store.writer.waiting}
    for queue, length in (rooms.thinkers.waiting | waiting).items():
        queues.labels(queue).set(length)
    Gauge("undercut_rooms", "Tables in memory.", registry=now).set(rooms.number)
    Gauge("undercut_streams", "Open event streams.", registry=now).set(rooms.streams)
    missing = Gauge("undercut_thinkers_missing", "Thinking processes that do not run.", registry=now)
    missing.set(rooms.thinkers.missing)


async def _check_database(site: Site) -> str:
    try:
        async with asyncio.timeout(_PATIENCE):
            await site.rooms.store.ask(check_schema)
    except TimeoutError:
        return "it does not answer"
    except UndercutError as error:
        return str(error)
    return ""


async def respond(
    send: Send, status: int, media_type: str, body: bytes, headers: Mapping[str, str] | None = None
) -> None:
    own = {"content-type": media_type, "cache-control": "no-store", "x-content-type-options": "nosniff"}
    all_headers = own | {"content-length": str(len(body))} | dict(headers or {})
    encoded = [(name.encode(), value.encode()) for name, value in all_headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": False})
