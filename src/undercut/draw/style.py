"""Drawing options of callers, and the resulting colours."""

from dataclasses import dataclass
from enum import Enum

from undercut.draw import read


class Colour(Enum):
    NONE = "none"
    TWO = "two"
    FOUR = "four"


class Suits(Enum):
    """How the four suits are told apart: by two colours, by two colours and letters, or by four colours and letters."""

    TWO = "two"
    LETTERS = "letters"
    FOUR = "four"


class Theme(Enum):
    FELT = "felt"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Style:
    """How a table or a card is drawn as SVG.

    Args:
        width: The width, in CSS pixels, to lay the table out for; the drawing still scales to any size.

    Raises:
        UndercutError: The width is too small for a table, or an argument is of another kind.
    """

    width: int = 720
    suits: Suits = Suits.TWO
    theme: Theme = Theme.FELT

    def __post_init__(self) -> None:
        """Reject widths that are too small to read a hand of cards."""
        read.width(self.width, NARROWEST, "pixels")
        read.expect("suits", self.suits, Suits)
        read.expect("theme", self.theme, Theme)


NARROWEST = 280  # the smallest width that a table can be laid out for
PLAIN = Style()  # the default style


@dataclass(frozen=True, slots=True)
class Palette:
    table: str
    tray: str
    edge: str  # the outline of a tray, and of an empty zone
    ink: str
    faint: str
    accent: str


PALETTES = {
    Theme.FELT: Palette("#14523f", "#1b604b", "#2f7a62", "#f6f3e8", "#c3dccf", "#ffd166"),
    Theme.LIGHT: Palette("#eceae2", "#f7f5ef", "#d0cbbb", "#22262b", "#5a5f66", "#c2410c"),
    Theme.DARK: Palette("#15181d", "#1e232a", "#363d48", "#eef1f5", "#a9b2bf", "#ffb84d"),
}
"""The colours of every theme."""

_RED, _BLACK = "#c0202b", "#1d2127"

_TWO_COLOURS = {
    **dict.fromkeys(("clubs", "spades", "swords", "wands"), _BLACK),
    **dict.fromkeys(("diamonds", "hearts", "cups", "coins"), _RED),
}

_SUIT_COLOURS = {
    Suits.TWO: _TWO_COLOURS,
    Suits.LETTERS: _TWO_COLOURS,
    Suits.FOUR: {
        **dict.fromkeys(("hearts", "cups"), _RED),
        "spades": _BLACK,
        **dict.fromkeys(("diamonds", "swords"), "#1b5fc1"),
        **dict.fromkeys(("clubs", "wands"), "#187a3a"),
        "coins": "#9a5b00",
    },
}


def suit_colour(suit: str, suits: Suits) -> str:
    return _SUIT_COLOURS[suits][suit]
