"""Routes of the position editor: a position is kept in its address, and nothing is stored."""

from __future__ import annotations

from functools import partial
from typing import Annotated, cast

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, QueryParameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER
from msgspec import Struct

from undercut import draw
from undercut.errors import BadPosition
from undercut.games.base import registry
from undercut.pages.board.pictures import sprite_address
from undercut.pages.books.rule_links import chosen_game
from undercut.pages.forms.choices import levels
from undercut.pages.forms.editor_page import EditorPage, changed, editor_context, editor_page, load
from undercut.pages.forms.position_text import (
    JSONObject,
    pack_position,
    unpack_position,
)
from undercut.pages.preferences import Preferences
from undercut.play.state import State
from undercut.site.routes.description import answered
from undercut.site.routes.replies import FORMS, Changes, GameName, RuleSet, done, download, show, wants_page
from undercut.site.routes.services import LARGEST_COMMAND, Site, ThisGuest, ThisSite
from undercut.site.routes.tables import READ_REFUSALS, REFUSALS, Accepted, post_command
from undercut.site.security.client import clients, while_connected
from undercut.site.security.guest import SiteRequest, preferences_of
from undercut.table.commands import NotPossible, PlayOn
from undercut.table.opening.choices import QUICK
from undercut.table.opening.new_table import from_start, with_friends

LONGEST_ADDRESS = 2_000  # most characters of a position in an address; the largest possible ones need half of them

Packed = Annotated[
    str,
    QueryParameter(
        name="p",
        description="The position: JSON, compressed with zlib, in URL-safe base64.",
        max_length=LONGEST_ADDRESS,
    ),
]


class EditorHint(Struct, frozen=True):
    """The move that a bot would play in a position."""

    move: str
    text: str
    why: str


def _known(name: str) -> str:
    if name not in registry.names():
        raise NotFoundException
    return name


def _unpacked(name: str, packed: str) -> JSONObject:
    """Read a position of a game; the game of the address counts."""
    return unpack_position(packed) | {"game": _known(name)}


async def _show(
    request: SiteRequest, site: Site, name: str, position: JSONObject, hint: EditorHint | None = None
) -> Response[EditorPage]:
    preferences = preferences_of(request) if wants_page(request) else None
    page, context = await site.rooms.apart(partial(_made, name, position, preferences))
    return show(request, "editor.html", page, context=context | {"hint": hint})


def _made(name: str, position: JSONObject, preferences: Preferences | None) -> tuple[EditorPage, dict[str, object]]:
    """Return the page of a position and the context of its template; without one for programs."""
    page, state = editor_page(name, position)
    if preferences is None:
        return page, {}
    context = editor_context(page, state, preferences)
    context |= {"levels": levels(), "quick": QUICK, "sprite": _sprite(name)}
    return page, context | {"games": [(each, registry.spec(each).title) for each in registry.names()]}


def _sprite(name: str) -> str:
    return sprite_address(registry.spec(name).pack)


@get("/editor/{game_name:str}", responses=READ_REFUSALS, tags=["positions"])
async def show_editor(
    request: SiteRequest,
    site: ThisSite,
    game_name: GameName,
    packed: Packed = "",
    rules: RuleSet = None,
    changes: Changes = None,
) -> Response[EditorPage]:
    """Return a position with all its faults, or its legal moves; without one, a new deal under the named rules."""
    if packed:
        position = _unpacked(game_name, packed)
    else:
        position = dict(chosen_game(_known(game_name), rules, changes or []).deal().position())
    return await _show(request, site, game_name, cast("JSONObject", position))


@post(
    "/editor/{game_name:str}",
    status_code=HTTP_200_OK,
    responses=REFUSALS,
    tags=["positions"],
    request_max_body_size=2 * LARGEST_COMMAND,
)
async def edit(request: SiteRequest, site: ThisSite, game_name: GameName) -> Response[EditorPage]:
    """Check a position, sent as JSON, or as the form of the editor: the answer has its faults, or its legal moves."""
    _known(game_name)
    if request.content_type[0] not in FORMS:
        data = await request.json()
        if not isinstance(data, dict):
            message = "position: not a JSON object."
            raise NotPossible(message)
        return await _show(request, site, game_name, cast("JSONObject", data) | {"game": game_name})
    form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    position = changed(game_name, form)
    if not wants_page(request):
        return await _show(request, site, game_name, position)
    packed = pack_position(position)
    if len(packed) > LONGEST_ADDRESS:
        message = "The position is too long for an address."
        raise NotPossible(message)
    address = f"/editor/{game_name}?p={packed}"
    return cast("Response[EditorPage]", Redirect(address, status_code=HTTP_303_SEE_OTHER))


def _loaded(name: str, packed: str) -> State:
    state, faults = load(_unpacked(name, packed))
    if state is None:
        raise BadPosition(faults)
    return state


def _possible(name: str, packed: str) -> State:
    """Return the state of a position in which a move is possible."""
    state = _loaded(name, packed)
    if state.to_move is None:
        message = "The game is over in this position."
        raise NotPossible(message)
    return state


class EditorCommand(Struct, frozen=True, kw_only=True):
    """What to do with a position."""

    p: str


class PlayPosition(PlayOn, frozen=True, kw_only=True):
    """How to play from a position."""

    p: str
    friends: bool = False


@post_command("/editor/{game_name:str}/hint", tags=["positions"])
async def hint_position(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, game_name: GameName, data: JSONBody[EditorCommand]
) -> Response[EditorHint]:
    """Ask for the move that a bot would play in a position, from the view of the seat to move."""
    state = _possible(game_name, data.p)
    found = await while_connected(_hint(site, guest, state))
    if wants_page(request):
        page = await _show(request, site, game_name, _unpacked(game_name, data.p), found)
        return cast("Response[EditorHint]", page)
    return done(request, found, f"/editor/{game_name}?p={data.p}")


async def _hint(site: Site, guest: str, state: State) -> EditorHint:
    thinkers = site.rooms.thinkers
    answer = await thinkers.answer(thinkers.ask_hint(state.game.name, state.view(state.to_move), guest=guest))
    if answer is None:
        message = "No hint could be found. Try again."
        raise NotPossible(message)
    move = next(move for move in state.legal_moves() if move.notation == answer.move)
    return EditorHint(move.notation, move.text, answer.why)


@post_command("/editor/{game_name:str}/play", tags=["positions"])
async def play_position(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, game_name: GameName, data: JSONBody[PlayPosition]
) -> Response[Accepted]:
    """Play from a position, against bots or friends, at a new table that says so."""
    await site.openings.take(clients())
    begin = with_friends if data.friends else from_start
    opening = begin(_possible(game_name, data.p), data, guest)
    made = await site.rooms.open(opening.events, opening.guests, site.guests.maker(request, guest))
    return done(request, Accepted(made, len(opening.events)), f"/t/{made}")


@get("/editor/{game_name:str}/position.json", responses=READ_REFUSALS, tags=["positions"])
async def export_json(game_name: GameName, packed: Packed) -> Response[JSONObject]:
    """Download a position as JSON, possible or not."""
    return download(_unpacked(game_name, packed), f"{game_name}.json")


@get(
    "/editor/{game_name:str}/position.svg",
    responses=READ_REFUSALS | {HTTP_200_OK: answered(str, "The picture.", "image/svg+xml")},
    tags=["positions"],
)
async def export_svg(site: ThisSite, game_name: GameName, packed: Packed) -> Response[bytes]:
    """Download a picture of a possible position as SVG."""
    drawn = await site.rooms.apart(partial(_drawn, game_name, packed))
    return download(drawn, f"{game_name}.svg", "image/svg+xml")


def _drawn(name: str, packed: str) -> bytes:
    state = _loaded(name, packed)
    return draw.svg(state.position(), goals=state.goals).encode()


HANDLERS = (show_editor, edit, hint_position, play_position, export_json, export_svg)
