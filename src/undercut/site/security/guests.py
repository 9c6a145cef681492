"""Guests and their requests: signed cookies identify a guest; responses get security headers and cookies."""

import secrets
import time
from collections.abc import Mapping
from typing import cast

from litestar import Request
from litestar.datastructures import Cookie, FormMultiDict, MutableScopeHeaders, State
from litestar.exceptions import ClientException, PermissionDeniedException, ValidationException
from litestar.types import HTTPResponseStartEvent, Message, Scope

from undercut.pages.answers import COOKIE as PREFERENCES
from undercut.pages.answers import Preferences, read_preferences
from undercut.site.base.client import Maker, group_of
from undercut.site.base.keys import Keys
from undercut.site.security.bans import Ban, Bans
from undercut.table.commands import command_object
from undercut.translation import _

GUEST_COOKIE = "guest"
CSRF_COOKIE = "csrf"
CSRF_HEADER = "x-csrf-token"
CSRF_FIELD = "_csrf_token"
CSRF_STATE = "undercut_csrf_token"  # where a request's state holds the token of its guest
COOKIES = "undercut_cookies"
_GUEST_BYTES = 16
_LONGEST_COOKIE = 200
"""A guest's has 87 characters. Signatures are remembered together with what they sign, so that must not be long."""

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")  # the media types of forms

_MOST_FIELDS = 500


class SiteRequest(Request[object, object, State]):
    """A request that accepts a form wherever JSON is expected."""

    async def form(self) -> FormMultiDict:
        if self.content_type[0] == FORMS[0] and (await self.body()).count(b"&") >= _MOST_FIELDS:
            raise ValidationException(_("The form has more than {most} fields.").format(most=_MOST_FIELDS))
        form = await super().form()
        if not str(form.get(CSRF_FIELD, "")).isascii():
            raise PermissionDeniedException  # Litestar would fail when it compares the token
        return form

    async def json(self) -> object:
        if self.content_type[0] in FORMS:
            form = await self.form()
            return command_object(
                (name, value) for name, value in form.multi_items() if isinstance(value, str) and name != CSRF_FIELD
            )
        try:
            return cast("object", await super().json())
        except (RecursionError, UnicodeDecodeError):
            raise ClientException(_("The body is not valid JSON.")) from None


class Guests:
    def __init__(self, keys: Keys, bans: Bans | None = None) -> None:
        self._keys = keys
        self.bans = bans or Bans()

    def recognise(self, request: SiteRequest) -> str:
        sent = cookie_value(request, GUEST_COOKIE)
        guest = self.read(sent) or secrets.token_urlsafe(_GUEST_BYTES)
        token = self.token(guest)
        wanted = {GUEST_COOKIE: self.write(guest), CSRF_COOKIE: token}
        request.scope["state"][COOKIES] = {
            name: value for name, value in wanted.items() if cookie_value(request, name) != value
        }
        request.scope["state"][CSRF_STATE] = token
        return guest

    def write(self, guest: str) -> str:
        return f"{guest}.{self._keys.sign(GUEST_COOKIE, guest)}"

    def read(self, cookie: str) -> str | None:
        """Return the guest of a cookie's value; None if the signature is invalid or the owner has ended the session."""
        if len(cookie) > _LONGEST_COOKIE:
            return None
        guest, _, signature = cookie.partition(".")
        is_valid = self._keys.verify(GUEST_COOKIE, guest, signature) and not self.bans.has_ended(guest)
        return guest if is_valid else None

    def maker(self, request: SiteRequest, guest: str) -> Maker:
        """Return the client that opens a table; the address is stored only as a keyed hash."""
        return Maker(guest, self._keys.marks("address", group_of(address_of(request))))

    def ban_of(self, guest: str, address: str) -> Ban | None:
        marks = self._keys.marks("address", group_of(address)) if self.bans.uses_marks else ()
        return self.bans.find(guest, address, marks, time.time())

    def token(self, guest: str) -> str:
        """Return the token that a guest's forms and programs must send with each command."""
        return self._keys.sign(CSRF_COOKIE, guest)


def forget_cookies(request: SiteRequest) -> None:
    request.scope["state"][COOKIES] = dict.fromkeys((GUEST_COOKIE, CSRF_COOKIE))


def cookie_name(name: str, scheme: str) -> str:
    """Return a cookie's name: under HTTPS, browsers accept its prefix from this host alone, and encrypted."""
    return f"__Host-{name}" if scheme == "https" else name


def cookie_value(request: SiteRequest, name: str) -> str:
    # Under HTTPS only the prefixed name counts: another host of the same domain can set a cookie of the plain name.
    return request.cookies.get(cookie_name(name, request.scope["scheme"]), "")


def preferences_of(request: SiteRequest) -> Preferences:
    return read_preferences(cookie_value(request, PREFERENCES))


def address_of(request: SiteRequest) -> str:
    """Return a request's client address; uvicorn has already resolved trusted proxies."""
    return request.client.host if request.client else ""


EDITION = "/offline/"  # the addresses of the edition without a server, which runs WebAssembly and has frames
YEAR = 365 * 24 * 60 * 60
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_EDITION_HEADERS = _HEADERS | {
    # Styles within a page are for its docs; its own pages forbid them themselves.
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'self'; frame-ancestors 'self'"
}

_SENT_HEADERS, _SENT_WITH_EDITION = (
    [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    for headers in (_HEADERS, _EDITION_HEADERS)
)


async def add_headers(message: Message, scope: Scope) -> None:
    """Add security headers, and the cookies that the request lacked, to a response."""
    if message["type"] != "http.response.start":
        return
    sent = _SENT_WITH_EDITION if f"{scope['path']}/".startswith(EDITION) else _SENT_HEADERS
    message["headers"] = [*message["headers"], *sent]
    wanted = cast("dict[str, str | None]", cast("dict[str, object]", scope["state"]).get(COOKIES, {}))
    if wanted or any(name.lower() == b"set-cookie" for name, _value in message["headers"]):
        _add_cookies(message, scope["scheme"], wanted)


def _add_cookies(message: HTTPResponseStartEvent, scheme: str, wanted: Mapping[str, str | None]) -> None:
    """Add cookies to a response, and keep caches from storing it; a cookie without a value is deleted."""
    headers = MutableScopeHeaders.from_message(message)
    for name, value in wanted.items():
        age = 0 if value is None else YEAR if name == GUEST_COOKIE else None
        cookie = Cookie(key=cookie_name(name, scheme), value=value or "", max_age=age, httponly=True, samesite="lax")
        headers.add("set-cookie", cookie.to_header(header=""))
    headers["Cache-Control"] = "private, no-store"
    if scheme == "https":
        message["headers"] = [
            (name, value + b"; Secure" if name.lower() == b"set-cookie" and b"secure" not in value.lower() else value)
            for name, value in message["headers"]
        ]
