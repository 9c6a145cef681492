"""Draw the cards of one zone of a table, with all their marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from undercut.draw.faces import HEIGHT, STRIP, WIDTH, back, detail_of, face
from undercut.draw.layout import DROP, Box, Spot
from undercut.draw.shapes import circle, num, tag, written
from undercut.games.base.parts.drawing import Arrangement, Item

if TYPE_CHECKING:
    from undercut.cards import Pack
    from undercut.draw.style import Palette, Style

_SMALL = 0.8
"""Cards below this scale show one large sign instead of all their pips."""

_ICE, _AIM = "#3d8fd1", "#ff7043"


@dataclass(frozen=True, slots=True)
class Brush:
    """Draws cards on a table."""

    pack: Pack
    style: Style
    palette: Palette
    scale: float  # pixels per unit of a card's box

    def cards(self, box: Box, x: float, y: float) -> str:
        """Draw all cards of a zone, or its outline if it is empty."""
        if not box.spread.spots:
            return self._outline(x, y)
        pile = box.zone.arrangement is Arrangement.PILE
        return "".join(self._item(spot, x, y, pile=pile) for spot in box.spread.spots)

    def _outline(self, x: float, y: float) -> str:
        size = {"width": WIDTH * self.scale - 2, "height": HEIGHT * self.scale - 2}
        edge = {"stroke": self.palette.edge, "stroke_width": 1.5, "stroke_dasharray": "5 4"}
        return tag("rect", x=x + 1, y=y + 1, rx=9 * self.scale, fill="none", **size, **edge)

    def _item(self, spot: Spot, x: float, y: float, *, pile: bool) -> str:
        left, top = x + spot.x * self.scale, y + spot.y * self.scale
        item = spot.item
        if item.hidden:
            edges = [self._placed(_edge(), left + step, top + step, item) for step in (2.5, 1.25)] if pile else []
            return tag("g", *edges, self._placed(back(), left, top, item), class_="back", aria_hidden="true")
        base = self._card(item, left, top, STRIP if item.over else spot.shown)
        over = [
            self._card(
                card,
                left + place * STRIP * self.scale,
                top + place * DROP * self.scale,
                STRIP if place < len(item.over) else spot.shown - STRIP * place,
            )
            for place, card in enumerate(item.over, 1)
        ]
        return base + "".join(over)

    def _card(self, item: Item, x: float, y: float, shown: float) -> str:
        detail = detail_of(shown, small=self.scale < _SMALL)
        drawn = face(item.card, pack=self.pack, style=self.style, detail=detail) + self._marks(item)
        placed = self._placed(drawn, x, y, item)
        return tag("g", placed, class_="card", data_card=item.card, role="img", aria_label=item.name)

    def _placed(self, drawn: str, x: float, y: float, item: Item) -> str:
        move = f"translate({num(x)} {num(y)}) scale({num(self.scale)})"
        if item.turned:
            move += f" translate(0 {WIDTH}) rotate(-90)"
        return tag("g", drawn, transform=move)

    def _marks(self, item: Item) -> str:
        drawn: list[str] = []
        if item.frozen:
            drawn.append(_frost())
        if item.seen:
            drawn.append(_eye())
        if item.times > 1:
            drawn.append(_badge(f"x{item.times}"))
        if item.badge:
            drawn.append(_badge(item.badge))
        if item.aimed:
            drawn.append(_frame(_AIM, dashes="12 7"))
        if item.moved:
            drawn.append(_frame(self.palette.accent))
        return "".join(drawn)


def _edge() -> str:
    return tag("rect", width=WIDTH, height=HEIGHT, rx=9, fill="#e9e5da", stroke="#8d8a80", stroke_width=1)


def _badge(text: str) -> str:
    wide = 14 + 15 * len(text)
    ground = tag("rect", x=4, y=108, width=wide, height=28, rx=6, fill="#22262b")
    return ground + written(text, 4 + wide / 2, 122, 17, "#fff")


def _frame(colour: str, dashes: str = "none") -> str:
    look = {"fill": "none", "stroke": colour, "stroke_width": 6, "stroke_dasharray": dashes}
    return tag("rect", x=-1, y=-1, width=WIDTH + 2, height=HEIGHT + 2, rx=10, **look)


def _frost() -> str:
    veil = tag("rect", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=8, fill="#bfe3ff", fill_opacity=0.55)
    arms = "M0-14L0 14M-12-7L12 7M-12 7L12-7M-4-12L0-8L4-12M-4 12L0 8L4 12"
    flake = tag("path", d=arms, stroke=_ICE, stroke_width=3, fill="none", stroke_linecap="round")
    return veil + tag("g", flake, transform="translate(19 120)")


def _eye() -> str:
    ball = tag("path", d="M-13 0C-7-9 7-9 13 0C7 9-7 9-13 0Z", fill="#fff", stroke="#5a5f66", stroke_width=2)
    return tag("g", ball + tag("path", d=circle(0, 0, 4), fill="#5a5f66"), transform="translate(19 126)")
