"""All cards of a pack as one SVG file; the page that shows them sets colours and detail."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from undercut.draw.faces import HEIGHT, WIDTH, Detail, back, paper, print_of
from undercut.draw.paths import tag
from undercut.draw.style import Suits, suit_colour

if TYPE_CHECKING:
    from undercut.cards import Pack

BACK = "back"
"""The name of the symbol for a face-down card."""


@cache
def sprite(pack: Pack) -> str:
    """Draw every card of a pack as a symbol that a page shows by `<use href="...#7h">`.

    A page sets the colour of a suit by the property `--hearts` and so on, those of the back by `--back` and `--weave`,
    that of the paper by `--paper` and of its edge by `--rim`. With `--pips: none` and `--sign: inline` a card shows one
    large sign instead of all its pips, as small cards should.

    Example:
        >>> from undercut.cards import ROPE
        >>> sprite(ROPE).count("<symbol")
        12
    """
    symbols = [_symbol(card, _face(card, pack)) for card in pack.texts]
    return tag("svg", *symbols, _symbol(BACK, _open(back())), xmlns="http://www.w3.org/2000/svg")


def _symbol(name: str, drawn: str) -> str:
    return tag("symbol", drawn, id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}")


def _face(card: str, pack: Pack) -> str:
    details = (("--pips, inline", Detail.PIPS), ("--sign, none", Detail.LARGE))
    prints = [tag("g", print_of(card, pack, Suits.TWO, detail), display=f"var({shown})") for shown, detail in details]
    drawn = "".join(prints)
    if pack.suits:
        suit = pack.suit_names[pack.code(card) % len(pack.suits)]
        colour = suit_colour(suit, Suits.TWO)
        drawn = drawn.replace(f'"{colour}"', f'"var(--{suit}, {colour})"')
    return _open(paper()) + drawn


def _open(drawn: str) -> str:
    # The colours other than those of suits, as properties that the page may set.
    for name, colour in (("paper", "#fffdf8"), ("rim", "#8d8a80"), ("back", "#7a2230"), ("weave", "#b9606b")):
        drawn = drawn.replace(f'"{colour}"', f'"var(--{name}, {colour})"')
    return drawn
