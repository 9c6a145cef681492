"""The faces of Cut the Rope: a ladder with a rung for every number, and scissors on a rope that they have cut."""

from __future__ import annotations

from collections.abc import Callable

from undercut.draw.glyphs import rank
from undercut.draw.paths import num, placed, tag
from undercut.draw.shapes import SCISSORS

_INK, _CUT, _ROPE, _STRAND = "#1c3d5a", "#b4232c", "#d3ab6d", "#8a6430"
_SCISSORS = "X"

_Run = tuple[float, float, float, float]
"""A straight piece of rope, from a start to an end."""

_Twist = Callable[[list[_Run], float], str]
"""Draws the strands of some ropes, given their thickness."""


def rope_face(card: str) -> str:
    """Draw all of a face but its paper.

    Raises:
        KeyError: The card does not exist.

    Example:
        >>> rope_face("3").count("rotate(180")
        1
    """
    colour = _CUT if card == _SCISSORS else _INK
    corner = rank(card, 14.5, 21, 23, colour)
    if card == _SCISSORS:
        corner += tag("path", d=placed(SCISSORS, 14.5, 47, 0.19), fill=colour)
    return _middle(card, 29, 71, (14, 126), _twist) + corner + tag("g", corner, transform="rotate(180 50 70)")


def large_rope_face(card: str) -> str:
    """Draw all but the paper of a face that is shown small.

    Raises:
        KeyError: The card does not exist.

    Example:
        >>> large_rope_face("3").count("rotate(180")
        0
    """
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
