"""A table's page, its board, its events, the commands of its player, and the review of its game."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import msgspec

from undercut.offline.app import OfflineApp
from undercut.offline.room import YOU
from undercut.offline.routing import Request, Response, Result, Router, download
from undercut.pages.answers import Accepted, Done, books, tables
from undercut.pages.board.ending import lost_to_bots
from undercut.pages.board.table_page import log_span
from undercut.pages.errors import Missing
from undercut.table import commands
from undercut.table.bot_requests import BotRequest, moves_to_judge
from undercut.table.commands import Command, NotPossible
from undercut.table.judged import Progress, Review, moves_to_review, stored_review
from undercut.table.opening.new_table import play_on
from undercut.table.table import Table
from undercut.translation import _

route = Router()

_SAVED_EVERY = 3.0


@route("GET", "/t/{}")
async def _show_table(app: OfflineApp, request: Request, table: str) -> Result:
    log, room = request.get("log"), await app.room(table)
    scene = room.scene(log_span(log))
    review = _progress_of(app, room.table).review if lost_to_bots(scene) else None
    return tables.table_page(scene, card=request.get("card") or None, log=log or None, review=review)


@route("GET", "/t/{}/board")
async def _show_board(app: OfflineApp, request: Request, table: str) -> Response:
    log = request.get("log")
    scene = (await app.room(table)).scene(log_span(log))
    page = tables.table_page(scene, card=request.get("card") or None, log=log or None)
    return Response(app.rendered("board.html", page, request.preferences))


@route("GET", "/t/{}/events")
async def _listen(app: OfflineApp, request: Request, table: str) -> Response:
    last = int(request.last_event) if request.last_event.isdigit() else request.number("after") or 0
    room = await app.room(table)
    return Response(kind="text/event-stream", messages=room.listen(last))


@route("GET", "/t/{}/steps/#")
async def _show_step(app: OfflineApp, _request: Request, table: str, step: int) -> Result:
    return tables.table_page((await app.room(table)).scene_at(step))


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

_running: dict[str, Review] = {}
_tasks: set[asyncio.Task[None]] = set()


def _progress_of(app: OfflineApp, table: Table) -> Progress:
    """Return the review of a finished game, as far as it is computed."""
    moves = moves_to_review(table)
    if table.id in _running:
        return Progress(_running[table.id], active=True)
    return Progress(stored_review(app.storage.reviews.get(table.id), moves), active=False)


@route("GET", "/t/{}/review")
async def _show_review(app: OfflineApp, request: Request, table: str) -> Result:
    room = await app.room(table)
    cards = "seen" if request.get("cards") == "seen" else "open"
    progress, line = _progress_of(app, room.table), min(request.number("line") or 0, 20)
    return tables.review_of(room.table, room.entry.seat, progress, request.number("move"), cards, line)


@route("POST", "/t/{}/review")
async def _begin_review(app: OfflineApp, _request: Request, table: str) -> Result:
    now = (await app.room(table)).table
    known = _progress_of(app, now)
    if not known.active and not known.review.is_done:
        _running[table] = known.review
        _tasks.add(task := asyncio.get_running_loop().create_task(_judge_all(app, now)))
        task.add_done_callback(_tasks.discard)
    return Done({"table": table}, f"/t/{table}/review")


async def _judge_all(app: OfflineApp, table: Table) -> None:
    review, saved = _running[table.id], time.monotonic()
    judged = {one.number: one for one in review.judged}
    try:
        for view, played in moves_to_judge(table, judged):
            if found := (await app.think(BotRequest(table.game.name, dict(view), None, 0, 0.0, played))).judged:
                judged[played.number] = found
            _running[table.id] = Review(review.moves, [judged[key] for key in sorted(judged)])
            if time.monotonic() - saved > _SAVED_EVERY:
                saved = time.monotonic()
                await app.storage.put_review(table.id, msgspec.json.encode(_running[table.id]))
        await app.storage.put_review(table.id, msgspec.json.encode(_running[table.id]))
    finally:
        _running.pop(table.id, None)


@route("GET", "/t/{}/retry")
async def _show_retry(app: OfflineApp, request: Request, table: str) -> Result:
    room = await app.room(table)
    review, attempt = _progress_of(app, room.table).review, request.get("try")[: books.LONGEST_MOVE]
    return tables.retry(room.table, room.entry.seat, review, request.number("move"), attempt)
