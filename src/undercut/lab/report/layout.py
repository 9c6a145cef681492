"""The frame of a chart in a report: its size, legend and rows, and the chart as a document or inside a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from undercut.draw.as_svg import png
from undercut.draw.chart import FAINT, INK, LEGEND_LINE, LINE, PAPER, SERIES, Axis, Plot, document, legend
from undercut.draw.shapes import tag

WIDTH = 266.4  # width of every chart: its letters, 8.5 high, stay legible on the narrowest phones

_AXIS = 33.0
_NAME, _LINE, _END = 13.7, 10.8, 4.3
"""Heights: of the axis below, of a name, of a line below it, and of the space after the last one."""

_PIXELS = 592
_COLOURS = 6
_VARIABLES = {INK: "ink", FAINT: "faint", LINE: "line", PAPER: "paper"} | {
    colour: f"series-{place}" for place, colour in enumerate(SERIES[:_COLOURS])
}
"""The colours that a page can exchange, with the names of its variables."""


def series(place: int) -> str:
    """Return the colour of a line-up of players."""
    return SERIES[place % _COLOURS]


@dataclass(frozen=True, slots=True)
class Heading:
    """The names and the description of a chart."""

    name: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawn chart."""

    heading: Heading
    parts: tuple[str, ...]
    height: float

    @property
    def svg(self) -> str:
        """The chart as an SVG document."""
        return document(self.parts, WIDTH, self.height, label=self.heading.title)

    @property
    def png(self) -> bytes:
        """The chart as a picture of pixels, where `has_pixels`."""
        return png(self.svg, width=_PIXELS)

    @property
    def inline(self) -> str:
        """The SVG for a page: colours from variables, as wide as the page allows."""
        drawn = re.sub(r"#[0-9a-f]{6}\b", lambda colour: _variable(colour[0]), self.svg)
        return re.sub(r"<svg [^>]*?viewBox", _HIDDEN + " viewBox", drawn, count=1)


_HIDDEN = '<svg role="presentation" aria-hidden="true" focusable="false"'


def has_pixels() -> bool:
    """Whether the packages that draw pixels are installed."""
    return all(find_spec(name) for name in ("resvg_py", "font_roboto"))


def _variable(colour: str) -> str:
    return f"var(--{_VARIABLES[colour]}, {colour})" if colour in _VARIABLES else colour


@dataclass(frozen=True, slots=True)
class Frame:
    """The sizes of a chart."""

    height: float  # of the plot, without its legend and axis
    legend: int = 0  # number of lines of the legend
    left: float = 10.0
    right: float = 10.0

    @property
    def top(self) -> float:
        """The place below the legend."""
        return 6 + LEGEND_LINE * self.legend

    def plot(self, x: tuple[float, float], y: tuple[float, float]) -> Plot:
        """Begin a plot whose numbers rise to the right, and from the first one at the top to the second."""
        return Plot(Axis(*x, self.left, WIDTH - self.right), Axis(*y, self.top, self.top + self.height))

    def chart(self, heading: Heading, plot: Plot, entries: Sequence[tuple[str, str]] = ()) -> Chart:
        """Add the legend to a plot."""
        names = legend(entries, self.left, 4 + LEGEND_LINE / 2)
        return Chart(heading, (*plot.parts, names), self.top + self.height + _AXIS)


class Rows:
    """Named rows of lines: each name stands above its lines, so that long names fit on a phone."""

    def __init__(self, rows: Sequence[tuple[str, int]]) -> None:
        self._names: list[tuple[str, float]] = []
        self.lines: list[list[float]] = []
        y = 0.0
        for name, count in rows:
            self._names.append((name, y + _NAME - 3.5))
            self.lines.append([y + _NAME + _LINE * (line + 0.5) for line in range(count)])
            y += _NAME + _LINE * count
        self.height = y + _END

    def write(self, plot: Plot) -> None:
        """Write the names into a plot as high as the rows."""
        for name, y in self._names:
            at = plot.y.at(y)
            width = 4.6 * len(name)
            plot.parts.append(tag("rect", x=plot.x.start, y=at - 8, width=width, height=10, fill=PAPER))
            plot.text(plot.x.start, at, name)
