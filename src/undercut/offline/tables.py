"""A table's page, its board, its events, and the commands of its player."""

from __future__ import annotations

import json
from functools import partial

from msgspec import Struct

from undercut.offline.exchange import Answer, Asked, Routes, Unknown, done, download, show
from undercut.offline.home import Home
from undercut.offline.learning import progress_of
from undercut.offline.room import YOU
from undercut.pages.board.ending import lost_to_bots
from undercut.pages.board.render import board_context, log_span
from undercut.table import commands
from undercut.table.commands import Command, NotPossible, NotYours
from undercut.table.opening.new_table import SEALED, play_on
from undercut.translation import _

route = Routes()

_MOST = 100_000  # moves of a game


class Accepted(Struct, frozen=True):
    """A command was carried out and stored."""

    table: str
    version: int


@route("GET", "/t/{}")
async def show_table(home: Home, asked: Asked, table: str) -> Answer:
    """Show a table."""
    log = asked.get("log")
    room = await home.room(table)
    scene = room.scene(log_span(log))
    review = progress_of(home, room.table).review if lost_to_bots(scene) else None
    context = board_context(scene, chosen=asked.get("card") or None, log=log or None, review=review)
    return show(home, asked, "table.html", scene, context=context)


@route("GET", "/t/{}/board")
async def show_board(home: Home, asked: Asked, table: str) -> Answer:
    """Send the part of a table's page that changes."""
    log = asked.get("log")
    scene = (await home.room(table)).scene(log_span(log))
    context = board_context(scene, chosen=asked.get("card") or None, log=log or None)
    context |= {"preferences": asked.preferences, "here": ""}
    return Answer(home.rendered("board.html", context))


@route("GET", "/t/{}/events")
async def listen(home: Home, asked: Asked, table: str) -> Answer:
    """Stream the events of a table, and its board after each change."""
    last = int(asked.last_event) if asked.last_event.isdigit() else asked.number("after", 0)
    room = await home.room(table)
    return Answer(kind="text/event-stream", messages=room.listen(last))


@route("GET", "/t/{}/steps/{}")
async def show_step(home: Home, asked: Asked, table: str, step: str) -> Answer:
    """Show a game after some of its moves."""
    scene = (await home.room(table)).scene_at(_step(step))
    return show(home, asked, "table.html", scene, context=board_context(scene))


def _step(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= _MOST):
        raise Unknown
    return int(text)


@route("POST", "/t/{}/steps/{}/play")
async def play_from(home: Home, asked: Asked, table: str, step: str) -> Answer:
    """Continue from a position of a finished game at a new table."""
    now = (await home.room(table)).table
    opening = play_on(now, _step(step), asked.command(commands.PlayOn), YOU)
    made = await home.open(opening)
    return done(asked, Accepted(made, len(opening.events)), f"/t/{made}")


@route("GET", "/t/{}/record.json")
async def record(home: Home, asked: Asked, table: str) -> Answer:
    """Download the record of a finished game."""
    del asked
    now = (await home.room(table)).table
    if now.state is None or now.phase != "over":
        message = _("The record is available when the game is over.")
        raise NotYours(message)
    if now.sealed:
        raise NotYours(_(SEALED))
    return download(json.dumps(now.state.record()).encode(), f"{now.game.name}-{table[:6]}.json")


@route("GET", "/t/{}/events.json")
async def events(home: Home, asked: Asked, table: str) -> Answer:
    """Download the events of a table as they are stored, damaged or not."""
    del asked
    if table not in home.kept.tables:
        raise Unknown
    return download("\n".join(await home.kept.raw_events(table)).encode(), f"events-{table[:6]}.jsonl")


@route("POST", "/t/{}/hint")
async def hint(home: Home, asked: Asked, table: str) -> Answer:
    """Find the move that a bot would play."""
    found = await (await home.room(table)).hint(asked.command(commands.Hint))
    return done(asked, found, f"/t/{table}")


async def _obey(kind: type[Command], home: Home, asked: Asked, table: str) -> Answer:
    command = asked.command(kind)
    room = await home.room(table)
    if isinstance(command, commands.Sit) and room.entry.seat is None:
        message = _("Only your own games are played here.")
        raise NotPossible(message)
    following = await room.obey(command)
    return done(asked, Accepted(following, room.table.version), f"/t/{following}")


_COMMANDS: dict[str, type[Command]] = {
    "moves": commands.Play,
    "sit": commands.Sit,
    "leave": commands.Leave,
    "resign": commands.Resign,
    "draw": commands.Draw,
    "take-back": commands.TakeBack,
    "say": commands.Say,
    "rematch": commands.Rematch,
}
"""The commands at tables without other people, by the last part of their address."""

for _name, _kind in _COMMANDS.items():
    route("POST", f"/t/{{}}/{_name}")(partial(_obey, _kind))
