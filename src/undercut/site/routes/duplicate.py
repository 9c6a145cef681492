"""Duplicates: opening one, joining it by its link, its page, and the tables of its boards."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Literal, cast

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Struct

from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.pages.answers import Created
from undercut.pages.board.invitation import qr_code
from undercut.pages.lobby.duplicate import DuplicatePage, DuplicatesPage, Played, duplicate_page, duplicates_page
from undercut.site.rooms.rooms import read_lines
from undercut.site.routes.description import answered
from undercut.site.routes.replies import done, show, wants_page
from undercut.site.routes.services import Site, ThisGuest, ThisSite, address_here
from undercut.site.routes.tables import READ_REFUSALS, REFUSALS, post_command
from undercut.site.security.client import clients
from undercut.site.security.guest import SiteRequest
from undercut.site.store import duplicates as stored
from undercut.site.store.duplicates import StoredDuplicate
from undercut.table.commands import Name, NewTable, NotPossible, NotYours
from undercut.table.events import RulesStamp
from undercut.table.names import player_name
from undercut.table.opening.choices import OPEN, QUICK, read_choices
from undercut.table.opening.duplicate import Duplicate, open_board
from undercut.translation import _

_ID_BYTES = 12
_SECRET_BYTES = 32
_FIXED = {"seat": 0, "listed": False, "practice": False, "hints": None, "clock": None, "best_of": 0}


class NewDuplicate(NewTable, frozen=True, kw_only=True):
    """The request for a duplicate: game, rules, players and level of a table; each friend plays two boards a deal."""

    deals: Literal[1, 2, 3] = 1


class Joining(Struct, frozen=True):
    """Take the second place of a duplicate."""

    name: Name = ""


class Opened(Struct, frozen=True):
    """A duplicate was opened."""

    duplicate: str
    address: str


DuplicateId = Annotated[str, PathParameter(description="The duplicate's id.", max_length=40)]


@get("/duplicate", responses=READ_REFUSALS, tags=["duplicate"])
async def duplicates(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[DuplicatesPage]:
    """List your duplicates, and what can be played as one."""
    yours = await site.rooms.store.ask(stored.read_duplicates, guest)

    def page() -> DuplicatesPage:
        return duplicates_page([_page(one, address_here(request)) for one in yours])

    return show(request, "duplicates.html", await site.rooms.apart(page), here="daily")


@post_command(
    "/duplicate",
    responses=REFUSALS | {HTTP_201_CREATED: answered(Opened, "The duplicate is open.")},
    tags=["duplicate"],
)
async def open_duplicate(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, data: JSONBody[NewDuplicate]
) -> Response[Opened]:
    """Open a duplicate; a friend joins by its link, and both play when they like."""
    await site.openings.take(clients())
    given = {name: value for name, value in msgspec.structs.asdict(data).items() if value not in (None, [])} | _FIXED
    terms = read_choices(given).checked()
    named = next((level for level in terms.opponents if level != OPEN), QUICK)
    if named not in LEVEL_NAMES:
        message = _("A duplicate needs bots of one of these levels: {levels}.").format(levels=", ".join(LEVEL_NAMES))
        raise NotPossible(message)
    made = Duplicate(
        secrets.token_urlsafe(_ID_BYTES),
        terms.game.name,
        cast("RulesStamp", terms.game.rules),
        terms.game.seats,
        named,
        data.deals,
        secrets.token_hex(_SECRET_BYTES),
    )
    await site.rooms.store.make(stored.put_duplicate, made, guest, terms.name, time.time())
    address = f"/duplicate/{made.id}"
    return done(request, Opened(made.id, address_here(request) + address), address, status=HTTP_201_CREATED)


@get("/duplicate/{name:str}", responses=READ_REFUSALS, tags=["duplicate"])
async def show_duplicate(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, name: DuplicateId
) -> Response[DuplicatePage]:
    """Return both score sheets; what your friend did with a deal appears once you have played it from both sides."""
    found = await _read(site, name, guest)
    await _open_cards(site, found)
    page = _page(found, address_here(request))
    context = {"qr": qr_code(page.address) if page.waits else ""} if wants_page(request) else {}
    return show(request, "duplicate.html", page, here="daily", context=context)


@post_command("/duplicate/{name:str}/join", tags=["duplicate"])
async def join(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, name: DuplicateId, data: JSONBody[Joining]
) -> Response[DuplicatePage]:
    """Take the second place of a duplicate."""
    await site.seat_changes.take(clients())
    found = await _read(site, name, guest)
    chosen = player_name(data.name, [other for other in found.names.values() if other])
    if not await site.rooms.store.make(stored.put_player, name, guest, chosen):
        raise NotYours(_("Two friends play this duplicate already."))
    return done(request, _page(await _read(site, name, guest), address_here(request)), f"/duplicate/{name}")


@post_command("/duplicate/{name:str}/play", tags=["duplicate"])
async def play_board(request: SiteRequest, site: ThisSite, guest: ThisGuest, name: DuplicateId) -> Response[Created]:
    """Play your next board, or get back to the one in play."""
    found = await _read(site, name, guest)
    if found.place is None:
        raise NotYours(_("Join this duplicate first."))
    page = _page(found, address_here(request))
    table, status = page.playing, HTTP_200_OK
    if not table:
        if not page.next:
            raise NotPossible(_("You have played all boards of this duplicate."))
        await site.openings.take(clients())
        board = page.next - 1
        opening = open_board(found.duplicate, board, page.players[found.place], guest)
        made = await site.rooms.open(opening.events, opening.guests, site.guests.maker(request, guest))
        # Of two requests at once, both lead to the first one's table.
        table = await site.rooms.store.make(stored.put_board, name, found.place, board, made)
        status = HTTP_201_CREATED
    now = await site.rooms.read(table)
    seat = next((place for place, one in enumerate(now.seats) if one.key), None)
    created = Created(table, now.version, seat, f"{address_here(request)}/t/{table}")
    return done(request, created, f"/t/{table}", status=status)


async def _read(site: Site, name: str, guest: str) -> StoredDuplicate:
    found = await site.rooms.store.ask(stored.read_duplicate, name, guest)
    if found is None:
        raise NotFoundException
    return found


def _played(found: StoredDuplicate) -> Played:
    lines = {line.table: line for line in read_lines([*found.tables.values()])}
    return {key: lines[summary.table] for key, summary in found.tables.items() if summary.table in lines}


def _page(found: StoredDuplicate, address: str) -> DuplicatePage:
    return duplicate_page(found.duplicate, found.names, found.place, _played(found), address)


async def _open_cards(site: Site, found: StoredDuplicate) -> None:
    """Open the cards of the deals that a player has finished from both sides."""
    played = _played(found)
    for (place, board), line in played.items():
        both = [played.get((place, one)) for one in found.duplicate.boards_of(board)]
        if line.sealed and all(one is not None and one.status == "over" for one in both):
            await site.rooms.room(line.table).unseal()
