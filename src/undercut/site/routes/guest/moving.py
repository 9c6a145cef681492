"""Moving to another device: a link that brings a guest's seats and history to another browser."""

import secrets
import time
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from msgspec import Struct

from undercut.pages.answers import Page
from undercut.pages.board.invitation import qr_code
from undercut.site.base.client import clients
from undercut.site.routes.replies import READ_REFUSALS, done, post_command, send
from undercut.site.routes.services import ThisGuest, ThisSite, address_here
from undercut.site.security.guests import SiteRequest
from undercut.site.store import guests as held
from undercut.site.store.statements import read_seats
from undercut.table.commands import NotPossible

_TOKEN_BYTES = 16
_VALID_SECONDS = 15 * 60.0


class MovingLink(Struct, frozen=True):
    """A link that takes your games to another browser, once."""

    address: str
    minutes: int


class MovedGames(Struct, frozen=True):
    """Games that a link brings to another browser, or has brought."""

    games: int


class Revoked(Struct, frozen=True):
    """The link is revoked, and no other takes your games to another browser."""


@post_command("/games/move", tags=["your games"])
async def make_link(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[MovingLink]:
    """Make a link that takes all your seats and your history to another browser; an earlier one stops working."""
    await site.seat_changes.take(clients())
    token, now = secrets.token_urlsafe(_TOKEN_BYTES), time.time()
    await site.rooms.store.change("", held.put_transfer, guest, token, now, now + _VALID_SECONDS)
    link = MovingLink(f"{address_here(request)}/move/{token}", round(_VALID_SECONDS / 60))
    answer = send(request, Page("move.html", link, "games", lambda _: {"qr": qr_code(link.address)}))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@post_command("/games/move/revoke", tags=["your games"])
async def revoke_link(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[Revoked]:
    """Revoke the link that takes your games to another browser."""
    await site.rooms.store.change("", held.drop_transfer, guest)
    return done(request, Revoked(), "/games")


MovingToken = Annotated[str, PathParameter(description="The token of the link.", max_length=100)]


@get("/move/{token:str}", responses=READ_REFUSALS, tags=["your games"])
async def show_link(request: SiteRequest, site: ThisSite, guest: ThisGuest, token: MovingToken) -> Response[MovedGames]:
    """Show how many games a link brings; opening it changes nothing, so that previews in chats take no seat."""
    source = await site.rooms.store.ask(held.read_transfer, token, time.time())
    if source is None:
        raise NotFoundException
    page = MovedGames(len(await site.rooms.store.ask(read_seats, source)))
    shown = Page("take_games.html", page, "games", lambda _: {"token": token, "own": source == guest})
    return send(request, shown)


@post_command("/move/{token:str}", tags=["your games"])
async def follow_link(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, token: MovingToken
) -> Response[MovedGames]:
    """Take the games of another browser to this one; the other keeps them, too, and the link is used up."""
    await site.seat_changes.take(clients())
    store = site.rooms.store
    if await store.ask(held.read_transfer, token, time.time()) == guest:
        raise NotPossible("These games are in this browser already. Open the link on the other device.")
    gained = await store.make(held.take_transfer, token, guest, time.time())
    if gained is None:
        raise NotFoundException
    await site.rooms.seats_gained(guest, gained)
    return done(request, MovedGames(len(gained)), "/games")
