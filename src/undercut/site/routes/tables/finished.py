"""A game after some of its moves, its record, its review, and retries of its mistakes."""

from functools import partial
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from msgspec import Struct

from undercut.pages.answers import Accepted, tables
from undercut.pages.learning.retry import RetryPage
from undercut.pages.learning.review import Cards, ReviewPage
from undercut.site.base.client import clients
from undercut.site.routes.replies import (
    READ_REFUSALS,
    REFUSALS,
    TableId,
    done,
    download,
    post_command,
    send,
    send_rendered,
)
from undercut.site.routes.services import LARGEST_COMMAND, ThisGuest, ThisSite, address_here
from undercut.site.security.guests import SiteRequest
from undercut.table import commands as asked
from undercut.table.opening.new_table import play_on
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


# --- The review, and retries of mistakes ---


MoveNumber = Annotated[
    int | None, QueryParameter(description="Number of the move to show, from 1; one more: the end.", ge=1, le=100_000)
]


class Begun(Struct, frozen=True):
    """The review of a game is computed, or complete."""

    table: str


@get("/t/{table:str}/review", responses=READ_REFUSALS | {403: REFUSALS[403]}, tags=["finished games"])
async def show_review(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    table: TableId,
    move: MoveNumber = None,
    cards: Annotated[Cards, QueryParameter(description="All cards, or those that the player could see.")] = "open",
    line: Annotated[int, QueryParameter(description="Moves of the best line to show as played.", ge=0, le=20)] = 0,
) -> Response[ReviewPage]:
    """Return the review of a finished game: every move judged from its own seat's view, as far as it is computed."""
    room = site.rooms.room(table)
    current = await room.enter()
    progress = await site.reviews.find(current)
    reader = await room.seat_of(guest)
    make = partial(tables.review_of, current, reader, progress, move, cards, line)
    return await send_rendered(request, site, make)


@post_command("/t/{table:str}/review", tags=["finished games"])
async def begin_review(request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId) -> Response[Begun]:
    """Have a finished game analysed; GET the same address for the progress and the results."""
    current = await site.rooms.room(table).enter()
    await site.reviews.begin(current, guest, clients())
    return done(request, Begun(table), f"/t/{table}/review")


@get("/t/{table:str}/retry", responses=READ_REFUSALS | {403: REFUSALS[403]}, tags=["finished games"])
async def show_retry(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    table: TableId,
    move: MoveNumber = None,
    attempt: Annotated[str, QueryParameter(name="try", description="A move to try.", max_length=60)] = "",
) -> Response[RetryPage]:
    """Return a position in which you made a mistake, as you saw it, and the judgement of a move that you try there."""
    room = site.rooms.room(table)
    current = await room.enter()
    review = (await site.reviews.find(current)).review
    reader = await room.seat_of(guest)
    return await send_rendered(request, site, partial(tables.retry, current, reader, review, move, attempt))


@post("/t/{table:str}/retry", include_in_schema=False, request_max_body_size=LARGEST_COMMAND)
async def try_instead(request: SiteRequest, table: TableId) -> Redirect:
    """Lead from a move that is tried at the table to its judgement."""
    form = await request.form()
    address = tables.address_of_try(table, str(form.get("number") or ""), str(form.get("move") or ""))
    return Redirect(address, status_code=HTTP_303_SEE_OTHER)
