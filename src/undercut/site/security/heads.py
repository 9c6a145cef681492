"""Refusal of request heads that no browser sends and that the libraries below would fail on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from litestar.exceptions import ClientException, NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from undercut.site.security.hosts import Hosts

_LONGEST_PATH = 255
"""Longest path in bytes; the longest address of the site, a seat link, has 60. File systems take no longer names."""

_LONGEST_ACCEPT = 1000
_BAD_QUALITY = re.compile(rb";\s*q\s*=(?!\s*[\d.]{1,10}\s*(?:[,;]|$))", re.IGNORECASE)
"""A quality that is not a short number; Litestar fails on an infinite one."""


class WellFormed(ASGIMiddleware):
    """Refuses a path, Host or Accept header that cannot be meant, or the name of another site."""

    def __init__(self, hosts: Hosts) -> None:
        """Store the names of this site."""
        self._hosts = hosts

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or refuse it."""
        check_head(scope["path"], scope["headers"])
        self._hosts.check(scope["headers"], scope["http_version"])
        await next_app(scope, receive, send)


def check_head(path: str, headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Check a request's path and headers.

    Raises:
        NotFoundException: No page can have this path.
        ClientException: A header is invalid.

    Example:
        >>> check_head("/", [(b"accept", b"text/html;q=0.9")])
    """
    if "\0" in path or len(path.encode(errors="replace")) > _LONGEST_PATH:
        raise NotFoundException
    for name, value in headers:
        if name == b"accept" and (len(value) > _LONGEST_ACCEPT or _BAD_QUALITY.search(value)):
            message = "The Accept header is invalid."
            raise ClientException(message)
