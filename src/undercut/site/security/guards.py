"""Guards in front of all routes: wrong hosts, malformed requests, too many requests, and forged ones."""

import hmac
import re
import socket
from collections.abc import Iterable
from functools import partial
from urllib.parse import urlsplit

from litestar.exceptions import ClientException, NotFoundException, PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from undercut.errors import UndercutError
from undercut.play.input import split_names
from undercut.site.base.client import client_group, client_guest, group_of, is_loopback, read_address
from undercut.site.base.tasks import serving
from undercut.site.security import guests as clients
from undercut.site.security.bans import Banned
from undercut.site.security.guests import EDITION, Guests, SiteRequest, address_of
from undercut.translation import _

_SENT = re.compile(rb"(?:\[([0-9A-Fa-f:.]+)\]|([\w.~%-]+))(?::(\d{1,5}))?", re.ASCII)

_LAST_PORT = 65_535
_SETTING = re.compile(r"\*|(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?")

_LONGEST_SHOWN = 100


class Hosts:
    """The host names that requests may name; loopback names and addresses are always allowed."""

    def __init__(self, setting: str = "", bound: str = "127.0.0.1") -> None:
        names = [_parse_setting(part) for part in split_names(setting)]
        self._all = "*" in names
        self._endings = tuple(name[1:] for name in names if name.startswith("*."))
        self._names = frozenset(names) if names else _names_of_machine(bound)
        self._addresses = not names

    def allow(self, name: str) -> bool:
        name = name.lower().rstrip(".")
        if self._all or name in self._names or name == "localhost" or name.endswith((".localhost", *self._endings)):
            return True
        address = read_address(name) if len(name) <= _LONGEST_SHOWN else None
        return address is not None and (self._addresses or address.is_loopback)

    def check(self, headers: Iterable[tuple[bytes, bytes]], version: str) -> None:
        sent = [value for name, value in headers if name == b"host"]
        if not sent and version == "1.0":
            return
        found = _SENT.fullmatch(sent[0]) if len(sent) == 1 else None
        if found is None or int(found[3] or 0) > _LAST_PORT:
            raise ClientException(_("The Host header is invalid."))
        name = (found[1] or found[2]).decode("ascii")
        if not self.allow(name):
            message = _(
                "This site does not answer to the name {name}. "
                "The site's owner can allow it in the setting UNDERCUT_HOSTS."
            )
            raise ClientException(message.format(name=name[:_LONGEST_SHOWN]))


def _parse_setting(part: str) -> str:
    name = part.lower().strip("[]")
    if read_address(name) is None and not _SETTING.fullmatch(name):
        message = f"UNDERCUT_HOSTS: {part[:40]!r} is not a host name; write names without http:// and port"
        raise UndercutError(message)
    return name


def _names_of_machine(bound: str) -> frozenset[str]:
    if bound == "localhost" or is_loopback(bound):
        return frozenset()
    full = socket.gethostname().lower()
    first = full.partition(".")[0]
    return frozenset({bound.lower(), full, first, f"{first}.local"})


_LONGEST_PATH = 255
"""Longest path in bytes; the longest address of the site, a seat link, has 60. File systems take no longer names."""

_LONGEST_ACCEPT = 1000
_BAD_QUALITY = re.compile(rb";\s*q\s*=(?!\s*[\d.]{1,10}\s*(?:[,;]|$))", re.IGNORECASE)
"""A quality that is not a short number; Litestar fails on an infinite one."""


FREE = ("/static/", "/cards/", "/assets/", EDITION)
"""Beginnings of the addresses of files, which are the same for every guest."""

_SAFE = ("GET", "HEAD", "OPTIONS")


class Guard(ASGIMiddleware):
    """Refuses malformed requests and another site's name, then too many requests, banned guests and forged commands."""

    # Litestar's own CSRF protection ties no token to a guest, and its rate limit counts addresses, not their groups.

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        _check_head(scope)
        self._hosts.check(scope["headers"], scope["http_version"])
        request = None if scope["path"].startswith(FREE) else SiteRequest(scope, receive)
        if request:
            group = group_of(address_of(request))
            client_group.set(group)
            request.app.state.site.requests.take_locally([group])
        with serving(partial(_leaves, receive)):
            if request:
                _refuse_banned(request)
                if request.method not in _SAFE and not (_is_own_origin(request) and await _has_token(request)):
                    raise PermissionDeniedException("forged")
            await next_app(scope, receive, send)


def _check_head(scope: Scope) -> None:
    """Refuse request heads that no browser sends and that would crash the libraries below."""
    if "\0" in scope["path"] or len(scope["path"].encode(errors="replace")) > _LONGEST_PATH:
        raise NotFoundException
    accepted = [value for name, value in scope["headers"] if name == b"accept"]
    if any(len(value) > _LONGEST_ACCEPT or _BAD_QUALITY.search(value) for value in accepted):
        raise ClientException(_("The Accept header is invalid."))


async def _leaves(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _refuse_banned(request: SiteRequest) -> None:
    guests: Guests = request.app.state.site.guests
    guest = request.scope["state"]["guest"] = guests.recognise(request)
    client_guest.set(guest)
    if ban := guests.ban_of(guest, address_of(request)):
        raise Banned(ban.sentence)


def _is_own_origin(request: SiteRequest) -> bool:
    """Return whether a request comes from this site's own pages, or from a program: those name no origin."""
    # Ports are not compared: proxies often pass on the host alone, and browsers tell other ports by ``Sec-Fetch-Site``.
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    return origin is None or host_name(origin) == host_name(f"//{request.headers.get('host', '')}") is not None


def host_name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


async def _has_token(request: SiteRequest) -> bool:
    sent: object = request.headers.get(clients.CSRF_HEADER)
    if not sent and request.content_type[0] in clients.FORMS:
        sent = (await request.form()).get(clients.CSRF_FIELD)
    expected: str = request.scope["state"][clients.CSRF_STATE]
    return isinstance(sent, str) and hmac.compare_digest(sent.encode(), expected.encode())
