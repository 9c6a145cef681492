"""Groups of network addresses that limits count as one client."""

from __future__ import annotations

from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address, ip_network

client_group: ContextVar[str] = ContextVar("client_group", default="")
"""The group of the client whose request is handled; empty for the site's own work."""

_HOME_BITS = 64
"""A household usually gets a whole /64 of IPv6 addresses."""


def group_of(address: str) -> str:
    """Return the name of an address's group: the /64 of an IPv6 address, any other address itself.

    Example:
        >>> group_of("2001:db8:1:2:3:4:5:6"), group_of("192.0.2.7"), group_of("::ffff:192.0.2.7")
        ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), _HOME_BITS), strict=False))
