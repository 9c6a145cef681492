"""PNG pictures for clients that show no SVG: previews of links, and icons of phones."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from functools import cache

from undercut import draw
from undercut.draw import Style
from undercut.draw.as_svg import png
from undercut.games.base.registry import spec
from undercut.pages.templates import STATIC
from undercut.site.security.limits import TooMuch
from undercut.table.scene import Scene

WIDTH, HEIGHT = 1200, 630
"""The size of a preview, in pixels, as chats and social networks expect it."""

_MOST_KEPT = 64
_MOST_WAITING = 8
_EDGE = 15
_BOX = re.compile(r'viewBox="([^"]+)"')
_FELT = "#2a5e4a"
_PAPER = "#f4f1e8"
_LOGO = STATIC / "favicon.svg"
_WAIT = "Too many previews are being drawn. Try again in a moment."


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


class Previews:
    """Draws the previews of tables one at a time, and keeps the last ones."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._drawing = asyncio.Semaphore(1)
        self._waiting = 0

    async def picture(self, scene: Scene) -> bytes:
        """Return the preview of a table."""
        key = (scene.table, scene.version)
        if key not in self._kept:
            if self._waiting >= _MOST_WAITING:
                raise TooMuch(_WAIT, 5.0)
            self._waiting += 1
            try:
                async with self._drawing:
                    if key not in self._kept:
                        self._kept[key] = await asyncio.to_thread(_drawn, scene)
            finally:
                self._waiting -= 1
        self._kept.move_to_end(key)
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]


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
