"""Deals that others play, too: the daily deal, and duplicates, which two friends play from both sides."""

import time
from functools import partial
from typing import Annotated, Literal, cast

import msgspec
from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Struct

from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.pages.addresses import duplicate_address
from undercut.pages.answers import Created, Page
from undercut.pages.answers.lobby import days, try_of
from undercut.pages.board.invitation import qr_code
from undercut.pages.lobby import duplicates as pages
from undercut.pages.lobby.daily import WEEKS, DailyPage, DayData, StoredDay, daily_page, read_par
from undercut.pages.lobby.duplicates import DuplicatePage, DuplicatesPage, Tables, WaitingDuplicate
from undercut.play.game import Game
from undercut.play.sources import new_secret
from undercut.site.base.client import clients
from undercut.site.rooms.stored_tables import read_lines
from undercut.site.routes.addresses import GameName, TableId, get_page, opens, post_command
from undercut.site.routes.visit import Site, Visit
from undercut.site.store import deals as stored
from undercut.site.store.deals import StoredDuplicate, make_day, put_try, read_day, read_results, read_tries
from undercut.table.commands import Name, NotPossible, NotYours, OpenTable
from undercut.table.decisions.permissions import permissions
from undercut.table.events import DuplicateAsked
from undercut.table.names import player_name
from undercut.table.opening import deals as dealing
from undercut.table.opening.deals import STREAK_DAYS, Day, Duplicate
from undercut.table.opening.new_table import new_id
from undercut.table.opening.terms import OPEN, QUICK, read_choices
from undercut.translation import _

DayName = Annotated[str, PathParameter(description="The day, such as 2026-11-25 (UTC), or `today`.", max_length=10)]


@get_page(["/daily", "/daily/{day:str}"], tags=["daily deal"])
async def show_day(request: Visit, day: DayName = "today") -> Response[DailyPage]:
    """Return the deals of a day with your results; what others did appears once you have finished a deal."""
    data = await day_data(request, day)

    def page() -> Page[DailyPage]:
        return Page("daily.html", daily_page(data), "daily", lambda _: {"left": dealing.time_left(time.time())})

    return await request.reply_from_thread(page)


async def day_data(request: Visit, name: str) -> DayData:
    """Read what a day's page shows a guest, and begin to work out pars that it lacks."""
    day, today = days(name, time.time())
    ask = request.store.ask
    tries = await ask(read_tries, request.guest, dealing.days_before(today, max(STREAK_DAYS, 7 * WEEKS))[-1])
    finished, deals = await ask(read_results, day), await ask(read_day, day)
    for game in {summary.game for summary in finished} & deals.keys():
        deal, par = deals[game]
        if par is None:
            request.site.pars.want(deal)
    kept = {game: StoredDay(deal.level, read_par(par)) for game, (deal, par) in deals.items()}
    return DayData(day, today, read_lines(tries), read_lines(finished), kept, request.here)


@post_command("/daily/{day:str}/{game:str}", tags=["daily deal"])
async def play(request: Visit, day: DayName, game: GameName) -> Response[Created]:
    """Play a deal: today's counts, once, and you get back to it; played again, and on later days, it does not count."""
    day, today = days(day, time.time())
    mine = try_of(read_lines(await request.store.ask(read_tries, request.guest, day)), day, game)
    deal = await deal_of(request.site, day, today, game)
    if mine is not None and mine.status != "over":
        table, status = mine.table, HTTP_200_OK
    else:
        await request.site.openings.take(clients())
        counts = day == today and mine is None
        opening = dealing.open_daily(deal, "", request.guest, counts=counts)
        table = await request.open(opening, partial(put_try, day=deal, guest=request.guest) if counts else None)
        status = HTTP_201_CREATED
    return request.created(table, (await request.rooms.read(table)).version, deal.seat, status)


async def deal_of(site: Site, day: str, today: str, game: str) -> Day:
    """Return a deal, and begin to work out its par, unless it is a past one that no one played on its day."""
    known, par = (await site.rooms.store.ask(read_day, day)).get(game, (None, None))
    deal = known or await site.rooms.store.make(make_day, day, game, dealing.level_of(day))
    if par is None and (known or day == today):
        site.pars.want(deal)
    return deal


# What a table's form lets a person choose, and a duplicate does not.
_FIXED = {"seat": 0, "listed": False, "practice": False, "hints": None, "clock": None, "best_of": 0}


class NewDuplicate(OpenTable, frozen=True, kw_only=True):
    """The request for a duplicate: game, rules, players and level of a table; each friend plays two boards a deal."""

    deals: Literal[1, 2, 3] = 1
    again: str = (
        ""  # a duplicate that you have played: its friend, rules, level and number of deals, in place of the rest
    )


class Joining(Struct, frozen=True):
    """Take the second place of a duplicate."""

    name: Name = ""


class DuplicateOpened(Struct, frozen=True):
    """A duplicate was opened."""

    duplicate: str
    address: str


DuplicateId = Annotated[str, PathParameter(description="The duplicate's id.", max_length=40)]


@get_page("/duplicate", tags=["duplicate"])
async def duplicates(request: Visit) -> Response[DuplicatesPage]:
    """List your duplicates, and what can be played as one."""
    yours = await request.store.ask(stored.read_duplicates, request.guest)

    def page() -> Page[DuplicatesPage]:
        listed = pages.duplicates_page([_page(known, request.here) for known in yours])
        return Page("duplicates.html", listed, "daily")

    return await request.reply_from_thread(page)


@post_command("/duplicate", responses=opens(DuplicateOpened, "The duplicate is open."), tags=["duplicate"])
async def open_duplicate(request: Visit, data: JSONBody[NewDuplicate]) -> Response[DuplicateOpened]:
    """Open a duplicate; a friend joins by its link, and both play when they like."""
    await request.site.openings.take(clients())
    if data.again:
        return await _play_another(request, data.again)
    fields = {name: value for name, value in msgspec.structs.asdict(data).items() if value not in (None, [])} | _FIXED
    terms = read_choices(fields).checked()
    level = next((level for level in terms.opponents if level != OPEN), QUICK)
    if level not in LEVEL_NAMES:
        message = _("A duplicate needs bots of one of these levels: {levels}.").format(levels=", ".join(LEVEL_NAMES))
        raise NotPossible(message)
    return _opened(request, (await _new_duplicate(request, terms.game, level, data.deals, terms.name)).id)


async def _play_another(request: Visit, name: str) -> Response[DuplicateOpened]:
    """Open a duplicate like another one, with the friend's place taken."""
    known = await _read(request, name)
    if known.place is None:
        raise NotYours(_("Join this duplicate first."))
    before, players = known.duplicate, _page(known, "").players
    made = await _new_duplicate(request, before.chosen, before.level, before.deals, players[known.place])
    friend = await request.store.ask(stored.read_friend, name, request.guest)
    await request.store.make(stored.put_friend, made.id, friend, players[1 - known.place])
    return _opened(request, made.id)


def _opened(request: Visit, name: str, status: int = HTTP_201_CREATED) -> Response[DuplicateOpened]:
    address = duplicate_address(name)
    return request.done(DuplicateOpened(name, request.here + address), address, status=status)


async def _new_duplicate(request: Visit, game: Game, level: str, deals: int, name: str) -> Duplicate:
    duplicate = Duplicate(new_id(), game.name, game.rules, game.seats, level, deals, new_secret())
    await request.store.make(stored.put_duplicate, duplicate, request.guest, name, time.time())
    return duplicate


@post_command("/t/{table:str}/duplicate", tags=["duplicate"])
async def play_duplicate(request: Visit, table: TableId) -> Response[DuplicateOpened]:
    """Ask the other person of a finished game to a duplicate under its rules, or join the one they ask you to."""
    room = request.rooms.room(table)
    now, seat = await room.enter(), await room.seat_of(request.guest)
    if seat is None or not permissions(now, seat).duplicate:
        raise NotYours(_("Only the two people who finished a game together can play it as a duplicate."))
    name = now.seats[seat].name
    if now.next_game.duplicate is None:
        await request.site.openings.take(clients())
        made = await _new_duplicate(request, now.game, QUICK, 1, name)
        await room.ask_to_duplicate(seat, made.id)
        now = await room.enter()
    asked = cast("DuplicateAsked", now.next_game.duplicate)
    await _read(request, asked.duplicate)
    for other, guests in (await room.holders.read()).items():
        if other != asked.seat:
            await request.store.make(stored.put_friend, asked.duplicate, guests, now.seats[other].name)
    return _opened(request, asked.duplicate, HTTP_200_OK)


@get_page("/duplicate/{name:str}", tags=["duplicate"])
async def show_duplicate(request: Visit, name: DuplicateId) -> Response[DuplicatePage]:
    """Return both score sheets; what your friend did with a deal appears once you have played it from both sides."""
    known = await _read(request, name)
    await _open_cards(request.site, known)
    page = _page(known, request.here)
    prefetched = "prefetch" in request.headers.get("sec-purpose", "")
    if known.place is not None and page.stage > known.seen and not prefetched:
        await request.store.make(stored.put_seen, name, request.guest, page.stage)
    shown = Page("duplicate.html", page, "daily", lambda _: {"qr": qr_code(page.address) if page.waits else ""})
    return request.reply(shown)


@post_command("/duplicate/{name:str}/join", tags=["duplicate"])
async def join(request: Visit, name: DuplicateId, data: JSONBody[Joining]) -> Response[DuplicatePage]:
    """Take the second place of a duplicate; on the page, the first board opens at once."""
    await request.site.seat_changes.take(clients())
    known = await _read(request, name)
    chosen = player_name(data.name, _page(known, "").players)
    if not await request.store.make(stored.put_player, name, request.guest, chosen):
        raise NotYours(_("Two players have already joined this duplicate."))
    if request.wants_page:
        return cast("Response[DuplicatePage]", await _next_board(request, name))
    return request.done(_page(await _read(request, name), request.here), duplicate_address(name))


@post_command("/duplicate/{name:str}/play", tags=["duplicate"])
async def play_board(request: Visit, name: DuplicateId) -> Response[Created]:
    """Play your next board, or get back to the one in play."""
    return await _next_board(request, name)


async def _next_board(request: Visit, name: str) -> Response[Created]:
    known = await _read(request, name)
    if known.place is None:
        raise NotYours(_("Join this duplicate first."))
    page = _page(known, request.here)
    table, status = page.playing, HTTP_200_OK
    if not table:
        if not page.next:
            raise NotPossible(_("You have already played every board of this duplicate."))
        await request.site.openings.take(clients())
        board = page.next - 1
        opening = dealing.open_board(known.duplicate, board, page.players[known.place], request.guest)
        table = await request.open(opening, partial(stored.put_board, duplicate=name, place=known.place, board=board))
        status = HTTP_201_CREATED
    now = await request.rooms.read(table)
    own = next((number for number, seat in enumerate(now.seats) if seat.key), None)
    return request.created(table, now.version, own, status)


async def _read(request: Visit, name: str) -> StoredDuplicate:
    known = await request.store.ask(stored.read_duplicate, name, request.guest)
    if known is None:
        raise NotFoundException
    return known


async def waiting_duplicates(request: Visit) -> list[WaitingDuplicate]:
    """List a guest's duplicates that wait or have news."""
    since = time.time() - stored.DUPLICATE_WAITS
    yours = await request.store.ask(stored.read_duplicates, request.guest, since)

    def found() -> list[WaitingDuplicate]:
        return [
            one for known in yours if (one := pages.waiting_duplicate(_page(known, ""), _played(known), known.seen))
        ]

    return await request.rooms.in_thread(found) if yours else []


def _played(known: StoredDuplicate) -> Tables:
    lines = {line.table: line for line in read_lines([*known.tables.values()])}
    return {key: lines[summary.table] for key, summary in known.tables.items() if summary.table in lines}


def _page(known: StoredDuplicate, address: str) -> DuplicatePage:
    return pages.duplicate_page(known.duplicate, known.names, known.place, _played(known), address)


async def _open_cards(site: Site, known: StoredDuplicate) -> None:
    """Open the cards of the deals that a player has finished from both sides."""
    played = _played(known)
    for (place, board), line in played.items():
        both = [played.get((place, number)) for number in known.duplicate.boards_of(board)]
        if line.sealed and all(table is not None and table.status == "over" for table in both):
            await site.rooms.room(line.table).unseal()
