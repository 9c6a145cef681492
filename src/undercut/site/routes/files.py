"""Files: previews, icons, cards, style sheets, typefaces, the source code, and the edition without a server."""

import asyncio
import io
import mimetypes
import zipfile
from collections.abc import Callable
from functools import cache, lru_cache, partial
from gzip import compress
from importlib.resources import files
from pathlib import Path
from subprocess import CalledProcessError
from typing import Annotated

from litestar.exceptions import NotFoundException
from litestar.params import FromPath, PathParameter
from litestar.response import Redirect, Response

from undercut.draw.faces import sprite
from undercut.pages.answers import Page
from undercut.pages.assets import ASSETS, ICONS, STATIC, packs, preview_png, site_icon
from undercut.pages.assets import asset as page_asset
from undercut.site.base.fonts import TYPEFACES, font
from undercut.site.routes.addresses import TableId, get_hidden
from undercut.site.routes.visit import Visit, download
from undercut.site.security.guests import YEAR
from undercut.table.showing import scene

_MOST_KEPT = 64


@get_hidden("/cards/{name:str}")
async def card_sprite(request: Visit, name: FromPath[str]) -> Response[bytes]:
    """Send a pack's sprite; its address contains a hash of its content."""
    return await _send_made(request, f"cards/{name}", kept=True)


_WORKER = STATIC / "worker.js"
_DAY = 24 * 60 * 60


@get_hidden("/t/{table:str}/preview.png", media_type="image/png")
async def preview(request: Visit, table: TableId) -> Response[bytes]:
    room = request.rooms.room(table)
    now = await room.enter()
    picture = request.site.previews.get((table, now.version))
    if picture is None:
        shown = scene(now, None, room.live(None, request.here))
        picture = request.site.previews[table, now.version] = await request.rooms.in_thread(partial(preview_png, shown))
        while len(request.site.previews) > _MOST_KEPT:
            del request.site.previews[next(iter(request.site.previews))]
    return Response(picture, media_type="image/png", headers={"Cache-Control": "public, max-age=60"})


@get_hidden("/icon/{name:str}", media_type="image/png")
async def show_icon(
    name: Annotated[str, PathParameter(description="An icon, such as `192.png`.", max_length=20)],
) -> Response[bytes]:
    chosen = ICONS.get(name.removesuffix(".png"))
    if chosen is None:
        raise NotFoundException
    picture = await asyncio.to_thread(site_icon, *chosen)
    return Response(picture, media_type="image/png", headers={"Cache-Control": f"public, max-age={_DAY}"})


@get_hidden("/no-connection")
async def offline(request: Visit) -> Response[dict[str, bool]]:
    return request.reply(Page("offline.html", {"plays_on": bool(request.site.settings.offline)}))


@get_hidden("/worker.js")
async def worker() -> Response[bytes]:
    """Return the service worker; at the root, because it may only serve pages below its own address."""
    headers = {"Cache-Control": "no-cache"}
    return Response(await asyncio.to_thread(_WORKER.read_bytes), media_type="text/javascript", headers=headers)


_MADE: dict[str, tuple[str, Callable[[], bytes]]] = {
    **{name: (mimetypes.guess_type(name)[0] or "", lambda name=name: page_asset(name).encode()) for name in ASSETS},
    **{
        f"cards/{name}.svg": ("image/svg+xml", lambda pack=pack: sprite(pack).encode())
        for name, pack in packs().items()
    },
    **{f"{name}.woff2": ("font/woff2", lambda name=name: font(name)) for name in TYPEFACES},
}
"""The media type of each file, and what makes it."""


@get_hidden("/assets/{name:str}")
async def asset(
    request: Visit, name: Annotated[str, PathParameter(description="A file, such as `table.css`.", max_length=20)]
) -> Response[bytes]:
    """Send a style sheet, drawing or typeface; browsers keep it if its address contains a hash of its content."""
    try:
        return await _send_made(request, name, kept="v" in request.query_params)
    except (OSError, CalledProcessError) as error:  # no typeface could be cut or kept: pages use the reader's own
        raise NotFoundException from error


async def _send_made(request: Visit, name: str, *, kept: bool) -> Response[bytes]:
    if name not in _MADE:
        raise NotFoundException
    media_type, _make = _MADE[name]
    squeezed = media_type != "font/woff2" and _takes_gzip(request)
    content = await asyncio.to_thread(made_file, name, squeezed=squeezed)
    cache = f"public, max-age={YEAR}, immutable" if kept else "no-cache"
    return _answer_file(content, media_type, cache, squeezed=squeezed)


def _takes_gzip(request: Visit) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def _answer_file(content: bytes, media_type: str, cache: str = "no-cache", *, squeezed: bool) -> Response[bytes]:
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    if squeezed:
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=media_type, headers=headers)


@cache
def made_file(name: str, *, squeezed: bool) -> bytes:
    """Make a file; without a timestamp, it is the same on every run."""
    content = _MADE[name][1]()
    return compress(content, mtime=0) if squeezed else content


@get_hidden("/source.zip")
async def source() -> Response[bytes]:
    return download(await asyncio.to_thread(source_zip), "undercut.zip", "application/zip")


_SOURCES = (".py", ".md", ".html", ".css", ".js", ".svg", ".json", ".webmanifest", ".typed")
"""The endings of the files that the source code consists of."""


@cache
def source_zip() -> bytes:
    root = Path(str(files("undercut")))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in _SOURCES:
                archive.write(path, Path("undercut") / path.relative_to(root))
    return packed.getvalue()


# --- The edition without a server, for players who lose their connection ---


_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}

_SQUEEZED = (".mjs", ".js", ".wasm", ".css", ".svg", ".html", ".json", ".webmanifest")

_KEPT = 64  # number of files in memory


@get_hidden("/offline")
async def show_edition(request: Visit) -> Response[bytes] | Redirect:
    """Return the first page of the edition; its addresses are relative to the folder."""
    if not request.site.settings.offline:
        return Redirect("/no-connection")
    if not request.scope["raw_path"].endswith(b"/"):
        return Redirect("/offline/")
    return await _answer_edition(request, request.site.settings.offline, "index.html")


@get_hidden("/offline/{file:path}")
async def edition_file(
    request: Visit, file: Annotated[Path, PathParameter(description="A file of the edition.")]
) -> Response[bytes]:
    folder, name = request.site.settings.offline, str(file).lstrip("/")
    if folder and request.wants_page and await asyncio.to_thread(_read_edition, folder, name, squeezed=False) is None:
        shell = await asyncio.to_thread(_read_edition, folder, "index.html", squeezed=False) or b""
        # A page that only the edition itself can make: its shell begins there, if the browser knows the edition.
        return Response(shell.replace(b'href="./"', b'href="/offline/"'), media_type="text/html")
    return await _answer_edition(request, folder, name)


async def _answer_edition(request: Visit, folder: str, name: str) -> Response[bytes]:
    squeezed = name.endswith(_SQUEEZED) and _takes_gzip(request)
    content = await asyncio.to_thread(_read_edition, folder, name, squeezed=squeezed) if folder else None
    if content is None:
        raise NotFoundException
    media_type = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return _answer_file(content, media_type, squeezed=squeezed)


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
