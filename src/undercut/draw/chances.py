"""Charts of the players' chances over the moves of a game: for a page, whose style sheet colours it, and for a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from xml.sax.saxutils import quoteattr

from undercut.draw.chart import DASHES, FAINT, INK, SERIES, Axis, Plot, document, legend
from undercut.draw.shapes import num, tag, words
from undercut.translation import _

HEIGHT = 220
_PICTURE = (648.0, 340.0)
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 10, 12, 26
_GRID = (0, 25, 50, 75, 100)
_LABEL_WIDTH = 60
"""Space for each number below the chart."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's share over the game."""

    seat: int
    points: Sequence[tuple[int, float]]  # pairs of a move's number and the share before it, 0 to 1
    own: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A marked move on a curve."""

    seat: int
    number: int
    share: float  # the share before it, 0 to 1
    kind: str


def chart_svg(
    curves: Sequence[Curve],
    spots: Sequence[Spot],
    moves: int,
    *,
    label: str,
    width: int = 640,
    at: int | None = None,
    link: Callable[[int], tuple[str, str]] | None = None,
) -> str:
    """Draw curves from the first move to the end of the game."""
    x = Axis(1, 1 + max(moves, 1), _LEFT, width - _RIGHT)
    plot = Plot(x, Axis(0, 1, HEIGHT - _BOTTOM, _TOP))
    parts = [_shares(plot), _numbers(plot, max(moves, 1), width)]
    if at is not None:
        plot.upright(at, class_="at")
    for curve in sorted(curves, key=lambda curve: curve.own):
        if curve.points:
            plot.line(curve.points, class_=f"curve seat-{curve.seat}{' own' if curve.own else ''}")
    for spot in spots:
        plot.dot(spot.number, spot.share, 5, class_=f"spot {spot.kind} seat-{spot.seat}")
    links = [_column(x, number, *link(number)) for number in range(1, moves + 2)] if link else []
    # A group, not an image: the links inside must remain reachable.
    return tag(
        "svg",
        *parts,
        *plot.parts,
        *links,
        class_="chart",
        viewBox=f"0 0 {width} {HEIGHT}",
        role="group",
        aria_label=label,
    )


@dataclass(frozen=True, slots=True)
class Note:
    """What a marked move looks like in a picture, and what the legend says of it."""

    kind: str
    text: str
    radius: float
    fill: str


def picture(
    curves: Mapping[str, Curve],
    spots: Sequence[tuple[Spot, str]],
    moves: int,
    *,
    even: float,
    title: str,
    below: str,
    notes: Sequence[Note],
) -> str:
    """Draw curves with their names as an SVG document of its own."""
    right, bottom = _PICTURE[0] - 170, _PICTURE[1] - 84
    plot = Plot(Axis(1, 1 + max(moves, 1), 50, right), Axis(0, 100, bottom, 40))
    plot.numbers_below(plot.x.ticks(12, least=1), _("move"))
    plot.numbers_left(_GRID, _("expected result, %"))
    plot.text(50, 22, title, font_size=11)
    for row, line in enumerate(wrap(below, 130)):
        plot.text(50, bottom + 46 + 12 * row, line, fill=FAINT)
    plot.level(100 * even, stroke=INK, stroke_width=0.8, stroke_dasharray="2 4")
    for curve in curves.values():
        plot.line([(number, 100 * share) for number, share in curve.points], **_stroke(curve))
    looks = {note.kind: note for note in notes}
    for spot, above in spots:
        _spot(plot, spot, looks[spot.kind], above)
    kinds = {spot.kind for spot, _above in spots}
    samples = [(tag("path", **_stroke(curve), d="M0 0H18"), name) for name, curve in curves.items()]
    samples += [
        (tag("circle", cx=9, cy=0, r=note.radius, fill=note.fill, stroke=INK), note.text)
        for note in notes
        if note.kind in kinds
    ]
    return document([*plot.parts, legend(samples, right + 14, 48)], *_PICTURE, label=title)


def _stroke(curve: Curve) -> dict[str, str | float]:
    dashes = DASHES[curve.seat % len(DASHES)]
    return {"stroke": SERIES[curve.seat % len(SERIES)], "stroke_width": 2, "stroke_dasharray": dashes}


def _spot(plot: Plot, spot: Spot, note: Note, above: str) -> None:
    share, colour = 100 * spot.share, SERIES[spot.seat % len(SERIES)]
    plot.dot(spot.number, share, note.radius, fill=note.fill, stroke=colour, stroke_width=1.5)
    if above:
        anchor = "start" if spot.number == 1 else "middle"
        plot.text(plot.x.at(spot.number), plot.y.at(share) - 8, above, text_anchor=anchor, fill=colour)


def _shares(plot: Plot) -> str:
    lines = Plot(plot.x, plot.y)
    for each in _GRID:
        lines.level(each / 100, class_="grid")
        lines.text(_LEFT - 5, plot.y.at(each / 100) + 3.5, f"{each} %", text_anchor="end")
    return tag("g", *lines.parts, aria_hidden="true")


def _numbers(plot: Plot, moves: int, width: int) -> str:
    below = Plot(plot.x, plot.y)
    step = max(1, -(-moves * _LABEL_WIDTH // width))
    for number in range(step, moves + 1, step):
        below.text(plot.x.at(number), HEIGHT - 8, str(number), text_anchor="middle")
    return tag("g", *below.parts, aria_hidden="true")


def _column(x: Axis, number: int, address: str, name: str) -> str:
    """Draw the area that leads to a move: everything nearer to it than to its neighbours."""
    left, right = max(x.start, x.at(number - 0.5)), min(x.end, x.at(number + 0.5))
    # The list of moves has the same links for the keyboard and for screen readers. A long game has hundreds.
    return (
        f'<a href={quoteattr(address)} tabindex="-1" aria-hidden="true"><title>{words(name)}</title>'
        f'<rect class="hit" x="{num(left)}" y="0" width="{num(right - left)}" height="{HEIGHT}"/></a>'
    )
