"""Who asks: guest cookies, security headers, forged requests, and the names that the site answers to."""

from __future__ import annotations

import hmac
import re
import secrets
import socket
import time
from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import cast
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import Cookie, FormMultiDict, MutableScopeHeaders, State
from litestar.exceptions import ClientException, PermissionDeniedException, ValidationException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from undercut.errors import UndercutError
from undercut.pages.preferences import COOKIE as PREFERENCES
from undercut.pages.preferences import Preferences, read_preferences
from undercut.site.security.addresses import group_of
from undercut.site.security.bans import Ban, Banned, Bans
from undercut.site.security.client import client_guest
from undercut.site.security.keys import Keys
from undercut.site.store.model import Maker
from undercut.table.opening.choices import command_object

GUEST_COOKIE = "guest"
CSRF_COOKIE = "csrf"
CSRF_HEADER = "x-csrf-token"
CSRF_FIELD = "_csrf_token"
CSRF_STATE = "undercut_csrf_token"  # where a request's state holds the token of its guest

_COOKIES = "undercut_cookies"

_YEAR = 365 * 24 * 60 * 60
_GUEST_BYTES = 16
_LONGEST_COOKIE = 200
"""A guest's has 87 characters. Signatures are remembered together with what they sign, so that must not be long."""

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_EDITION = "/offline/"  # the addresses of the edition without a server, which runs WebAssembly and has frames
_EDITION_HEADERS = _HEADERS | {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'self'; frame-ancestors 'self'"
}

_SENT_HEADERS = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
_SENT_WITH_EDITION = [(name.lower().encode(), value.encode()) for name, value in _EDITION_HEADERS.items()]


FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")  # the media types of forms

_MOST_FIELDS = 500


class SiteRequest(Request[object, object, State]):
    """A request that accepts a form wherever JSON is expected."""

    async def form(self) -> FormMultiDict:
        """Return the fields of a form."""
        if self.content_type[0] == FORMS[0] and (await self.body()).count(b"&") >= _MOST_FIELDS:
            message = f"The form has more than {_MOST_FIELDS} fields."
            raise ValidationException(message)
        form = await super().form()
        if not str(form.get(CSRF_FIELD, "")).isascii():
            raise PermissionDeniedException  # Litestar would fail when it compares the token
        return form

    async def json(self) -> object:
        """Return the body's JSON, or the fields of a form as an object."""
        if self.content_type[0] in FORMS:
            form = await self.form()
            return command_object(
                (name, value) for name, value in form.multi_items() if isinstance(value, str) and name != CSRF_FIELD
            )
        try:
            return cast("object", await super().json())
        except (RecursionError, UnicodeDecodeError):
            message = "The body is not valid JSON."
            raise ClientException(message) from None


class Guests:
    """Identifies guests by a signed cookie, without accounts."""

    def __init__(self, keys: Keys, bans: Bans | None = None) -> None:
        self._keys = keys
        self._bans = bans or Bans()

    def recognise(self, request: SiteRequest) -> str:
        """Return the requesting guest, and set the cookies that the request lacks or that are out of date."""
        sent = cookie_value(request, GUEST_COOKIE)
        guest = self.read(sent) or secrets.token_urlsafe(_GUEST_BYTES)
        token = self.token(guest)
        wanted = {GUEST_COOKIE: self.write(guest), CSRF_COOKIE: token}
        request.scope["state"][_COOKIES] = {
            name: value for name, value in wanted.items() if cookie_value(request, name) != value
        }
        request.scope["state"][CSRF_STATE] = token
        return guest

    def write(self, guest: str) -> str:
        """Return the value of the cookie: the guest and a signature."""
        return f"{guest}.{self._keys.sign(GUEST_COOKIE, guest)}"

    def read(self, cookie: str) -> str | None:
        """Return the guest of a cookie's value; None if the signature is invalid or the owner has ended the session."""
        if len(cookie) > _LONGEST_COOKIE:
            return None
        guest, _, signature = cookie.partition(".")
        is_valid = self._keys.verify(GUEST_COOKIE, guest, signature) and not self._bans.has_ended(guest)
        return guest if is_valid else None

    def maker(self, request: SiteRequest, guest: str) -> Maker:
        """Return the client that opens a table; the address is stored only as a keyed hash."""
        return Maker(guest, self._keys.marks("address", group_of(address_of(request))))

    def ban_of(self, guest: str, address: str) -> Ban | None:
        """Return a ban that holds for a client now; None if there is none."""
        marks = self._keys.marks("address", group_of(address)) if self._bans.uses_marks else ()
        return self._bans.find(guest, address, marks, time.time())

    def has_ended(self, guest: str) -> bool:
        """Return whether a guest's cookies are no longer accepted."""
        return self._bans.has_ended(guest)

    def token(self, guest: str) -> str:
        """Return the token that a guest's forms and programs must send with each command."""
        return self._keys.sign(CSRF_COOKIE, guest)


def forget_cookies(request: SiteRequest) -> None:
    """Delete the cookies of the requesting guest with the response."""
    request.scope["state"][_COOKIES] = dict.fromkeys((GUEST_COOKIE, CSRF_COOKIE))


def cookie_name(name: str, scheme: str) -> str:
    """Return a cookie's name: under HTTPS, browsers accept its prefix from this host alone, and encrypted."""
    return f"__Host-{name}" if scheme == "https" else name


def cookie_value(request: SiteRequest, name: str) -> str:
    """Return the value of a cookie; empty if there is none."""
    # Under HTTPS only the prefixed name counts: another host of the same domain can set a cookie of the plain name.
    return request.cookies.get(cookie_name(name, request.scope["scheme"]), "")


def preferences_of(request: SiteRequest) -> Preferences:
    """Return the preferences of the browser that sends a request."""
    return read_preferences(cookie_value(request, PREFERENCES))


async def add_headers(message: Message, scope: Scope) -> None:
    """Add security headers, and the cookies that the request lacked, to a response."""
    if message["type"] != "http.response.start":
        return
    sent = _SENT_WITH_EDITION if f"{scope['path']}/".startswith(_EDITION) else _SENT_HEADERS
    message["headers"] = [*message["headers"], *sent]
    wanted = cast("dict[str, str | None]", cast("dict[str, object]", scope["state"]).get(_COOKIES, {}))
    if wanted or any(name.lower() == b"set-cookie" for name, _value in message["headers"]):
        _add_cookies(message, scope["scheme"], wanted)


def _add_cookies(message: HTTPResponseStartEvent, scheme: str, wanted: Mapping[str, str | None]) -> None:
    """Add cookies to a response, and keep caches from storing it; a cookie without a value is deleted."""
    headers = MutableScopeHeaders.from_message(message)
    for name, value in wanted.items():
        age = 0 if value is None else _YEAR if name == GUEST_COOKIE else None
        cookie = Cookie(key=cookie_name(name, scheme), value=value or "", max_age=age, httponly=True, samesite="lax")
        headers.add("set-cookie", cookie.to_header(header=""))
    headers["Cache-Control"] = "private, no-store"
    if scheme == "https":
        message["headers"] = [
            (name, value + b"; Secure" if name.lower() == b"set-cookie" and b"secure" not in value.lower() else value)
            for name, value in message["headers"]
        ]


def address_of(request: SiteRequest) -> str:
    """Return a request's client address; uvicorn has already resolved trusted proxies."""
    return request.client.host if request.client else ""


# --- Forged requests -------------------------------------------------------------------------------------------------


FREE = ("/static/", "/cards/", "/assets/", _EDITION)
"""Beginnings of the addresses of files, which are the same for every guest."""

_SAFE = ("GET", "HEAD", "OPTIONS")


class ForgeryGuard(ASGIMiddleware):
    """Identifies the guest, and refuses banned ones, and commands without the guest's token or from another origin."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or refuse it."""
        if not scope["path"].startswith(FREE):
            request = SiteRequest(scope, receive)
            _admit(request)
            if request.method not in _SAFE and not (_is_own_origin(request) and await _has_token(request)):
                message = "forged"
                raise PermissionDeniedException(message)
        await next_app(scope, receive, send)


def _admit(request: SiteRequest) -> None:
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
    return origin is None or _host_name(origin) == _host_name(f"//{request.headers.get('host', '')}") is not None


def _host_name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


async def _has_token(request: SiteRequest) -> bool:
    sent: object = request.headers.get(CSRF_HEADER)
    if not sent and request.content_type[0] in FORMS:
        sent = (await request.form()).get(CSRF_FIELD)
    expected: str = request.scope["state"][CSRF_STATE]
    return isinstance(sent, str) and hmac.compare_digest(sent.encode(), expected.encode())


# --- The names of the site -------------------------------------------------------------------------------------------


_SENT = re.compile(rb"(?:\[([0-9A-Fa-f:.]+)\]|([\w.~%-]+))(?::(\d{1,5}))?", re.ASCII)
_LAST_PORT = 65_535
_SETTING = re.compile(r"\*|(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?")
_LONGEST_SHOWN = 100


class Hosts:
    """The host names that requests may name; loopback names and addresses are always allowed."""

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
