"""The sockets at which the site listens, its own or a systemd unit's, and what systemd hears of it."""

from __future__ import annotations

import errno
import logging
import os
import socket

from undercut.errors import UndercutError

_LAST_PORT = 65_535
USUAL_PORT = 8000
"""The default port, if it is free."""

_BACKLOG = 2048

_FIRST_INHERITED = 3

_log = logging.getLogger(__name__)


def listen(host: str, port: int | None) -> socket.socket:
    """Bind a listening socket, so that the port is known before anything else starts."""
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


def host_of(listener: socket.socket) -> str:
    """Return the address that a socket listens on; of a Unix socket, the loopback address."""
    return str(listener.getsockname()[0]) if listener.family != socket.AF_UNIX else "127.0.0.1"


def port_of(listener: socket.socket) -> int:
    """Return the port that a socket listens on; 0 of a Unix socket."""
    return int(listener.getsockname()[1]) if listener.family != socket.AF_UNIX else 0


def address_of_listener(listener: socket.socket) -> str:
    """Return the URL at which this machine finds the site.

    Example:
        >>> with listen("127.0.0.1", 0) as listener:
        ...     address_of_listener(listener) == f"http://127.0.0.1:{port_of(listener)}/"
        True
    """
    if listener.family == socket.AF_UNIX:
        return f"unix:{listener.getsockname()}"
    host = host_of(listener)
    named = f"[{host}]" if ":" in host else host
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else named  # noqa: S104  compared, not listened at
    return f"http://{shown}:{port_of(listener)}/"


# --- systemd -------------------------------------------------------------------------------------------------------


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
    """Tell systemd the state of the service; does nothing without systemd."""
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
