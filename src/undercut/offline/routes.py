"""The addresses of the edition: pages, new tables, one table and its review, and the position editor."""

import hashlib
import time
from functools import partial

import msgspec

from undercut.bots.players import ADAPTIVE
from undercut.errors import BadRecord
from undercut.lessons.learner import START
from undercut.offline.app import OfflineApp
from undercut.offline.room import YOU
from undercut.offline.routing import Request, Response, Result, Routes, download, read_number, see_other
from undercut.pages import answers
from undercut.pages.addresses import table_address
from undercut.pages.answers import Done, Page, books, editor, lobby, tables
from undercut.pages.answers.lobby import ImportPage
from undercut.pages.board.ending import lost_to_bots
from undercut.pages.board.log import log_span
from undercut.pages.errors import Missing
from undercut.pages.lobby.daily import DayData, daily_page
from undercut.pages.lobby.front import Kept
from undercut.pages.lobby.history import ChosenFilters
from undercut.pages.lobby.shown_games import miniature_at
from undercut.table import commands
from undercut.table.commands import Command, NotPossible, OpenTable, form_object
from undercut.table.events import DamagedLog
from undercut.table.opening.deals import Day, level_of, open_daily, time_left
from undercut.table.opening.new_table import from_start, open_table, play_on
from undercut.table.opening.records import import_games
from undercut.table.opening.terms import OPEN, read_choices
from undercut.table.replay import rebuild
from undercut.table.showing import scene_at
from undercut.translation import _

_MOST_RECORDS = 2_000  # in one file

routes = Routes()

routes.answers(
    "GET",
    {
        "/": lambda app, _request: lobby.front(
            time.time(), Kept(app.yours(), app.storage.played(), app.storage.tries(), app.storage.known), []
        ),
        "/watch": lambda _app, _request: lobby.watch(time.time()),
        "/watch/now": lambda _app, _request: Page("parts/live.html", miniature_at(time.time())),
        "/settings": lambda _app, request: lobby.settings(request.preferences, request.get("saved")),
        "/about": lambda _app, _request: lobby.about(),
        "/privacy": lambda _app, _request: Page("privacy_alone.html", None, "privacy"),
        "/forget": lambda app, _request: Page("forget_alone.html", {"tables": len(app.storage.tables)}, "settings"),
        "/learn": lambda app, request: books.learn(
            app.storage.known, request.get("game"), request.rules, request.changes
        ),
        "/puzzles": lambda app, _request: books.puzzles(app.storage.known, time.time()),
        "/rules": lambda _app, _request: books.rules_index(),
        "/lab": lambda _app, _request: books.studies(),
        "/new": lambda app, request: lobby.new_table(form_object(request.query), app.storage.played()),
        "/import": lambda _app, _request: Page("import.html", ImportPage()),
        "/rules/{}": lambda _app, request, name: books.rules(
            name, request.rules, request.changes, request.get("find")[:100]
        ),
        "/lab/{}": lambda _app, request, name: books.study(name, request.rules, request.changes),
        "/learn/{}/today": lambda _app, _request, name: see_other(books.address_of_today(name, time.time())),
        "/editor": lambda app, _request: see_other(editor.address_for(app.storage.played())),
        "/editor/{}": lambda _app, request, name: editor.editor(
            name, editor.position_at(name, request.get("p"), request.rules, request.changes)
        ),
        "/editor/{}/position.json": lambda _app, request, name: download(
            msgspec.json.encode(editor.unpack(name, request.get("p"))), f"{name}.json"
        ),
        "/editor/{}/position.svg": lambda _app, request, name: download(
            editor.picture(name, request.get("p")), f"{name}.svg", "image/svg+xml"
        ),
    },
)

routes.answers(
    "POST",
    {
        "/settings": lambda _app, request: see_other(
            "/settings?saved=yes", cookie=answers.preferences_from(dict(request.form)).cookie()
        ),
        "/new": lambda _app, request: lobby.filled_form(read_choices(form_object(request.form)), 200),
        "/editor/{}": lambda _app, request, name: see_other(
            editor.address_of(name, editor.submit(name, dict(request.form)))
        ),
        "/t/{}/retry": lambda _app, request, table: see_other(
            tables.address_of_try(table, request.field("number"), request.field("move"))
        ),
    },
)


@routes.add("GET", "/games")
def _games(app: OfflineApp, request: Request) -> Result:
    chosen = ChosenFilters(request.get("game"), request.get("rules"), request.get("opponent"), request.get("result"))
    held = app.storage.played()
    analysed = [line.table for line, _seat in held[: lobby.MOST_REVIEWS] if line.table in app.storage.reviews]
    reviews = {table: app.storage.reviews[table] for table in analysed}
    return lobby.your_games(Kept(app.yours(), held), chosen, max(1, request.number("page") or 1), reviews)


@routes.add("GET", "/games/records")
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


@routes.add("POST", "/forget")
async def _forget(app: OfflineApp, request: Request) -> Response:
    page = Page("forgotten.html", {"tables": len(app.storage.tables)}, "settings")
    await app.clear()
    answer = app.answer(request, page)
    answer.cookie = ""
    return answer


@routes.add("GET", "/watch/{}")
@routes.add("GET", "/watch/{}/#")
def _watch(_app: OfflineApp, request: Request, game: str, step: int = 0) -> Result:
    return lobby.watch_step(game, step, request.get("guess"), request.get("tried"))


@routes.add("GET", "/t/{}/gains")
async def _gains(app: OfflineApp, _request: Request, table: str) -> Result:
    played = (await app.room(table)).table
    day = day_data(app, played.opened.daily) if played.opened.daily else None
    return lobby.gained(app.storage.played(), played, app.storage.known, day)


@routes.add("GET", "/learn/{}/{}/#")
def _show_lesson(app: OfflineApp, request: Request, game: str, name: str, step: int) -> Result:
    lesson = books.lesson_at(game, name, step)
    return books.step_of(lesson, step, app.storage.known, request.get("by")[: books.LONGEST_MOVE])


@routes.add("POST", "/learn/{}/{}/#")
async def _try_move(app: OfflineApp, request: Request, game: str, name: str, step: int) -> Result:
    lesson, move = books.lesson_at(game, name, step), request.field("move")[: books.LONGEST_MOVE]
    verdict, tried = books.judge_try(lesson, step, move, time.time())
    if tried:
        await app.storage.note_try(tried)
    return books.after_try(lesson, step, move, verdict, app.storage.known)


# --- New tables: chosen, of a daily deal, from a position, imported ---


@routes.add("POST", "/tables")
async def _create(app: OfflineApp, request: Request) -> Result:
    draft = lobby.read_new_table(request.command(OpenTable))
    if draft.terms is None and request.wants_page:
        return lobby.filled_form(draft)
    terms = draft.checked()
    if OPEN in terms.opponents:
        raise NotPossible(_("Only bots can join you here. Choose bots."))
    strength = lobby.strength_in(terms.game.name, app.storage.played()) if ADAPTIVE in terms.opponents else START
    return await app.open_table(open_table(terms, YOU, strength))


def public_deal(day: str, name: str) -> Day:
    """Return the deal of a day, whose secret derives from the date, as no server keeps one."""
    secret = hashlib.sha256(f"undercut offline {day} {name}".encode()).hexdigest()
    return Day(day, name, secret, level_of(day))


def day_data(app: OfflineApp, day: str) -> DayData:
    shown, today = lobby.days(day, time.time())
    return DayData(shown, today, app.storage.tries(), results=[], stored={}, address=app.address)


@routes.add("GET", "/daily")
@routes.add("GET", "/daily/{}")
def _show_day(app: OfflineApp, _request: Request, day: str = "today") -> Result:
    page = daily_page(day_data(app, day))
    return Page("daily.html", page, "daily", lambda _preferences: {"left": time_left(time.time())})


@routes.add("POST", "/daily/{}/{}")
async def _play_deal(app: OfflineApp, _request: Request, day: str, name: str) -> Result:
    day, today = lobby.days(day, time.time())
    mine = lobby.try_of(app.storage.tries(), day, name)
    if mine and mine.status != "over":
        return await app.at_table(mine.table)
    counts = day == today and mine is None
    return await app.open_table(open_daily(public_deal(day, name), "", YOU, counts=counts), tried=counts)


@routes.add("POST", "/import")
async def _import_games(app: OfflineApp, request: Request) -> Result:
    text = request.field("file").strip() or request.field("record")
    try:
        games = import_games(text.encode(errors="replace"), _MOST_RECORDS)
    except BadRecord as error:
        return lobby.refuse_import(text, error.faults)
    first, *others = await app.add_finished(games)
    return Done(answers.Imported(len(games)), "/games") if others else Done({"table": first}, table_address(first))


# --- One table, the commands of its player, and the review of its game ---


@routes.add("GET", "/t/{}")
async def _show_table(app: OfflineApp, request: Request, table: str) -> Result:
    log, room = request.get("log"), await app.room(table)
    scene = room.scene(log_span(log))
    review = app.review(room.table).review if lost_to_bots(scene) else None
    return tables.table_page(scene, card=request.get("card") or None, log=log or None, review=review)


@routes.add("GET", "/t/{}/board")
async def _show_board(app: OfflineApp, request: Request, table: str) -> Response:
    log = request.get("log")
    scene = (await app.room(table)).scene(log_span(log))
    page = tables.table_page(scene, card=request.get("card") or None, log=log or None)
    return Response(app.rendered("board.html", page, request))


@routes.add("GET", "/t/{}/events")
async def _listen(app: OfflineApp, request: Request, table: str) -> Response:
    last = read_number(request.last_event)
    last = request.number("after") or 0 if last is None else last
    room = await app.room(table)
    return Response(kind="text/event-stream", messages=room.listen(last))


@routes.add("GET", "/t/{}/steps/#")
async def _show_step(app: OfflineApp, _request: Request, table: str, step: int) -> Result:
    room = await app.room(table)
    return tables.table_page(scene_at(room.table, step, room.entry.seat, room.live()))


@routes.add("POST", "/t/{}/steps/#/play")
async def _play_from(app: OfflineApp, request: Request, table: str, step: int) -> Result:
    current = (await app.room(table)).table
    return await app.open_table(play_on(current, step, request.command(commands.PlayOn), YOU))


@routes.add("GET", "/t/{}/record.json")
async def _record(app: OfflineApp, _request: Request, table: str) -> Response:
    record, name = tables.record_of((await app.room(table)).table)
    return download(msgspec.json.encode(record), name)


@routes.add("GET", "/t/{}/events.json")
async def _events(app: OfflineApp, _request: Request, table: str) -> Response:
    """Download the events of a table as they are stored, damaged or not."""
    events = await app.storage.raw_events(table)
    if not events and table not in app.storage.tables:
        raise Missing
    return download("\n".join(events).encode(), f"events-{table[:6]}.jsonl")


@routes.add("POST", "/t/{}/hint")
async def _hint(app: OfflineApp, request: Request, table: str) -> Result:
    hint = await (await app.room(table)).hint(request.command(commands.Hint))
    return Done(hint, table_address(table))


async def _obey(kind: type[Command], app: OfflineApp, request: Request, table: str) -> Result:
    command = request.command(kind)
    room = await app.room(table)
    if isinstance(command, commands.Sit) and room.entry.seat is None:
        raise NotPossible(_("Only your own games are played here."))
    following = await room.obey(command)
    return Done(answers.Accepted(following, room.table.version), table_address(following))


for _name in (
    "moves",
    "sit",
    "leave",
    "resign",
    "draw",
    "take-back",
    "skip",
    "say",
    "rematch",
):  # those without other people
    routes.add("POST", f"/t/{{}}/{_name}")(partial(_obey, commands.COMMANDS[_name]))


@routes.add("GET", "/t/{}/review")
async def _show_review(app: OfflineApp, request: Request, table: str) -> Result:
    room = await app.room(table)
    cards = "seen" if request.get("cards") == "seen" else "open"
    progress, line = app.review(room.table), min(request.number("line") or 0, 20)
    return tables.review_of(room.table, room.entry.seat, progress, request.number("move"), cards, line)


@routes.add("POST", "/t/{}/review")
async def _begin_review(app: OfflineApp, _request: Request, table: str) -> Result:
    app.begin_review((await app.room(table)).table)
    return Done({"table": table}, table_address(table, "review"))


@routes.add("GET", "/t/{}/retry")
async def _show_retry(app: OfflineApp, request: Request, table: str) -> Result:
    room = await app.room(table)
    review, attempt = app.review(room.table).review, request.get("try")[: books.LONGEST_MOVE]
    return tables.retry(room.table, room.entry.seat, review, request.number("move"), attempt)


@routes.add("POST", "/editor/{}/hint")
async def _hint_position(app: OfflineApp, request: Request, name: str) -> Result:
    packed = request.field("p")
    state = editor.in_play(name, packed)
    hint = editor.hint_in(state, await app.ask_hint(state))
    return editor.editor(name, editor.unpack(name, packed), hint)


@routes.add("POST", "/editor/{}/play")
async def _play_position(app: OfflineApp, request: Request, name: str) -> Result:
    wanted = request.command(editor.PlayPosition)
    return await app.open_table(from_start(editor.in_play(name, wanted.p), wanted, YOU))
