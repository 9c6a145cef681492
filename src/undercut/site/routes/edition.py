"""The edition without a server, for players who lose their connection."""

import asyncio
import mimetypes
from functools import lru_cache
from gzip import compress
from pathlib import Path
from typing import Annotated

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from litestar.response import Redirect, Response

from undercut.site.routes.replies import wants_page
from undercut.site.routes.services import ThisSite
from undercut.site.security.guests import SiteRequest

_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}

_SQUEEZED = (".mjs", ".js", ".wasm", ".css", ".svg", ".html", ".json", ".webmanifest")

_KEPT = 64  # number of files in memory


@get("/offline", include_in_schema=False)
async def show_edition(request: SiteRequest, site: ThisSite) -> Response[bytes] | Redirect:
    """Return the first page of the edition; its addresses are relative to the folder."""
    if not site.settings.offline:
        return Redirect("/no-connection")
    if not request.scope["raw_path"].endswith(b"/"):
        return Redirect("/offline/")
    return await _answer_edition(request, site.settings.offline, "index.html")


@get("/offline/{file:path}", include_in_schema=False)
async def edition_file(
    request: SiteRequest, site: ThisSite, file: Annotated[Path, PathParameter(description="A file of the edition.")]
) -> Response[bytes]:
    """Return a file of the edition."""
    folder, name = site.settings.offline, str(file).lstrip("/")
    if folder and wants_page(request) and await asyncio.to_thread(_read_edition, folder, name, squeezed=False) is None:
        shell = await asyncio.to_thread(_read_edition, folder, "index.html", squeezed=False) or b""
        # A page that only the edition itself can make: its shell begins there, if the browser knows the edition.
        return Response(shell.replace(b'href="./"', b'href="/offline/"'), media_type="text/html")
    return await _answer_edition(request, folder, name)


async def _answer_edition(request: SiteRequest, folder: str, name: str) -> Response[bytes]:
    squeezed = name.endswith(_SQUEEZED) and "gzip" in request.headers.get("accept-encoding", "")
    content = await asyncio.to_thread(_read_edition, folder, name, squeezed=squeezed) if folder else None
    if content is None:
        raise NotFoundException
    media_type = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if squeezed:
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=media_type, headers=headers)


@lru_cache(maxsize=_KEPT)
def _read_edition(folder: str, name: str, *, squeezed: bool) -> bytes | None:
    """Read a file of the edition; None if there is none, or if it lies elsewhere."""
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if path.is_dir():
        path /= "index.html"
    if not path.is_relative_to(root) or not path.is_file():
        return None
    content = path.read_bytes()
    return compress(content, mtime=0) if squeezed else content
