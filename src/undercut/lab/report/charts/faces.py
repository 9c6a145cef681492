"""Our own card faces as shapes of Matplotlib, so that a chart holds the same cards as a table."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np

from undercut.cards import Pack
from undercut.draw.faces import HEIGHT, WIDTH, Detail, face
from undercut.draw.style import PLAIN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch
    from matplotlib.path import Path

_PIECE = re.compile(r"[MLCZ]|-?\d*\.?\d+")
_POINTS_AN_INCH = 72


def card_of(kind: str, pack: Pack) -> str:
    """Return a card of a kind: the kind itself, or its card of the last suit.

    Example:
        >>> from undercut.cards import FRENCH, ROPE
        >>> card_of("J", FRENCH), card_of("X", ROPE)
        ('Js', 'X')
    """
    return kind if kind in pack.texts else f"{kind}{pack.suits[-1]}"


def put_card(axes: Axes, card: str, pack: Pack, y: float, inches: float) -> None:
    """Draw a card at the left of the axes."""
    from matplotlib.transforms import Affine2D, ScaledTranslation  # noqa: PLC0415  slow to import

    figure = axes.get_figure()
    assert figure is not None  # noqa: S101  the axes were made by a figure
    scale = inches / WIDTH
    in_inches = Affine2D().translate(-1.125 * WIDTH, -HEIGHT / 2).scale(scale, -scale)
    at = ScaledTranslation(0, y, axes.get_yaxis_transform())  # pyright: ignore[reportArgumentType]  any transform will do
    place = in_inches + figure.dpi_scale_trans + at
    # Our own drawing, not XML from outside.
    drawn = ET.fromstring(f"<g>{face(card, pack=pack, style=PLAIN, detail=Detail.LARGE)}</g>")  # noqa: S314
    for element in drawn.iter():
        if element.tag != "g":
            shape = _shape(element, scale * _POINTS_AN_INCH)
            shape.set_transform(place)
            shape.set_clip_on(False)
            axes.add_artist(shape)


def _shape(element: ET.Element, scale: float) -> Patch:
    from matplotlib.patches import BoxStyle, FancyBboxPatch, PathPatch  # noqa: PLC0415  slow to import

    given = element.attrib
    patch: Patch
    if element.tag == "rect":
        x, y, width, height, radius = (float(given.get(name, 0)) for name in ("x", "y", "width", "height", "rx"))
        patch = FancyBboxPatch((x, y), width, height, boxstyle=BoxStyle("Round", pad=0, rounding_size=radius))
    else:
        patch = PathPatch(_path(given["d"]))
    patch.set_facecolor(given.get("fill", "none" if "stroke" in given else "black"))
    patch.set_edgecolor(given.get("stroke", "none"))
    patch.set_linewidth(float(given.get("stroke-width", 1)) * scale if "stroke" in given else 0)
    patch.set_capstyle("round" if given.get("stroke-linecap") == "round" else "butt")
    return patch


def _path(drawn: str) -> Path:
    from matplotlib.path import Path  # noqa: PLC0415  slow to import

    codes = {"M": [Path.MOVETO], "L": [Path.LINETO], "C": [Path.CURVE4] * 3, "Z": [Path.CLOSEPOLY]}
    points, kinds, numbers, kind = list[tuple[float, float]](), list[np.uint8](), list[float](), "M"
    for piece in _PIECE.findall(drawn):
        if piece in codes:
            kind = piece
            if kind == "Z":
                points.append((0.0, 0.0))
                kinds += codes[kind]
            continue
        numbers.append(float(piece))
        if len(numbers) == 2 * len(codes[kind]):
            points += zip(numbers[::2], numbers[1::2], strict=True)
            kinds += codes[kind]
            numbers.clear()
    return Path(points, kinds)
