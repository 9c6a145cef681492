"""Runs the site in this process, until somebody stops it."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
import webbrowser
from types import FrameType

import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from undercut.errors import UndercutError
from undercut.games import registry
from undercut.server.faults import log_discreetly
from undercut.server.settings import Settings
from undercut.server.store import Store
from undercut.server.web.app import make_app
from undercut.server.web.site import Site

_LAST_PORT = 65_535
USUAL_PORT = 8000
"""Where the site is if nobody says otherwise and nobody else is there."""

_PATIENCE = 2
_DEAF_SECONDS = 10.0
_BACKLOG = 2048
_GARBAGE_THRESHOLDS = (10_000, 20, 20)


class Connection(HttpToolsProtocol):
    """A connection that is cut off when the other side takes nothing of what it is sent for too long."""

    _cut_off: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Wait for the other side, but not for ever."""
        super().pause_writing()
        self._cut_off = self.loop.call_later(_DEAF_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the other side has read."""
        self._let_be()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever answers that nobody is there any more."""
        self._let_be()
        super().connection_lost(exc)

    def _let_be(self) -> None:
        if self._cut_off:
            self._cut_off.cancel()
            self._cut_off = None


class Server(uvicorn.Server):
    """A server that ends the streams of its readers when it is told to stop: they would never end by themselves.

    Args:
        app: The application.
        settings: How it is set up.
    """

    def __init__(self, app: Litestar, settings: Settings) -> None:
        """Keep the application in reach."""
        config = uvicorn.Config(
            app,
            http=Connection,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_PATIENCE,
            forwarded_allow_ips=settings.proxies,
        )
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: end all streams, then what else is going on."""
        site = self._app.state.get("site")
        if isinstance(site, Site):
            site.rooms.end_streams()
        await super().shutdown(sockets)


def serve(settings: Settings, host: str = "127.0.0.1", port: int | None = None, *, browse: bool = False) -> None:
    """Run the site until it is stopped; what was acknowledged by then is written.

    Args:
        settings: How it is set up.
        host: The address to listen at.
        port: The port; 0: any free one; None: the usual one, or any free one if that is taken.
        browse: Whether to open a browser.

    Raises:
        UndercutError: The port or the database cannot be had.
    """
    asyncio.run(_try_database(settings.database))
    listener = listen(host, port)
    named = f"[{host}]" if ":" in host else host
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else named  # noqa: S104  compared, not listened at
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"Undercut is at {address} (Ctrl-C ends it)", flush=True)  # noqa: T201  what the person wants to know
    for name in registry.faults():
        print(registry.no_such_game(name), file=sys.stderr)  # noqa: T201  for the site's log
    if browse and not webbrowser.open(address):
        print("No browser could be opened; open that address in one.", file=sys.stderr)  # noqa: T201  as above
    signal.signal(signal.SIGTERM, _end)
    log_discreetly()
    server = Server(make_app(settings), settings)
    _collect_less_garbage()
    server.run(sockets=[listener])
    if not server.started:
        message = "the site could not start; what is wrong is written above"
        raise UndercutError(message)


def _end(_number: int, _frame: FrameType | None) -> None:
    """End without complaint: the server stops in order by itself, and raises the signal once more after that."""
    sys.exit()


def _collect_less_garbage() -> None:
    """Leave what is loaded by now out of garbage collections, and have fewer of them.

    They took a quarter of the time of a site with 400 tables, and the longest stopped everybody for 0.2 seconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE_THRESHOLDS)


async def _try_database(url: str) -> None:
    """Open a database and close it: what is wrong with it is better said before anything runs."""
    await (await Store.open(url)).close()


def listen(host: str, port: int | None) -> socket.socket:
    """Take a port, so that it is known before anything else starts.

    Args:
        host: The address to listen at.
        port: The port; 0: any free one; None: the usual one, or any free one if that is taken.

    Raises:
        UndercutError: It cannot be had.
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
        # Who comes before the site is ready waits, rather than being sent away.
        listener.listen(_BACKLOG)
        return listener
    message = f"{host}: no port is free"
    raise UndercutError(message)
