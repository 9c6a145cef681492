"""Banned clients are refused, and so are commands that another site's page sends in a guest's name."""

from __future__ import annotations

import hmac
from urllib.parse import urlsplit

from litestar.enums import RequestEncodingType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from undercut.site.operations.logs import request_guest
from undercut.site.routes.replies import FormRequest
from undercut.site.security.addresses import client_guest
from undercut.site.security.bans import Banned
from undercut.site.security.guest import CSRF_FIELD, CSRF_HEADER, CSRF_STATE, Guests, SiteRequest, address_of

FREE = ("/static/", "/cards/")
"""Beginnings of the addresses of files, which are the same for every guest."""

_SAFE = ("GET", "HEAD", "OPTIONS")
_FORMS = (RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART)


class ForgeryGuard(ASGIMiddleware):
    """Identifies the guest, and refuses banned ones, and commands without the guest's token or from another origin."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or refuse it."""
        if not scope["path"].startswith(FREE):
            request = FormRequest(scope, receive)
            _admit(request)
            if request.method not in _SAFE and not (_is_own_origin(request) and await _has_token(request)):
                message = "forged"
                raise PermissionDeniedException(message)
        await next_app(scope, receive, send)


def _admit(request: SiteRequest) -> None:
    """Identify the guest of a request."""
    guests: Guests = request.app.state.site.guests
    guest = request.scope["state"]["guest"] = guests.recognise(request)
    client_guest.set(guest)
    request_guest.set(guest)
    if ban := guests.ban_of(guest, address_of(request)):
        raise Banned(ban.sentence)


def _is_own_origin(request: SiteRequest) -> bool:
    """Return whether a request comes from this site's own pages, or from a program: those name no origin.

    Ports are not compared: proxies often pass on the host alone, and browsers tell other ports by ``Sec-Fetch-Site``.
    """
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
    if not sent and request.content_type[0] in _FORMS:
        sent = (await request.form()).get(CSRF_FIELD)
    expected: str = request.scope["state"][CSRF_STATE]
    return isinstance(sent, str) and hmac.compare_digest(sent.encode(), expected.encode())
