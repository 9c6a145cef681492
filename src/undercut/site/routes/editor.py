"""Routes of the position editor: a position is kept in its address, and nothing is stored."""

from functools import partial
from typing import Annotated, cast

from litestar import Response
from litestar.params import JSONBody, QueryParameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from msgspec import Struct

from undercut.pages.addresses import editor_address, table_address
from undercut.pages.answers import Accepted
from undercut.pages.answers import editor as positions
from undercut.pages.answers.editor import LONGEST_ADDRESS, PlayPosition
from undercut.pages.editor_page import EditorPage
from undercut.pages.position_text import JSONObject
from undercut.play.state import State
from undercut.site.base.client import clients
from undercut.site.base.tasks import while_connected
from undercut.site.routes import addresses
from undercut.site.routes.addresses import LARGEST_COMMAND, Changes, GameName, RuleSet, post_command, sends
from undercut.site.routes.visit import Site, Visit, download
from undercut.site.security.guests import FORMS
from undercut.table.commands import NotPossible
from undercut.table.opening.new_table import from_start, with_friends
from undercut.table.scene import SceneHint
from undercut.translation import _

Packed = Annotated[
    str,
    QueryParameter(
        name="p",
        description="The position: JSON, compressed with zlib, in URL-safe base64.",
        max_length=LONGEST_ADDRESS,
    ),
]


@addresses.get_hidden("/editor")
async def find_editor(request: Visit) -> Redirect:
    return Redirect(positions.address_for(await request.history(1)), status_code=HTTP_303_SEE_OTHER)


@addresses.get_page("/editor/{game_name:str}", tags=["positions"])
async def show_editor(
    request: Visit, game_name: GameName, packed: Packed = "", rules: RuleSet = None, changes: Changes = None
) -> Response[EditorPage]:
    """Return a position with all its faults, or its legal moves; without one, a new deal under the named rules."""
    position = positions.position_at(game_name, packed, rules, changes or [])
    return await request.reply_from_thread(partial(positions.editor, game_name, position))


@post_command("/editor/{game_name:str}", tags=["positions"], request_max_body_size=2 * LARGEST_COMMAND)
async def edit(request: Visit, game_name: GameName) -> Response[EditorPage]:
    """Check a position, sent as JSON, or as the form of the editor: the answer has its faults, or its legal moves."""
    if request.content_type[0] not in FORMS:
        data = await request.json()
        if not isinstance(data, dict):
            raise NotPossible(_("position: not a JSON object."))
        position = positions.given(game_name, cast("JSONObject", data))
    else:
        form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
        position = positions.submit(game_name, form)
        if request.wants_page:
            address = positions.address_of(game_name, position)
            return cast("Response[EditorPage]", Redirect(address, status_code=HTTP_303_SEE_OTHER))
    return await request.reply_from_thread(partial(positions.editor, game_name, position))


class EditorCommand(Struct, frozen=True, kw_only=True):
    p: str


@post_command("/editor/{game_name:str}/hint", tags=["positions"])
async def hint_position(request: Visit, game_name: GameName, data: JSONBody[EditorCommand]) -> Response[SceneHint]:
    """Ask for the move that a bot would play in a position, from the view of the seat to move."""
    state = positions.in_play(game_name, data.p)
    hint = await while_connected(_hint(request.site, request.guest, state))
    if request.wants_page:
        position = positions.unpack(game_name, data.p)
        page = await request.reply_from_thread(partial(positions.editor, game_name, position, hint))
        return cast("Response[SceneHint]", page)
    return request.done(hint, editor_address(game_name, packed=data.p))


async def _hint(site: Site, guest: str, state: State) -> SceneHint:
    thinkers = site.rooms.thinkers
    asked = thinkers.ask_hint(state.game.name, state.view(state.to_move), guest=guest)
    return positions.hint_in(state, await thinkers.answer(asked))


@post_command("/editor/{game_name:str}/play", tags=["positions"])
async def play_position(request: Visit, game_name: GameName, data: JSONBody[PlayPosition]) -> Response[Accepted]:
    """Play from a position, against bots or friends, at a new table that says so."""
    await request.site.openings.take(clients())
    begin = with_friends if data.friends else from_start
    opening = begin(positions.in_play(game_name, data.p), data, request.guest)
    table = await request.open(opening)
    return request.done(Accepted(table, len(opening.events)), table_address(table))


@addresses.get_page("/editor/{game_name:str}/position.json", tags=["positions"])
async def export_json(game_name: GameName, packed: Packed) -> Response[JSONObject]:
    """Download a position as JSON, possible or not."""
    return download(positions.unpack(game_name, packed), f"{game_name}.json")


@addresses.get_page(
    "/editor/{game_name:str}/position.svg", responses=sends(str, "The picture.", "image/svg+xml"), tags=["positions"]
)
async def export_svg(request: Visit, game_name: GameName, packed: Packed) -> Response[bytes]:
    """Download a picture of a possible position as SVG."""
    drawn = await request.rooms.in_thread(partial(positions.picture, game_name, packed))
    return download(drawn, f"{game_name}.svg", "image/svg+xml")
