"""The review of a finished game, and retries of its mistakes."""

from functools import partial
from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct

from undercut.pages.answers import tables
from undercut.pages.learning.retry import RetryPage
from undercut.pages.learning.review import ReviewPage
from undercut.pages.learning.review_address import Cards
from undercut.site.base.client import clients
from undercut.site.routes.declarations import READ_REFUSALS, REFUSALS, TableId, post_command
from undercut.site.routes.replies import done, send_rendered
from undercut.site.routes.services import ThisGuest, ThisSite
from undercut.site.security.guests import SiteRequest

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
