"""The front page, the lobby, the bots' game to watch, new tables, imported games, and the pages about the site."""

import asyncio
import time
from typing import Annotated, cast

from litestar import Response, post, status_codes
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream as StreamResponse
from msgspec import Meta, Struct

from undercut.bots.players import ADAPTIVE
from undercut.errors import BadRecord
from undercut.games.base import registry
from undercut.lessons.learner import START
from undercut.pages.answers import Created, Imported, Page
from undercut.pages.answers import lobby as answering
from undercut.pages.answers.lobby import AboutPage, ImportPage
from undercut.pages.game_cards import game_cards
from undercut.pages.lobby.front import FrontPage, Kept, LobbyPage
from undercut.pages.lobby.shown_games import Miniature, miniature_at
from undercut.pages.new_page import NewPage
from undercut.site.base.client import client_group, clients
from undercut.site.rooms.stored_tables import read_lines
from undercut.site.routes.addresses import GameName, get_hidden, get_page, opens, post_command, post_hidden, sends
from undercut.site.routes.deals import waiting_duplicates
from undercut.site.routes.visit import CLIMBED, Site, Visit
from undercut.site.security.guests import address_of
from undercut.site.store.database import TooMany
from undercut.site.store.deals import read_tries
from undercut.site.store.guests import read_learned
from undercut.table.commands import Name, OpenTable, Refused, Sit, form_object
from undercut.table.events import DamagedLog
from undercut.table.listing import LobbyTable
from undercut.table.names import player_name
from undercut.table.opening.deals import STREAK_DAYS, day_at, days_before
from undercut.table.opening.new_table import open_table
from undercut.table.opening.terms import OPEN, read_choices
from undercut.table.scene import Scene


@get_page("/", tags=["site"])
async def front(request: Visit) -> Response[FrontPage]:
    """Return the games, your unfinished tables and the public tables."""
    now, ask = time.time(), request.store.ask
    tries = read_lines(await ask(read_tries, request.guest, days_before(day_at(now), STREAK_DAYS)[-1]))
    known, yours = await ask(read_learned, request.guest), await request.unfinished()
    history, tables = await request.history(CLIMBED), await request.rooms.lobby.lines()
    duplicates = await waiting_duplicates(request)
    kept = Kept(yours, history, tries, list(known), duplicates)
    return request.reply(await asyncio.to_thread(answering.front, now, kept, tables))


@get_hidden("/watch/now")
async def watch_now(request: Visit) -> Response[Miniature | None]:
    return request.reply(Page("parts/live.html", await _miniature_now()))


async def _miniature_now() -> Miniature | None:
    return await asyncio.to_thread(miniature_at, time.time())


@get_hidden("/watch")
async def watch(request: Visit) -> Response[Scene]:
    return request.reply(await asyncio.to_thread(answering.watch, time.time()))


@get_hidden(["/watch/{game:str}", "/watch/{game:str}/{step:int}"])
async def watch_step(
    request: Visit, game: GameName, step: FromPath[int] = 0, guess: FromQuery[str] = "", tried: FromQuery[str] = ""
) -> Response[Scene]:
    return request.reply(await asyncio.to_thread(answering.watch_step, game, step, guess, tried))


@get_page("/lobby", tags=["site"])
async def lobby(request: Visit) -> Response[LobbyPage]:
    """List the public tables."""
    tables, yours = await request.rooms.lobby.lines(), await request.unfinished()
    page = LobbyPage(tables, yours, game_cards(), await _miniature_now())
    return request.reply(Page("lobby.html", page, "lobby"))


@get_hidden("/lobby/tables")
async def lobby_tables(request: Visit) -> Response[LobbyPage]:
    page = LobbyPage(tables=await request.rooms.lobby.lines(), yours=await request.unfinished())
    return request.reply(Page("parts/lobby.html", page))


@get_page(
    "/lobby/events",
    responses=sends(
        list[LobbyTable],
        "A stream of server-sent events named `lobby`, with the whole list on each change.",
        "text/event-stream",
    ),
    tags=["site"],
)
async def listen_to_lobby(request: Visit) -> StreamResponse:
    """Stream the lobby."""
    return await request.site.stream(request.guest, address_of(request), request.rooms.lobby.listen)


@get_page("/about", tags=["site"])
async def about(request: Visit) -> Response[AboutPage]:
    """Return information about the site."""
    return request.reply(answering.about())


@get_page("/new", tags=["site"])
async def new(request: Visit) -> Response[NewPage]:
    """Return all choices for a new table; query parameters such as `game` and `rules.set` preselect them."""
    fields = form_object((name, value) for name, value in request.query_params.multi_items())
    return request.reply(answering.new_table(fields, await request.history(CLIMBED)))


@post_hidden("/new")
async def show_answers(request: Visit) -> Response[NewPage]:
    form = await request.form()
    fields = form_object((name, value) for name, value in form.multi_items() if isinstance(value, str))
    return request.reply(answering.filled_form(read_choices(fields), status_codes.HTTP_200_OK))


@post_command("/tables", status_code=201, responses=opens(Created, "The table is open."), tags=["site"])
async def create(request: Visit, data: JSONBody[OpenTable]) -> Response[Created]:
    """Open a table. The cards are dealt as soon as no seat is open."""
    await request.site.openings.take(clients())
    draft = answering.read_new_table(data)
    if draft.terms is None and request.wants_page:
        return cast("Response[Created]", request.reply(answering.filled_form(draft)))
    terms, strength = draft.checked(), START
    if ADAPTIVE in terms.opponents:
        strength = answering.strength_in(terms.game.name, await request.history())
    opening = open_table(terms, request.guest, strength)
    try:
        table = await request.open(opening)
    except TooMany as error:
        if not request.wants_page:
            raise
        page = answering.filled_form(draft, status_codes.HTTP_429_TOO_MANY_REQUESTS, str(error))
        return cast("Response[Created]", request.reply(page))
    seat = next(iter(opening.guests), None)
    return request.created(table, len(opening.events), seat)


_MOST_TRIED = 5  # tables that a search tries to sit down at


class FindOpponent(Struct, frozen=True):
    game: Annotated[str, Meta(min_length=1, max_length=40, examples=["cuttle"])]
    name: Name = ""


@post_command("/find", tags=["site"])
async def find(request: Visit, data: JSONBody[FindOpponent]) -> Response[Created]:
    """Sit down at the public table of a game that has waited the longest, or open one and wait there."""
    if data.game not in registry.names():
        raise NotFoundException
    name = player_name(data.name)
    await request.site.seat_changes.take(clients())
    table = await _seat_at_open_table(request.site, request.guest, data.game, name)
    if table is None:
        await request.site.openings.take(clients())
        terms = read_choices({"game": data.game, "opponents": [OPEN], "listed": True, "name": name}).checked()
        opening = open_table(terms, request.guest)
        table = await request.open(opening)
    room = request.rooms.room(table)
    version, seat = (await room.enter()).version, await room.seat_of(request.guest)
    return request.created(table, version, seat, status_codes.HTTP_200_OK)


async def _seat_at_open_table(site: Site, guest: str, game: str, name: str) -> str | None:
    """Return the open table where a guest sits now; None if there is none to sit down at."""
    waiting = [line for line in await site.rooms.lobby.lines() if line.game == game and line.open]
    for line in sorted(waiting, key=lambda line: (line.open, line.created))[:_MOST_TRIED]:
        room = site.rooms.room(line.table)
        try:
            now = await room.enter()
            if await room.seat_of(guest) is None:
                await room.obey(guest, Sit(version=now.version, name=name))
        except (Refused, DamagedLog):
            continue
        return line.table
    return None


@get_hidden("/import")
async def show_import(request: Visit) -> Response[ImportPage]:
    return request.reply(Page("import.html", ImportPage()))


@post("/import", responses=opens(Created | Imported, "The records are valid and have tables."), tags=["finished games"])
async def import_games(request: Visit) -> Response[Created | Imported]:
    """Import a record as a finished game, to step through or to continue from; several records as your history."""
    await request.site.openings.take(clients())
    text = await _record_text(request)
    try:
        checked = await request.site.importer.check(text, request.guest, client_group.get())
    except BadRecord as error:
        if not request.wants_page:
            raise
        page = answering.refuse_import(text.decode(errors="replace"), error.faults)
        return cast("Response[Created | Imported]", request.reply(page))
    opened = await request.rooms.open_imported(checked.games, request.guest, request.maker)
    if len(opened) > 1:
        return request.done(Imported(len(opened)), "/games", status=status_codes.HTTP_201_CREATED)
    return cast("Response[Created | Imported]", request.created(opened[0], len(checked.games[0].events), None))


async def _record_text(request: Visit) -> bytes:
    if request.content_type[0] not in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return await request.body()
    form = await request.form()
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return await file.read()
    return str(form.get("record") or "").encode(errors="replace")
