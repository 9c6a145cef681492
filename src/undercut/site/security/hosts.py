"""The names that the site answers to; others are refused, which prevents DNS rebinding."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from litestar.exceptions import ClientException

from undercut.errors import UndercutError

_SENT = re.compile(rb"(?:\[([0-9A-Fa-f:.]+)\]|([\w.~%-]+))(?::(\d{1,5}))?", re.ASCII)
_LAST_PORT = 65_535
_SETTING = re.compile(r"\*|(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?")
_LONGEST_SHOWN = 100


class Hosts:
    """The host names that requests may name.

    Loopback names and addresses are always allowed.

    Example:
        >>> hosts = Hosts("play.example.org, *.example.net")
        >>> [hosts.allow(name) for name in ("play.example.org", "a.example.net", "example.net", "localhost")]
        [True, True, False, True]
    """

    def __init__(self, setting: str = "", bound: str = "127.0.0.1") -> None:
        names = [_read(part) for part in setting.split(",") if part.strip()]
        self._all = "*" in names
        self._endings = tuple(name[1:] for name in names if name.startswith("*."))
        self._names = frozenset(names) if names else _names_of_machine(bound)
        self._addresses = not names

    def allow(self, name: str) -> bool:
        """Return whether the site answers to a name or an IP address."""
        name = name.lower().rstrip(".")
        if self._all or name in self._names or name == "localhost" or name.endswith((".localhost", *self._endings)):
            return True
        address = _address(name) if len(name) <= _LONGEST_SHOWN else None
        return address is not None and (self._addresses or address.is_loopback)

    def check(self, headers: Iterable[tuple[bytes, bytes]], version: str) -> None:
        """Check the Host header of a request."""
        sent = [value for name, value in headers if name == b"host"]
        if not sent and version == "1.0":
            return
        found = _SENT.fullmatch(sent[0]) if len(sent) == 1 else None
        if found is None or int(found[3] or 0) > _LAST_PORT:
            message = "The Host header is invalid."
            raise ClientException(message)
        name = (found[1] or found[2]).decode("ascii")
        if not self.allow(name):
            message = (
                f"This site does not answer to the name {name[:_LONGEST_SHOWN]}. "
                "The site's owner can allow it in the setting UNDERCUT_HOSTS."
            )
            raise ClientException(message)


def _read(part: str) -> str:
    name = part.strip().lower().strip("[]")
    if _address(name) is None and not _SETTING.fullmatch(name):
        message = f"UNDERCUT_HOSTS: {part.strip()[:40]!r} is not a host name; write names without http:// and port"
        raise UndercutError(message)
    return name


@lru_cache(maxsize=1024)
def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None


def _names_of_machine(bound: str) -> frozenset[str]:
    address = _address(bound)
    if bound == "localhost" or (address and address.is_loopback):
        return frozenset()
    full = socket.gethostname().lower()
    first = full.partition(".")[0]
    return frozenset({bound.lower(), full, first, f"{first}.local"})
