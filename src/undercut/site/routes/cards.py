"""Card sprites, one SVG file for each pack, which browsers cache permanently."""

from __future__ import annotations

import asyncio
from functools import cache
from gzip import compress

from litestar import Request, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Response

from undercut.draw.sprite import sprite
from undercut.pages.board.sprites import PACKS

_YEAR = 365 * 24 * 60 * 60


@get("/cards/{name:str}", include_in_schema=False)
async def card_sprite(request: Request[object, object, State], name: FromPath[str]) -> Response[bytes]:
    """Send a pack's sprite; its address contains a hash of its content.

    Raises:
        NotFoundException: No such pack.
    """
    pack, _, ending = name.partition(".")
    if ending != "svg" or pack not in PACKS:
        message = f"No such cards: {name[:40]!r}."
        raise NotFoundException(message)
    squeezed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"Cache-Control": f"public, max-age={_YEAR}, immutable", "Vary": "Accept-Encoding"}
    if squeezed:
        headers["Content-Encoding"] = "gzip"
    drawn = await asyncio.to_thread(sprite_file, pack, squeezed=squeezed)
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@cache
def sprite_file(pack: str, *, squeezed: bool) -> bytes:
    """Draw a pack's sprite."""
    drawn = sprite(PACKS[pack]).encode()
    # Without a timestamp, the bytes are the same on every run.
    return compress(drawn, mtime=0) if squeezed else drawn
