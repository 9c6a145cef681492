"""Deals that others play, too: the daily deal and duplicates."""

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
from undercut.pages.answers.lobby import days, try_of
from undercut.pages.board.invitation import qr_code
from undercut.pages.lobby.daily import WEEKS, DailyPage, DayData, StoredDay, daily_page
from undercut.pages.lobby.daily_results import read_par
from undercut.pages.lobby.duplicates import DuplicatePage, DuplicatesPage, Played, duplicate_page, duplicates_page
from undercut.play.sources import new_secret
from undercut.site.base.client import clients
from undercut.site.rooms.rooms import read_lines
from undercut.site.routes.replies import (
    READ_REFUSALS,
    REFUSALS,
    GameName,
    answer_created,
    answered,
    done,
    post_command,
    show,
    wants_page,
)
from undercut.site.routes.services import Site, ThisGuest, ThisSite, address_here
from undercut.site.security.guests import SiteRequest
from undercut.site.store import deals as stored
from undercut.site.store.deals import StoredDuplicate, make_day, put_try, read_day, read_results, read_tries
from undercut.site.store.model import Status
from undercut.table.commands import Name, NotPossible, NotYours, OpenTable
from undercut.table.events import RulesStamp
from undercut.table.names import player_name
from undercut.table.opening.choices import OPEN, QUICK, read_choices
from undercut.table.opening.daily import STREAK_DAYS, Day, days_before, level_of, open_daily
from undercut.table.opening.duplicates import Duplicate, open_board
from undercut.table.opening.new_table import new_id
from undercut.translation import _

DayName = Annotated[str, PathParameter(description="The day, such as 2026-11-25 (UTC), or `today`.", max_length=10)]


@get("/daily", responses=READ_REFUSALS, tags=["daily deal"])
async def today(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[DailyPage]:
    """Return today's deals with your results; a game's results of others and par appear once you have finished it."""
    return await _show(request, site, guest, "today")


@get("/daily/{day:str}", responses=READ_REFUSALS, tags=["daily deal"])
async def on_day(request: SiteRequest, site: ThisSite, guest: ThisGuest, day: DayName) -> Response[DailyPage]:
    """Return the deals of a day with your results; what others did appears once you have finished a deal."""
    return await _show(request, site, guest, day)


async def _show(request: SiteRequest, site: Site, guest: str, text: str) -> Response[DailyPage]:
    day, now = days(text, time.time())
    ask = site.rooms.store.ask
    tried = await ask(read_tries, guest, days_before(now, max(STREAK_DAYS, 7 * WEEKS))[-1])
    finished, deals = await ask(read_results, day), await ask(read_day, day)
    for game in {summary.game for summary in finished} & deals.keys():
        deal, par = deals[game]
        if par is None:
            site.pars.want(deal)

    def page() -> DailyPage:
        stored = {game: StoredDay(deal.level, read_par(par)) for game, (deal, par) in deals.items()}
        return daily_page(DayData(day, now, read_lines(tried), read_lines(finished), stored, address_here(request)))

    return show(request, "daily.html", await site.rooms.apart(page), here="daily")


@post_command("/daily/{day:str}/{game:str}", tags=["daily deal"])
async def play(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, day: DayName, game: GameName
) -> Response[Created]:
    """Play a deal: today's counts, once, and you get back to it; played again, and on later days, it does not count."""
    on, now = days(day, time.time())
    mine = try_of(read_lines(await site.rooms.store.ask(read_tries, guest, on)), on, game)
    deal = await deal_of(site, on, now, game)
    if mine is not None and mine.status != Status.OVER:
        table, status = mine.table, HTTP_200_OK
    else:
        await site.openings.take(clients())
        counts = on == now and mine is None
        opening = open_daily(deal, "", guest, counts=counts)
        table = await site.open(request, guest, opening)
        # Of two requests at once, both lead to the first one's table.
        table = await site.rooms.store.make(put_try, deal, guest, table) if counts else table
        status = HTTP_201_CREATED
    return answer_created(request, table, (await site.rooms.read(table)).version, deal.seat, status)


async def deal_of(site: Site, day: str, today: str, game: str) -> Day:
    """Return a deal, and begin to work out its par; a past one exists only if it was requested on its day."""
    deal, par = (await site.rooms.store.ask(read_day, day)).get(game, (None, None))
    if deal is None and day != today:
        raise NotFoundException
    deal = deal or await site.rooms.store.make(make_day, day, game, level_of(day))
    if par is None:
        site.pars.want(deal)
    return deal


# --- Duplicates ------------------------------------------------------------------------------------------------------


_FIXED = {"seat": 0, "listed": False, "practice": False, "hints": None, "clock": None, "best_of": 0}


class NewDuplicate(OpenTable, frozen=True, kw_only=True):
    """The request for a duplicate: game, rules, players and level of a table; each friend plays two boards a deal."""

    deals: Literal[1, 2, 3] = 1


class Joining(Struct, frozen=True):
    """Take the second place of a duplicate."""

    name: Name = ""


class DuplicateOpened(Struct, frozen=True):
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
    responses=REFUSALS | {HTTP_201_CREATED: answered(DuplicateOpened, "The duplicate is open.")},
    tags=["duplicate"],
)
async def open_duplicate(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, data: JSONBody[NewDuplicate]
) -> Response[DuplicateOpened]:
    """Open a duplicate; a friend joins by its link, and both play when they like."""
    await site.openings.take(clients())
    given = {name: value for name, value in msgspec.structs.asdict(data).items() if value not in (None, [])} | _FIXED
    terms = read_choices(given).checked()
    named = next((level for level in terms.opponents if level != OPEN), QUICK)
    if named not in LEVEL_NAMES:
        message = _("A duplicate needs bots of one of these levels: {levels}.").format(levels=", ".join(LEVEL_NAMES))
        raise NotPossible(message)
    made = Duplicate(
        new_id(),
        terms.game.name,
        cast("RulesStamp", terms.game.rules),
        terms.game.seats,
        named,
        data.deals,
        new_secret(),
    )
    await site.rooms.store.make(stored.put_duplicate, made, guest, terms.name, time.time())
    address = f"/duplicate/{made.id}"
    return done(request, DuplicateOpened(made.id, address_here(request) + address), address, status=HTTP_201_CREATED)


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
        made = await site.open(request, guest, opening)
        # Of two requests at once, both lead to the first one's table.
        table = await site.rooms.store.make(stored.put_board, name, found.place, board, made)
        status = HTTP_201_CREATED
    now = await site.rooms.read(table)
    seat = next((place for place, one in enumerate(now.seats) if one.key), None)
    return answer_created(request, table, now.version, seat, status)


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
