"""Render a table as one SVG document, and any SVG document as PNG; that is an extra with packages of its own."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from math import hypot
from pathlib import Path
from textwrap import wrap

from undercut.cards import Pack
from undercut.draw import read
from undercut.draw.faces import HEIGHT, STRIP, WIDTH, back, detail_of, face
from undercut.draw.layout import DROP, GAP, PAD, Box, PlacedCard, Sizes, fits, flow, heading, text_width
from undercut.draw.shapes import circle, escaped, num, shortened, tag, written
from undercut.draw.style import PALETTES, Palette, Style
from undercut.draw.tables import check_seats, marked
from undercut.games.base.parts.drawing import Arrangement, Item, Side, TableDrawing, Zone
from undercut.translation import _

_MARGIN = 10.0
_FONT = "system-ui, sans-serif"

_CROWD = 0.82  # the size of the cards of several other players, relative to those of a single one


@dataclass(frozen=True, slots=True)
class Arrow:
    seat: int
    card: str
    target: str
    colour: str

    def __post_init__(self) -> None:
        """Reject fields of other kinds."""
        read.whole(self.seat, "seat")
        for name in ("card", "target", "colour"):
            read.expect(name, getattr(self, name), str)


def render(table: TableDrawing, style: Style, highlight: Collection[str], arrows: Sequence[object] = ()) -> str:
    checked = [read.expect("arrows", arrow, Arrow) for arrow in arrows]
    check_seats("arrows", [arrow.seat for arrow in checked], len(table.sides))
    palette = PALETTES[style.theme]
    painter = _Painter(marked(table, highlight), style, palette)
    drawn, height = painter.everything()
    drawn += "".join(painter.arrow(arrow) for arrow in checked)
    label = ". ".join((table.title, table.status, *map(str, table.facts)))
    return tag(
        "svg",
        tag("title", escaped(table.title)),
        tag("desc", escaped(label)),
        tag("rect", width=style.width, height=height, rx=12, fill=palette.table),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {style.width} {num(height)}",
        width=style.width,
        height=height,
        role="group",
        aria_label=label,
        class_="undercut-table",
        font_family=_FONT,
    )


@dataclass(frozen=True, slots=True)
class _Area:
    x: float
    y: float
    width: float


@dataclass(slots=True)
class _Painter:
    """Draws the parts of one table; every part also returns where it ends, and notes where its cards lie for arrows."""

    table: TableDrawing
    style: Style
    palette: Palette
    anchors: "list[_Anchor]" = field(default_factory=list["_Anchor"])

    def arrow(self, arrow: Arrow) -> str:
        owner, aim = self.table.sides[arrow.seat].owner, arrow.target
        starts = [place for place in self.anchors if place.name == arrow.card]
        start = next((place for place in starts if place.owner == owner), starts[0] if starts else None)
        ends = [place for place in self.anchors if aim and place.name == aim and place is not start]
        if start is None:
            return ""
        if not ends:
            return tag("circle", cx=start.x, cy=start.y, r=16, fill="none", stroke=arrow.colour, stroke_width=4)
        end = ends[-1]
        far = hypot(end.x - start.x, end.y - start.y) or 1.0
        x, y = (end.x - start.x) / far, (end.y - start.y) / far
        line = f"M{num(start.x)} {num(start.y)}L{num(end.x - 12 * x)} {num(end.y - 12 * y)}"
        corners = ((end.x, end.y), *((end.x - 18 * x + 9 * s * y, end.y - 18 * y - 9 * s * x) for s in (1, -1)))
        head = "M" + "L".join(f"{num(left)} {num(top)}" for left, top in corners) + "Z"
        stem = {"stroke": arrow.colour, "stroke_width": 5, "stroke_linecap": "round", "fill": "none"}
        shade = stem | {"stroke": "#000", "stroke_opacity": 0.45, "stroke_width": 9}
        return tag("path", d=line, **shade) + tag("path", d=line, **stem) + tag("path", d=head, fill=arrow.colour)

    def everything(self) -> tuple[str, float]:
        inner = self.style.width - 2 * _MARGIN
        others, y = self.others(_Area(_MARGIN, _MARGIN, inner))
        middle, y = self.middle(_Area(_MARGIN, y, inner))
        own = self.table.own
        nearest, y = self.panel(own, (own.zones, (own.hand,)), _Area(_MARGIN, y, inner), self.sizes())
        return others + middle + nearest, y + _MARGIN

    def sizes(self, share: float = 1.0) -> Sizes:
        return Sizes(card=(46 + 0.038 * self.style.width) * share, letter=min(14.0, 11 + self.style.width / 400))

    def others(self, area: _Area) -> tuple[str, float]:
        sides = self.table.others
        sizes = self.sizes(1.0 if len(sides) == 1 else _CROWD)
        y = area.y
        drawn: list[str] = []
        for row in self.rows(sides, area.width, sizes):
            width = (area.width - GAP * (len(row) - 1)) / len(row)
            panels = [
                self.panel(side, ((side.hand, *side.zones),), _Area(area.x + place * (width + GAP), y, width), sizes)
                for place, side in enumerate(row)
            ]
            drawn += [panel for panel, _ in panels]
            y = max(end for _, end in panels) + GAP
        return "".join(drawn), y

    def rows(self, sides: Sequence[Side], width: float, sizes: Sizes) -> list[Sequence[Side]]:
        """Arrange sides in as many columns as make the table lowest; on ties the fewest, to leave cards space."""
        zones = [_shown((side.hand, *side.zones)) for side in sides]
        best: tuple[float, int] | None = None
        for columns in range(1, len(sides) + 1):
            each = (width - GAP * (columns - 1)) / columns
            if columns > 1 and not all(fits(one, each, sizes) for one in zones):
                break
            ends = [flow(one, 0, sizes.letter * 1.9, each, sizes)[1] for one in zones]
            height = sum(max(ends[start : start + columns]) for start in range(0, len(ends), columns))
            best = min(best or (height, columns), (height, columns))
        # Avoid a last row with a single side.
        count = -(-len(sides) // best[1]) if best else 1
        size = -(-len(sides) // count)
        return [sides[start : start + size] for start in range(0, len(sides), size)]

    def middle(self, area: _Area) -> tuple[str, float]:
        sizes = self.sizes()
        letters = int((area.width - 2 * PAD) / text_width("m", sizes))
        lines = [(line, self.palette.accent) for line in wrap(self.table.status, letters)]
        lines += [(line, self.palette.faint) for fact in self.table.facts for line in wrap(str(fact), letters)]
        y = area.y
        drawn: list[str] = []
        for line, colour in lines:
            y += sizes.letter * 1.4
            drawn.append(tag("text", escaped(line), x=area.x + PAD, y=y, fill=colour, font_size=sizes.letter))
        boxes, y = flow(_shown(self.table.middle), area.x, y + sizes.letter * 0.8, area.width, sizes)
        return "".join(drawn) + "".join(self.box(box, "", sizes) for box in boxes), y + GAP

    def panel(self, side: Side, rows: Sequence[Sequence[Zone]], area: _Area, sizes: Sizes) -> tuple[str, float]:
        drawn = [self.name(side, area)]
        y = area.y + sizes.letter * 1.9
        for row in rows:
            boxes, y = flow(_shown(row), area.x, y, area.width, sizes)
            drawn += [self.box(box, side.owner, sizes) for box in boxes]
            y += GAP if boxes else 0
        label = _("{heading}, to move").format(heading=side.heading) if side.turn else side.heading
        return tag("g", *drawn, role="group", aria_label=label), y - GAP

    def name(self, side: Side, area: _Area) -> str:
        """Write the name of a side, cut to fit, with a dot before it if the side is to move."""
        size = self.sizes().letter * 1.15
        x, y = area.x + PAD, area.y + size * 1.2
        colour = self.palette.accent if side.turn else self.palette.ink
        dot = tag("circle", cx=x + 4, cy=y - size * 0.33, r=4, fill=colour) if side.turn else ""
        start = x + (14 if side.turn else 0)
        most = max(3, int((area.x + area.width - start - PAD) / (size * _BOLD)))
        shown = shortened(side.heading, most)
        return dot + tag("text", escaped(shown), x=start, y=y, fill=colour, font_size=size, font_weight="600")

    def box(self, box: Box, owner: str, sizes: Sizes) -> str:
        name, details = heading(box.zone)
        brush = _Brush(self.table.pack, self.style, self.palette, sizes.scale)
        label = f"{owner} {box.zone.label}" if owner else box.zone.label.capitalize()
        heads = (
            (name, box.x + PAD, self.palette.faint, "start"),
            (details, box.x + box.width - PAD, self.palette.ink, "end"),
        )
        outline = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
        y = box.y + PAD + sizes.letter * 0.8
        self.anchors.extend(_anchors(box, owner, sizes))
        return tag(
            "g",
            tag("rect", class_="tray", **outline, rx=9, fill=self.palette.tray),
            self.meter(box, sizes),
            *(
                tag("text", escaped(text), x=x, y=y, fill=fill, font_size=sizes.letter, text_anchor=anchor)
                for text, x, fill, anchor in heads
                if text
            ),
            brush.cards(box, box.x + PAD, box.y + PAD + sizes.head),
            role="group",
            aria_label=", ".join(part for part in (label, details.replace(" · ", ", ")) if part),
        )

    def meter(self, box: Box, sizes: Sizes) -> str:
        """Draw how far a zone has come towards its goal; nothing for a zone without one."""
        if box.zone.meter is None:
            return ""
        reached, goal = box.zone.meter[:2]
        x, y, width = box.x + PAD, box.y + PAD + sizes.head - 6, box.width - 2 * PAD
        share = 1.0 if reached >= goal else reached / goal
        bar = tag("rect", x=x, y=y, width=width, height=3, rx=1.5, fill=self.palette.edge)
        if not share:
            return bar
        return bar + tag("rect", x=x, y=y, width=width * share, height=3, rx=1.5, fill=self.palette.accent)


@dataclass(frozen=True, slots=True)
class _Anchor:
    name: str
    owner: str
    x: float
    y: float


def _anchors(box: Box, owner: str, sizes: Sizes) -> Iterator[_Anchor]:
    if box.zone.target:
        yield _Anchor(box.zone.target, owner, box.x + box.width / 2, box.y + box.height / 2)
    for placed in box.spread.cards:
        x = box.x + PAD + (placed.x + min(placed.shown, WIDTH) / 2) * sizes.scale
        y = box.y + PAD + sizes.head + (placed.y + HEIGHT / 2) * sizes.scale
        yield from (_Anchor(item.card, owner, x, y) for item in (placed.item, *placed.item.over))


_BOLD = 0.64  # the width of a bold letter, as a share of its height


def _shown(zones: Sequence[Zone]) -> list[Zone]:
    return [zone for zone in zones if zone.shown]


_SMALL = 0.8  # cards below this scale show one large sign instead of all their pips
_ICE, _AIM = "#3d8fd1", "#ff7043"
_EDGE = tag("rect", width=WIDTH, height=HEIGHT, rx=9, fill="#e9e5da", stroke="#8d8a80", stroke_width=1)


@dataclass(frozen=True, slots=True)
class _Brush:
    pack: Pack
    style: Style
    palette: Palette
    scale: float  # pixels per unit of a card's box

    def cards(self, box: Box, x: float, y: float) -> str:
        if not box.spread.cards:
            return self._outline(x, y)
        pile = box.zone.arrangement is Arrangement.PILE
        return "".join(self._item(placed, x, y, pile=pile) for placed in box.spread.cards)

    def _outline(self, x: float, y: float) -> str:
        size = {"width": WIDTH * self.scale - 2, "height": HEIGHT * self.scale - 2}
        edge = {"stroke": self.palette.edge, "stroke_width": 1.5, "stroke_dasharray": "5 4"}
        return tag("rect", x=x + 1, y=y + 1, rx=9 * self.scale, fill="none", **size, **edge)

    def _item(self, placed: PlacedCard, x: float, y: float, *, pile: bool) -> str:
        left, top = x + placed.x * self.scale, y + placed.y * self.scale
        item = placed.item
        if item.hidden:
            edges = [self._placed(_EDGE, left + step, top + step, item) for step in (2.5, 1.25)] if pile else []
            return tag("g", *edges, self._placed(back(), left, top, item), class_="back", aria_hidden="true")
        base = self._card(item, left, top, STRIP if item.over else placed.shown)
        over = [
            self._card(
                card,
                left + place * STRIP * self.scale,
                top + place * DROP * self.scale,
                STRIP if place < len(item.over) else placed.shown - STRIP * place,
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


# --- PNG, with the same font on every machine -------------------------------------------------------------------------

_PIXEL_FONT = "Roboto"
_WEIGHTS = ("Regular", "Medium", "Bold")


def has_pixels() -> bool:
    """Whether the packages that `png` needs are installed."""
    return all(find_spec(name) for name in ("resvg_py", "font_roboto"))


def png(svg: str, *, width: int, height: int | None = None) -> bytes:
    """Draw an SVG document as PNG; this takes up to a second, and lets other threads run."""
    import resvg_py  # noqa: PLC0415  only pictures of pixels need it

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            skip_system_fonts=True,
            font_files=_files(),
            font_family=_PIXEL_FONT,
            sans_serif_family=_PIXEL_FONT,
        )
    )


@cache
def _files() -> list[str]:
    import font_roboto  # type: ignore[reportMissingTypeStubs]  # noqa: PLC0415  as above

    folder = Path(font_roboto.__path__[0]) / "files"
    return [str(folder / f"{_PIXEL_FONT}-{weight}.ttf") for weight in _WEIGHTS]
