"""What systemd does for the site: it passes listening sockets, and hears when the site is ready or stops."""

from __future__ import annotations

import logging
import os
import socket

from undercut.errors import UndercutError

_FIRST = 3

_log = logging.getLogger(__name__)


def inherited_listeners() -> list[socket.socket]:
    """Take the listening sockets of a socket unit; an empty list without such a unit.

    Raises:
        UndercutError: The unit passes something else.
    """
    count = os.environ.pop("LISTEN_FDS", "")
    os.environ.pop("LISTEN_FDNAMES", None)
    if os.environ.pop("LISTEN_PID", "") != str(os.getpid()) or not count.isdigit():
        return []
    return [_listener(number) for number in range(_FIRST, _FIRST + int(count))]


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
