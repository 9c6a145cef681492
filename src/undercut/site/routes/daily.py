"""The daily deal: one a day and game, the same for everyone."""

import time
from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from undercut.pages.answers import Created, Page
from undercut.pages.answers.lobby import days, try_of
from undercut.pages.lobby.daily import WEEKS, DailyPage, DayData, daily_page
from undercut.pages.lobby.daily_results import StoredDay, read_par
from undercut.site.base.client import clients
from undercut.site.rooms.public_tables import read_lines
from undercut.site.routes.declarations import READ_REFUSALS, GameName, post_command
from undercut.site.routes.replies import answer_created, send_rendered
from undercut.site.routes.services import Site, ThisGuest, ThisSite, address_here
from undercut.site.security.guests import SiteRequest
from undercut.site.store.deals import make_day, put_try, read_day, read_results, read_tries
from undercut.site.store.model import Status
from undercut.table.opening.daily import STREAK_DAYS, Day, days_before, hours_left, level_of, open_daily

DayName = Annotated[str, PathParameter(description="The day, such as 2026-11-25 (UTC), or `today`.", max_length=10)]


@get("/daily", responses=READ_REFUSALS, tags=["daily deal"])
async def today(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[DailyPage]:
    """Return today's deals with your results; a game's results of others and par appear once you have finished it."""
    return await _show(request, site, guest, "today")


@get("/daily/{day:str}", responses=READ_REFUSALS, tags=["daily deal"])
async def on_day(request: SiteRequest, site: ThisSite, guest: ThisGuest, day: DayName) -> Response[DailyPage]:
    """Return the deals of a day with your results; what others did appears once you have finished a deal."""
    return await _show(request, site, guest, day)


async def _show(request: SiteRequest, site: Site, guest: str, name: str) -> Response[DailyPage]:
    day, today = days(name, time.time())
    ask = site.rooms.store.ask
    tries = await ask(read_tries, guest, days_before(today, max(STREAK_DAYS, 7 * WEEKS))[-1])
    finished, deals = await ask(read_results, day), await ask(read_day, day)
    for game in {summary.game for summary in finished} & deals.keys():
        deal, par = deals[game]
        if par is None:
            site.pars.want(deal)

    def page() -> Page[DailyPage]:
        stored = {game: StoredDay(deal.level, read_par(par)) for game, (deal, par) in deals.items()}
        data = DayData(day, today, read_lines(tries), read_lines(finished), stored, address_here(request))
        return Page("daily.html", daily_page(data), "daily", lambda _: {"hours": hours_left(time.time())})

    return await send_rendered(request, site, page)


@post_command("/daily/{day:str}/{game:str}", tags=["daily deal"])
async def play(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, day: DayName, game: GameName
) -> Response[Created]:
    """Play a deal: today's counts, once, and you get back to it; played again, and on later days, it does not count."""
    day, today = days(day, time.time())
    mine = try_of(read_lines(await site.rooms.store.ask(read_tries, guest, day)), day, game)
    deal = await deal_of(site, day, today, game)
    if mine is not None and mine.status != Status.OVER:
        table, status = mine.table, HTTP_200_OK
    else:
        await site.openings.take(clients())
        counts = day == today and mine is None
        opening = open_daily(deal, "", guest, counts=counts)
        table = await site.open(request, guest, opening)
        # Of two requests at once, both lead to the first one's table.
        table = await site.rooms.store.make(put_try, deal, guest, table) if counts else table
        status = HTTP_201_CREATED
    return answer_created(request, table, (await site.rooms.read(table)).version, deal.seat, status)


async def deal_of(site: Site, day: str, today: str, game: str) -> Day:
    """Return a deal, and begin to work out its par, unless it is a past one that no one played on its day."""
    known, par = (await site.rooms.store.ask(read_day, day)).get(game, (None, None))
    deal = known or await site.rooms.store.make(make_day, day, game, level_of(day))
    if par is None and (known or day == today):
        site.pars.want(deal)
    return deal
