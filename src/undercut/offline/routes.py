"""Every address, answered from the browser's storage."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from undercut.bots.levels import ADAPTIVE, START
from undercut.errors import BadRecord
from undercut.offline.app import OfflineApp
from undercut.offline.room import YOU
from undercut.offline.routing import NotKept, Request, Response, Result, download, found_by, route, see_other
from undercut.pages.answers import Accepted, Done, Imported, Page, books, editor, lobby, tables
from undercut.pages.answers.lobby import ImportPage
from undercut.pages.board.ending import lost_to_bots
from undercut.pages.board.table_page import log_span
from undercut.pages.errors import ErrorPage, Missing, refusal_page
from undercut.pages.lobby.daily import DailyPage, DayData, daily_page
from undercut.pages.lobby.filters import ChosenFilters
from undercut.pages.lobby.watch import miniature_at
from undercut.pages.preferences import preferences_from, read_preferences
from undercut.table import commands
from undercut.table.bot_requests import BotRequest
from undercut.table.commands import Command, NotPossible, OpenTable, form_object
from undercut.table.decisions.clocks import HINT_SECONDS
from undercut.table.events import DamagedLog
from undercut.table.opening.choices import OPEN
from undercut.table.opening.daily import Day, level_of, open_daily
from undercut.table.opening.imports import import_record, read_records, seat_of_reader, summary
from undercut.table.opening.new_table import from_start, open_table, play_on
from undercut.table.replay import rebuild
from undercut.table.showing import scene_at
from undercut.translation import _

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
    shown, today = lobby.days(day, time.time())
    data = DayData(shown, today, app.storage.tries(), results=[], stored={}, address=app.address)
    return Page("daily.html", daily_page(data), "daily")


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


# --- A table, the commands of its player, and the review of its game --------------------------------------------------


@route("GET", "/t/{}")
async def _show_table(app: OfflineApp, request: Request, table: str) -> Result:
    log, room = request.get("log"), await app.room(table)
    scene = room.scene(log_span(log))
    review = app.review(room.table).review if lost_to_bots(scene) else None
    return tables.table_page(scene, card=request.get("card") or None, log=log or None, review=review)


@route("GET", "/t/{}/board")
async def _show_board(app: OfflineApp, request: Request, table: str) -> Response:
    log = request.get("log")
    scene = (await app.room(table)).scene(log_span(log))
    page = tables.table_page(scene, card=request.get("card") or None, log=log or None)
    return Response(app.rendered("board.html", page, request))


@route("GET", "/t/{}/events")
async def _listen(app: OfflineApp, request: Request, table: str) -> Response:
    last = int(request.last_event) if request.last_event.isdigit() else request.number("after") or 0
    room = await app.room(table)
    return Response(kind="text/event-stream", messages=room.listen(last))


@route("GET", "/t/{}/steps/#")
async def _show_step(app: OfflineApp, _request: Request, table: str, step: int) -> Result:
    room = await app.room(table)
    return tables.table_page(scene_at(room.table, step, room.entry.seat, room.live()))


@route("POST", "/t/{}/steps/#/play")
async def _play_from(app: OfflineApp, request: Request, table: str, step: int) -> Result:
    now = (await app.room(table)).table
    return await app.opened(play_on(now, step, request.command(commands.PlayOn), YOU))


@route("GET", "/t/{}/record.json")
async def _record(app: OfflineApp, _request: Request, table: str) -> Response:
    record, name = tables.record_of((await app.room(table)).table)
    return download(msgspec.json.encode(record), name)


@route("GET", "/t/{}/events.json")
async def _events(app: OfflineApp, _request: Request, table: str) -> Response:
    """Download the events of a table as they are stored, damaged or not."""
    if table not in app.storage.tables:
        raise Missing
    return download("\n".join(await app.storage.raw_events(table)).encode(), f"events-{table[:6]}.jsonl")


@route("POST", "/t/{}/hint")
async def _hint(app: OfflineApp, request: Request, table: str) -> Result:
    found = await (await app.room(table)).hint(request.command(commands.Hint))
    return Done(found, f"/t/{table}")


async def _obey(kind: type[Command], app: OfflineApp, request: Request, table: str) -> Result:
    command = request.command(kind)
    room = await app.room(table)
    if isinstance(command, commands.Sit) and room.entry.seat is None:
        message = _("Only your own games are played here.")
        raise NotPossible(message)
    following = await room.obey(command)
    return Done(Accepted(following, room.table.version), f"/t/{following}")


for _name in ("moves", "sit", "leave", "resign", "draw", "take-back", "say", "rematch"):  # those without other people
    route("POST", f"/t/{{}}/{_name}")(partial(_obey, commands.COMMANDS[_name]))


# --- The review of a finished game -----------------------------------------------------------------------------------


@route("GET", "/t/{}/review")
async def _show_review(app: OfflineApp, request: Request, table: str) -> Result:
    room = await app.room(table)
    cards = "seen" if request.get("cards") == "seen" else "open"
    progress, line = app.review(room.table), min(request.number("line") or 0, 20)
    return tables.review_of(room.table, room.entry.seat, progress, request.number("move"), cards, line)


@route("POST", "/t/{}/review")
async def _begin_review(app: OfflineApp, _request: Request, table: str) -> Result:
    app.begin_review((await app.room(table)).table)
    return Done({"table": table}, f"/t/{table}/review")


@route("GET", "/t/{}/retry")
async def _show_retry(app: OfflineApp, request: Request, table: str) -> Result:
    room = await app.room(table)
    review, attempt = app.review(room.table).review, request.get("try")[: books.LONGEST_MOVE]
    return tables.retry(room.table, room.entry.seat, review, request.number("move"), attempt)


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
    chosen = ChosenFilters(request.get("game"), request.get("rules"), request.get("opponent"), request.get("result"))
    held = app.storage.played()
    analysed = [line.table for line, _seat in held[: lobby.MOST_REVIEWS] if line.table in app.storage.reviews]
    reviews = {table: app.storage.reviews[table] for table in analysed}
    return lobby.your_games(app.yours(), held, chosen, max(1, request.number("page") or 1), reviews)


@route("GET", "/games/records")
async def _records(app: OfflineApp, _request: Request) -> Result:
    records: list[bytes] = []
    for line, _seat in app.storage.played():
        try:
            table = rebuild(line.table, await app.storage.events(line.table))
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


@route("POST", "/forget")
async def _forget(app: OfflineApp, request: Request) -> Response:
    page = Page("forgotten.html", {"tables": len(app.storage.tables)}, "settings")
    await app.clear()
    answer = app.answer(request, page)
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
    "/watch/now": lambda _app, _request: Page("parts/live.html", miniature_at(time.time())),
    "/watch": lambda _app, _request: lobby.watch(time.time()),
    "/new": lambda _app, request: lobby.new_table(form_object(request.query)),
    "/daily": lambda app, _request: _deals(app, "today"),
    "/learn": lambda app, request: books.learn(app.storage.known, request.get("game"), request.rules, request.changes),
    "/puzzles": lambda app, _request: books.puzzles(app.storage.known, time.time()),
    "/rules": lambda _app, _request: books.rules_index(),
    "/lab": lambda _app, _request: books.studies(),
    "/import": lambda _app, _request: Page("import.html", ImportPage()),
    "/settings": lambda _app, request: lobby.settings(read_preferences(request.cookie), request.get("saved")),
    "/about": lambda _app, _request: lobby.about(),
    "/privacy": lambda _app, _request: Page("privacy_alone.html", None, "privacy"),
    "/forget": lambda app, _request: Page("forget_alone.html", {"tables": len(app.storage.tables)}, "settings"),
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
        found = found_by(app, request)
        found = await found if isinstance(found, Awaitable) else found
        return found if isinstance(found, Response) else app.answer(request, found)
    except Exception as error:  # noqa: BLE001  a fault must end neither the worker nor the other games
        table = next(iter(re.findall("^/t/([^/]+)", request.path)), None)
        page = msgspec.structs.replace(_refusal(app, error), table=table)
        context = {"damaged": isinstance(error, DamagedLog)}
        return app.answer(request, Page("error.html", page, context=lambda _preferences: context, status=page.status))


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
