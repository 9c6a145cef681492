"""The shortest way for the most frequent request: a move that is sent in the usual form.

The framework would take longer for a move than its table. The checks are the same as on the usual way, which every
other request takes, and every move that does not pass them.
"""

from __future__ import annotations

import hmac
import re
from functools import partial
from http import HTTPStatus
from typing import cast
from urllib.parse import parse_qsl

from litestar import Litestar
from litestar.exceptions import HTTPException
from litestar.types import Message, Receive, Scope, Send
from msgspec import MsgspecError, convert
from msgspec.json import Decoder, encode

from undercut.site.routes.replies import FORMS, FormRequest, refuse, wants_page
from undercut.site.routes.services import LARGEST_COMMAND, Site
from undercut.site.routes.tables import LONGEST_ID, carry_out
from undercut.site.security.addresses import client_group, group_of
from undercut.site.security.bans import Banned
from undercut.site.security.forgery import admit, is_own_origin
from undercut.site.security.gone import serving
from undercut.site.security.guest import CSRF_FIELD, CSRF_HEADER, CSRF_STATE, address_of
from undercut.site.security.heads import check_head
from undercut.site.security.hosts import Hosts
from undercut.site.security.leaving import leaves
from undercut.table.commands import Play

_PATH = re.compile(rf"/t/([\w-]{{1,{LONGEST_ID}}})/moves", re.ASCII)
_TEMPLATE = "/t/{table}/moves"
_JSON = "application/json"
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_FIELDS = {"version", "move", CSRF_FIELD}

_read_play = Decoder(Play).decode


class QuickMoves:
    """Wraps the application."""

    def __init__(self, app: Litestar, hosts: Hosts) -> None:
        """Wrap the application."""
        self._next = app.asgi_handler
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry out a move, or pass the request on."""
        found = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None or not self._passes(request := FormRequest(scope, receive)):
            await self._next(scope, receive, send)
            return
        body = await _whole(receive)
        if body is None:
            return  # the client has gone
        play = _play(request, body)
        if play is None:
            await self._next(scope, _again(body, receive), send)
            return
        scope["path_template"], scope["path_params"] = _TEMPLATE, {"table": found[1]}
        try:
            group = client_group.get()
            site: Site = request.app.state.site
            site.requests.take_here([group])
            with serving(partial(leaves, receive)):
                accepted = await carry_out(site, scope["state"]["guest"], found[1], play)
        except Exception as error:  # noqa: BLE001  refused as on the usual way
            answer = refuse(request, error).to_asgi_response(None, request)  # pyright: ignore[reportUnknownMemberType]  the library's own types
            await answer(scope, receive, send)
        else:
            await _send(send, encode(accepted))

    def _passes(self, request: FormRequest) -> bool:
        """Return whether a request passes the checks, and is one that can be read here."""
        scope, size = request.scope, request.headers.get("content-length", "")
        if not _NUMBER.fullmatch(size) or int(size) > LARGEST_COMMAND or "transfer-encoding" in request.headers:
            return False
        try:
            check_head(scope["path"], scope["headers"])
            self._hosts.check(scope["headers"], scope["http_version"])
            client_group.set(group_of(address_of(request)))
            admit(request)
        except (HTTPException, Banned):
            return False
        return not wants_page(request) and is_own_origin(request)


def _play(request: FormRequest, body: bytes) -> Play | None:
    """Read a move; None if it is written in another way, or comes without its guest's token."""
    kind = request.content_type[0]
    token: object = request.headers.get(CSRF_HEADER)
    try:
        if kind == _JSON:
            play = _read_play(body)
        elif kind == FORMS[0]:
            pairs = parse_qsl(body.decode("ascii"), max_num_fields=len(_FIELDS), errors="strict")
            fields = dict(pairs)
            if len(pairs) != len(_FIELDS) or fields.keys() != _FIELDS or not _NUMBER.fullmatch(fields["version"]):
                return None
            token = token or fields[CSRF_FIELD]
            play = convert({"version": int(fields["version"]), "move": fields["move"]}, Play)
        else:
            return None
    except (MsgspecError, RecursionError, ValueError):
        return None
    expected: str = request.scope["state"][CSRF_STATE]
    return play if isinstance(token, str) and hmac.compare_digest(token.encode(), expected.encode()) else None


async def _whole(receive: Receive) -> bytes | None:
    """Return the body of a request; None if the client disconnects. The server has checked its length."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message["body"]
        if not message["more_body"]:
            return body


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a function that receives a body again, and then what follows."""
    messages = iter([cast("Message", {"type": "http.request", "body": body, "more_body": False})])

    async def receive_again() -> Message:
        return next(messages, None) or await receive()  # type: ignore[return-value]

    return receive_again  # type: ignore[return-value]


async def _send(send: Send, body: bytes) -> None:
    headers = [(b"content-type", _JSON.encode()), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
