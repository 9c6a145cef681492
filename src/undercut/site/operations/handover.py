"""The hand-over from a running server to its successor, which takes over the listening sockets.

The two talk over a Unix socket in the data folder, in this order: the successor asks; the server offers its sockets;
once the successor has all else that it needs, it asks the server to drain; the server ends its work, lets go of the
database and says so; the successor starts, and says that it is serving. Meanwhile new connections wait in the system's
queue. If the successor dies or hangs at any moment before the end, the server goes on. If the server dies, the
successor starts.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Literal

import msgspec
from msgspec import Struct

from undercut.errors import UndercutError

DRAINING = 20.0
"""Seconds that a server has to end its work."""

STARTING = 30.0
"""Seconds that a successor has to serve, once it has the database; meanwhile nobody serves."""

_PATIENCE = 10.0
_PREPARING = 60.0
_LOOK_EVERY = 0.5
_MOST_SOCKETS = 16
_LONGEST = 10_000
_UNKNOWN = -1
_BEGINNING = "hand-over-"

_log = logging.getLogger(__name__)


class Message(Struct, frozen=True, omit_defaults=True):
    """A message between a server and its successor."""

    step: Literal["ask", "offer", "refuse", "drain", "draining", "released", "serving"]
    database: str = ""
    reason: str = ""


_decoder = msgspec.json.Decoder(Message)


def tell(connection: socket.socket, message: Message, sockets: Sequence[socket.socket] = ()) -> None:
    """Send a message; do nothing if the other side is gone, which `hear` then reports."""
    data = msgspec.json.encode(message) + b"\n"
    with suppress(OSError):
        if sockets:
            socket.send_fds(connection, [data], [one.fileno() for one in sockets])
        else:
            connection.sendall(data)


def hear(connection: socket.socket) -> Message | None:
    """Receive a message; None if the other side is gone, or says something else.

    Raises:
        TimeoutError: The other side is silent.
    """
    line = b""
    try:
        while not line.endswith(b"\n") and len(line) < _LONGEST:
            byte = connection.recv(1)
            if not byte:
                return None
            line += byte
        return _decoder.decode(line)
    except TimeoutError:
        raise
    except (OSError, msgspec.MsgspecError):
        return None


def path_for(folder: Path, port: int) -> Path:
    """Return where the server of a port waits for its successor."""
    return folder / f"{_BEGINNING}{port}"


class Offer:
    """Waits for a successor, in a thread."""

    def __init__(
        self, path: Path, database: str, listeners: Sequence[socket.socket], drain: Callable[[], None]
    ) -> None:
        """Store the parts; `open` starts to wait."""
        self.successor: socket.socket | None = None
        self._path = path
        self._database = database
        self._listeners = listeners
        self._drain = drain
        self._closed = False

    def open(self) -> None:
        """Start to wait; if the socket cannot be made, the site runs without hand-overs."""
        waiting = socket.socket(socket.AF_UNIX)
        # Under a temporary name until other users cannot connect.
        hidden = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            hidden.unlink(missing_ok=True)
            waiting.bind(str(hidden))
            hidden.chmod(0o600)
            waiting.listen(1)
            hidden.rename(self._path)
        except OSError as error:
            waiting.close()
            _log.warning("no other server can take over from this one: %s: %s", self._path, error.strerror or error)
            return
        Thread(target=self._wait, args=[waiting], name="hand-over", daemon=True).start()

    def close(self) -> None:
        """Stop waiting; the thread ends soon."""
        self._closed = True
        with suppress(OSError):
            self._path.unlink()

    def _wait(self, waiting: socket.socket) -> None:
        waiting.settimeout(_LOOK_EVERY)
        with waiting:
            while not self._closed and self.successor is None:
                with suppress(OSError):  # no successor, or one that has gone already
                    self._meet(waiting.accept()[0])

    def _meet(self, connection: socket.socket) -> None:
        """Offer the sockets to a successor, and drain when it says so."""
        connection.settimeout(_PATIENCE)
        asked = hear(connection) if is_same_user(connection) else None
        if asked is None or asked.step != "ask":
            connection.close()
        elif asked.database != self._database:
            tell(connection, Message("refuse", reason="it uses another database"))
            connection.close()
        else:
            connection.settimeout(_PREPARING)
            tell(connection, Message("offer"), self._listeners)
            if _wants_all(connection):
                tell(connection, Message("draining"))
                self.successor = connection
                self._drain()
            else:
                connection.close()


def _wants_all(successor: socket.socket) -> bool:
    """Return whether a successor is ready to start; one that takes too long may no longer."""
    try:
        return hear(successor) == Message("drain")
    except TimeoutError:
        # It must not take the end of the connection for the end of the server.
        tell(successor, Message("refuse", reason=f"this one was not ready within {_PREPARING:.0f} s"))
        return False


def serves(successor: socket.socket) -> bool:
    """Tell a successor that the database is free, and wait until it serves.

    Returns:
        False if it ends before, or hangs; then it is killed.
    """
    with successor:
        successor.settimeout(STARTING)
        tell(successor, Message("released"))
        try:
            return hear(successor) == Message("serving")
        except TimeoutError:
            _kill(successor)
            return False


def _kill(successor: socket.socket) -> None:
    """Kill a successor that hangs: it may hold the lock on the database, or begin to serve at any moment."""
    process, _ = _other_end(successor)
    if process in (_UNKNOWN, os.getpid()):
        _log.error("the server that was to take over hangs: kill it")
        return
    _log.error("the server that was to take over hangs; it is killed: process %d", process)
    with suppress(OSError):
        os.kill(process, signal.SIGKILL)
    successor.settimeout(_PATIENCE)
    with suppress(TimeoutError):
        while hear(successor):  # until it is gone
            pass


class Predecessor:
    """The running server, as its successor sees it."""

    def __init__(self, connection: socket.socket, listeners: list[socket.socket]) -> None:
        """Store the parts; `ask` connects."""
        self.listeners = listeners
        self._connection = connection

    @classmethod
    def ask(cls, folder: Path, port: int | None, database: str) -> Predecessor:
        """Ask the running server for its sockets; it goes on serving.

        Raises:
            UndercutError: No server or several servers match, or the server refuses.
        """
        connection = _connect(folder, port)
        connection.settimeout(_PATIENCE)
        tell(connection, Message("ask", database))
        try:
            data, handles, _, _ = socket.recv_fds(connection, _LONGEST, _MOST_SOCKETS)
            answer = _decoder.decode(data)
        except (OSError, msgspec.MsgspecError):
            message = "the running server does not answer"
            raise UndercutError(message) from None
        for handle in handles:
            os.set_inheritable(handle, False)  # noqa: FBT003  positional only
        if answer.step != "offer" or not handles:
            message = f"the running server refuses: {answer.reason or 'it offers no socket'}"
            raise UndercutError(message)
        return cls(connection, [socket.socket(fileno=handle) for handle in handles])

    def drain(self) -> None:
        """Ask the server to end its work, and return when it has, or has died.

        Raises:
            UndercutError: It takes too long.
        """
        self._connection.settimeout(DRAINING)
        tell(self._connection, Message("drain"))
        try:
            while (heard := hear(self._connection)) and heard.step != "released":
                if heard.step == "refuse":
                    message = f"the running server refuses: {heard.reason}"
                    raise UndercutError(message)
        except TimeoutError:
            message = (
                f"the running server has not ended its work in {DRAINING:.0f} s; it goes on as soon as it has. "
                "If it does not answer then, kill it and start the site as usual"
            )
            raise UndercutError(message) from None

    def confirm(self) -> None:
        """Tell the server that it may end."""
        tell(self._connection, Message("serving"))
        self._connection.close()


def _connect(folder: Path, port: int | None) -> socket.socket:
    found: list[socket.socket] = []
    for path in sorted(folder.glob(f"{_BEGINNING}{port or '[0-9]*'}")):
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(path))
        except OSError:  # left behind by a killed server, or another file
            connection.close()
        else:
            found.append(connection)
    if len(found) == 1 and is_same_user(found[0]):
        return found[0]
    for connection in found:
        connection.close()
    at = f" at port {port}" if port else ""
    if len(found) > 1:
        message = f"--take-over: {len(found)} servers run with the data folder {folder}; choose one with --port"
    elif found:
        message = f"--take-over: another user runs the server{at}"
    else:
        message = f"--take-over: no server runs{at} with the data folder {folder}"
    raise UndercutError(message)


def is_same_user(connection: socket.socket) -> bool:
    """Return whether this process's user is at the other end, where the system tells."""
    _, user = _other_end(connection)
    return user in (_UNKNOWN, os.geteuid())  # if it is unknown, the file's mode keeps others out


def _other_end(connection: socket.socket) -> tuple[int, int]:
    """Return the process and the user at the other end, where the system tells."""
    option: int | None = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return _UNKNOWN, _UNKNOWN
    size = struct.calcsize("3i")
    process, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, option, size))
    return process or _UNKNOWN, user  # 0: it is in a container that cannot be seen from here
