"""What players do at a table: commands and hints."""

from typing import cast

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from undercut.pages.answers import Accepted, tables
from undercut.pages.board.table_page import RefusedName
from undercut.site.base.client import clients
from undercut.site.base.tasks import while_connected
from undercut.site.routes.replies import TableId, done, post_command, send, wants_page
from undercut.site.routes.services import Site, ThisGuest, ThisSite, address_here
from undercut.site.security.guests import SiteRequest
from undercut.table import commands as asked
from undercut.table.decisions.decide import event_of_move
from undercut.table.names import BadName
from undercut.table.scene import SceneHint


async def _carry_out(site: Site, guest: str, table: str, command: asked.Command) -> Accepted:
    """Carry out a guest's command; return once it is stored."""
    if isinstance(command, asked.Sit | asked.Leave):
        await site.seat_changes.take(clients())
    if isinstance(command, asked.Rematch):
        await site.openings.take(clients())
    room = site.rooms.room(table)
    current = await room.obey(guest, command)
    if isinstance(command, asked.Rematch) and current.rematch:
        return Accepted(current.rematch, current.version)
    seat = await room.seat_of(guest)
    moved = event_of_move(current, command, seat) if isinstance(command, asked.Play) and seat is not None else None
    return Accepted(table, moved or current.version)


async def _obey(request: SiteRequest, site: Site, guest: str, table: str, command: asked.Command) -> Response[Accepted]:
    try:
        accepted = await _carry_out(site, guest, table, command)
    except BadName as error:
        if not (isinstance(command, asked.Sit) and wants_page(request)):
            raise
        scene = await site.rooms.room(table).scene(guest, address_here(request))
        refused = RefusedName(command.seat, command.name, str(error))
        page = send(request, tables.table_page(scene, refused=refused))
        return cast("Response[Accepted]", page)
    return done(request, accepted, f"/t/{accepted.table}")


def _command_route(name: str, command: type[asked.Command]) -> HTTPRouteHandler:
    """Create the route of one kind of command, described by its docstring."""

    async def act(
        request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId, data: asked.Command
    ) -> Response[Accepted]:
        return await _obey(request, site, guest, table, data)

    act.__name__ = "move" if command is asked.Play else name.replace("-", "_")
    act.__doc__ = command.__doc__
    # Litestar reads the type of the body here; above, type checkers allow no variable.
    act.__annotations__["data"] = JSONBody[command]
    return post_command(f"/t/{{table:str}}/{name}")(act)


COMMAND_ROUTES = [_command_route(name, command) for name, command in asked.COMMANDS.items()]


@post_command("/t/{table:str}/hint")
async def hint(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId, data: JSONBody[asked.Hint]
) -> Response[SceneHint | None]:
    """Ask for the move that a bot would play in your place; null if the position has changed since."""
    answer = await while_connected(site.rooms.room(table).hint(guest, data))
    return done(request, answer, f"/t/{table}")
