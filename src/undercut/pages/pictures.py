"""Pictures of pixels: the previews of links to tables, and the site's icon for phones."""

from __future__ import annotations

import re
from functools import cache

from undercut import draw
from undercut.draw import Style
from undercut.draw.as_svg import png
from undercut.games.base.registry import spec
from undercut.pages.assets import STATIC
from undercut.table.scene import Scene

WIDTH, HEIGHT = 1200, 630  # the size of a preview, in pixels, as chats and social networks expect it

ICONS = {"192": (192, 0.8), "512": (512, 0.8), "maskable": (512, 0.6), "apple": (180, 0.75)}
"""The icons by the last part of their address: the size in pixels, and the part of it that the logo takes."""

_EDGE = 15
_BOX = re.compile(r'viewBox="([^"]+)"')
_FELT, _PAPER = "#2a5e4a", "#f4f1e8"

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
def site_icon(size: int, share: float) -> bytes:
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


def preview_png(scene: Scene) -> bytes:
    """Draw the preview of a table's link in pixels."""
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
