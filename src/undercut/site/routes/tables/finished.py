"""A game after some of its moves, and its record."""

from typing import Annotated

from litestar import Response, get
from litestar.params import JSONBody, PathParameter

from undercut.pages.answers import Accepted, tables
from undercut.site.base.client import clients
from undercut.site.routes.declarations import READ_REFUSALS, REFUSALS, TableId, post_command
from undercut.site.routes.replies import done, download, send
from undercut.site.routes.services import ThisGuest, ThisSite, address_here
from undercut.site.security.guests import SiteRequest
from undercut.table import commands as asked
from undercut.table.opening.positions import play_on
from undercut.table.scene import Scene
from undercut.table.showing import scene_at

StepNumber = Annotated[int, PathParameter(description="Number of moves played.", ge=0, le=100_000)]


@get("/t/{table:str}/steps/{step:int}", responses=READ_REFUSALS, tags=["finished games"])
async def show_step(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId, step: StepNumber
) -> Response[Scene]:
    """Return a game after some of its moves: with all cards open once it is over, before that as you saw it."""
    room = site.rooms.room(table)
    current = await room.enter()
    reader = await room.seat_of(guest)
    scene = scene_at(current, step, reader, room.live(reader, address_here(request)))
    return send(request, tables.table_page(scene))


@post_command("/t/{table:str}/steps/{step:int}/play", tags=["finished games"])
async def play_from(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    table: TableId,
    step: StepNumber,
    data: JSONBody[asked.PlayOn],
) -> Response[Accepted]:
    """Continue from a position of a finished game, against bots, at a new table."""
    await site.openings.take(clients())
    current = await site.rooms.room(table).enter()
    opening = play_on(current, step, data, guest)
    opened = await site.open(request, guest, opening)
    return done(request, Accepted(opened, len(opening.events)), f"/t/{opened}")


@get("/t/{table:str}/record.json", responses=READ_REFUSALS | {403: REFUSALS[403]}, tags=["finished games"])
async def record(site: ThisSite, table: TableId) -> Response[dict[str, object]]:
    """Download the record of a finished game, from which it can be replayed exactly."""
    current = await site.rooms.room(table).enter()
    return download(*tables.record_of(current))
