"""The daily deal: its page, and the table where it is played."""

from __future__ import annotations

import time
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from undercut.pages.answers import Created
from undercut.pages.answers.lobby import days, try_of
from undercut.pages.lobby.daily import WEEKS, DailyPage, Stored, daily_page, read_par
from undercut.site.rooms.rooms import read_lines
from undercut.site.routes.replies import done, show
from undercut.site.routes.services import Site, ThisGuest, ThisSite, address_here
from undercut.site.routes.tables import READ_REFUSALS, post_command
from undercut.site.security.client import clients
from undercut.site.security.guest import SiteRequest
from undercut.site.store.days import make_day, put_try, read_day, read_results, read_tries
from undercut.site.store.model import Status
from undercut.table.opening.daily import STREAK_DAYS, Day, days_before, level_of, open_daily

DayName = Annotated[str, PathParameter(description="The day, such as 2026-11-25 (UTC), or `today`.", max_length=10)]
GameName = Annotated[str, PathParameter(description="The game's name.", max_length=40)]


@get("/daily", responses=READ_REFUSALS, tags=["daily deal"])
async def today(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[DailyPage]:
    """Return today's deals with your results; a game's results of others and par appear once you have finished it."""
    return await _show(request, site, guest, "today")


@get("/daily/{day:str}", responses=READ_REFUSALS, tags=["daily deal"])
async def on_day(request: SiteRequest, site: ThisSite, guest: ThisGuest, day: DayName) -> Response[DailyPage]:
    """Return the deals of a day, likewise."""
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
        stored = {game: Stored(deal.level, read_par(par)) for game, (deal, par) in deals.items()}
        return daily_page(day, now, read_lines(tried), read_lines(finished), stored, address_here(request))

    return show(request, "daily.html", await site.rooms.apart(page), here="daily")


@post_command("/daily/{day:str}/{game:str}", tags=["daily deal"])
async def play(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, day: DayName, game: GameName
) -> Response[Created]:
    """Play a deal: today's counts, once, and you get back to it; played again, and on later days, it does not count."""
    on, now = days(day, time.time())
    mine = try_of(read_lines(await site.rooms.store.ask(read_tries, guest, on)), on, game)
    deal = await _deal(site, on, now, game)
    if mine is not None and mine.status != Status.OVER:
        table, status = mine.table, HTTP_200_OK
    else:
        await site.openings.take(clients())
        counts = on == now and mine is None
        opening = open_daily(deal, "", guest, counts=counts)
        table = await site.rooms.open(opening.events, opening.guests, site.guests.maker(request, guest))
        # Of two requests at once, both lead to the first one's table.
        table = await site.rooms.store.make(put_try, deal, guest, table) if counts else table
        status = HTTP_201_CREATED
    version = (await site.rooms.read(table)).version
    created = Created(table, version, deal.seat, f"{address_here(request)}/t/{table}")
    return done(request, created, f"/t/{table}", status=status)


async def _deal(site: Site, day: str, today: str, game: str) -> Day:
    """Return a deal; a past one exists only if it was requested on its day."""
    if known := (await site.rooms.store.ask(read_day, day)).get(game):
        return known[0]
    if day != today:
        raise NotFoundException
    return await site.rooms.store.make(make_day, day, game, level_of(day))
