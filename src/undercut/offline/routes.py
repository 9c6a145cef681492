"""Every address but those of a table, answered from the browser's storage."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct

from undercut.bots.levels import ADAPTIVE, START
from undercut.errors import BadRecord
from undercut.offline import table_routes
from undercut.offline.app import OfflineApp
from undercut.offline.room import YOU
from undercut.offline.routing import NotKept, Request, Response, Result, Router, download, see_other
from undercut.pages.answers import Done, Imported, Page, books, editor, lobby
from undercut.pages.answers.lobby import ImportPage
from undercut.pages.errors import ErrorPage, Missing, refusal_page
from undercut.pages.lobby.daily import DailyPage, StoredDay, daily_page
from undercut.pages.lobby.front import shown_at
from undercut.pages.lobby.history import Chosen
from undercut.pages.preferences import preferences_from
from undercut.table.bot_requests import BotRequest
from undercut.table.commands import NotPossible, OpenTable, form_object
from undercut.table.decisions.clocks import HINT_SECONDS
from undercut.table.events import DamagedLog
from undercut.table.opening.choices import OPEN
from undercut.table.opening.daily import Day, daily_games, level_of, open_daily
from undercut.table.opening.imports import import_record, read_records, seat_of_reader, summary
from undercut.table.opening.new_table import from_start, open_table
from undercut.translation import _

route = Router()

_MOST_RECORDS = 2_000  # in one file

# --- A new table, and the daily deal ---------------------------------------------------------------------------------


@route("POST", "/new")
def _show_answers(_app: OfflineApp, request: Request) -> Result:
    return lobby.answers(form_object(request.form))


@route("POST", "/tables")
async def _create(app: OfflineApp, request: Request) -> Result:
    draft = lobby.read_new_table(request.command(OpenTable))
    if draft.terms is None and request.wants_page:
        return lobby.refuse_table(draft)
    terms = draft.checked()
    if OPEN in terms.opponents:
        message = _("Only bots can join you here. Choose bots.")
        raise NotPossible(message)
    strength = lobby.strength_in(terms.game.name, app.storage.played()) if ADAPTIVE in terms.opponents else START
    return await app.opened(open_table(terms, YOU, strength))


def public_deal(day: str, name: str) -> Day:
    """Return the deal of a day, whose secret derives from the date, as no server keeps one."""
    secret = hashlib.sha256(f"undercut offline {day} {name}".encode()).hexdigest()
    return Day(day, name, secret, level_of(day))


def _deals(app: OfflineApp, day: str) -> Page[DailyPage]:
    shown, now = lobby.days(day, time.time())
    stored = {name: StoredDay(level_of(shown), ()) for name in daily_games()}
    return Page("daily.html", daily_page(shown, now, app.storage.tries(), [], stored, app.address), "daily")


@route("POST", "/daily/{}/{}")
async def _play_deal(app: OfflineApp, _request: Request, day: str, name: str) -> Result:
    on, now = lobby.days(day, time.time())
    mine = lobby.try_of(app.storage.tries(), on, name)
    if mine and mine.status != "over":
        return await app.back_to(mine.table)
    counts = on == now and mine is None
    return await app.opened(open_daily(public_deal(on, name), "", YOU, counts=counts), tried=counts)


# --- Lessons, rule books and studies ---------------------------------------------------------------------------------


@route("GET", "/learn/{}/{}/#")
def _show_lesson(app: OfflineApp, request: Request, game: str, name: str, step: int) -> Result:
    lesson = books.lesson_at(game, name, step)
    return books.step_of(lesson, step, app.storage.known, request.get("by")[: books.LONGEST_MOVE])


@route("POST", "/learn/{}/{}/#")
async def _try_move(app: OfflineApp, request: Request, game: str, name: str, step: int) -> Result:
    lesson, move = books.lesson_at(game, name, step), request.field("move")[: books.LONGEST_MOVE]
    verdict, tried = books.judge_try(lesson, step, move, time.time())
    if tried:
        await app.storage.note_try(tried)
    return books.after_try(lesson, step, move, verdict, app.storage.known)


# --- The position editor ---------------------------------------------------------------------------------------------


@route("GET", "/editor/{}")
def _show_editor(_app: OfflineApp, request: Request, name: str) -> Result:
    return editor.editor(name, editor.position_at(name, request.get("p"), request.rules, request.changes))


@route("POST", "/editor/{}")
def _edit(_app: OfflineApp, request: Request, name: str) -> Result:
    return see_other(editor.address_of(name, editor.submit(name, dict(request.form))))


@route("POST", "/editor/{}/hint")
async def _hint_position(app: OfflineApp, request: Request, name: str) -> Result:
    packed = request.field("p")
    state = editor.in_play(name, packed)
    view = state.view(state.to_move)
    found = await app.think(BotRequest(name, dict(view), None, time.time_ns() >> 2, HINT_SECONDS))
    return editor.editor(name, editor.unpack(name, packed), editor.hint_in(state, found))


@route("POST", "/editor/{}/play")
async def _play_position(app: OfflineApp, request: Request, name: str) -> Result:
    wanted = request.command(editor.PlayPosition)
    return await app.opened(from_start(editor.in_play(name, wanted.p), wanted, YOU))


@route("GET", "/editor/{}/position.json")
def _export_json(_app: OfflineApp, request: Request, name: str) -> Result:
    return download(msgspec.json.encode(editor.unpack(name, request.get("p"))), f"{name}.json")


@route("GET", "/editor/{}/position.svg")
def _export_svg(_app: OfflineApp, request: Request, name: str) -> Result:
    return download(editor.picture(name, request.get("p")), f"{name}.svg", "image/svg+xml")


# --- The reader's own ------------------------------------------------------------------------------------------------


@route("GET", "/games")
def _games(app: OfflineApp, request: Request) -> Result:
    chosen = Chosen(request.get("game"), request.get("rules"), request.get("opponent"), request.get("result"))
    held = app.storage.played()
    analysed = [line.table for line, _seat in held[: lobby.MOST_REVIEWS] if line.table in app.storage.reviews]
    reviews = {table: app.storage.reviews[table] for table in analysed}
    return lobby.your_games(app.yours(), held, chosen, max(1, request.number("page") or 1), reviews)


@route("GET", "/games/records")
async def _records(app: OfflineApp, _request: Request) -> Result:
    records: list[bytes] = []
    for line, _seat in app.storage.played():
        try:
            table = (await app.room(line.table)).table
        except DamagedLog:
            continue
        if table.state is not None and not line.closed:
            records.append(msgspec.json.encode(table.state.record()) + b"\n")
    return download(b"".join(records), "undercut-games.jsonl", "application/x-ndjson")


@route("POST", "/import")
async def _import_games(app: OfflineApp, request: Request) -> Result:
    text = request.field("file").strip() or request.field("record")
    try:
        openings = [import_record(record) for record in read_records(text.encode(errors="replace"), _MOST_RECORDS)]
        if len(openings) > 1:
            for opening in openings:
                await app.add(opening.events, summary(opening), seat_of_reader(opening))
            return Done(Imported(len(openings)), "/games")
        table = await app.add(openings[0].events, summary(openings[0]))
    except BadRecord as error:
        return lobby.refuse_import(text, error.faults)
    except RecursionError:
        return lobby.refuse_import(text, ["record: nested too deeply"])
    return Done({"table": table}, f"/t/{table}")


@route("POST", "/settings")
def _keep_settings(_app: OfflineApp, request: Request) -> Result:
    return see_other("/settings?saved=yes", cookie=preferences_from(dict(request.form)).cookie())


class _Erased(Struct, frozen=True):
    tables: int
    playing: int = 0
    waiting: int = 0


@route("POST", "/forget")
async def _forget(app: OfflineApp, request: Request) -> Response:
    erased = _Erased(len(app.storage.tables))
    await app.clear()
    answer = app.answer(request, Page("forgotten.html", erased, "settings"))
    answer.cookie = ""
    return answer


@route("GET", "/watch/{}/#")
def _watch(_app: OfflineApp, _request: Request, game: str, step: int) -> Result:
    return lobby.watch_step(game, step)


# --- Pages from what is stored ----------------------------------------------------------------------------------------


_PAGES: dict[str, Callable[[OfflineApp, Request], Result]] = {
    "/": lambda app, _request: lobby.front(
        time.time(), app.yours(), [], app.storage.tries(), app.storage.known, app.storage.played()
    ),
    "/watch/now": lambda _app, _request: Page("parts/live.html", shown_at(time.time())),
    "/watch": lambda _app, _request: lobby.watch(time.time()),
    "/new": lambda _app, request: lobby.new_table(form_object(request.query)),
    "/daily": lambda app, _request: _deals(app, "today"),
    "/learn": lambda app, request: books.learn(app.storage.known, request.get("game"), request.rules, request.changes),
    "/puzzles": lambda app, _request: books.puzzles(app.storage.known, time.time()),
    "/rules": lambda _app, _request: books.rules_index(),
    "/lab": lambda _app, _request: books.studies(),
    "/import": lambda _app, _request: Page("import.html", ImportPage()),
    "/settings": lambda _app, request: lobby.settings(request.preferences, request.get("saved")),
    "/about": lambda _app, _request: lobby.about(),
    "/privacy": lambda _app, _request: Page("privacy_alone.html", None, "privacy"),
    "/forget": lambda app, _request: Page("forget_alone.html", _Erased(len(app.storage.tables)), "settings"),
}

_PAGES_OF: dict[str, Callable[[OfflineApp, Request, str], Result]] = {
    "/daily/{}": lambda app, _request, day: _deals(app, day),
    "/learn/{}/today": lambda _app, _request, game: see_other(books.address_of_today(game, time.time())),
    "/rules/{}": lambda _app, request, name: books.rules(
        name, request.rules, request.changes, request.get("find")[:100]
    ),
    "/lab/{}": lambda _app, request, name: books.study(name, request.rules, request.changes),
}
"""The pages whose address names a game, or a day."""

for _path, _page in (*_PAGES.items(), *_PAGES_OF.items()):
    route("GET", _path)(_page)


# --- Any request -----------------------------------------------------------------------------------------------------


async def answer_request(app: OfflineApp, request: Request) -> Response:
    """Answer a request; an error becomes a page that says so."""
    try:
        found = _handler(request)(app)
        found = await found if isinstance(found, Awaitable) else found
        return found if isinstance(found, Response) else app.answer(request, found)
    except Exception as error:  # noqa: BLE001  a fault must end neither the worker nor the other games
        table = next(iter(re.findall("^/t/([^/]+)", request.path)), None)
        page = msgspec.structs.replace(_refusal(app, error), table=table)
        context = {"damaged": isinstance(error, DamagedLog)}
        return app.answer(request, Page("error.html", page, context=lambda _preferences: context, status=page.status))


def _handler(request: Request) -> Callable[[OfflineApp], Result | Awaitable[Result]]:
    found = route.find(request) or table_routes.route.find(request)
    if found is None:
        raise Missing
    return found


def _refusal(app: OfflineApp, error: Exception) -> ErrorPage:
    match error:
        case NotKept():
            return ErrorPage(503, _("Not available"), str(error))
        case DamagedLog():
            said = _("It was set aside. Its events can be downloaded; your other games are not affected.")
            return ErrorPage(500, _("This game is damaged"), said, faults=[str(error)])
        case _ if found := refusal_page(error):
            return found
        case _:
            app.faults.append(error)
            return ErrorPage(500, _("Something went wrong"), _("This is a fault of the program."))
