"""A table's page, its board, its events, the commands of its player, and the review of its game."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import msgspec

from undercut.offline.exchange import Answer, Asked, Result, Routes, download
from undercut.offline.home import Home
from undercut.offline.room import YOU
from undercut.pages.answers import Accepted, Done, books, tables
from undercut.pages.board.ending import lost_to_bots
from undercut.pages.board.table_page import log_span
from undercut.pages.errors import Missing
from undercut.table import commands
from undercut.table.commands import Command, NotPossible
from undercut.table.judged import Progress, Review, moves_to_review, stored_review
from undercut.table.opening.new_table import play_on
from undercut.table.table import Table
from undercut.table.thinking import Request, moves_to_judge
from undercut.translation import _

route = Routes()

_SAVED_EVERY = 3.0


@route("GET", "/t/{}")
async def _show_table(home: Home, asked: Asked, table: str) -> Result:
    log, room = asked.get("log"), await home.room(table)
    scene = room.scene(log_span(log))
    review = _progress_of(home, room.table).review if lost_to_bots(scene) else None
    return tables.table_page(scene, card=asked.get("card") or None, log=log or None, review=review)


@route("GET", "/t/{}/board")
async def _show_board(home: Home, asked: Asked, table: str) -> Answer:
    log = asked.get("log")
    scene = (await home.room(table)).scene(log_span(log))
    page = tables.table_page(scene, card=asked.get("card") or None, log=log or None)
    return Answer(home.rendered("board.html", page, asked.preferences))


@route("GET", "/t/{}/events")
async def _listen(home: Home, asked: Asked, table: str) -> Answer:
    last = int(asked.last_event) if asked.last_event.isdigit() else asked.number("after") or 0
    room = await home.room(table)
    return Answer(kind="text/event-stream", messages=room.listen(last))


@route("GET", "/t/{}/steps/#")
async def _show_step(home: Home, _asked: Asked, table: str, step: int) -> Result:
    return tables.table_page((await home.room(table)).scene_at(step))


@route("POST", "/t/{}/steps/#/play")
async def _play_from(home: Home, asked: Asked, table: str, step: int) -> Result:
    now = (await home.room(table)).table
    return await home.opened(play_on(now, step, asked.command(commands.PlayOn), YOU))


@route("GET", "/t/{}/record.json")
async def _record(home: Home, _asked: Asked, table: str) -> Answer:
    record, name = tables.record_of((await home.room(table)).table)
    return download(msgspec.json.encode(record), name)


@route("GET", "/t/{}/events.json")
async def _events(home: Home, _asked: Asked, table: str) -> Answer:
    """Download the events of a table as they are stored, damaged or not."""
    if table not in home.kept.tables:
        raise Missing
    return download("\n".join(await home.kept.raw_events(table)).encode(), f"events-{table[:6]}.jsonl")


@route("POST", "/t/{}/hint")
async def _hint(home: Home, asked: Asked, table: str) -> Result:
    found = await (await home.room(table)).hint(asked.command(commands.Hint))
    return Done(found, f"/t/{table}")


async def _obey(kind: type[Command], home: Home, asked: Asked, table: str) -> Result:
    command = asked.command(kind)
    room = await home.room(table)
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


def _progress_of(home: Home, table: Table) -> Progress:
    """Return the review of a finished game, as far as it is computed."""
    moves = moves_to_review(table)
    if table.id in _running:
        return Progress(_running[table.id], active=True)
    return Progress(stored_review(home.kept.reviews.get(table.id), moves), active=False)


@route("GET", "/t/{}/review")
async def _show_review(home: Home, asked: Asked, table: str) -> Result:
    room = await home.room(table)
    cards = "seen" if asked.get("cards") == "seen" else "open"
    progress, line = _progress_of(home, room.table), min(asked.number("line") or 0, 20)
    return tables.review_of(room.table, room.entry.seat, progress, asked.number("move"), cards, line)


@route("POST", "/t/{}/review")
async def _begin_review(home: Home, _asked: Asked, table: str) -> Result:
    now = (await home.room(table)).table
    known = _progress_of(home, now)
    if not known.active and not known.review.is_done:
        _running[table] = known.review
        _tasks.add(task := asyncio.get_running_loop().create_task(_judge_all(home, now)))
        task.add_done_callback(_tasks.discard)
    return Done({"table": table}, f"/t/{table}/review")


async def _judge_all(home: Home, table: Table) -> None:
    review, saved = _running[table.id], time.monotonic()
    judged = {one.number: one for one in review.judged}
    try:
        for view, played in moves_to_judge(table, judged):
            if found := (await home.think(Request(table.game.name, dict(view), None, 0, 0.0, played))).judged:
                judged[played.number] = found
            _running[table.id] = Review(review.moves, [judged[key] for key in sorted(judged)])
            if time.monotonic() - saved > _SAVED_EVERY:
                saved = time.monotonic()
                await home.kept.put_review(table.id, msgspec.json.encode(_running[table.id]))
        await home.kept.put_review(table.id, msgspec.json.encode(_running[table.id]))
    finally:
        _running.pop(table.id, None)


@route("GET", "/t/{}/retry")
async def _show_retry(home: Home, asked: Asked, table: str) -> Result:
    room = await home.room(table)
    review, attempt = _progress_of(home, room.table).review, asked.get("try")[: books.LONGEST_MOVE]
    return tables.retry(room.table, room.entry.seat, review, asked.number("move"), attempt)
