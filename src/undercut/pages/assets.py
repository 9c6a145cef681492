"""Files that pages link to: style sheets, joined from parts, sprites of icons, portraits and cards, previews, icons."""

import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from markupsafe import Markup

from undercut import draw
from undercut.cards import Pack
from undercut.draw import Style
from undercut.draw.as_svg import png
from undercut.draw.faces import sprite
from undercut.games.base import registry
from undercut.table.scene import Scene

STATIC = Path(__file__).parent / "static"

_TABLE = ("board", "strip", "cards", "people", "hand", "chips", "moves", "piles", "ring", "beside", "plays", "ending")
_SITE = ("frame", "parts", "pages", "daily", "front", "returning", "live", "books", "places")
_PAGES = ("chart", "editor", "lab", "new", "review")

SHEETS = {
    "site": ("tokens", *(f"site/{part}" for part in _SITE), "states/wishes"),
    "table": (*(f"table/{part}" for part in (*_TABLE, "waiting", "watching", "grid")), "states/sideways"),
    "lesson": (*(f"table/{part}" for part in (*_TABLE, "grid", "coach")), "states/sideways"),
    **{page: (f"page/{page}",) for page in _PAGES},
}
"""The parts of each sheet, in order; the folder of a part is its layer. Games add their own."""

_CONDITION = re.compile(r"@custom-media (--[\w-]+) (.+);.*\n")
_MIXIN = re.compile(r"@mixin (--\w+)\(\) {\n(.+?)\n}\n", re.DOTALL)


def game_class(name: str) -> str:
    return name.replace("_", "-")


DRAWINGS = ("icons", "portraits")  # sprites of pictures, each a symbol
ASSETS = (*(f"{sheet}.css" for sheet in SHEETS), *(f"{drawing}.svg" for drawing in DRAWINGS))

_SIGNS = {"gain": "points", "strike": "scuttle", "spell": "spell", "safe": "keep"}
"""The icon of a move that has none of its own, by its tone."""


@cache
def asset(name: str) -> str:
    return _sheet(name.removesuffix(".css")) if name.endswith(".css") else (STATIC / name).read_text(encoding="utf-8")


def _sheet(name: str) -> str:
    """Join the parts of a sheet, and write out what browsers do not know yet: ``@custom-media`` and ``@mixin``."""
    parts = [(part.partition("/")[0], STATIC / f"{part}.css") for part in SHEETS[name]]
    parts += [("game", file) for file in _of_games(name)]
    layers = [f"@layer {layer} {{\n{part.read_text(encoding='utf-8')}}}" for layer, part in parts]
    text = "\n".join([(STATIC / "shared.css").read_text(encoding="utf-8"), *layers])
    for condition, meaning in _CONDITION.findall(text):
        text = text.replace(f"({condition})", f"({meaning})")
    for mixin, rules in _MIXIN.findall(text):
        text = text.replace(f"@apply {mixin};", rules)
    return _MIXIN.sub("", _CONDITION.sub("", text))


def _of_games(sheet: str) -> list[Traversable]:
    """Return what the games add to a sheet: ``place.css``, their colours, to all pages, the rest to their tables."""
    if sheet in _PAGES:
        return []
    own = [file for game in registry.names() for file in files(registry.package(game)).iterdir()]
    wanted = [file for file in own if file.name.endswith(".css") and (file.name == "place.css") == (sheet == "site")]
    return sorted(wanted, key=str)


NOTED = STATIC.with_name("versions.json")  # the file with the versions of an edition's built files


@cache
def _noted() -> dict[str, str]:
    return cast("dict[str, str]", json.loads(NOTED.read_bytes())) if NOTED.exists() else {}


def _version_of(name: str, make: Callable[[], str]) -> str:
    """Return the version of a file: a hash of its content, noted by the build of an edition that has it already."""
    return _noted().get(name) or sha256(make().encode()).hexdigest()[:10]


@cache
def asset_address(name: str) -> str:
    """Return the address of a style sheet or sprite, which contains a hash of its content."""
    return f"/assets/{name}?v={_version_of(name, lambda: asset(name))}"


@cache
def icon(name: str, tone: str = "") -> Markup:
    """Draw an icon, or that of a tone if the name is empty."""
    address = f"{asset_address('icons.svg')}#{name or _SIGNS.get(tone, 'ok')}"
    return Markup('<svg class="ic" aria-hidden="true"><use href="{}"/></svg>').format(address)


@cache
def portrait(name: str, mood: str = "") -> Markup:
    """Draw a person in a mood: ``"glad"``, ``"sad"``, ``"think"``, or calm."""
    address = f"{asset_address('portraits.svg')}#{name}"
    return Markup('<svg class="pic {}" aria-hidden="true"><use href="{}"/></svg>').format(mood, address)


@cache
def packs() -> dict[str, Pack]:
    return {pack.id: pack for pack in (registry.spec(game).pack for game in registry.names())}


@cache
def sprite_address(pack: Pack) -> str:
    return f"/cards/{pack.id}.svg?v={_version_of(pack.id, lambda: sprite(pack))}"


PAGE = {"light": "#f5f0e4", "dark": "#12161a"}  # the colour of pages, as the browser's own bars have it

WIDTH, HEIGHT = 1200, 630  # the size of a preview, in pixels, as chats and social networks expect it

ICONS = {"192": (192, 0.8), "512": (512, 0.8), "maskable": (512, 0.6), "apple": (180, 0.75)}
"""The icons by the last part of their address: the size in pixels, and the part of it that the logo takes."""

_EDGE = 15
_BOX = re.compile(r'viewBox="([^"]+)"')
_FELT = "#2a5e4a"


def preview_svg(scene: Scene) -> str:
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
def site_icon(size: int, share: float) -> bytes:
    side = size * share
    edge = (size - side) / 2
    placed = _nested((STATIC / "favicon.svg").read_text(encoding="utf-8"), (edge, edge), (side, side))
    return png(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
        f'<rect width="{size}" height="{size}" fill="{PAGE["light"]}"/>{placed}</svg>',
        width=size,
        height=size,
    )


def _nested(svg: str, corner: tuple[float, float], size: tuple[float, float]) -> str:
    root, _, rest = svg.partition(">")
    box = _BOX.search(root)
    assert box  # noqa: S101  all our pictures have one
    return f'<svg x="{corner[0]}" y="{corner[1]}" width="{size[0]}" height="{size[1]}" viewBox="{box[1]}">{rest}'


def preview_png(scene: Scene) -> bytes:
    return png(preview_svg(scene), width=WIDTH, height=HEIGHT)


@cache
def _cover(game: str) -> str:
    known = registry.spec(game)
    cards = known.words.cover or tuple(known.pack.texts[:3])
    height, width = HEIGHT * 0.7, HEIGHT * 0.5
    drawn: list[str] = []
    for place, card in enumerate(cards):
        off = place - (len(cards) - 1) / 2
        face = _nested(draw.card_svg(card, pack=known.pack), (-width / 2, -height / 2), (width, height))
        middle = (WIDTH / 2 + off * width * 0.75, HEIGHT / 2 + abs(off) * 25)
        drawn.append(f'<g transform="translate({middle[0]} {middle[1]}) rotate({off * 9})">{face}</g>')
    return "".join(drawn)
