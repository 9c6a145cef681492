"""Pages of one table: its board, the stream of its events, its game after some moves, record, review and retries."""

import secrets
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated, Literal, cast

import jinja2
import msgspec
from litestar import Response
from litestar.exceptions import ClientException
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.response import Stream as StreamResponse
from litestar.status_codes import HTTP_303_SEE_OTHER
from msgspec import Struct

from undercut.pages.addresses import Cards, table_address
from undercut.pages.answers import Accepted, tables
from undercut.pages.board.ending import lost_to_bots
from undercut.pages.board.log import log_span
from undercut.pages.board.table_page import board_context
from undercut.pages.learning.review import ReviewPage
from undercut.pages.learning.verdicts import RetryPage
from undercut.pages.new_page import NewPage
from undercut.pages.templates import TOKEN, board_message
from undercut.pages.texts import is_local
from undercut.site.base.client import clients
from undercut.site.rooms.streams import StreamFormat
from undercut.site.routes.addresses import TableId, get_hidden, get_page, post_command, post_hidden, sends
from undercut.site.routes.visit import Visit, download
from undercut.site.security.guests import CSRF_STATE, address_of, preferences_of
from undercut.table import commands
from undercut.table.opening.new_table import play_on
from undercut.table.scene import Happened, Scene
from undercut.table.showing import LONGEST_LOG, NO_LOG, message, scene_at
from undercut.translation import _

Shown = Literal["events", "table", "board"]  # what a stream sends besides its events

SHOWN = (
    "`table`: after each change also the table as JSON, without its log, in a message named `table`; "
    "`board`: likewise the part of its page that changes, in a message named `board`."
)

_NAME = f"{secrets.token_hex()}.invalid"
"""Stands for the site's name and port there: clients choose by which of many they call the site."""

_TOKEN = TOKEN.encode()


def stream_format(request: Visit, shown: Shown) -> StreamFormat | None:
    """Return the form in which a request wants to be shown the table; None: not at all."""
    if shown == "events":
        return None
    if shown == "table":
        return table_format(request.here)
    engine = cast("JinjaTemplateEngine", request.app.template_engine)  # pyright: ignore[reportUnknownMemberType]  the library's own types
    return board_format(engine.engine, request.here, cast("str", request.scope["state"][CSRF_STATE]))


def table_format(address: str) -> StreamFormat:
    stand_in, links = _links(address)
    return StreamFormat("table", stand_in, write_table, lambda table: table.replace(*links), NO_LOG)


def board_format(templates: jinja2.Environment, address: str, token: str) -> StreamFormat:
    stand_in, links = _links(address)

    def own(board: bytes) -> bytes:
        return board.replace(*links).replace(_TOKEN, token.encode())

    return StreamFormat("board", stand_in, _board_writer(templates), own)


@lru_cache(maxsize=256)  # thousands of streams are open, and most call the site by the same name
def _links(address: str) -> tuple[str, tuple[bytes, bytes]]:
    """Return the base URL of renderings for several readers, and this reader's, which may be local."""
    stand_in = f"http://{'localhost.' if is_local(address) else ''}{_NAME}"
    return stand_in, (stand_in.encode(), address.encode())


@lru_cache(maxsize=4)
def _board_writer(templates: jinja2.Environment) -> Callable[[Scene], bytes]:
    return partial(board_message, templates.get_template("board/whole.html"))


def write_table(scene: Scene) -> bytes:
    return message(msgspec.structs.replace(scene, log=[], earlier=scene.version), name="table")


_DIGITS = 16  # longest event number that a client may send back
LOG = QueryParameter(
    description=f"The lines of the log, `FROM-TO`, at most {LONGEST_LOG}; without it, or with `all`, the last ones.",
    max_length=40,
)
"""The part of a log that a page or an answer holds."""


@get_page("/t/{table:str}", tags=["table"])
async def show_table(
    request: Visit, table: TableId, log: Annotated[str | None, LOG] = None, card: FromQuery[str | None] = None
) -> Response[Scene]:
    """Return a table as you may see it."""
    scene = await request.rooms.room(table).scene(request.guest, request.here, log_span(log))
    current = await request.rooms.room(table).enter() if request.wants_page and lost_to_bots(scene) else None
    review = (await request.site.reviews.find(current)).review if current else None
    return request.reply(tables.table_page(scene, card=card, log=log, review=review))


@get_page("/t/{table:str}/rules", tags=["table"])
async def show_rules(request: Visit, table: TableId) -> Response[NewPage]:
    """Return all choices for the rules of a table that waits for players; only its host may change them."""
    return request.reply(tables.rules_form(await request.rooms.room(table).scene(request.guest, request.here)))


@get_hidden("/t/{table:str}/board")
async def show_board(
    request: Visit, table: FromPath[str], log: FromQuery[str | None] = None, card: FromQuery[str | None] = None
) -> Template:
    scene = await request.rooms.room(table).scene(request.guest, request.here, log_span(log))
    preferences = preferences_of(request)
    context = board_context(scene, chosen=card, log=log) | {"preferences": preferences, "here": ""}
    return Template("board.html", context=context, headers={"Cache-Control": "no-store"})


@get_page(
    "/t/{table:str}/events",
    responses=sends(
        Happened,
        "A stream of server-sent events: the `id` of each message is the event's number and its data "
        "this object. Messages named `seats` report presence and thinking; messages named `table` or `board`, "
        "if asked for, show the whole table after each change. Reconnecting with `Last-Event-ID` "
        "resumes the stream without gaps; a message named `reload` says that this number does not exist.",
        "text/event-stream",
    ),
    tags=["table"],
)
async def listen(
    request: Visit,
    table: TableId,
    after: Annotated[int | None, QueryParameter(description="The last event number that you received.", ge=0)] = None,
    shown: Annotated[Shown, QueryParameter(name="show", description=SHOWN)] = "events",
) -> StreamResponse:
    """Stream a table's events from now on, or after the last event that you received."""
    last = _last_event(request.headers.get("last-event-id", ""))
    after = after if last is None else last
    room, form = request.rooms.room(table), stream_format(request, shown)
    return await request.site.stream(
        request.guest, address_of(request), lambda: room.listen(request.guest, after, form)
    )


def _last_event(header: str) -> int | None:
    if len(header) > _DIGITS:
        text = _("The Last-Event-ID header has more than {most} characters.")
        raise ClientException(text.format(most=_DIGITS))
    return int(header) if header.isascii() and header.isdigit() else None


StepNumber = Annotated[int, PathParameter(description="Number of moves played.", ge=0, le=100_000)]


@get_page("/t/{table:str}/steps/{step:int}", tags=["finished games"])
async def show_step(request: Visit, table: TableId, step: StepNumber) -> Response[Scene]:
    """Return a game after some of its moves: with all cards open once it is over, before that as you saw it."""
    room = request.rooms.room(table)
    current = await room.enter()
    reader = await room.seat_of(request.guest)
    scene = scene_at(current, step, reader, room.live(reader, request.here))
    return request.reply(tables.table_page(scene))


@post_command("/t/{table:str}/steps/{step:int}/play", tags=["finished games"])
async def play_from(
    request: Visit, table: TableId, step: StepNumber, data: JSONBody[commands.PlayOn]
) -> Response[Accepted]:
    """Continue from a position of a finished game, against bots, at a new table."""
    await request.site.openings.take(clients())
    current = await request.rooms.room(table).enter()
    opening = play_on(current, step, data, request.guest)
    opened = await request.open(opening)
    return request.done(Accepted(opened, len(opening.events)), table_address(opened))


@get_page("/t/{table:str}/record.json", tags=["finished games"])
async def record(request: Visit, table: TableId) -> Response[dict[str, object]]:
    """Download the record of a finished game, from which it can be replayed exactly."""
    current = await request.rooms.room(table).enter()
    return download(*tables.record_of(current))


MoveNumber = Annotated[
    int | None, QueryParameter(description="Number of the move to show, from 1; one more: the end.", ge=1, le=100_000)
]


class Begun(Struct, frozen=True):
    """The review of a game is computed, or complete."""

    table: str


@get_page("/t/{table:str}/review", tags=["finished games"])
async def show_review(
    request: Visit,
    table: TableId,
    move: MoveNumber = None,
    cards: Annotated[Cards, QueryParameter(description="All cards, or those that the player could see.")] = "open",
    line: Annotated[int, QueryParameter(description="Moves of the best line to show as played.", ge=0, le=20)] = 0,
) -> Response[ReviewPage]:
    """Return the review of a finished game: every move judged from its own seat's view, as far as it is computed."""
    room = request.rooms.room(table)
    current = await room.enter()
    progress = await request.site.reviews.find(current)
    reader = await room.seat_of(request.guest)
    make = partial(tables.review_of, current, reader, progress, move, cards, line)
    return await request.reply_from_thread(make)


@post_command("/t/{table:str}/review", tags=["finished games"])
async def begin_review(request: Visit, table: TableId) -> Response[Begun]:
    """Have a finished game analysed; GET the same address for the progress and the results."""
    current = await request.rooms.room(table).enter()
    await request.site.reviews.begin(current, request.guest, clients())
    return request.done(Begun(table), table_address(table, "review"))


@get_page("/t/{table:str}/retry", tags=["finished games"])
async def show_retry(
    request: Visit,
    table: TableId,
    move: MoveNumber = None,
    attempt: Annotated[str, QueryParameter(name="try", description="A move to try.", max_length=60)] = "",
) -> Response[RetryPage]:
    """Return a position in which you made a mistake, as you saw it, and the judgement of a move that you try there."""
    room = request.rooms.room(table)
    current = await room.enter()
    review = (await request.site.reviews.find(current)).review
    reader = await room.seat_of(request.guest)
    return await request.reply_from_thread(partial(tables.retry, current, reader, review, move, attempt))


@post_hidden("/t/{table:str}/retry")
async def try_instead(request: Visit, table: TableId) -> Redirect:
    form = await request.form()
    address = tables.address_of_try(table, str(form.get("number") or ""), str(form.get("move") or ""))
    return Redirect(address, status_code=HTTP_303_SEE_OTHER)
