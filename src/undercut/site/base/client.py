"""The client whose request is handled: its address group and its guest."""

import socket
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal

from undercut.errors import UndercutError
from undercut.play.input import split_names

_HOME_BITS = 64  # a household usually gets a whole /64 of IPv6 addresses
_WIDE_BYTES = {socket.AF_INET: 3, socket.AF_INET6: 6}
"""Length of the largest prefix that one customer of a provider usually has."""


def wide_group_of(group: str) -> str:
    """Return a name for the wider prefix of a group: /48 of IPv6, /24 of IPv4; any other text itself."""
    family = socket.AF_INET6 if ":" in group else socket.AF_INET
    try:
        packed = socket.inet_pton(family, group.partition("/")[0])
    except (OSError, ValueError):
        return group
    return packed[: _WIDE_BYTES[family]].hex()


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address, an IPv4 address also in its IPv6 form; None for any other text."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found


@lru_cache(maxsize=4096)
def group_of(address: str) -> str:
    """Return the name of an address's group: the /64 of an IPv6 address, any other address itself."""
    found = read_address(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((int(found), _HOME_BITS), strict=False))
    return str(found or address)


def networks(listed: str) -> list[IPv4Network | IPv6Network | Literal["*"]]:
    return [_network(part) for part in split_names(listed)]


def _network(text: str) -> IPv4Network | IPv6Network | Literal["*"]:
    if text == "*":
        return "*"
    try:
        return ip_network(text)
    except ValueError:
        pass
    try:
        meant = f"; did you mean {ip_network(text, strict=False)}?"
    except ValueError:
        meant = " such as 192.0.2.7 or 10.0.0.0/8; separate several by commas"
    raise UndercutError(f"{text[:60]!r} is not an address or a network{meant}")


def is_loopback(address: str) -> bool:
    found = read_address(address)
    return found is not None and found.is_loopback


client_group: ContextVar[str] = ContextVar("client_group", default="")
"""The group of the client whose request is handled; empty for the site's own work."""

client_guest: ContextVar[str] = ContextVar("client_guest", default="")
"""The guest whose request is handled; empty for the site's own work."""


@dataclass(frozen=True, slots=True)
class Maker:
    guest: str
    marks: tuple[str, ...]  # keyed hashes of the guest's address group, one for each secret of the site, newest first


def clients() -> tuple[str, ...]:
    """Return the clients whose request is handled: an address group, and a guest; none for the site's own work."""
    guest = client_guest.get()
    return tuple(filter(None, (client_group.get(), f"guest {guest}" if guest else "")))
