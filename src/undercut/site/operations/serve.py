"""Run the site in this process until it is stopped."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from litestar import Litestar

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.site.operations.connections import Connection
from undercut.site.operations.crowd import Crowd, most_connections
from undercut.site.operations.front import Front
from undercut.site.operations.handover import DRAINING, Offer, Predecessor, path_for, serves
from undercut.site.operations.listening import address_of_listener, host_of, listen, port_of
from undercut.site.operations.logs import configure_logging
from undercut.site.operations.settings import Settings, data_folder
from undercut.site.operations.systemd import inherited_listeners, notify
from undercut.site.routes.app import make_app
from undercut.site.routes.services import Site
from undercut.site.security.addresses import Proxies
from undercut.site.security.hosts import Hosts
from undercut.site.store import Store
from undercut.site.store.database import database_name, sole_server
from undercut.site.store.migrations import check_database

_DRAINING_SECONDS = 1
"""How long unfinished requests may take when the server ends, in seconds; new ones wait for its successor."""

_RESUMING_TRIES = 60
_RESUMING_PAUSE = 1.0
"""Seconds between two tries to serve again."""

_GARBAGE_THRESHOLDS = (10_000, 20, 20)


class Server(uvicorn.Server):
    """A server that can hand over to a successor, and tells its readers to reconnect when it ends."""

    def __init__(self, app: Litestar, settings: Settings, *, started: Callable[[], None] | None = None) -> None:
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
            timeout_graceful_shutdown=_DRAINING_SECONDS,
            forwarded_allow_ips=settings.proxies,
        )
        super().__init__(config)
        self._app = app
        self._settings = settings
        self._on_start = started
        self._offer: Offer | None = None

    @property
    def successor(self) -> socket.socket | None:
        """The connection to the server that takes over from this one, once it has asked for that."""
        return self._offer.successor if self._offer else None

    def run_at(self, listeners: Sequence[socket.socket]) -> None:
        """Run until stopped or asked to drain; the sockets stay open, so that new connections wait.

        Raises:
            UndercutError: The site cannot start.
        """
        path = path_for(data_folder(), port_of(listeners[0]))
        self._offer = Offer(path, database_name(self._settings.database), listeners, self._stop)
        _collect_less_garbage()
        self.run(sockets=[listener.dup() for listener in listeners])
        if not self.started:
            message = "the site could not start; see the errors above"
            raise UndercutError(message)
        if self.successor and not self._app.state.settled:
            # A write is stuck in the database and could still be committed: nothing but the end of this process
            # may release the lock.
            os._exit(0)

    def _stop(self) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self._on_start:
            self._on_start()
        if self._offer:
            self._offer.open()
        notify("READY=1")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the readers reconnect and the bots rest, then shut down."""
        notify("STOPPING=1")
        if self._offer:
            self._offer.close()
        self._front.probes.stopping = True
        site = self._app.state.get("site")
        if isinstance(site, Site):
            site.rooms.drain()
        await super().shutdown(sockets)


def serve(
    settings: Settings,
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    browse: bool = False,
    take_over: bool = False,
) -> None:
    """Run the site until it is stopped; every acknowledged move is already stored.

    Raises:
        UndercutError: The port or the database is not available, another server uses the SQLite file, or there is no
            server to take over from.
    """
    signal.signal(signal.SIGTERM, _end)
    configure_logging(settings)
    Hosts(settings.hosts)  # a name that it refuses is said before anything is opened
    if take_over:
        server, listeners = _take_over(settings, port)
    else:
        with sole_server(settings.database):
            asyncio.run(_try_database(settings.database))
            inherited = inherited_listeners()
            listeners = inherited or [listen(host, port)]
            _announce(listeners[0], browse=browse)
            server = Server(make_app(settings, host_of(listeners[0]) if inherited else host), settings)
            server.run_at(listeners)
    while server.successor and not serves(server.successor):
        print("The server that was to take over has ended; this one goes on.", file=sys.stderr, flush=True)  # noqa: T201  for the site's log
        with sole_server(settings.database, wait=DRAINING):
            server = _resume(settings, listeners)


def _resume(settings: Settings, listeners: Sequence[socket.socket]) -> Server:
    """Serve again after a hand-over that has failed; where the database is away, try for a while."""
    tries = 1
    while True:
        server = Server(make_app(settings, host_of(listeners[0])), settings)
        try:
            server.run_at(listeners)
        except UndercutError:
            if tries == _RESUMING_TRIES:
                raise
            tries += 1
            time.sleep(_RESUMING_PAUSE)
        else:
            return server


def _take_over(settings: Settings, port: int | None) -> tuple[Server, list[socket.socket]]:
    """Run in place of the running server; whatever can fail is done before that server is asked to end its work."""
    predecessor = Predecessor.ask(data_folder(), port, database_name(settings.database))
    try:
        check_database(settings.database)
    except UndercutError as error:
        message = f"--take-over: {error}; the running server goes on"
        raise UndercutError(message) from None
    listeners = predecessor.listeners
    server = Server(make_app(settings, host_of(listeners[0])), settings, started=predecessor.confirm)
    server.config.load()
    predecessor.drain()
    with sole_server(settings.database, wait=DRAINING):
        _announce(listeners[0], browse=False)
        server.run_at(listeners)
    return server, listeners


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
