"""The court cards: half a figure, and the same half upside down."""

from __future__ import annotations

from undercut.draw.paths import circle, placed, tag
from undercut.draw.shapes import BERET, CAP, CORONET, CROWN, HELMET, SUITS

_SKIN, _GOLD, _HAIR, _PANEL = "#f3d3b1", "#e3a92f", "#6b4a2b", "#f4eedf"
_EYES = "#2b2118"
_CROWNED = "KQN"

_HEADGEAR = {"K": CROWN, "Q": CORONET, "J": CAP, "P": BERET, "N": HELMET}

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
    """Draw the middle of a court card.

    Raises:
        KeyError: The court card does not exist.
    """
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
    """Draw one figure: about 64 units wide and 63 high, from 29 above its middle.

    Raises:
        KeyError: The court card does not exist.
    """

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
