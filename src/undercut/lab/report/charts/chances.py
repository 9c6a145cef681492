"""A chart of the win chance by turn: how often the seat that leads at the start of a turn wins in the end."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

from undercut.lab.report.charts.rows import curve_names
from undercut.lab.report.charts.style import SERIES, STYLES, Chart, Frame, Heading, draw
from undercut.lab.report.sentences import Reader
from undercut.lab.report.summary import base_numbers
from undercut.lab.results import CellResult
from undercut.proportions import wilson
from undercut.translation import _

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FEWEST = 200
"""Turns that fewer games reached with a leader are left out."""
_MOST = 4

_Point = tuple[int, float, float, float]
"""A turn, the share of leaders who win, and the ends of its interval."""


def chances(reader: Reader) -> Chart | None:
    """Draw the share of leaders who win, by turn, in the cells that others are compared with."""
    cells = [reader.cell(number) for number in base_numbers(reader)[:_MOST]]
    named = [
        (name, found) for name, cell in zip(curve_names(reader, cells), cells, strict=True) if (found := _points(cell))
    ]
    if not named:
        return None
    heading = Heading(
        "win-chance-by-turn",
        _("How soon a game is decided"),
        _(
            "Of the games that one seat leads alone at the start of a turn, the share that it wins; bands are "
            "95 % intervals of each turn by itself."
        ),
    )
    return draw(heading, Frame(2.0, len(named), left=0.58), lambda axes: _paint(axes, named))


def _points(cell: CellResult) -> list[_Point]:
    return [(turn, *_interval(won, led)) for turn, (led, won) in enumerate(cell.leads) if led >= _FEWEST]


def _interval(won: int, led: int) -> tuple[float, float, float]:
    """Return a share in percent with Wilson's interval."""
    low, high = wilson(won / led, led, NormalDist().inv_cdf(0.975))
    return 100 * won / led, 100 * low, 100 * high


def _paint(axes: Axes, named: Sequence[tuple[str, Sequence[_Point]]]) -> None:
    for place, (name, points) in enumerate(named):
        turns, shares, lows, highs = zip(*points, strict=True)
        axes.fill_between(turns, lows, highs, color=SERIES[place], alpha=0.2, linewidth=0)
        axes.plot(turns, shares, STYLES[place], color=SERIES[place], label=name, linewidth=1.6)
    axes.set_xlabel(_("turn"))
    axes.set_ylabel(_("leaders who win, %"))
    axes.locator_params(axis="x", integer=True)
