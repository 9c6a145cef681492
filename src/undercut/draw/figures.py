"""The figures on court cards and on the cards of Cut the Rope."""

from __future__ import annotations

from collections.abc import Callable

from undercut.draw.shapes import BERET, CAP, CORONET, CROWN, HELMET, SCISSORS, SUITS, circle, num, placed, rank, tag

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
    """Draw the middle of a court card."""
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
_SCISSORS = "X"

_Run = tuple[float, float, float, float]
"""A straight piece of rope, from a start to an end."""

_Twist = Callable[[list[_Run], float], str]
"""Draws the strands of some ropes, given their thickness."""


def rope_face(card: str) -> str:
    """Draw all of a face but its paper."""
    colour = _CUT if card == _SCISSORS else _INK
    corner = rank(card, 14.5, 21, 23, colour)
    if card == _SCISSORS:
        corner += tag("path", d=placed(SCISSORS, 14.5, 47, 0.19), fill=colour)
    return _middle(card, 29, 71, (14, 126), _twist) + corner + tag("g", corner, transform="rotate(180 50 70)")


def large_rope_face(card: str) -> str:
    """Draw all but the paper of a face that is shown small."""
    colour = _CUT if card == _SCISSORS else _INK
    return _middle(card, 40, 91, (12, 128), _dashes) + rank(card, 19, 27, 33, colour)


def _middle(card: str, left: float, right: float, ends: tuple[float, float], twist: _Twist) -> str:
    top, end = ends
    half = (left + right) / 2
    if card == _SCISSORS:
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
