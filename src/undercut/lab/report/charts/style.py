"""The look of all charts: narrow enough for a phone, in colours that a page can exchange for its own."""

# Matplotlib's own types leave its many free keyword arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 3.7
"""Width of every chart in inches: at 72 points to an inch, text stays legible on the narrowest phones."""

_AXIS, _LEGEND = 0.46, 0.18
"""Heights in inches: the axis below, and a line of the legend above."""

INK, FAINT, LINE, PAPER = "#23292a", "#5a615d", "#d6d0c0", "#fffdf7"
SERIES = ("#0072b2", "#c2500a", "#00805c", "#a8437f", "#8a6a00", "#3d3d9e")
"""Six colours for line-ups of players, after Okabe and Ito, darkened until they stand out from white."""
MARKERS = ("o", "s", "^", "D", "v", "P")
STYLES = ("-", "--", "-.", ":", "-", "--")

_VARIABLES = {INK: "ink", FAINT: "faint", LINE: "line", PAPER: "paper"} | {
    colour: f"series-{place}" for place, colour in enumerate(SERIES)
}
"""The colours that a page can exchange, with the names of its variables."""

_SETTINGS: dict[str, object] = {
    "svg.hashsalt": "undercut",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.0,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": FAINT,
    "axes.labelsize": 8.5,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": FAINT,
    "ytick.labelcolor": FAINT,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
}


@dataclass(frozen=True, slots=True)
class Heading:
    """The names and the description of a chart."""

    name: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The sizes of a chart, in inches."""

    height: float
    legend: int = 0
    left: float = 0.14
    right: float = 0.14

    @property
    def above(self) -> float:
        """Height of the legend."""
        return 0.08 + _LEGEND * self.legend

    @property
    def outer(self) -> float:
        """Height of the whole chart."""
        return _AXIS + self.height + self.above


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawn chart."""

    heading: Heading
    svg: str
    png: bytes

    @property
    def inline(self) -> str:
        """The SVG for a page: ids of its own, colours from variables, as wide as the page allows."""
        drawn = self.svg[self.svg.index("<svg") :]
        drawn = re.sub(r"<metadata>.*?</metadata>\s*", "", drawn, flags=re.DOTALL)
        drawn = re.sub(r'(id="|href="#|url\(#)', rf"\1{self.heading.name}-", drawn)
        drawn = re.sub(r"#[0-9a-f]{6}\b", lambda colour: _variable(colour[0]), drawn)
        drawn = re.sub(r'(<svg [^>]*?)width="([\d.]+)pt" height="[\d.]+pt"', r"\1", drawn)
        return drawn.replace("<svg ", '<svg role="presentation" aria-hidden="true" focusable="false" ', 1)


def can_draw() -> bool:
    """Whether Matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw(heading: Heading, frame: Frame, paint: Callable[[Axes], None]) -> Chart:
    """Draw a chart."""
    # Slow to import, and not always installed.
    from matplotlib import RcParams, rc_context  # noqa: PLC0415  as said
    from matplotlib.figure import Figure  # noqa: PLC0415  as said

    with rc_context(RcParams(_SETTINGS)):
        figure = Figure(figsize=(WIDTH, frame.outer))
        # Matplotlib's own search for margins would draw every chart twice.
        figure.subplots_adjust(
            left=frame.left / WIDTH,
            right=1 - frame.right / WIDTH,
            bottom=_AXIS / frame.outer,
            top=1 - frame.above / frame.outer,
        )
        axes = figure.add_subplot()
        paint(axes)
        if frame.legend:
            axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), borderaxespad=0.2, handlelength=1.6)
        svg, png = StringIO(), BytesIO()
        figure.savefig(svg, format="svg", metadata={"Date": None})
        figure.savefig(png, format="png", dpi=160, metadata={"Software": None})
    return Chart(heading, svg.getvalue(), png.getvalue())


def _variable(colour: str) -> str:
    return f"var(--{_VARIABLES[colour]}, {colour})" if colour in _VARIABLES else colour
