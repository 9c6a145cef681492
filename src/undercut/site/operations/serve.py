"""Run the site in this process until it is stopped."""

from __future__ import annotations

import asyncio
import gc
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

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.site.operations.connections import LARGEST_HEAD, LOOK_EVERY, Connection, most_connections
from undercut.site.operations.front import Front
from undercut.site.operations.listening import address_of_listener, host_of, inherited_listeners, listen, notify
from undercut.site.operations.logs import configure_logging
from undercut.site.operations.settings import Settings
from undercut.site.routes.app import make_app
from undercut.site.routes.services import Site
from undercut.site.security.hosts import Hosts
from undercut.site.security.keys import Keys
from undercut.site.store import Store
from undercut.site.store.database import sole_server

_DRAINING_SECONDS = 1
"""How long unfinished requests may take when the server ends, in seconds."""

_TICKS_A_SECOND = 10
_GARBAGE_THRESHOLDS = (10_000, 20, 20)


class Server(uvicorn.Server):
    """A server that looks after its connections, and tells its readers to reconnect when it ends."""

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
        """Run until stopped."""
        _collect_less_garbage()
        self.run(sockets=list(listeners))
        if not self.started:
            message = "the site could not start; see the errors above"
            raise UndercutError(message)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        notify("READY=1")

    async def on_tick(self, counter: int) -> bool:
        """Look at all connections now and then."""
        if counter % (LOOK_EVERY * _TICKS_A_SECOND) == 0:
            for connection in tuple(cast("set[Connection]", self.server_state.connections)):
                connection.look()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the readers reconnect and the bots rest, then shut down."""
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
    Hosts(settings.hosts)  # a name that it refuses is said before anything is opened
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
    """Exclude everything loaded so far from garbage collection, and collect less often.

    With 400 tables, collections took a quarter of the time, and the longest paused the site for 0.2 seconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE_THRESHOLDS)


async def _try_database(url: str) -> None:
    """Open and close the database, so that its errors are reported before anything else starts."""
    await (await Store.open(url)).close()
