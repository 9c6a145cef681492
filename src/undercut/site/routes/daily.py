"""The daily deal: its page, and the table where it is played."""

from __future__ import annotations

import time
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from litestar.status_codes import HTTP_201_CREATED
from sqlalchemy import Connection

from undercut.pages.lists.daily import WEEKS, DailyPage, Par, Tried, daily_page
from undercut.site.rooms.rooms import read_lines
from undercut.site.routes.lists import Created
from undercut.site.routes.replies import done, show
from undercut.site.routes.services import Site, ThisGuest, ThisSite, address_here
from undercut.site.routes.tables import LOOKS, post_command
from undercut.site.security.client import clients
from undercut.site.security.guest import SiteRequest
from undercut.site.store.days import make_day, put_try, read_day, read_pars, read_results, read_tries
from undercut.table.daily import Day, day_at, days_before, games, level_of, open_daily
from undercut.table.daily import read_day as parse_day

_STREAK_DAYS = 400
"""How far back tries are read for the streak."""

DayName = Annotated[str, PathParameter(description="The day, such as 2026-11-25 (UTC), or `today`.", max_length=10)]
GameName = Annotated[str, PathParameter(description="The game's name.", max_length=40)]


def _day(text: str) -> tuple[str, str]:
    """Return the day that an address names, and today; the future has no deals yet."""
    today = day_at(time.time())
    day = today if text == "today" else text
    if parse_day(day) is None or day > today:
        raise NotFoundException
    return day, today


@get("/daily", responses=LOOKS, tags=["daily deal"])
async def today(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[DailyPage]:
    """Return today's deals with your results; a game's results of others and par appear once you have finished it."""
    return await _show(request, site, guest, "today")


@get("/daily/{day:str}", responses=LOOKS, tags=["daily deal"])
async def on_day(request: SiteRequest, site: ThisSite, guest: ThisGuest, day: DayName) -> Response[DailyPage]:
    """Return the deals of a day, likewise."""
    return await _show(request, site, guest, day)


async def _show(request: SiteRequest, site: Site, guest: str, text: str) -> Response[DailyPage]:
    day, now = _day(text)
    ask = site.rooms.store.ask
    tried = await ask(read_tries, guest, days_before(now, max(_STREAK_DAYS, 7 * WEEKS))[-1])
    tries = [Tried(one, line) for (one, _), line in zip(tried, read_lines([line for _, line in tried]), strict=True)]
    results = read_lines(await ask(read_results, day))
    stored = await ask(read_pars, day)
    pars = {game: _par(par) for game, par in stored.items()}
    for line in results:
        if stored.get(line.game) is None and (deal := await ask(read_day, day, line.game)):
            site.pars.want(deal)
    page = daily_page(day, now, tries, results, pars, address_here(request))
    return show(request, "daily.html", page, here="daily")


def _par(data: bytes | None) -> tuple[Par, ...]:
    """Decode a stored par."""
    return msgspec.json.decode(data, type=tuple[Par, ...]) if data else ()


@post_command("/daily/{day:str}/{game:str}", tags=["daily deal"])
async def play(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, day: DayName, game: GameName
) -> Response[Created]:
    """Play a deal: today's counts, once, and you get back to it; played again, and on later days, it does not count."""
    on, now = _day(day)
    if game not in games():
        raise NotFoundException
    deal = await _deal(site, on, now, game)
    tried = await site.rooms.store.ask(read_tries, guest, on)
    mine = next((line for one, line in tried if one == on and line.game == game), None)
    if mine is not None and mine.status != "over":
        return done(
            request, Created(mine.table, 0, deal.seat, f"{address_here(request)}/t/{mine.table}"), f"/t/{mine.table}"
        )
    await site.openings.take(clients())
    counts = on == now and mine is None
    opening = open_daily(deal, "", guest, counts=counts)
    table = await site.rooms.open(opening.events, opening.guests, site.guests.maker(request, guest))
    if counts:
        table = await _counted(site, deal, guest, table)
    created = Created(table, len(opening.events), deal.seat, f"{address_here(request)}/t/{table}")
    return done(request, created, f"/t/{table}", status=HTTP_201_CREATED)


async def _deal(site: Site, day: str, today: str, game: str) -> Day:
    """Return a deal; one of the past exists if somebody asked for it then."""
    found = await site.rooms.store.ask(read_day, day, game)
    if found is None and day == today:
        made = list[Day]()

        def write(connection: Connection) -> None:
            made.append(make_day(connection, day, game, level_of(day)))

        await site.rooms.store.change("", write)
        found = made[-1]
    if found is None:
        raise NotFoundException
    return found


async def _counted(site: Site, deal: Day, guest: str, table: str) -> str:
    """Count a table as the guest's try; of two requests at once, both lead to the first one's table."""
    counts = list[str]()

    def write(connection: Connection) -> None:
        counts.append(put_try(connection, deal, guest, table))

    await site.rooms.store.change("", write)
    return counts[-1]


HANDLERS = (today, on_day, play)
