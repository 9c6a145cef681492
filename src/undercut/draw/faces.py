"""The faces and backs of single cards, in a box 100 units wide and 140 high."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from undercut.cards import ROPE, Pack
from undercut.draw.figures import court, figure, large_rope_face, rope_face
from undercut.draw.shapes import SUITS, num, placed, rank, suit_letter, tag
from undercut.draw.style import PLAIN, Style, Suits, suit_colour
from undercut.games.base.reader import UNKNOWN

WIDTH, HEIGHT = 100, 140
"""The box of a card."""

STRIP = 37
"""The width at a card's left edge that shows its rank and suit, at every level of detail."""

HEAD = 76
"""The height at a card's top that shows its rank and suit."""

_PAPER, _RIM, _BACK, _WEAVE = "#fffdf8", "#8d8a80", "#7a2230", "#b9606b"


@dataclass(frozen=True, slots=True)
class _Corner:
    """The places and sizes of the signs in a corner."""

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
    """What is drawn on a card: all its pips, or one large sign on small cards.

    The figure of a court card is as large as fits whole: into the card, into its left two thirds, or into its left
    third if other cards cover the rest.
    """

    PIPS = "pips"
    LARGE = "large"
    PART = "part"
    STRIP = "strip"


_PART_WIDTH = 65
"""The visible width from which a figure of two thirds of the card is whole."""


def detail_of(shown: float, *, small: bool) -> Detail:
    """Return what to draw on a card that other cards may cover from the right."""
    if shown < WIDTH - 4:
        return Detail.PART if shown >= _PART_WIDTH else Detail.STRIP
    return Detail.LARGE if small else Detail.PIPS


_FIGURES = {Detail.LARGE: (63, 90, 1.06), Detail.PART: (40, 105, 0.74), Detail.STRIP: (19.5, 114, 0.54)}
"""The places and sizes of the one figure of a court card."""


@dataclass(frozen=True, slots=True)
class _Card:
    """A card split into the parts to draw."""

    rank: str
    suit: str
    letter: str
    colour: str
    value: int


def card_svg(card: str, *, pack: Pack, style: Style = PLAIN) -> str:
    """Draw one card as an SVG document; `?` is a card back.

    Examples:
        >>> from undercut.cards import FRENCH
        >>> card_svg("Td", pack=FRENCH)[:90]
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" width="100" height="140" rol'
    """
    name = "face-down card" if card == UNKNOWN else pack.name(pack.code(card))
    drawn = back() if card == UNKNOWN else face(card, pack=pack, style=style)
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
    """Draw the face of a card."""
    return paper() + print_of(card, pack, style.suits, detail)


@lru_cache(maxsize=1024)
def print_of(card: str, pack: Pack, suits: Suits, detail: Detail) -> str:
    """Draw the print on a card, without the paper."""
    # Cached, because a table is drawn after every move with mostly the same cards.
    if pack is ROPE:
        return rope_face(card) if detail is Detail.PIPS else large_rope_face(card)
    taken = _read(card, pack, suits)
    letter = "" if suits is Suits.TWO else letter_of(card, pack, suits, detail)
    if detail is Detail.PIPS:
        corner = _corner(taken, _SMALL_CORNER)
        return _middle(taken) + corner + letter + _turned(corner)
    sign = (
        _pips(taken, [(62, 92, 1)], 58)
        if taken.value <= _SPOTS
        else figure(taken.rank, taken.colour, *_FIGURES[detail])
    )
    return sign + _corner(taken, _LARGE_CORNER) + letter


def letter_of(card: str, pack: Pack, suits: Suits, detail: Detail) -> str:
    """Draw the letter of a card's suit, below the suit in the corner."""
    taken, sizes = _read(card, pack, suits), _SMALL_CORNER if detail is Detail.PIPS else _LARGE_CORNER
    return suit_letter(taken.letter, sizes.x, sizes.letter_y, sizes.letter, taken.colour)


def figure_of(card: str, pack: Pack, suits: Suits, detail: Detail) -> str:
    """Draw the one figure of a court card."""
    taken = _read(card, pack, suits)
    return figure(taken.rank, taken.colour, *_FIGURES[detail])


def is_court(card: str, pack: Pack) -> bool:
    """Whether a card has a figure."""
    return bool(pack.suits) and pack.code(card) // len(pack.suits) >= _SPOTS


def _read(card: str, pack: Pack, suits: Suits) -> _Card:
    value, place = divmod(pack.code(card), len(pack.suits))
    suit = pack.suit_names[place]
    return _Card(pack.ranks[value], suit, pack.suits[place], suit_colour(suit, suits), value + 1)


@cache
def back() -> str:
    """Draw the back of a card: a weave of ropes within a border."""
    lines: list[str] = []
    left, top, right, bottom, step = 10, 10, WIDTH - 10, HEIGHT - 10, 10
    for start in range(left - (bottom - top), right, step):
        # Clip each line of the weave at the border.
        first, last = max(left, start), min(right, start + bottom - top)
        lines.append(f"M{first} {top + first - start}L{last} {top + last - start}")
        lines.append(f"M{first} {bottom - first + start}L{last} {bottom - last + start}")
    weave = tag("path", d="".join(lines), fill="none", stroke=_WEAVE, stroke_width=1.6)
    border = tag("rect", x=9, y=9, width=82, height=122, rx=5, fill="none", stroke=_WEAVE, stroke_width=2)
    return paper() + tag("rect", x=5, y=5, width=90, height=130, rx=7, fill=_BACK) + weave + border


def paper() -> str:
    """Draw the paper of a card, with nothing on it."""
    return tag("rect", x=0.5, y=0.5, width=99, height=139, rx=9, fill=_PAPER, stroke=_RIM, stroke_width=1)


def _corner(card: _Card, sizes: _Corner) -> str:
    drawn = rank(card.rank, sizes.x, sizes.rank_y, sizes.rank, card.colour)
    return drawn + _pips(card, [(sizes.x, sizes.suit_y, 1)], sizes.suit)


def _turned(drawn: str) -> str:
    return tag("g", drawn, transform=f"rotate(180 {num(WIDTH / 2)} {num(HEIGHT / 2)})")


def _middle(card: _Card) -> str:
    if card.value > _SPOTS:
        return court(card.rank, card.suit, card.colour)
    if card.value == 1:
        return _pips(card, [(WIDTH / 2, HEIGHT / 2, 1)], 52)
    return _pips(card, _LAYOUTS[card.value], 19)


def _pips(card: _Card, places: list[tuple[float, float, int]], size: float) -> str:
    shape = SUITS[card.suit]
    drawn = "".join(placed(shape, x, y, size / 100, turn=turn) for x, y, turn in places)
    return tag("path", d=drawn, fill=card.colour)


_SPOTS = 10

_L, _M, _R = 37.0, 50.0, 63.0
_TOP, _END = 25.0, 115.0
_UP2, _DOWN2 = 55.0, 85.0


def _layout(*rows: tuple[float, str]) -> list[tuple[float, float, int]]:
    columns = {"l": _L, "m": _M, "r": _R}
    return [(columns[column], y, 1 if y <= HEIGHT / 2 else -1) for y, where in rows for column in where]


_LAYOUTS = {
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


BACK = "back"
"""The name of the symbol for a face-down card."""


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
    return tag("svg", *symbols, _symbol(BACK, _open(back())), xmlns="http://www.w3.org/2000/svg")


def _symbol(name: str, drawn: str) -> str:
    return tag("symbol", drawn, id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}")


_SPRITE_FIGURES = ((Detail.LARGE, "--whole, inline"), (Detail.PART, "--part, none"), (Detail.STRIP, "--strip, none"))


def _face(card: str, pack: Pack) -> str:
    drawn = "".join(
        _shown(shown, print_of(card, pack, Suits.TWO, detail) + _letter(card, pack, detail))
        for shown, detail in (("--pips, inline", Detail.PIPS), ("--sign, none", Detail.LARGE))
    )
    if is_court(card, pack):
        figures = {detail: figure_of(card, pack, Suits.TWO, detail) for detail, _ in _SPRITE_FIGURES}
        choice = "".join(_shown(shown, figures[detail]) for detail, shown in _SPRITE_FIGURES)
        drawn = drawn.replace(figures[Detail.LARGE], choice)
    if pack.suits:
        suit = pack.suit_names[pack.code(card) % len(pack.suits)]
        colour = suit_colour(suit, Suits.TWO)
        drawn = drawn.replace(f'"{colour}"', f'"var(--{suit}, {colour})"')
    return _open(paper()) + drawn


def _letter(card: str, pack: Pack, detail: Detail) -> str:
    return _shown("--letters, none", letter_of(card, pack, Suits.TWO, detail)) if pack.suits else ""


def _shown(variable: str, drawn: str) -> str:
    return tag("g", drawn, display=f"var({variable})")


def _open(drawn: str) -> str:
    # The colours other than those of suits, as properties that the page may set.
    for name, colour in (("paper", "#fffdf8"), ("rim", "#8d8a80"), ("back", "#7a2230"), ("weave", "#b9606b")):
        drawn = drawn.replace(f'"{colour}"', f'"var(--{name}, {colour})"')
    return drawn
