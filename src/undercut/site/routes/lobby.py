"""The front page, the lobby, the bots' game to watch, and the pages about the site."""

import asyncio
import time

from litestar import Response, get, status_codes
from litestar.params import FromPath, FromQuery
from litestar.response import Stream as StreamResponse

from undercut.pages.answers import Page
from undercut.pages.answers import lobby as answering
from undercut.pages.answers.lobby import AboutPage
from undercut.pages.game_cards import game_cards
from undercut.pages.lobby.front import FrontPage, LobbyPage
from undercut.pages.watching.miniature import Miniature
from undercut.pages.watching.shown_games import miniature_at
from undercut.site.rooms.public_tables import read_lines
from undercut.site.routes.deals import waiting_boards
from undercut.site.routes.replies import READ_REFUSALS, REFUSALS, GameName, answered, send
from undercut.site.routes.services import CLIMBED, ThisGuest, ThisSite
from undercut.site.security.guests import SiteRequest
from undercut.site.store.deals import read_tries
from undercut.site.store.guests import read_learned
from undercut.table.listing import LobbyTable
from undercut.table.opening.deals import STREAK_DAYS, day_at, days_before
from undercut.table.scene import Scene


@get("/", responses={429: REFUSALS[429], 503: REFUSALS[503]}, tags=["site"])
async def front(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[FrontPage]:
    """Return the games, your unfinished tables and the public tables."""
    now, ask = time.time(), site.rooms.store.ask
    tries = read_lines(await ask(read_tries, guest, days_before(day_at(now), STREAK_DAYS)[-1]))
    known, yours = await ask(read_learned, guest), await site.unfinished(guest)
    history, tables = await site.history(guest, CLIMBED), await site.rooms.lobby.lines()
    boards = await waiting_boards(site, guest)
    return send(request, await asyncio.to_thread(answering.front, now, yours, tables, tries, known, history, boards))


@get("/watch/now", include_in_schema=False)
async def watch_now(request: SiteRequest) -> Response[Miniature | None]:
    """Return the move that the front page shows now."""
    return send(request, Page("parts/live.html", await _miniature_now()))


async def _miniature_now() -> Miniature | None:
    return await asyncio.to_thread(miniature_at, time.time())


@get("/watch", responses=READ_REFUSALS, include_in_schema=False)
async def watch(request: SiteRequest) -> Response[Scene]:
    """Return the table of the bots' game as it is now."""
    return send(request, await asyncio.to_thread(answering.watch, time.time()))


@get("/watch/{game:str}", responses=READ_REFUSALS, include_in_schema=False)
async def watch_from_the_start(request: SiteRequest, game: GameName) -> Response[Scene]:
    """Return the first move of a game to watch."""
    return send(request, await asyncio.to_thread(answering.watch_step, game, 0))


@get("/watch/{game:str}/{step:int}", responses=READ_REFUSALS, include_in_schema=False)
async def watch_step(
    request: SiteRequest, game: GameName, step: FromPath[int], guess: FromQuery[str] = "", tried: FromQuery[str] = ""
) -> Response[Scene]:
    """Return a move of a game to watch, with the reader's guesses so far and the last one."""
    return send(request, await asyncio.to_thread(answering.watch_step, game, step, guess, tried))


@get("/lobby", responses={429: REFUSALS[429], 503: REFUSALS[503]}, tags=["site"])
async def lobby(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[LobbyPage]:
    """List the public tables."""
    tables, yours = await site.rooms.lobby.lines(), await site.unfinished(guest)
    page = LobbyPage(tables, yours, game_cards(), await _miniature_now())
    return send(request, Page("lobby.html", page, "lobby"))


@get("/lobby/tables", include_in_schema=False)
async def lobby_tables(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[LobbyPage]:
    """Return the part of the lobby that changes."""
    page = LobbyPage(tables=await site.rooms.lobby.lines(), yours=await site.unfinished(guest))
    return send(request, Page("parts/lobby.html", page))


@get(
    "/lobby/events",
    responses={
        status_codes.HTTP_200_OK: answered(
            list[LobbyTable],
            "A stream of server-sent events named `lobby`, with the whole list on each change.",
            "text/event-stream",
        ),
        429: REFUSALS[429],
    },
    tags=["site"],
)
async def listen_to_lobby(request: SiteRequest, site: ThisSite) -> StreamResponse:
    """Stream the lobby."""
    return await site.stream(request, site.rooms.lobby.listen)


@get("/about", tags=["site"])
async def about(request: SiteRequest) -> Response[AboutPage]:
    """Return information about the site."""
    return send(request, answering.about())
