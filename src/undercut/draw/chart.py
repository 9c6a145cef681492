"""A chart of shares over the moves of a game, as SVG whose colours come from the page's style sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from undercut.draw.shapes import num, tag, words

HEIGHT = 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 10, 12, 26
_GRID = (0, 25, 50, 75, 100)
_LABEL_WIDTH = 60
"""Space for each number below the chart."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's share over the game.

    Args:
        points: Pairs of a move's number and the share before it, 0 to 1.
    """

    seat: int
    points: Sequence[tuple[int, float]]
    own: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A marked move on a curve.

    Args:
        share: The share before it, 0 to 1.
    """

    seat: int
    number: int
    share: float
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
    """Draw curves from the first move to the end of the game.

    Example:
        >>> drawn = chart_svg([Curve(0, [(1, 0.5), (2, 0.75)])], [], 1, label="Chances")
        >>> 'd="M44 103L630 57.5"' in drawn
        True
    """
    scale = _Scale(max(moves, 1), width)
    parts = [scale.grid(), scale.numbers()]
    if at is not None:
        x = scale.x(at)
        parts.append(tag("line", class_="at", x1=x, x2=x, y1=_TOP, y2=HEIGHT - _BOTTOM))
    parts += [scale.curve(curve) for curve in sorted(curves, key=lambda curve: curve.own)]
    parts += [
        tag("circle", class_=f"spot {spot.kind} seat-{spot.seat}", cx=scale.x(spot.number), cy=scale.y(spot.share), r=5)
        for spot in spots
    ]
    if link:
        parts += [scale.column(number, *link(number)) for number in range(1, moves + 2)]
    # A group, not an image: the links inside must remain reachable.
    return tag("svg", *parts, class_="chart", viewBox=f"0 0 {width} {HEIGHT}", role="group", aria_label=label)


@dataclass(frozen=True, slots=True)
class _Scale:
    moves: int
    width: int

    def x(self, number: float) -> float:
        return _LEFT + (self.width - _LEFT - _RIGHT) * (number - 1) / self.moves

    def y(self, share: float) -> float:
        return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - share)

    def grid(self) -> str:
        lines = [
            tag("line", class_="grid", x1=_LEFT, x2=self.width - _RIGHT, y1=self.y(each / 100), y2=self.y(each / 100))
            + tag("text", words(f"{each} %"), x=_LEFT - 5, y=self.y(each / 100) + 3.5, text_anchor="end")
            for each in _GRID
        ]
        return tag("g", *lines, aria_hidden="true")

    def numbers(self) -> str:
        step = max(1, -(-self.moves * _LABEL_WIDTH // self.width))
        texts = [
            tag("text", str(number), x=self.x(number), y=HEIGHT - 8, text_anchor="middle")
            for number in range(step, self.moves + 1, step)
        ]
        return tag("g", *texts, aria_hidden="true")

    def curve(self, curve: Curve) -> str:
        places = [f"{num(self.x(number))} {num(self.y(share))}" for number, share in curve.points]
        if not places:
            return ""
        own = " own" if curve.own else ""
        return tag("path", class_=f"curve seat-{curve.seat}{own}", d="M" + "L".join(places), fill="none")

    def column(self, number: int, address: str, name: str) -> str:
        """Draw the area that leads to a move: everything nearer to it than to its neighbours."""
        half = (self.width - _LEFT - _RIGHT) / self.moves / 2
        left, right = max(_LEFT, self.x(number) - half), min(self.width - _RIGHT, self.x(number) + half)
        # The list of moves has the same links for the keyboard and for screen readers. A long game has hundreds.
        return (
            f'<a href={quoteattr(address)} tabindex="-1" aria-hidden="true"><title>{words(name)}</title>'
            f'<rect class="hit" x="{num(left)}" y="0" width="{num(right - left)}" height="{HEIGHT}"/></a>'
        )
