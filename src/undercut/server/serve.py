"""Run the site in this process until it is stopped."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
import webbrowser
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from litestar import Litestar

from undercut.errors import UndercutError
from undercut.games import registry
from undercut.server.addresses import Proxies
from undercut.server.connections import Connection, Crowd, most_connections
from undercut.server.logs import configure_logging
from undercut.server.settings import Settings
from undercut.server.store import Store
from undercut.server.store.sole import sole_server
from undercut.server.web.app import make_app
from undercut.server.web.front import Front
from undercut.server.web.site import Site

_LAST_PORT = 65_535
USUAL_PORT = 8000
"""The default port, if it is free."""

_SHUTDOWN_SECONDS = 2
_BACKLOG = 2048
_GARBAGE_THRESHOLDS = (10_000, 20, 20)


class Server(uvicorn.Server):
    """A server that closes event streams on shutdown; they never end on their own."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        """Configure uvicorn for the application."""
        crowd = Crowd(most=most_connections(), per_group=settings.connections, trusted=Proxies(settings.proxies))
        self._front = Front(app, settings, crowd)
        config = uvicorn.Config(
            self._front,
            http=cast("type[Connection]", partial(Connection, crowd=crowd)),
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
            forwarded_allow_ips=settings.proxies,
        )
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all event streams, then shut down."""
        self._front.probes.stopping = True
        site = self._app.state.get("site")
        if isinstance(site, Site):
            site.rooms.end_streams()
        await super().shutdown(sockets)


def serve(settings: Settings, host: str = "127.0.0.1", port: int | None = None, *, browse: bool = False) -> None:
    """Run the site until it is stopped; every acknowledged move is already stored.

    Args:
        host: The address to listen on.
        port: The port; 0: any free one; None: 8000, or any free one if that is taken.
        browse: Whether to open a browser.

    Raises:
        UndercutError: The port or the database is not available, or another server uses the SQLite file.
    """
    with sole_server(settings.database):
        _serve(settings, host, port, browse=browse)


def _serve(settings: Settings, host: str, port: int | None, *, browse: bool) -> None:
    asyncio.run(_try_database(settings.database))
    listener = listen(host, port)
    named = f"[{host}]" if ":" in host else host
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else named  # noqa: S104  compared, not listened at
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"Undercut is at {address} (Ctrl-C stops it)", flush=True)  # noqa: T201  the command's output
    for name in registry.faults():
        print(registry.no_such_game(name), file=sys.stderr)  # noqa: T201  for the site's log
    if browse and not webbrowser.open(address):
        print("No browser could be opened; open that address in one.", file=sys.stderr)  # noqa: T201  as above
    signal.signal(signal.SIGTERM, _end)
    configure_logging(settings)
    server = Server(make_app(settings, host), settings)
    _collect_less_garbage()
    server.run(sockets=[listener])
    if not server.started:
        message = "the site could not start; see the errors above"
        raise UndercutError(message)


def _end(_number: int, _frame: FrameType | None) -> None:
    """Exit quietly: uvicorn raises the signal again after a graceful shutdown."""
    sys.exit()


def _collect_less_garbage() -> None:
    """Exclude everything loaded so far from garbage collection, and collect less often.

    With 400 tables, collections took a quarter of the time, and the longest paused the site for 0.2 seconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE_THRESHOLDS)


async def _try_database(url: str) -> None:
    """Open and close the database, so that its errors are reported before anything else starts."""
    await (await Store.open(url)).close()


def listen(host: str, port: int | None) -> socket.socket:
    """Bind a listening socket, so that the port is known before anything else starts.

    Args:
        host: The address to listen on.
        port: The port; 0: any free one; None: 8000, or any free one if that is taken.

    Raises:
        UndercutError: The port is invalid or not available.
    """
    if port is not None and not 0 <= port <= _LAST_PORT:
        message = f"--port: {port} is not a whole number from 0 to {_LAST_PORT}"
        raise UndercutError(message)
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
            message = f"{host} port {wanted}: {error.strerror}"
            raise UndercutError(message) from None
        # Connections made before the site is ready wait instead of being refused.
        listener.listen(_BACKLOG)
        return listener
    message = f"{host}: no port is free"
    raise UndercutError(message)
