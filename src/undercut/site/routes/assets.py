"""Files that are made from parts: style sheets, portraits and typefaces."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from gzip import compress
from subprocess import CalledProcessError
from typing import Annotated

from litestar import Request, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from litestar.response import Response

from undercut.pages.assets import DRAWINGS, SHEETS
from undercut.pages.assets import asset as page_asset
from undercut.site.operations.fonts import TYPEFACES, font

_YEAR = 365 * 24 * 60 * 60

_MADE: dict[str, tuple[str, Callable[[], bytes]]] = {
    **{f"{name}.css": ("text/css", lambda name=name: page_asset(f"{name}.css").encode()) for name in SHEETS},
    **{f"{name}.svg": ("image/svg+xml", lambda name=name: page_asset(f"{name}.svg").encode()) for name in DRAWINGS},
    **{f"{name}.woff2": ("font/woff2", lambda name=name: font(name)) for name in TYPEFACES},
}
"""The media type of each file, and what makes it."""


@get("/assets/{name:str}", include_in_schema=False)
async def asset(
    request: Request[object, object, State],
    name: Annotated[str, PathParameter(description="A file, such as `table.css`.", max_length=20)],
) -> Response[bytes]:
    """Send a file; browsers keep it if its address contains a hash of its content.

    Raises:
        NotFoundException: There is no such file.
    """
    if name not in _MADE:
        raise NotFoundException
    media_type, _ = _MADE[name]
    squeezed = media_type != "font/woff2" and "gzip" in request.headers.get("accept-encoding", "")
    try:
        content = await asyncio.to_thread(_file, name, squeezed=squeezed)
    except (OSError, CalledProcessError) as error:  # no typeface could be cut or kept: pages use the reader's own
        raise NotFoundException from error
    kept = f"public, max-age={_YEAR}, immutable" if "v" in request.query_params else "no-cache"
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    if squeezed:
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=media_type, headers=headers)


@cache
def _file(name: str, *, squeezed: bool) -> bytes:
    made = _MADE[name][1]()
    return compress(made, mtime=0) if squeezed else made


HANDLERS = (asset,)
