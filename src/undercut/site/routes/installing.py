"""Routes for phones and chats: previews of links, icons, and the offline page."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from msgspec import Struct

from undercut.pages.templates import STATIC
from undercut.site.routes.rasters import icon
from undercut.site.routes.replies import show
from undercut.site.routes.services import ThisSite, address_here
from undercut.site.routes.tables import LOOKS, TableId
from undercut.site.security.guest import SiteRequest
from undercut.table.showing import scene

_WORKER = STATIC / "worker.js"
_DAY = 24 * 60 * 60

ICONS = {"192": (192, 0.8), "512": (512, 0.8), "maskable": (512, 0.6), "apple": (180, 0.75)}
"""The icons by the last part of their address: the size in pixels, and the part of it that the logo takes."""


class Offline(Struct, frozen=True):
    """The offline page."""


@get("/t/{table:str}/preview.png", responses=LOOKS, media_type="image/png", include_in_schema=False)
async def preview(request: SiteRequest, site: ThisSite, table: TableId) -> Response[bytes]:
    """Return a picture of a table as the public may see it, for previews of its link."""
    room = site.rooms.room(table)
    now = await room.enter()
    picture = await site.previews.picture(scene(now, None, room.live(None, address_here(request))))
    return Response(picture, media_type="image/png", headers={"Cache-Control": "public, max-age=60"})


@get("/icon/{name:str}", media_type="image/png", include_in_schema=False)
async def show_icon(
    name: Annotated[str, PathParameter(description="An icon, such as `192.png`.", max_length=20)],
) -> Response[bytes]:
    """Return the site's icon for phones."""
    chosen = ICONS.get(name.removesuffix(".png"))
    if chosen is None:
        raise NotFoundException
    picture = await asyncio.to_thread(icon, *chosen)
    return Response(picture, media_type="image/png", headers={"Cache-Control": f"public, max-age={_DAY}"})


@get("/offline", include_in_schema=False)
async def offline(request: SiteRequest) -> Response[Offline]:
    """Return the offline page."""
    return show(request, "offline.html", Offline())


@get("/worker.js", include_in_schema=False)
async def worker() -> Response[bytes]:
    """Return the service worker; at the root, because it may only serve pages below its own address."""
    headers = {"Cache-Control": "no-cache"}
    return Response(await asyncio.to_thread(_WORKER.read_bytes), media_type="text/javascript", headers=headers)


HANDLERS = (preview, show_icon, offline, worker)
"""Every handler of this module."""
