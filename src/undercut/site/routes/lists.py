"""Routes other than the tables': front page, lobby, your games, new table, import, rules, settings, about."""

from __future__ import annotations

import asyncio
import io
import time
import zipfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, cast

from litestar import Response, get, post, status_codes
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.response import Stream as StreamResponse
from msgspec import Meta, Struct

from undercut.bots.players.characters import ADAPTIVE, START
from undercut.errors import BadRecord
from undercut.games.base import registry
from undercut.pages.answers import Created, books
from undercut.pages.answers import lobby as answering
from undercut.pages.answers.books import RulesIndex
from undercut.pages.answers.lobby import AboutPage, ImportPage, SettingsPage, unfinished
from undercut.pages.books.rulebook import RulesPage
from undercut.pages.forms.new_page import NewPage
from undercut.pages.game_cards import game_cards
from undercut.pages.lobby.front import FrontPage, LobbyPage, Shown, shown_at
from undercut.pages.preferences import COOKIE, preferences_from
from undercut.site.rooms.rooms import read_lines
from undercut.site.routes.description import answered
from undercut.site.routes.replies import Changes, GameName, RuleSet, done, download, send, send_made, show, wants_page
from undercut.site.routes.services import LARGEST_COMMAND, Site, ThisGuest, ThisSite, address_here
from undercut.site.routes.tables import READ_REFUSALS, REFUSALS, post_command
from undercut.site.security.client import client_group, clients
from undercut.site.security.guest import SiteRequest, cookie_name, preferences_of
from undercut.site.store.days import read_tries
from undercut.site.store.guests import read_learned
from undercut.site.store.model import Status, TooMany
from undercut.site.store.statements import read_seats
from undercut.table.commands import Name, NewTable, Refused, Sit
from undercut.table.names import player_name
from undercut.table.opening.choices import OPEN, form_object, read_choices
from undercut.table.opening.daily import STREAK_DAYS, day_at, days_before
from undercut.table.opening.new_table import open_table
from undercut.table.scene import Scene
from undercut.table.showing import LobbyTable

_KINDS = (".py", ".md", ".html", ".css", ".js", ".svg", ".json", ".webmanifest", ".typed")


@cache
def source_zip() -> bytes:
    """Pack the package's own files into a zip file."""
    root = Path(str(files("undercut")))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in _KINDS:
                archive.write(path, Path("undercut") / path.relative_to(root))
    return packed.getvalue()


_MOST = 2_000  # most finished games that a history shows


async def history_of(site: Site, guest: str) -> list[tuple[LobbyTable, int]]:
    """Read a guest's finished games and seats, the latest first."""
    held = await site.rooms.store.held(guest, statuses=(Status.OVER,), limit=_MOST)
    seats = await site.rooms.store.ask(read_seats, guest)
    return [(table, seats[table.table]) for table in read_lines(held) if table.table in seats]


_YEAR = 365 * 24 * 60 * 60
_MOST_YOURS = 20


async def your_tables(site: Site, guest: str) -> list[LobbyTable]:
    """List a guest's unfinished tables, those where it is their move first."""
    lines = read_lines(await site.rooms.store.held(guest, limit=_MOST_YOURS))
    seats = await site.rooms.store.ask(read_seats, guest) if lines else {}
    return unfinished((line, seats.get(line.table)) for line in lines)


# --- Lists -----------------------------------------------------------------------------------------------------------


@get("/", responses={429: REFUSALS[429], 503: REFUSALS[503]}, tags=["site"])
async def front(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[FrontPage]:
    """Return the games, your unfinished tables and the public tables."""
    now, ask = time.time(), site.rooms.store.ask
    tries = read_lines(await ask(read_tries, guest, days_before(day_at(now), STREAK_DAYS)[-1]))
    known, yours = await ask(read_learned, guest), await your_tables(site, guest)
    return send(request, await asyncio.to_thread(answering.front, now, yours, await site.rooms.lobby(), tries, known))


@get("/watch/now", include_in_schema=False)
async def watch_now(request: SiteRequest) -> Response[Shown | None]:
    """Return the move that the front page shows now."""
    return show(request, "parts/live.html", await _shown_now())


async def _shown_now() -> Shown | None:
    return await asyncio.to_thread(shown_at, time.time())


@get("/watch", responses=READ_REFUSALS, include_in_schema=False)
async def watch(request: SiteRequest) -> Response[Scene]:
    """Return the table of the bots' game as it is now."""
    return send(request, await asyncio.to_thread(answering.watch, time.time()))


@get("/lobby", responses={429: REFUSALS[429], 503: REFUSALS[503]}, tags=["site"])
async def lobby(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[LobbyPage]:
    """List the public tables."""
    tables, yours = await site.rooms.lobby(), await your_tables(site, guest)
    page = LobbyPage(tables, yours, game_cards(), await _shown_now())
    return show(request, "lobby.html", page, here="lobby")


@get("/lobby/tables", include_in_schema=False)
async def lobby_tables(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[LobbyPage]:
    """Return the part of the lobby that changes."""
    page = LobbyPage(tables=await site.rooms.lobby(), yours=await your_tables(site, guest))
    return show(request, "parts/lobby.html", page)


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
    return await site.stream(request, site.rooms.listen_to_lobby)


# --- A new table -----------------------------------------------------------------------------------------------------


@get("/new", responses=READ_REFUSALS, tags=["site"])
async def new(request: SiteRequest) -> Response[NewPage]:
    """Return all choices for a new table; query parameters such as `game` and `rules.set` preselect them."""
    given = form_object((name, value) for name, value in request.query_params.multi_items())
    return send(request, answering.new_table(given))


@post("/new", include_in_schema=False, status_code=status_codes.HTTP_200_OK, request_max_body_size=LARGEST_COMMAND)
async def show_answers(request: SiteRequest) -> Response[NewPage]:
    """Return the form for a new table as it was filled in, with the answers of the chosen rule set."""
    form = await request.form()
    given = form_object((name, value) for name, value in form.multi_items() if isinstance(value, str))
    return send(request, answering.answers(given))


@post(
    "/tables",
    responses=REFUSALS | {status_codes.HTTP_201_CREATED: answered(Created, "The table is open.")},
    tags=["site"],
    request_max_body_size=LARGEST_COMMAND,
)
async def create(request: SiteRequest, site: ThisSite, guest: ThisGuest, data: JSONBody[NewTable]) -> Response[Created]:
    """Open a table. The cards are dealt as soon as no seat is open."""
    await site.openings.take(clients())
    draft = answering.read_new_table(data)
    if draft.terms is None and wants_page(request):
        return cast("Response[Created]", send(request, answering.refuse_table(draft)))
    terms, strength = draft.checked(), START
    if ADAPTIVE in terms.opponents:
        strength = answering.strength_in(terms.game.name, await history_of(site, guest))
    opening = open_table(terms, guest, strength)
    try:
        table = await site.rooms.open(opening.events, opening.guests, site.guests.maker(request, guest))
    except TooMany as error:
        if not wants_page(request):
            raise
        page = answering.refuse_table(draft, status_codes.HTTP_429_TOO_MANY_REQUESTS, str(error))
        return cast("Response[Created]", send(request, page))
    seat = next(iter(opening.guests), None)
    created = Created(table, len(opening.events), seat, f"{address_here(request)}/t/{table}")
    return done(request, created, f"/t/{table}", status=status_codes.HTTP_201_CREATED)


# --- Finding an opponent ---------------------------------------------------------------------------------------------

_MOST_TRIED = 5  # tables that a search tries to sit down at


class Wanted(Struct, frozen=True):
    """Find an opponent at a game."""

    game: Annotated[str, Meta(min_length=1, max_length=40, examples=["cuttle"])]
    name: Name = ""


@post_command("/find", tags=["site"])
async def find(request: SiteRequest, site: ThisSite, guest: ThisGuest, data: JSONBody[Wanted]) -> Response[Created]:
    """Sit down at the public table of a game that has waited the longest, or open one and wait there."""
    if data.game not in registry.names():
        raise NotFoundException
    name = player_name(data.name)
    await site.seat_changes.take(clients())
    table = await _seat_at_open_table(site, guest, data.game, name)
    if table is None:
        await site.openings.take(clients())
        terms = read_choices({"game": data.game, "opponents": [OPEN], "listed": True, "name": name}).checked()
        opening = open_table(terms, guest)
        table = await site.rooms.open(opening.events, opening.guests, site.guests.maker(request, guest))
    room = site.rooms.room(table)
    version, seat = (await room.enter()).version, await room.seat_of(guest)
    return done(request, Created(table, version, seat, f"{address_here(request)}/t/{table}"), f"/t/{table}")


async def _seat_at_open_table(site: Site, guest: str, game: str, name: str) -> str | None:
    """Return the open table where a guest sits now; None if there is none to sit down at."""
    waiting = [line for line in await site.rooms.lobby() if line.game == game and line.open]
    for line in sorted(waiting, key=lambda line: (line.open, line.created))[:_MOST_TRIED]:
        room = site.rooms.room(line.table)
        now = await room.enter()
        if await room.seat_of(guest) is not None:
            return line.table
        try:
            await room.obey(guest, Sit(version=now.version, name=name))
        except Refused:
            continue
        return line.table
    return None


# --- Import ----------------------------------------------------------------------------------------------------------


@get("/import", include_in_schema=False)
async def show_import(request: SiteRequest) -> Response[ImportPage]:
    """Return the page for importing a record."""
    return show(request, "import.html", ImportPage())


@post(
    "/import",
    responses=REFUSALS | {status_codes.HTTP_201_CREATED: answered(Created, "The record is valid and has a table.")},
    tags=["finished games"],
)
async def import_game(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[Created]:
    """Import a record as a finished game, to step through or to continue from."""
    await site.openings.take(clients())
    text = await _record_text(request)
    try:
        checked = await site.importer.check(text, guest, client_group.get())
    except BadRecord as error:
        if not wants_page(request):
            raise
        page = answering.refuse_import(text.decode(errors="replace"), error.faults)
        return cast("Response[Created]", send(request, page))
    table = await site.rooms.open_imported(checked.events, checked.shown, site.guests.maker(request, guest))
    created = Created(table, len(checked.events), None, f"{address_here(request)}/t/{table}")
    return done(request, created, f"/t/{table}", status=status_codes.HTTP_201_CREATED)


async def _record_text(request: SiteRequest) -> bytes:
    if request.content_type[0] not in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return await request.body()
    form = await request.form()
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return await file.read()
    return str(form.get("record") or "").encode(errors="replace")


# --- Rules, settings, about ------------------------------------------------------------------------------------------


@get("/rules", tags=["rules"])
async def rules_index(request: SiteRequest) -> Response[RulesIndex]:
    """List the rule books with their rule sets."""
    return send(request, books.rules_index())


@get("/rules/{name:str}", responses=READ_REFUSALS, tags=["rules"])
async def rules(
    request: SiteRequest,
    site: ThisSite,
    name: GameName,
    rules: RuleSet = None,
    changes: Changes = None,
    find: Annotated[str, QueryParameter(description="Text to search for.", max_length=100)] = "",
) -> Response[RulesPage]:
    """Return a rule book by clauses, with the changes of the chosen rules marked."""
    return await send_made(request, site, lambda: books.rules(name, rules, changes or [], find))


@get("/settings", include_in_schema=False)
async def show_settings(request: SiteRequest, saved: FromQuery[str] = "") -> Response[SettingsPage]:
    """Return your display preferences and the keyboard shortcuts."""
    return send(request, answering.settings(preferences_of(request), saved))


@post("/settings", include_in_schema=False, status_code=status_codes.HTTP_200_OK, request_max_body_size=LARGEST_COMMAND)
async def keep_settings(request: SiteRequest) -> Response[SettingsPage]:
    """Save your display preferences."""
    form = await request.form()
    preferences = preferences_from({name: value for name, value in form.items() if isinstance(value, str)})
    answer = done(request, SettingsPage(preferences, saved=True), "/settings?saved=yes")
    answer.set_cookie(cookie_name(COOKIE, request.scope["scheme"]), preferences.cookie(), max_age=_YEAR, samesite="lax")
    return answer


@get("/about", tags=["site"])
async def about(request: SiteRequest) -> Response[AboutPage]:
    """Return information about the site."""
    return send(request, answering.about())


@get("/source.zip", include_in_schema=False)
async def source() -> Response[bytes]:
    """Return the site's source code."""
    return download(await asyncio.to_thread(source_zip), "undercut.zip", "application/zip")
