"""Seat links: secret addresses that open a seat on any device."""

import hmac
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from msgspec import Struct

from undercut.pages.answers import Accepted, Page
from undercut.pages.books.rule_links import Links
from undercut.site.base.client import clients
from undercut.site.routes.declarations import READ_REFUSALS, post_command
from undercut.site.routes.replies import done, send
from undercut.site.routes.services import Site, ThisGuest, ThisSite
from undercut.site.security.guests import SiteRequest
from undercut.table import commands as asked
from undercut.table.commands import NotYours
from undercut.table.parts import Seat
from undercut.table.table import Table
from undercut.translation import _

SeatToken = Annotated[str, PathParameter(description="The token of a seat link.", max_length=200)]


class SeatLink(Struct, frozen=True):
    """A seat that a link leads to."""

    table: str
    game: str
    seat: int
    name: str


async def _linked(site: Site, token: str) -> tuple[Table, int, Seat]:
    table, _, seat_and_key = token.partition(".")
    place, _, key = seat_and_key.partition(".")
    current = await site.rooms.room(table).enter()
    number = int(place) if place.isascii() and place.isdigit() and len(place) == 1 else len(current.seats)
    seat = current.seats[number] if number < len(current.seats) else None
    if seat is None or seat.key is None or not hmac.compare_digest(seat.key.encode(), key.encode()):
        raise NotFoundException
    return current, number, seat


@get("/s/{token:str}", responses=READ_REFUSALS, tags=["table"])
async def show_seat(request: SiteRequest, site: ThisSite, token: SeatToken) -> Response[SeatLink]:
    """Show where a seat link leads; opening it changes nothing, so that previews in chats take no seat."""
    current, number, seat = await _linked(site, token)
    game = current.game
    link, links = SeatLink(current.id, game.spec.title, number, seat.name), Links(game.name, game.rules)
    return send(request, Page("seat.html", link, context=lambda _: {"token": token, "links": links}))


@post_command("/s/{token:str}")
async def take_seat(request: SiteRequest, site: ThisSite, guest: ThisGuest, token: SeatToken) -> Response[Accepted]:
    """Follow a seat link: from now on this device can play that seat."""
    current, number, seat = await _linked(site, token)
    room = site.rooms.room(current.id)
    mine = await room.seat_of(guest)
    if mine not in (None, number):
        raise NotYours(_("You already have another seat at this table."))
    if mine is None:
        await site.seat_changes.take(clients())
    current = await room.hold(number, seat.key or "", guest)
    seat = current.seats[number]
    if current.phase == "playing" and (seat.kind == "bot" or seat.left):
        current = await room.obey(guest, asked.Sit(version=current.version, seat=number))
    return done(request, Accepted(current.id, current.version), f"/t/{current.id}")
