"""The front page, the bots' game to watch, and the reader's own pages."""

import time

import msgspec

from undercut.offline.app import OfflineApp
from undercut.offline.routing import Request, Response, Result, Routes, download, see_other
from undercut.pages.answers import Page, lobby
from undercut.pages.lobby.history import ChosenFilters
from undercut.pages.preferences import preferences_from, read_preferences
from undercut.pages.watching.shown_games import miniature_at
from undercut.table.events import DamagedLog
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
def _watch_from_the_start(_app: OfflineApp, _request: Request, game: str) -> Result:
    return lobby.watch_step(game, 0)


@routes.add("GET", "/watch/{}/#")
def _watch(_app: OfflineApp, request: Request, game: str, step: int) -> Result:
    return lobby.watch_step(game, step, request.get("guess"), request.get("tried"))


@routes.add("GET", "/t/{}/gains")
async def _gains(app: OfflineApp, _request: Request, table: str) -> Result:
    return lobby.gained(app.storage.played(), rebuild(table, await app.storage.events(table)))
