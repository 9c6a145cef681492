"""The page where the host of a table changes its rules before the deal."""

from __future__ import annotations

from typing import cast

from litestar import Response, get

from undercut.pages.forms.choices import new_page
from undercut.pages.forms.new_page import NewPage
from undercut.site.routes.replies import show
from undercut.site.routes.services import ThisGuest, ThisSite, address_here
from undercut.site.routes.tables import LOOKS, REFUSALS, TableId
from undercut.site.security.guest import SiteRequest
from undercut.table.commands import NotYours
from undercut.table.wishes import read_wish, usual_zero
from undercut.translation import _


@get("/t/{table:str}/rules", responses=LOOKS | {403: REFUSALS[403]}, tags=["table"])
async def show_rules(request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId) -> Response[NewPage]:
    """Return all choices for the rules of a table that waits for players; only its host may change them."""
    scene = await site.rooms.room(table).scene(guest, address_here(request))
    if scene.can.change is not True:
        raise NotYours(_("Only the host of a table can change its rules, and only before the deal."))
    given = {"game": scene.game, "rules": scene.rules, "players": len(scene.seats), "against": "friends"}
    given["best_of"] = scene.match.best_of if scene.match else 0
    if clock := scene.clock:
        zero = "" if clock.zero == usual_zero(len(scene.seats)) else clock.zero
        given["clock"] = {"time": clock.time, "zero": zero}
    page = new_page(read_wish(cast("dict[str, object]", given)), table=scene.table, version=scene.version)
    return show(request, "new.html", page, here="play")


HANDLERS = (show_rules,)
"""Every handler of this module."""
