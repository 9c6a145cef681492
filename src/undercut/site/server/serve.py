"""Run the site in this process until it is stopped: sockets, connections, and the server."""

import asyncio
import errno
import gc
import logging
import os
import resource
import signal
import socket
import sys
import webbrowser
from collections.abc import Sequence
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from litestar import Litestar
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.site.base.keys import Keys
from undercut.site.base.monitoring import CUTS, configure_logging
from undercut.site.base.settings import Settings
from undercut.site.routes.visit import Site
from undercut.site.security.guards import Hosts
from undercut.site.server.app import make_app
from undercut.site.server.middleware import Front
from undercut.site.store.database import sole_server
from undercut.site.store.store import Store

LARGEST_HEAD = 32 * 1024  # maximum size of a request line with its headers, in bytes
CHECK_EVERY = 10.0  # seconds between two checks of all connections
_DESCRIPTORS_KEPT = 128  # file descriptors that connections leave to the database, the thinking processes and new files
_LAST_READ = 0.1  # seconds in which the loop reads once more before it closes an idle connection

_log = logging.getLogger(__name__)


def most_connections() -> int:
    """Return how many connections the process can hold; raises its limit of descriptors as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard not in (soft, resource.RLIM_INFINITY):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(soft - _DESCRIPTORS_KEPT, soft // 2)


class Connection(H11Protocol):
    """A connection that is closed if there are too many, or if its client keeps it waiting; it has no own timer."""

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
        super().connection_made(transport)
        if len(self.connections) > self._most:
            _log.warning("there are %d connections, as many as there may be; new ones are closed", self._most)
            self._cut_off("too many")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._pauses += 1

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, unless a request came while the process stood still."""
        close = super().timeout_keep_alive_handler
        self.timeout_keep_alive_task = self.loop.call_later(_LAST_READ, close)

    def check(self) -> None:
        """Close the connection if it waits for the same thing as at the last check."""
        before, self._waited_for = self._waited_for, self._waits_for()
        if before and before == self._waited_for:
            self._cut_off(before[0])

    def _waits_for(self) -> tuple[str, object] | None:
        """Return what the client has to do next: read, or send the head of a request; None if it waits for the site."""
        if self.flow.write_paused or self.transport.is_closing():
            return "unread", self._pauses
        if not self.cycle or self.cycle.response_complete:
            return "slow", self.cycle
        return None

    def _cut_off(self, reason: str) -> None:
        CUTS.labels(reason).inc()
        self.transport.abort()


_LAST_PORT = 65_535
USUAL_PORT = 8000  # the default port, if it is free

_BACKLOG = 2048

_FIRST_INHERITED = 3


def listen(host: str, port: int | None) -> socket.socket:
    """Bind a listening socket, so that the port is known before anything else starts."""
    if port is not None and not 0 <= port <= _LAST_PORT:
        raise UndercutError(f"--port: {port} is not a whole number from 0 to {_LAST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (USUAL_PORT, 0) if port is None else (port,):
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
        except OSError as error:
            listener.close()
            if port is None and wanted and error.errno == errno.EADDRINUSE:
                continue
            raise UndercutError(f"{host} port {wanted}: {error.strerror}") from None
        # Connections made before the site is ready wait instead of being refused.
        listener.listen(_BACKLOG)
        return listener
    raise UndercutError(f"{host}: no port is free")


def host_of(listener: socket.socket) -> str:
    """Return the address that a socket listens on; of a Unix socket, the loopback address."""
    return str(listener.getsockname()[0]) if listener.family != socket.AF_UNIX else "127.0.0.1"


def address_of_listener(listener: socket.socket) -> str:
    if listener.family == socket.AF_UNIX:
        return f"unix:{listener.getsockname()}"
    host = host_of(listener)
    named = f"[{host}]" if ":" in host else host
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else named  # noqa: S104  compared, not listened at
    return f"http://{shown}:{listener.getsockname()[1]}/"


def inherited_listeners() -> list[socket.socket]:
    """Take the listening sockets of a socket unit; an empty list without such a unit."""
    count = os.environ.pop("LISTEN_FDS", "")
    os.environ.pop("LISTEN_FDNAMES", None)
    if os.environ.pop("LISTEN_PID", "") != str(os.getpid()) or not count.isdigit():
        return []
    return [_listener(number) for number in range(_FIRST_INHERITED, _FIRST_INHERITED + int(count))]


def _listener(number: int) -> socket.socket:
    try:
        os.set_inheritable(number, False)  # noqa: FBT003  positional only
        found = socket.socket(fileno=number)
        if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            return found
    except OSError:
        pass
    message = f"file descriptor {number} from systemd is not a listening socket; use ListenStream= and Accept=no"
    raise UndercutError(message)


def notify(state: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
            connection.sendto(state.encode(), address)
    except OSError as error:
        _log.warning("systemd cannot be told that %s: %s", state, error.strerror)


_DRAINING_SECONDS = 1  # how long unfinished requests may take when the server ends, in seconds

_TICKS_A_SECOND = 10
_GARBAGE_THRESHOLDS = (10_000, 20, 20)


class Server(uvicorn.Server):
    """A server that closes stuck connections, and tells its readers to reconnect when it ends."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self._app = app
        self._front = Front(app, settings, lambda: len(self.server_state.connections))
        config = uvicorn.Config(
            self._front,
            http=cast("type[Connection]", partial(Connection, most=most_connections())),
            h11_max_incomplete_event_size=LARGEST_HEAD,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_DRAINING_SECONDS,
            proxy_headers=False,  # the front needs to know the proxy first
        )
        super().__init__(config)

    def run_at(self, listeners: Sequence[socket.socket]) -> None:
        _collect_less_garbage()
        self.run(sockets=list(listeners))
        if not self.started:
            raise UndercutError("the site could not start; see the errors above")

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        notify("READY=1")

    async def on_tick(self, counter: int) -> bool:
        if counter % (CHECK_EVERY * _TICKS_A_SECOND) == 0:
            for connection in tuple(cast("set[Connection]", self.server_state.connections)):
                connection.check()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        notify("STOPPING=1")
        self._front.probes.stopping = True
        site = self._app.state.get("site")
        if isinstance(site, Site):
            site.rooms.drain()
        await super().shutdown(sockets)


def serve(settings: Settings, host: str = "127.0.0.1", port: int | None = None, *, browse: bool = False) -> None:
    """Run the site until it is stopped; every acknowledged move is already stored."""
    signal.signal(signal.SIGTERM, _end)
    configure_logging(Keys(settings.secret), as_json=settings.log == "json", access=settings.access_log)
    Hosts(settings.hosts)  # refuses a wrong name before anything is opened
    with sole_server(settings.database):
        asyncio.run(_try_database(settings.database))
        inherited = inherited_listeners()
        listeners = inherited or [listen(host, port)]
        _announce(listeners[0], browse=browse)
        Server(make_app(settings, host_of(listeners[0]) if inherited else host), settings).run_at(listeners)


def _announce(listener: socket.socket, *, browse: bool) -> None:
    address = address_of_listener(listener)
    print(f"Undercut is at {address} (Ctrl-C stops it)", flush=True)  # noqa: T201  the command's output
    for name in registry.faults():
        print(registry.no_such_game(name), file=sys.stderr)  # noqa: T201  for the site's log
    if browse and not webbrowser.open(address):
        print("No browser could be opened; open that address in one.", file=sys.stderr)  # noqa: T201  as above


def _end(_number: int, _frame: FrameType | None) -> None:
    """Exit quietly: uvicorn raises the signal again after a graceful shutdown."""
    sys.exit()


def _collect_less_garbage() -> None:
    """Exclude everything loaded so far from garbage collection, and collect less often."""
    # With 400 tables, collections took a quarter of the time, and the longest paused the site for 0.2 seconds.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE_THRESHOLDS)


async def _try_database(url: str) -> None:
    """Open and close the database, so that its errors are reported before anything else starts."""
    await (await Store.open(url)).close()
