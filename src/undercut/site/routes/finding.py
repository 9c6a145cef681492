"""Finding an opponent: a seat at the table that has waited the longest, or a new table that waits."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody
from msgspec import Meta, Struct

from undercut.games.base import registry
from undercut.site.routes.lists import Created
from undercut.site.routes.replies import done
from undercut.site.routes.services import Site, ThisGuest, ThisSite, address_here
from undercut.site.routes.tables import post_command
from undercut.site.security.client import clients
from undercut.site.security.guest import SiteRequest
from undercut.table.commands import Name, Refused, Sit
from undercut.table.names import player_name
from undercut.table.opening import open_table
from undercut.table.wishes import OPEN, read_wish

_MOST = 5  # tables that a search tries to sit down at


class Wanted(Struct, frozen=True):
    """Find an opponent at a game."""

    game: Annotated[str, Meta(min_length=1, max_length=40, examples=["cuttle"])]
    name: Name = ""


@post_command("/find", tags=["site"])
async def find(request: SiteRequest, site: ThisSite, guest: ThisGuest, data: JSONBody[Wanted]) -> Response[Created]:
    """Sit down at the public table of a game that has waited the longest, or open one and wait there."""
    if data.game not in registry.names():
        raise NotFoundException
    name = player_name(data.name)
    await site.seat_changes.take(clients())
    table = await _seat_at_open_table(site, guest, data.game, name)
    if table is None:
        await site.openings.take(clients())
        wish = read_wish({"game": data.game, "opponents": [OPEN], "listed": True, "name": name}).checked()
        opening = open_table(wish, guest)
        table = await site.rooms.open(opening.events, opening.guests, site.guests.maker(request, guest))
    room = site.rooms.room(table)
    version, seat = (await room.enter()).version, await room.seat_of(guest)
    return done(request, Created(table, version, seat, f"{address_here(request)}/t/{table}"), f"/t/{table}")


async def _seat_at_open_table(site: Site, guest: str, game: str, name: str) -> str | None:
    """Return the open table where a guest sits now; None if there is none to sit down at."""
    waiting = [line for line in await site.rooms.lobby() if line.game == game and line.open]
    for line in sorted(waiting, key=lambda line: (line.open, line.created))[:_MOST]:
        room = site.rooms.room(line.table)
        now = await room.enter()
        if await room.seat_of(guest) is not None:
            return line.table
        try:
            await room.obey(guest, Sit(version=now.version, name=name))
        except Refused:
            continue
        return line.table
    return None


HANDLERS = (find,)
