"""Files for pages: cards, previews, icons, style sheets, typefaces, and the edition without a server."""

from __future__ import annotations

import asyncio
import mimetypes
import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from gzip import compress
from pathlib import Path
from subprocess import CalledProcessError
from typing import Annotated

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, PathParameter
from litestar.response import Redirect, Response
from msgspec import Struct

from undercut import draw
from undercut.draw import Style
from undercut.draw.as_svg import png
from undercut.draw.faces import sprite
from undercut.games.base.registry import spec
from undercut.pages.assets import DRAWINGS, SHEETS, packs
from undercut.pages.assets import asset as page_asset
from undercut.pages.templates import STATIC
from undercut.site.base.fonts import TYPEFACES, font
from undercut.site.routes.description import READ_REFUSALS, TableId
from undercut.site.routes.replies import show, wants_page
from undercut.site.routes.services import ThisSite, address_here
from undercut.site.security.guests import YEAR, SiteRequest
from undercut.table.scene import Scene
from undercut.table.showing import scene

WIDTH, HEIGHT = 1200, 630  # the size of a preview, in pixels, as chats and social networks expect it
_MOST_KEPT = 64
_EDGE = 15
_BOX = re.compile(r'viewBox="([^"]+)"')

_FELT = "#2a5e4a"
_PAPER = "#f4f1e8"
_LOGO = STATIC / "favicon.svg"


def preview_svg(scene: Scene) -> str:
    """Draw a table for the preview of its link: the cards on it, or the game's cover before the deal."""
    if scene.view is None:
        inner = _cover(scene.game)
    else:
        names = [seat.name for seat in scene.seats]
        table = draw.svg(scene.view, style=Style(width=WIDTH), names=names, goals=scene.goals)
        inner = _nested(table, (_EDGE, _EDGE), (WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_FELT}"/>{inner}</svg>'
    )


@cache
def icon(size: int, share: float) -> bytes:
    """Draw the site's icon for phones."""
    side = size * share
    edge = (size - side) / 2
    placed = _nested(_LOGO.read_text(encoding="utf-8"), (edge, edge), (side, side))
    return png(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
        f'<rect width="{size}" height="{size}" fill="{_PAPER}"/>{placed}</svg>',
        width=size,
        height=size,
    )


def _nested(svg: str, corner: tuple[float, float], size: tuple[float, float]) -> str:
    """Fit a document into a box of another one."""
    root, _, rest = svg.partition(">")
    box = _BOX.search(root)
    assert box  # noqa: S101  all our pictures have one
    return f'<svg x="{corner[0]}" y="{corner[1]}" width="{size[0]}" height="{size[1]}" viewBox="{box[1]}">{rest}'


def _drawn(scene: Scene) -> bytes:
    return png(preview_svg(scene), width=WIDTH, height=HEIGHT)


@cache
def _cover(game: str) -> str:
    """Draw the cards that stand for a game, fanned out."""
    known = spec(game)
    cards = known.words.cover or tuple(known.pack.texts[:3])
    height, width = HEIGHT * 0.7, HEIGHT * 0.5
    drawn: list[str] = []
    for place, card in enumerate(cards):
        off = place - (len(cards) - 1) / 2
        face = _nested(draw.card_svg(card, pack=known.pack), (-width / 2, -height / 2), (width, height))
        middle = (WIDTH / 2 + off * width * 0.75, HEIGHT / 2 + abs(off) * 25)
        drawn.append(f'<g transform="translate({middle[0]} {middle[1]}) rotate({off * 9})">{face}</g>')
    return "".join(drawn)


@get("/cards/{name:str}", include_in_schema=False)
async def card_sprite(request: SiteRequest, name: FromPath[str]) -> Response[bytes]:
    """Send a pack's sprite; its address contains a hash of its content."""
    if f"cards/{name}" not in _MADE:
        message = f"No such cards: {name[:40]!r}."
        raise NotFoundException(message)
    return await _send_made(request, f"cards/{name}", kept=True)


_WORKER = STATIC / "worker.js"
_DAY = 24 * 60 * 60
ICONS = {"192": (192, 0.8), "512": (512, 0.8), "maskable": (512, 0.6), "apple": (180, 0.75)}
"""The icons by the last part of their address: the size in pixels, and the part of it that the logo takes."""


class Offline(Struct, frozen=True):
    """The offline page."""

    plays_on: bool  # whether the edition without a server is here


@get("/t/{table:str}/preview.png", responses=READ_REFUSALS, media_type="image/png", include_in_schema=False)
async def preview(request: SiteRequest, site: ThisSite, table: TableId) -> Response[bytes]:
    """Return a picture of a table as the public may see it, for previews of its link."""
    room = site.rooms.room(table)
    now = await room.enter()
    picture = site.previews.get((table, now.version))
    if picture is None:
        shown = scene(now, None, room.live(None, address_here(request)))
        picture = site.previews[table, now.version] = await site.rooms.apart(partial(_drawn, shown))
        while len(site.previews) > _MOST_KEPT:
            del site.previews[next(iter(site.previews))]
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


@get("/no-connection", include_in_schema=False)
async def offline(request: SiteRequest, site: ThisSite) -> Response[Offline]:
    """Return the page that the service worker shows without a connection."""
    return show(request, "offline.html", Offline(bool(site.settings.offline)))


@get("/worker.js", include_in_schema=False)
async def worker() -> Response[bytes]:
    """Return the service worker; at the root, because it may only serve pages below its own address."""
    headers = {"Cache-Control": "no-cache"}
    return Response(await asyncio.to_thread(_WORKER.read_bytes), media_type="text/javascript", headers=headers)


# --- Files made from parts -------------------------------------------------------------------------------------------


_MADE: dict[str, tuple[str, Callable[[], bytes]]] = {
    **{f"{name}.css": ("text/css", lambda name=name: page_asset(f"{name}.css").encode()) for name in SHEETS},
    **{f"{name}.svg": ("image/svg+xml", lambda name=name: page_asset(f"{name}.svg").encode()) for name in DRAWINGS},
    **{
        f"cards/{name}.svg": ("image/svg+xml", lambda pack=pack: sprite(pack).encode())
        for name, pack in packs().items()
    },
    **{f"{name}.woff2": ("font/woff2", lambda name=name: font(name)) for name in TYPEFACES},
}
"""The media type of each file, and what makes it."""


@get("/assets/{name:str}", include_in_schema=False)
async def asset(
    request: SiteRequest,
    name: Annotated[str, PathParameter(description="A file, such as `table.css`.", max_length=20)],
) -> Response[bytes]:
    """Send a style sheet, drawing or typeface; browsers keep it if its address contains a hash of its content."""
    if name not in _MADE:
        raise NotFoundException
    try:
        return await _send_made(request, name, kept="v" in request.query_params)
    except (OSError, CalledProcessError) as error:  # no typeface could be cut or kept: pages use the reader's own
        raise NotFoundException from error


async def _send_made(request: SiteRequest, name: str, *, kept: bool) -> Response[bytes]:
    media_type, _make = _MADE[name]
    squeezed = media_type != "font/woff2" and "gzip" in request.headers.get("accept-encoding", "")
    content = await asyncio.to_thread(made_file, name, squeezed=squeezed)
    headers = {
        "Cache-Control": f"public, max-age={YEAR}, immutable" if kept else "no-cache",
        "Vary": "Accept-Encoding",
    }
    if squeezed:
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=media_type, headers=headers)


@cache
def made_file(name: str, *, squeezed: bool) -> bytes:
    """Make a file; without a timestamp, it is the same on every run."""
    made = _MADE[name][1]()
    return compress(made, mtime=0) if squeezed else made


# --- The edition without a server, for players who lose their connection ---------------------------------------------


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
    found = await asyncio.to_thread(_read_edition, folder, name, squeezed=squeezed) if folder else None
    if found is None:
        raise NotFoundException
    media_type = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if squeezed:
        headers["Content-Encoding"] = "gzip"
    return Response(found, media_type=media_type, headers=headers)


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
