"""A guest's own games: lists of tables, results, and records to download."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from functools import partial
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Stream as StreamResponse
from litestar.status_codes import HTTP_200_OK

from undercut.pages.answers.lobby import MOST_REVIEWS, gained, your_games
from undercut.pages.lobby.history import ChosenFilters, GamesPage
from undercut.pages.lobby.progress import Gains
from undercut.site.routes.deals import waiting_boards
from undercut.site.routes.replies import READ_REFUSALS, REFUSALS, TableId, answered, send, send_rendered
from undercut.site.routes.services import CLIMBED, Site, ThisGuest, ThisSite
from undercut.site.security.guests import SiteRequest
from undercut.site.security.limits import TooMuch
from undercut.site.store.model import StoreError
from undercut.site.store.statements import read_reviews
from undercut.table.events import DamagedLog
from undercut.table.judged import METHOD

Text = Annotated[str, QueryParameter(description="Only these games; empty: all.", max_length=80)]

_log = logging.getLogger(__name__)


@get("/t/{table:str}/gains", include_in_schema=False)
async def show_gains(request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId) -> Response[Gains]:
    """Return what a finished game brought you, and how it went."""
    history, played = await site.history(guest, CLIMBED), await site.rooms.read(table)
    return send(request, await asyncio.to_thread(gained, history, played))


@get("/games", responses=READ_REFUSALS, tags=["your games"])
async def games(  # noqa: PLR0913, PLR0917  one for each parameter of the address
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    game: Text = "",
    rules: Text = "",
    opponent: Text = "",
    result: Text = "",
    page: Annotated[int, QueryParameter(description="Number of the page, from 1.", ge=1, le=1000)] = 1,
) -> Response[GamesPage]:
    """List your games, unfinished and finished, with your results."""
    chosen = ChosenFilters(game, rules, opponent, result)
    yours, history = await site.unfinished(guest), await site.history(guest)
    reviews = await site.rooms.store.ask(read_reviews, [line.table for line, _seat in history[:MOST_REVIEWS]], METHOD)
    make = partial(your_games, yours, history, chosen, page, reviews, await waiting_boards(site, guest))
    return await send_rendered(request, site, make)


@get(
    "/games/records",
    responses={
        HTTP_200_OK: answered(str, "One record a line.", "application/x-ndjson"),
        429: REFUSALS[429],
        503: REFUSALS[503],
    },
    tags=["your games"],
)
async def records(site: ThisSite, guest: ThisGuest) -> StreamResponse:
    """Download the records of all your finished games, one a line (JSON Lines)."""
    played = [line.table for line, _seat in await site.history(guest) if not line.closed]
    headers = {"Content-Disposition": 'attachment; filename="undercut-games.jsonl"', "Cache-Control": "no-store"}
    return StreamResponse(_records(site, played), media_type="application/x-ndjson", headers=headers)


async def _records(site: Site, tables: list[str]) -> AsyncGenerator[bytes]:
    """Write records one by one; a table that cannot be read is left out."""
    for table in tables:
        while True:
            try:
                now = await site.rooms.read(table)
            except TooMuch as error:  # loading tables is shared with others
                await asyncio.sleep(error.wait)
            except (StoreError, DamagedLog):
                _log.warning("a table is missing from a download of records")
                break
            else:
                if now.state is not None and now.face_up:
                    yield msgspec.json.encode(now.state.record()) + b"\n"
                break
