"""Charts as SVG: axes, curves, legends, and the chances of winning over a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from textwrap import wrap

from undercut.draw.shapes import circle, escaped, num, shortened, tag
from undercut.translation import _

INK, FAINT, LINE, PAPER = "#23292a", "#5a615d", "#d6d0c0", "#fffdf7"
SERIES = ("#0072b2", "#c2500a", "#00805c", "#a8437f", "#8a6a00", "#3d3d9e", "#5a615d", "#a33a3a")
"""Colours of series, after Okabe and Ito ("Color universal design", 2008), darkened until they stand out from white."""
DASHES = ("none", "6 3", "7 2 1.5 2", "1.5 2.5")  # lines that tell the series apart without colour
SHAPES = ("circle", "square", "triangle", "diamond", "valley", "plus")

SMALL, LEGEND_LINE = 8.5, 13.0  # the size of letters, and the height of a line of a legend

_CORNERS = {
    "square": "M-3-3H3V3H-3Z",
    "triangle": "M0-3.7L3.7 3H-3.7Z",
    "diamond": "M0-4.2L4.2 0L0 4.2L-4.2 0Z",
    "valley": "M0 3.7L3.7-3H-3.7Z",
    "plus": "M-1.3-3.7H1.3V-1.3H3.7V1.3H1.3V3.7H-1.3V1.3H-3.7V-1.3H-1.3Z",
}

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Axis:
    """The numbers from `low` to `high`, laid out from `start` to `end` of a drawing."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def ticks(self, most: int = 6, *, least: float = 0.0) -> list[float]:
        """List round numbers on the axis, at least `least` apart."""
        low, high = sorted((self.low, self.high))
        wanted = max((high - low) / most, least)
        power = 10.0 ** floor(log10(wanted))
        step = next(size * power for size in (1, 2, 5, 10) if size * power >= wanted)
        return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


class Plot:
    """Content between two axes; a later part lies above the earlier ones."""

    def __init__(self, x: Axis, y: Axis) -> None:
        self.x = x
        self.y = y
        self.parts: list[str] = []

    def line(self, points: Iterable[Point], **style: str | float) -> None:
        self.parts.append(tag("path", **style, d=self._path(points), fill="none"))

    def area(self, points: Iterable[Point], **style: str | float) -> None:
        self.parts.append(tag("path", **style, d=f"{self._path(points)}Z"))

    def upright(self, x: float, **style: str | float) -> None:
        at, ends = self.x.at(x), sorted((self.y.start, self.y.end))
        self.parts.append(tag("line", **style, x1=at, x2=at, y1=ends[0], y2=ends[1]))

    def level(self, y: float, **style: str | float) -> None:
        self.span(self.x.low, self.x.high, y, **style)

    def span(self, low: float, high: float, y: float, **style: str | float) -> None:
        at = self.y.at(y)
        self.parts.append(tag("line", **style, x1=self.x.at(low), x2=self.x.at(high), y1=at, y2=at))

    def bar(self, left: float, right: float, y: float, thick: float, **style: str | float) -> None:
        start, end = self.x.at(left), self.x.at(right)
        self.parts.append(tag("rect", **style, x=start, y=self.y.at(y) - thick / 2, width=end - start, height=thick))

    def dot(self, x: float, y: float, radius: float, **style: str | float) -> None:
        self.parts.append(tag("circle", **style, cx=self.x.at(x), cy=self.y.at(y), r=radius))

    def symbol(self, x: float, y: float, shape: str, colour: str, fill: str) -> None:
        self.parts.append(symbol(self.x.at(x), self.y.at(y), shape, colour, fill))

    def numbers_below(self, ticks: Sequence[float], label: str) -> None:
        bottom, digits = max(self.y.start, self.y.end), _digits(ticks)
        for number in ticks:
            self.upright(number, stroke=LINE, stroke_width=0.6)
            written = _number(number, digits)
            self.parts.append(words(self.x.at(number), bottom + 12, written, text_anchor="middle", fill=FAINT))
        middle = (self.x.start + self.x.end) / 2
        self.parts.append(words(middle, bottom + 26, label, text_anchor="middle", fill=FAINT))

    def numbers_left(self, ticks: Sequence[float], label: str) -> None:
        left, digits = self.x.start, _digits(ticks)
        for number in ticks:
            self.level(number, stroke=LINE, stroke_width=0.6)
            written = _number(number, digits)
            self.parts.append(words(left - 5, self.y.at(number) + 3, written, text_anchor="end", fill=FAINT))
        x, y = left - 30, (self.y.start + self.y.end) / 2
        turned = f"rotate(-90 {num(x)} {num(y)})"
        self.parts.append(words(x, y, label, text_anchor="middle", fill=FAINT, transform=turned))

    def _path(self, points: Iterable[Point]) -> str:
        return "M" + "L".join(f"{num(self.x.at(x))} {num(self.y.at(y))}" for x, y in points)


def words(x: float, y: float, text: str, **style: str | float) -> str:
    """Draw text at a place of the drawing, as `symbol` draws a mark; methods of `Plot` take values of its axes."""
    return tag("text", escaped(text), x=x, y=y, **style)


def symbol(x: float, y: float, shape: str, colour: str, fill: str) -> str:
    drawn = circle(0, 0, 3.2) if shape == "circle" else _CORNERS[shape]
    place = f"translate({num(x)} {num(y)})"
    return tag("path", d=drawn, transform=place, fill=fill, stroke=colour, stroke_width=1.2)


def legend(entries: Iterable[tuple[str, str]], x: float, y: float) -> str:
    lines = [
        tag("g", sample, words(23, 3, name), transform=f"translate({num(x)} {num(y + row * LEGEND_LINE)})")
        for row, (sample, name) in enumerate(entries)
    ]
    return tag("g", *lines)


def document(parts: Iterable[str], width: float, height: float, *, label: str | None) -> str:
    """Write a drawing as an SVG document of its own, on paper; without a label, for a page that says what it shows."""
    hidden = {"role": "presentation", "aria_hidden": "true", "focusable": "false"}
    names = hidden if label is None else {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "aria_label": label}
    return tag(
        "svg",
        tag("rect", width=width, height=height, fill=PAPER),
        *parts,
        **names,
        viewBox=f"0 0 {num(width)} {num(height)}",
        width=width,
        height=height,
        font_family="Roboto, 'DejaVu Sans', sans-serif",
        font_size=SMALL,
        fill=INK,
    )


def _digits(ticks: Sequence[float]) -> int:
    """Count the digits after the point that tell round numbers apart."""
    return next((digits for digits in range(6) if all(abs(round(each, digits) - each) < 1e-9 for each in ticks)), 6)  # noqa: PLR2004  as exact as floats are


def _number(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace("-", "\u2212") if value else "0"


_DOCUMENT = (648.0, 340.0)
_MOST_LETTERS = 24  # of a name beside the plot
_GRID = (0, 25, 50, 75, 100)
_LABEL_WIDTH = 60  # space for each number below the chart


@dataclass(frozen=True, slots=True)
class ChartSize:
    width: int = 640
    height: int = 220
    left: int = 44
    right: int = 10
    top: int = 12
    bottom: int = 26
    numbered: bool = True  # beside and below


THIN = ChartSize(360, 56, 7, 7, 7, 7, numbered=False)


@dataclass(frozen=True, slots=True)
class Curve:
    seat: int
    points: Sequence[tuple[int, float]]  # pairs of a move's number and the share before it, 0 to 1
    own: bool = False


@dataclass(frozen=True, slots=True)
class MarkedMove:
    seat: int
    number: int
    share: float  # the share before it, 0 to 1
    kind: str


def chart_svg(
    curves: Sequence[Curve],
    marked: Sequence[MarkedMove],
    moves: int,
    *,
    label: str,
    size: ChartSize = ChartSize(),
    at: int | None = None,
    link: Callable[[int], tuple[str, str]] | None = None,
) -> str:
    """Draw the shares over the game as bands that lie on each other, the own one lowest."""
    x = Axis(1, 1 + max(moves, 1), size.left, size.width - size.right)
    plot = Plot(x, Axis(0, 1, size.height - size.bottom, size.top))
    parts = [_shares(plot), _numbers(plot, max(moves, 1), size)] if size.numbered else []
    edges = _bands(plot, curves)
    if at is not None:
        plot.upright(at, class_="at")
    for move in marked:
        at_edge = edges.get(move.seat, {}).get(move.number, move.share)
        plot.dot(move.number, at_edge, 4, class_=f"spot {move.kind} seat-{move.seat}")
    links = [_column(x, size.height, number, *link(number)) for number in range(1, moves + 2)] if link else []
    # A group, not an image: the links inside must remain reachable.
    return tag(
        "svg",
        *parts,
        *plot.parts,
        *links,
        class_="chart",
        viewBox=f"0 0 {size.width} {size.height}",
        role="group",
        aria_label=label,
    )


def _bands(plot: Plot, curves: Sequence[Curve]) -> dict[int, dict[int, float]]:
    edges: dict[int, dict[int, float]] = {}
    below: dict[int, float] = {}
    for curve in sorted(curves, key=lambda curve: (not curve.own, curve.seat)):
        above = {number: below.get(number, 0.0) + share for number, share in curve.points}
        if above:
            look = f"seat-{curve.seat}{' own' if curve.own else ''}"
            lower = [(number, below.get(number, 0.0)) for number in reversed(above)]
            plot.area([*above.items(), *lower], class_=f"band {look}")
            edges[curve.seat] = below or above
            if not below:
                plot.line(above.items(), class_=f"curve {look}")
        below = above
    return edges


@dataclass(frozen=True, slots=True)
class MarkLook:
    kind: str
    text: str
    radius: float
    fill: str


def chart_document(
    curves: Mapping[str, Curve],
    marked: Sequence[tuple[MarkedMove, str]],
    moves: int,
    *,
    even: float,
    title: str,
    below: str,
    notes: Sequence[MarkLook],
) -> str:
    right, bottom = _DOCUMENT[0] - 170, _DOCUMENT[1] - 84
    plot = Plot(Axis(1, 1 + max(moves, 1), 50, right), Axis(0, 100, bottom, 40))
    plot.numbers_below(plot.x.ticks(12, least=1), _("move"))
    plot.numbers_left(_GRID, _("expected result, %"))
    plot.parts.append(words(50, 22, title, font_size=11))
    plot.parts += [words(50, bottom + 46 + 12 * row, line, fill=FAINT) for row, line in enumerate(wrap(below, 130))]
    plot.level(100 * even, stroke=INK, stroke_width=0.8, stroke_dasharray="2 4")
    for curve in curves.values():
        plot.line([(number, 100 * share) for number, share in curve.points], **_stroke(curve))
    looks = {note.kind: note for note in notes}
    for move, above in marked:
        _spot(plot, move, looks[move.kind], above)
    kinds = {move.kind for move, _above in marked}
    samples = [
        (tag("path", **_stroke(curve), d="M0 0H18"), shortened(name, _MOST_LETTERS)) for name, curve in curves.items()
    ]
    samples += [
        (tag("circle", cx=9, cy=0, r=note.radius, fill=note.fill, stroke=INK), note.text)
        for note in notes
        if note.kind in kinds
    ]
    return document([*plot.parts, legend(samples, right + 14, 48)], *_DOCUMENT, label=title)


def _stroke(curve: Curve) -> dict[str, str | float]:
    dashes = DASHES[curve.seat % len(DASHES)]
    return {"stroke": SERIES[curve.seat % len(SERIES)], "stroke_width": 2, "stroke_dasharray": dashes}


def _spot(plot: Plot, move: MarkedMove, note: MarkLook, above: str) -> None:
    share, colour = 100 * move.share, SERIES[move.seat % len(SERIES)]
    plot.dot(move.number, share, note.radius, fill=note.fill, stroke=colour, stroke_width=1.5)
    if above:
        anchor = "start" if move.number == 1 else "middle"
        at = plot.x.at(move.number), plot.y.at(share) - 8
        plot.parts.append(words(*at, above, text_anchor=anchor, fill=colour))


def _shares(plot: Plot) -> str:
    lines = Plot(plot.x, plot.y)
    for each in _GRID:
        lines.level(each / 100, class_="grid")
        lines.parts.append(words(plot.x.start - 5, plot.y.at(each / 100) + 3.5, f"{each} %", text_anchor="end"))
    return tag("g", *lines.parts, aria_hidden="true")


def _numbers(plot: Plot, moves: int, size: ChartSize) -> str:
    ticks = (number for number in plot.x.ticks(size.width // _LABEL_WIDTH, least=1) if number <= moves)
    written = (words(plot.x.at(number), size.height - 8, f"{number:.0f}", text_anchor="middle") for number in ticks)
    return tag("g", *written, aria_hidden="true")


def _column(x: Axis, height: int, number: int, address: str, name: str) -> str:
    """Draw the area that leads to a move: everything nearer to it than to its neighbours."""
    left, right = max(x.start, x.at(number - 0.5)), min(x.end, x.at(number + 0.5))
    # The list of moves has the same links for the keyboard and for screen readers. A long game has hundreds.
    return (
        f'<a href="{escaped(address)}" tabindex="-1" aria-hidden="true"><title>{escaped(name)}</title>'
        f'<rect class="step" x="{num(left)}" y="0" width="{num(right - left)}" height="{height}"/></a>'
    )
