"""The addresses for monitoring (alive, ready, measurements), which answer before any limit or cookie applies."""

import asyncio
import hmac
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar
from litestar.types import HTTPScope, Send
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily

from undercut.errors import UndercutError
from undercut.site.base.client import is_loopback
from undercut.site.base.monitoring import REGISTRY
from undercut.site.base.settings import Settings
from undercut.site.routes.services import Site
from undercut.site.store.migrations import check_schema

_JSON, TEXT = "application/json", "text/plain; charset=utf-8"
_MEASUREMENTS = "text/plain; version=0.0.4; charset=utf-8"
_FRESH = 1.0  # seconds for which an answer of the database is used, so that frequent probes cost little
_PATIENCE = 3.0  # seconds that the database has to answer

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

    def answers(self, path: str) -> bool:
        """Return whether a path is one of these addresses."""
        return path in ("/health", "/ready", "/metrics")

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
        """Return all measurements, in Prometheus's format."""
        now = CollectorRegistry()
        ready = _gauge("undercut_ready", "Whether the site is ready.", {"": not await self.reasons()})
        now.register(_Present([ready, *self._gauges()]))
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
        own = _names_loopback(headers.get(b"host", b"localhost"))
        return own and is_loopback(client[0] if client else "") and not _FORWARDED & headers.keys()

    def _gauges(self) -> Iterator[GaugeMetricFamily]:
        yield _gauge("undercut_build", "The version that runs.", {version("undercut"): 1}, "version")
        yield _gauge("undercut_connections", "Open HTTP connections.", {"": self._connections()})
        if site := self._site:
            rooms = site.rooms
            lengths = {
                **rooms.thinkers.waiting,
                "import": site.importer.waiting,
                "load": rooms.waiting,
                "write": rooms.store.writer.waiting,
            }
            yield _gauge("undercut_queue_length", "What waits in each queue.", lengths, "queue")
            yield _gauge("undercut_rooms", "Tables in memory.", {"": rooms.number})
            yield _gauge("undercut_streams", "Open event streams.", {"": rooms.streams})
            missing = rooms.thinkers.missing
            yield _gauge("undercut_thinkers_missing", "Thinking processes that do not run.", {"": missing})


class _Present:
    def __init__(self, families: list[GaugeMetricFamily]) -> None:
        self._families = families

    def collect(self) -> list[GaugeMetricFamily]:
        return self._families


def _gauge(name: str, text: str, values: Mapping[str, float], label: str = "") -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label] if label else [])
    for value, number in values.items():
        family.add_metric([value] if label else [], number)
    return family


def _names_loopback(host: bytes) -> bool:
    try:
        name = urlsplit(f"//{host.decode('latin-1')}").hostname or ""
    except ValueError:
        return False
    return name == "localhost" or is_loopback(name)


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
