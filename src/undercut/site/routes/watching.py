"""The bots' game to watch: recorded games, one for everyone, at the pace of a table."""

from __future__ import annotations

import asyncio
import time

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.response import Response

from undercut.pages.board.render import board_context
from undercut.pages.lists.showcase import Shown
from undercut.pages.lists.watched import moment, scenes, shown_at
from undercut.site.routes.replies import show
from undercut.site.routes.tables import READ_REFUSALS
from undercut.site.security.guest import SiteRequest
from undercut.table.scene import Scene


async def shown_now() -> Shown | None:
    """Return what is shown now."""
    return await asyncio.to_thread(shown_at, time.time())


@get("/watch/now", include_in_schema=False)
async def watch_now(request: SiteRequest) -> Response[Shown | None]:
    """Return the move that the front page shows now."""
    return show(request, "parts/live.html", await shown_now())


@get("/watch", responses=READ_REFUSALS, include_in_schema=False)
async def watch(request: SiteRequest) -> Response[Scene]:
    """Return the table of the bots' game as it is now."""
    now = await asyncio.to_thread(moment, time.time())
    if now is None:
        raise NotFoundException
    seen = scenes(now.game)[now.step]
    return show(request, "watch.html", seen, context=board_context(seen) | {"wait": now.wait}, here="play")


HANDLERS = (watch_now, watch)
