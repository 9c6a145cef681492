"""Shapes as SVG paths: made of lines and curves, moved and scaled before they are written."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

_PIECE = re.compile(r"[MLCZ]|-?[\d.]+")
_ROUND = 0.5523
"""The length of the control handles of a curve that draws a quarter of a unit circle."""


def num(value: float, digits: int = 2) -> str:
    """Write a number as briefly as a drawing allows.

    Example:
        >>> num(2.0), num(-0.001), num(1 / 3)
        ('2', '0', '0.33')
    """
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def placed(path: str, x: float, y: float, scale: float = 1, *, turn: int = 1) -> str:
    """Move a path, so that many shapes can share one element.

    Returns:
        The path, rounded to tenths, which are too small to see in the box of a card.

    Example:
        >>> placed("M0 0L10 5Z", 1, 2, 0.5)
        'M1 2L6 4.5Z'
    """
    written: list[str] = []
    across = True
    for piece in _PIECE.findall(path):
        if piece in "MLCZ":
            written.append(piece)
            continue
        value = (x if across else y) + float(piece) * scale * turn
        text = num(value, 1)
        # A minus sign separates two numbers as well as a space does.
        gap = "" if written[-1] in "MLCZ" or text.startswith("-") else " "
        written.append(gap + text)
        across = not across
    return "".join(written)


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    """Draw an ellipse, or a hole if the width is negative.

    Example:
        >>> ellipse(0, 0, 1, 1)[:12]
        'M-1 0C-1-0.6'
    """
    a, b = rx * _ROUND, ry * _ROUND
    curves = (
        (-rx, -b, -a, -ry, 0, -ry),
        (a, -ry, rx, -b, rx, 0),
        (rx, b, a, ry, 0, ry),
        (-a, ry, -rx, b, -rx, 0),
    )
    drawn = "".join("C" + " ".join(num(value) for value in curve) for curve in curves)
    return placed(f"M{num(-rx)} 0{drawn}Z", x, y)


def circle(x: float, y: float, radius: float) -> str:
    """Draw a circle, or a hole if the radius is negative.

    Example:
        >>> circle(5, 5, 2).startswith("M3 5C")
        True
    """
    return ellipse(x, y, radius, abs(radius))


def tag(element: str, *children: str, **attributes: str | float) -> str:
    """Write an element.

    Example:
        >>> tag("g", tag("path", d="M0 0"), aria_label="a & b")
        '<g aria-label="a &amp; b"><path d="M0 0"/></g>'
    """
    listed = "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else num(value))}"
        for name, value in attributes.items()
    )
    inner = "".join(children)
    return f"<{element}{listed}>{inner}</{element}>" if inner else f"<{element}{listed}/>"


def words(text: str) -> str:
    """Escape text for XML.

    Example:
        >>> words("<5")
        '&lt;5'
    """
    return escape(text)
