"""All cards of a pack as one SVG file; the page that shows them sets colours and detail."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from undercut.draw.faces import HEIGHT, WIDTH, Detail, back, figure_of, is_court, letter_of, paper, print_of
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
    large sign instead of all its pips, as small cards should. With `--whole: none` and `--part: inline` or
    `--strip: inline`, the figure of such a court card is whole within the card's left two thirds or its left third.
    With `--letters: inline` cards show the letters of their suits.

    Example:
        >>> from undercut.cards import ROPE
        >>> sprite(ROPE).count("<symbol")
        12
    """
    symbols = [_symbol(card, _face(card, pack)) for card in pack.texts]
    return tag("svg", *symbols, _symbol(BACK, _open(back())), xmlns="http://www.w3.org/2000/svg")


def _symbol(name: str, drawn: str) -> str:
    return tag("symbol", drawn, id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}")


_FIGURES = ((Detail.LARGE, "--whole, inline"), (Detail.PART, "--part, none"), (Detail.STRIP, "--strip, none"))


def _face(card: str, pack: Pack) -> str:
    drawn = "".join(
        _shown(shown, print_of(card, pack, Suits.TWO, detail) + _letter(card, pack, detail))
        for shown, detail in (("--pips, inline", Detail.PIPS), ("--sign, none", Detail.LARGE))
    )
    if is_court(card, pack):
        figures = {detail: figure_of(card, pack, Suits.TWO, detail) for detail, _ in _FIGURES}
        choice = "".join(_shown(shown, figures[detail]) for detail, shown in _FIGURES)
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
