"""The faces and backs of single cards, with the figures on them, in a box 100 units wide and 140 high."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from typing import NamedTuple

from undercut.cards import UNKNOWN, Art, Pack
from undercut.draw import read, shapes
from undercut.draw.shapes import SCISSORS, SUITS, circle, num, placed, rank, tag
from undercut.draw.style import PLAIN, Style, Suits, suit_colour
from undercut.translation import _

_SKIN, _GOLD, _HAIR, _PANEL = "#f3d3b1", "#e3a92f", "#6b4a2b", "#f4eedf"
_EYES = "#2b2118"
_CROWNED = "KQN"

_HEADGEAR = {"K": shapes.CROWN, "Q": shapes.CORONET, "J": shapes.CAP, "P": shapes.BERET, "N": shapes.HELMET}

_SHOULDERS = "M-32 34C-32 22-18 17-8 12L8 12C18 17 32 22 32 34Z"
_COLLAR = "M-12 13.5L0 29L12 13.5C6 10-6 10-12 13.5Z"
_BEARD = "M-10.5-2C-10 18-4 22 0 22C4 22 10 18 10.5-2C6 5-6 5-10.5-2Z"

_HAIRS = {
    "K": "M-12-10C-14 2-13 8-9 12C-5 20 5 20 9 12C13 8 14 2 12-10Z",
    "Q": "M-12-12C-19 2-19 14-16 22L-7 18L7 18L16 22C19 14 19 2 12-12Z",
    "J": "M-12-10C-16 0-16 6-14 11L14 11C16 6 16 0 12-10Z",
    "P": "M-11-10C-14-4-14 0-13 5L13 5C14 0 14-4 11-10Z",
    "N": "M-12-10C-13-4-13 2-12 7L12 7C13 2 13-4 12-10Z",
}


def court(rank: str, suit: str, colour: str) -> str:
    half = figure(rank, colour, 50, 45.5, 0.72) + tag("path", d=placed(SUITS[suit], 66, 24, 0.13), fill=colour)
    return "".join(
        (
            tag("rect", x=27, y=13, width=46, height=114, rx=4, fill=_PANEL),
            half,
            tag("g", half, transform="rotate(180 50 70)"),
            tag("path", d="M27 70L73 70", stroke=_GOLD, stroke_width=2.4),
            tag("rect", x=27, y=13, width=46, height=114, rx=4, fill="none", stroke=colour, stroke_width=1.2),
        )
    )


def figure(rank: str, colour: str, x: float, y: float, scale: float) -> str:
    """Draw one figure: about 64 units wide and 63 high, from 29 above its middle."""

    def shape(path: str, fill: str) -> str:
        return tag("path", d=placed(path, x, y, scale), fill=fill)

    eyes = circle(-3.8, -1, 1.4) + circle(3.8, -1, 1.4)
    return "".join(
        (
            shape(_SHOULDERS, colour),
            shape(_HAIRS[rank], _HAIR),
            shape(_COLLAR, _GOLD),
            shape(circle(0, 0, 10.5), _SKIN),
            shape(_BEARD, _HAIR) if rank == "K" else "",
            shape(placed(_HEADGEAR[rank], 0, -14, 0.66), _GOLD if rank in _CROWNED else colour),
            shape(eyes, _EYES),
        )
    )


_INK, _CUT, _ROPE, _STRAND = "#1c3d5a", "#b4232c", "#d3ab6d", "#8a6430"
_Run = tuple[float, float, float, float]  # a straight piece of rope, from a start to an end

_Twist = Callable[[list[_Run], float], str]  # draws the strands of some ropes, given their thickness


def ladder_face(card: str) -> str:
    """Draw a rope ladder with as many rungs as the card's number, or scissors, without the paper."""
    middle = _middle(card, 29, 71, (14, 126), _twist)
    if card.isdigit():
        corner = rank(card, 14.5, 21, 23, _INK)
        return middle + corner + tag("g", corner, transform="rotate(180 50 70)")
    # On a row, the number that scissors stand for covers their letter, so the other corner has none.
    pictures = placed(SCISSORS, 14.5, 47, 0.19) + placed(SCISSORS, 85.5, 117, -0.25)
    return middle + rank(card, 14.5, 21, 23, _CUT) + tag("path", d=pictures, fill=_CUT)


def large_ladder_face(card: str) -> str:
    """Draw the same for a card that is shown small."""
    colour = _INK if card.isdigit() else _CUT
    return _middle(card, 40, 91, (12, 128), _dashes) + rank(card, 19, 27, 33, colour)


def _middle(card: str, left: float, right: float, ends: tuple[float, float], twist: _Twist) -> str:
    top, end = ends
    half = (left + right) / 2
    if not card.isdigit():
        # Two loose ends that hang apart below the blades.
        loose = _rope([(half, top, half - 2, 44), (half, end, half + 2, 100)], 8, twist)
        return loose + tag("path", d=placed(SCISSORS, half, 72, (right - left) / 84), fill=_CUT)
    rungs = int(card)
    gap = (end - top) / (rungs + 1)
    rails = [(x, top, x, end) for x in (left + 3, right - 3)]
    steps = [(left, top + gap * step, right, top + gap * step) for step in range(1, rungs + 1)]
    return _rope(rails, 4, twist) + _rope(steps, 6.5, twist)


def _rope(runs: list[_Run], thick: float, twist: _Twist) -> str:
    return tag("path", d=_lines(runs), stroke=_ROPE, stroke_width=thick, stroke_linecap="round") + twist(runs, thick)


def _lines(runs: list[_Run]) -> str:
    return "".join(f"M{num(x, 1)} {num(y, 1)}L{num(u, 1)} {num(v, 1)}" for x, y, u, v in runs)


def _dashes(runs: list[_Run], thick: float) -> str:
    # Small cards need only a hint of the strands, and there may be a hundred of them.
    return tag("path", d=_lines(runs), stroke=_STRAND, stroke_width=thick * 0.8, stroke_dasharray="1.2 4.4")


def _twist(runs: list[_Run], thick: float) -> str:
    strands = "".join(_strands(run, thick) for run in runs)
    return tag("path", d=strands, stroke=_STRAND, stroke_width=1.1, stroke_linecap="round")


def _strands(run: _Run, thick: float) -> str:
    x, y, u, v = run
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    along = ((u - x) / length, (v - y) / length)
    count = max(2, round(length / (thick * 0.95)))
    drawn: list[str] = []
    for strand in range(count):
        middle = (strand + 0.5) * length / count
        # A strand is slanted: it starts a little earlier on one edge of the rope than it ends on the other.
        ends = [(middle + lean * thick * 0.3, lean * thick * 0.42) for lean in (-1, 1)]
        points = [(x + along[0] * far - along[1] * off, y + along[1] * far + along[0] * off) for far, off in ends]
        drawn.append("L".join(f"{num(px, 1)} {num(py, 1)}" for px, py in points))
    return "M" + "M".join(drawn)


WIDTH, HEIGHT = 100, 140  # the box of a card
STRIP = 37  # the width at a card's left edge that shows its rank and suit, at every level of detail
HEAD = 76  # the height at a card's top that shows its rank and suit


class _Paints(NamedTuple):
    paper: str = "#fffdf8"
    rim: str = "#8d8a80"
    back: str = "#7a2230"
    weave: str = "#b9606b"


_PRINTED = _Paints()


@dataclass(frozen=True, slots=True)
class _Corner:
    x: float
    rank_y: float
    rank: float
    suit_y: float
    suit: float
    letter_y: float
    letter: float


_SMALL_CORNER = _Corner(x=14.5, rank_y=21, rank=23, suit_y=46, suit=17, letter_y=62, letter=11)
_LARGE_CORNER = _Corner(x=19, rank_y=26, rank=32, suit_y=61, suit=25, letter_y=86, letter=16)


class Detail(Enum):
    """Draw the signs of a card: all its pips, or one large sign on small cards.

    The figure of a court card is as large as fits whole: into the card, into its left two thirds, or into its left
    third if other cards cover the rest.
    """

    PIPS = "pips"
    LARGE = "large"
    PART = "part"
    STRIP = "strip"


_PART_WIDTH = 65  # the visible width from which a figure of two thirds of the card is whole


def detail_of(shown: float, *, small: bool) -> Detail:
    """Return what to draw on a card that other cards may cover from the right."""
    if shown < WIDTH - 4:
        return Detail.PART if shown >= _PART_WIDTH else Detail.STRIP
    return Detail.LARGE if small else Detail.PIPS


_FIGURES = {Detail.LARGE: (63, 90, 1.06), Detail.PART: (40, 105, 0.74), Detail.STRIP: (19.5, 114, 0.54)}
"""The places and sizes of the one figure of a court card."""


@dataclass(frozen=True, slots=True)
class Card:
    rank: str
    suit: str
    letter: str
    colour: str
    value: int

    @property
    def is_court(self) -> bool:
        return self.value > _SPOTS


def card_svg(card: str, *, pack: Pack, style: Style = PLAIN) -> str:
    """Draw one card as an SVG document; `?` is a card back.

    Examples:
        >>> from undercut.cards import FRENCH
        >>> card_svg("Td", pack=FRENCH)[:90]
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" width="100" height="140" rol'
    """
    hidden = read.expect("card", card, str) == UNKNOWN
    name = _("face-down card") if hidden else read.expect("pack", pack, Pack).name(pack.code(card))
    drawn = back() if hidden else face(card, pack=pack, style=read.expect("style", style, Style))
    return tag(
        "svg",
        tag("title", name),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        aria_label=name,
    )


def face(card: str, *, pack: Pack, style: Style, detail: Detail = Detail.PIPS) -> str:
    return paper() + print_of(card, pack, style.suits, detail)


@lru_cache(maxsize=1024)
def print_of(card: str, pack: Pack, suits: Suits, detail: Detail) -> str:
    # Cached, because a table is drawn after every move with mostly the same cards.
    if pack.art is Art.LADDERS:
        return ladder_face(card) if detail is Detail.PIPS else large_ladder_face(card)
    taken = parted(card, pack, suits)
    letter = "" if suits is Suits.TWO else _letter(taken, detail)
    return _printed(taken, detail, figure_of(taken, detail) if taken.is_court else "") + letter


def _printed(taken: Card, detail: Detail, small_figure: str) -> str:
    is_small = detail is not Detail.PIPS
    at = _LARGE_CORNER if is_small else _SMALL_CORNER
    signs = [(at.x, at.suit_y, at.suit)]
    if not is_small:
        signs.append((WIDTH - at.x, HEIGHT - at.suit_y, -at.suit))
    drawn = ""
    if taken.is_court:
        drawn = small_figure if is_small else court(taken.rank, taken.suit, taken.colour)
    else:
        signs += [(62, 92, 58)] if is_small else _LAYOUTS[taken.value]
    middle = None if is_small else (WIDTH / 2, HEIGHT / 2)
    return drawn + _signs(taken, signs) + rank(taken.rank, at.x, at.rank_y, at.rank, taken.colour, around=middle)


def _letter(taken: Card, detail: Detail) -> str:
    sizes = _SMALL_CORNER if detail is Detail.PIPS else _LARGE_CORNER
    return shapes.suit_letter(taken.letter, sizes.x, sizes.letter_y, sizes.letter, taken.colour)


def figure_of(taken: Card, detail: Detail) -> str:
    """Draw the one figure of a small court card; all its signs are no figure."""
    return figure(taken.rank, taken.colour, *_FIGURES[detail]) if detail in _FIGURES else ""


def parted(card: str, pack: Pack, suits: Suits) -> Card:
    value, place = divmod(pack.code(card), len(pack.suits))
    suit = pack.suit_names[place]
    return Card(pack.ranks[value], suit, pack.suits[place], suit_colour(suit, suits), value + 1)


@cache
def back(paints: _Paints = _PRINTED) -> str:
    lines: list[str] = []
    left, top, right, bottom, step = 10, 10, WIDTH - 10, HEIGHT - 10, 10
    for start in range(left - (bottom - top), right, step):
        # Clip each line of the weave at the border.
        first, last = max(left, start), min(right, start + bottom - top)
        lines.append(f"M{first} {top + first - start}L{last} {top + last - start}")
        lines.append(f"M{first} {bottom - first + start}L{last} {bottom - last + start}")
    ground = tag("rect", class_="ground", x=5, y=5, width=90, height=130, rx=7, fill=paints.back)
    weave = tag("path", d="".join(lines), stroke_width=1.6)
    border = tag("rect", x=9, y=9, width=82, height=122, rx=5, stroke_width=2)
    return paper(paints) + ground + tag("g", weave, border, class_="weave", fill="none", stroke=paints.weave)


def paper(paints: _Paints = _PRINTED) -> str:
    return tag("rect", x=0.5, y=0.5, width=99, height=139, rx=9, fill=paints.paper, stroke=paints.rim, stroke_width=1)


_Sign = tuple[float, float, float]  # the place of a suit, and its size, negative if it is upside down


def _signs(card: Card, signs: list[_Sign]) -> str:
    """Draw the suit several times, in one element: pages show dozens of cards."""
    shape = SUITS[card.suit]
    return tag("path", d="".join(placed(shape, x, y, size / 100) for x, y, size in signs), fill=card.colour)


_SPOTS, _PIP = 10, 19

_L, _M, _R = 37.0, 50.0, 63.0
_TOP, _END = 25.0, 115.0
_UP2, _DOWN2 = 55.0, 85.0


def _layout(*rows: tuple[float, str]) -> list[_Sign]:
    columns = {"l": _L, "m": _M, "r": _R}
    return [(columns[column], y, _PIP if y <= HEIGHT / 2 else -_PIP) for y, where in rows for column in where]


_LAYOUTS = {
    1: [(WIDTH / 2, HEIGHT / 2, 52)],
    2: _layout((_TOP, "m"), (_END, "m")),
    3: _layout((_TOP, "m"), (70, "m"), (_END, "m")),
    4: _layout((_TOP, "lr"), (_END, "lr")),
    5: _layout((_TOP, "lr"), (70, "m"), (_END, "lr")),
    6: _layout((_TOP, "lr"), (70, "lr"), (_END, "lr")),
    7: _layout((_TOP, "lr"), (47.5, "m"), (70, "lr"), (_END, "lr")),
    8: _layout((_TOP, "lr"), (47.5, "m"), (70, "lr"), (92.5, "m"), (_END, "lr")),
    9: _layout((_TOP, "lr"), (_UP2, "lr"), (70, "m"), (_DOWN2, "lr"), (_END, "lr")),
    10: _layout((_TOP, "lr"), (40, "m"), (_UP2, "lr"), (_DOWN2, "lr"), (100, "m"), (_END, "lr")),
}

BACK = "back"  # the name of the symbol for a face-down card


@cache
def sprite(pack: Pack) -> str:
    """Draw every card of a pack as a symbol that a page shows by `<use href="...#7h">`.

    A page sets the colour of a suit by the property `--hearts` and so on, those of the back by `--back` and `--weave`,
    that of the paper by `--paper` and of its edge by `--rim`. With `--pips: none` and `--sign: inline` a card shows one
    large sign instead of all its pips, as small cards should. With `--whole: none` and `--part: inline` or
    `--strip: inline`, the figure of such a court card is whole within the card's left two thirds or its left third.
    With `--letters: inline` cards show the letters of their suits.
    """
    symbols = [_symbol(card, _face(card, pack)) for card in pack.texts]
    return tag("svg", *symbols, _symbol(BACK, back(_OPEN)), xmlns="http://www.w3.org/2000/svg")


def _symbol(name: str, drawn: str) -> str:
    return tag("symbol", drawn, id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}")


_SPRITE_FIGURES = ((Detail.LARGE, "--whole, inline"), (Detail.PART, "--part, none"), (Detail.STRIP, "--strip, none"))


_SPRITE_DETAILS = ((Detail.PIPS, "--pips, inline"), (Detail.LARGE, "--sign, none"))
_OPEN = _Paints(*(f"var(--{name}, {colour})" for name, colour in _PRINTED._asdict().items()))


def _face(card: str, pack: Pack) -> str:
    if pack.art is Art.LADDERS:
        prints = [(shown, print_of(card, pack, Suits.TWO, detail)) for detail, shown in _SPRITE_DETAILS]
    else:
        taken = parted(card, pack, Suits.TWO)
        taken = replace(taken, colour=f"var(--{taken.suit}, {taken.colour})")
        figures = [_shown(shown, figure_of(taken, detail)) for detail, shown in _SPRITE_FIGURES if taken.is_court]
        prints = [
            (shown, _printed(taken, detail, "".join(figures)) + _shown("--letters, none", _letter(taken, detail)))
            for detail, shown in _SPRITE_DETAILS
        ]
    return paper(_OPEN) + "".join(_shown(shown, drawn) for shown, drawn in prints)


def _shown(variable: str, drawn: str) -> str:
    return tag("g", drawn, display=f"var({variable})")
