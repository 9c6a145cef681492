"""The position editor."""

import time

import msgspec

from undercut.offline.app import OfflineApp
from undercut.offline.room import YOU
from undercut.offline.routing import Request, Result, Routes, download, see_other
from undercut.pages.answers import editor
from undercut.table.bot_requests import BotRequest
from undercut.table.decisions.clocks import HINT_SECONDS
from undercut.table.opening.new_table import from_start

routes = Routes()


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
    view = state.view(state.to_move)
    reply = await app.think(BotRequest(name, dict(view), None, time.time_ns() >> 2, HINT_SECONDS))
    return editor.editor(name, editor.unpack(name, packed), editor.hint_in(state, reply))


@routes.add("POST", "/editor/{}/play")
async def _play_position(app: OfflineApp, request: Request, name: str) -> Result:
    wanted = request.command(editor.PlayPosition)
    return await app.opened(from_start(editor.in_play(name, wanted.p), wanted, YOU))


@routes.add("GET", "/editor/{}/position.json")
def _export_json(_app: OfflineApp, request: Request, name: str) -> Result:
    return download(msgspec.json.encode(editor.unpack(name, request.get("p"))), f"{name}.json")


@routes.add("GET", "/editor/{}/position.svg")
def _export_svg(_app: OfflineApp, request: Request, name: str) -> Result:
    return download(editor.picture(name, request.get("p")), f"{name}.svg", "image/svg+xml")
