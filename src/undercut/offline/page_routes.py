"""Addresses of pages: the front page, the reader's own, lessons, puzzles, rule books, studies, the position editor."""

import time

import msgspec

from undercut.offline.app import OfflineApp
from undercut.offline.room import YOU
from undercut.offline.routing import Request, Response, Result, Routes, download, see_other
from undercut.offline.table_routes import day_data
from undercut.pages.answers import Page, books, editor, lobby
from undercut.pages.lobby.history import ChosenFilters
from undercut.pages.lobby.shown_games import miniature_at
from undercut.pages.preferences import preferences_from, read_preferences
from undercut.table.events import DamagedLog
from undercut.table.opening.new_table import from_start
from undercut.table.replay import rebuild

routes = Routes()

routes.pages(
    {
        "/": lambda app, _request: lobby.front(
            time.time(), app.yours(), [], app.storage.tries(), app.storage.known, app.storage.played()
        ),
        "/watch": lambda _app, _request: lobby.watch(time.time()),
        "/watch/now": lambda _app, _request: Page("parts/live.html", miniature_at(time.time())),
        "/settings": lambda _app, request: lobby.settings(read_preferences(request.cookie), request.get("saved")),
        "/about": lambda _app, _request: lobby.about(),
        "/privacy": lambda _app, _request: Page("privacy_alone.html", None, "privacy"),
        "/forget": lambda app, _request: Page("forget_alone.html", {"tables": len(app.storage.tables)}, "settings"),
        "/learn": lambda app, request: books.learn(
            app.storage.known, request.get("game"), request.rules, request.changes
        ),
        "/puzzles": lambda app, _request: books.puzzles(app.storage.known, time.time()),
        "/rules": lambda _app, _request: books.rules_index(),
        "/lab": lambda _app, _request: books.studies(),
    }
)


@routes.add("GET", "/games")
def _games(app: OfflineApp, request: Request) -> Result:
    chosen = ChosenFilters(request.get("game"), request.get("rules"), request.get("opponent"), request.get("result"))
    held = app.storage.played()
    analysed = [line.table for line, _seat in held[: lobby.MOST_REVIEWS] if line.table in app.storage.reviews]
    reviews = {table: app.storage.reviews[table] for table in analysed}
    return lobby.your_games(app.yours(), held, chosen, max(1, request.number("page") or 1), reviews)


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


@routes.add("POST", "/settings")
def _keep_settings(_app: OfflineApp, request: Request) -> Result:
    return see_other("/settings?saved=yes", cookie=preferences_from(dict(request.form)).cookie())


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
    played = rebuild(table, await app.storage.events(table))
    day = day_data(app, played.opened.daily) if played.opened.daily else None
    return lobby.gained(app.storage.played(), played, app.storage.known, day)


# --- Lessons, puzzles, rule books and studies ---


@routes.add("GET", "/rules/{}")
def _show_rules(_app: OfflineApp, request: Request, name: str) -> Result:
    return books.rules(name, request.rules, request.changes, request.get("find")[:100])


@routes.add("GET", "/lab/{}")
def _show_study(_app: OfflineApp, request: Request, name: str) -> Result:
    return books.study(name, request.rules, request.changes)


@routes.add("GET", "/learn/{}/today")
def _show_todays_puzzle(_app: OfflineApp, _request: Request, game: str) -> Result:
    return see_other(books.address_of_today(game, time.time()))


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


# --- The position editor ---


@routes.add("GET", "/editor/{}")
def _show_editor(_app: OfflineApp, request: Request, name: str) -> Result:
    return editor.editor(name, editor.position_at(name, request.get("p"), request.rules, request.changes))


@routes.add("POST", "/editor/{}")
def _edit(_app: OfflineApp, request: Request, name: str) -> Result:
    return see_other(editor.address_of(name, editor.submit(name, dict(request.form))))


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


@routes.add("GET", "/editor/{}/position.json")
def _export_json(_app: OfflineApp, request: Request, name: str) -> Result:
    return download(msgspec.json.encode(editor.unpack(name, request.get("p"))), f"{name}.json")


@routes.add("GET", "/editor/{}/position.svg")
def _export_svg(_app: OfflineApp, request: Request, name: str) -> Result:
    return download(editor.picture(name, request.get("p")), f"{name}.svg", "image/svg+xml")
