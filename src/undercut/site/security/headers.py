"""Security headers and cookies of responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.types import HTTPResponseStartEvent, Message, Scope

from undercut.site.security.guests import COOKIES, GUEST_COOKIE, cookie_name

EDITION = "/offline/"  # the addresses of the edition without a server, which runs WebAssembly and has frames
_YEAR = 365 * 24 * 60 * 60
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
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'self'; frame-ancestors 'self'"
}

_SENT_HEADERS = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]

_SENT_WITH_EDITION = [(name.lower().encode(), value.encode()) for name, value in _EDITION_HEADERS.items()]


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
        age = 0 if value is None else _YEAR if name == GUEST_COOKIE else None
        cookie = Cookie(key=cookie_name(name, scheme), value=value or "", max_age=age, httponly=True, samesite="lax")
        headers.add("set-cookie", cookie.to_header(header=""))
    headers["Cache-Control"] = "private, no-store"
    if scheme == "https":
        message["headers"] = [
            (name, value + b"; Secure" if name.lower() == b"set-cookie" and b"secure" not in value.lower() else value)
            for name, value in message["headers"]
        ]
