"""Charts of how long games are: the distribution under the base rules, and the spread in every cell."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from undercut.lab.report.charts.rows import cell_rows, curve_names, height, lay_rows
from undercut.lab.report.charts.style import PAPER, SERIES, STYLES, Chart, Frame, Heading, draw
from undercut.lab.report.names import players
from undercut.lab.report.sentences import Reader
from undercut.lab.report.summary import Change, base_numbers
from undercut.lab.results import CellResult
from undercut.translation import _

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_SHOWN = 0.995
"""The part of all games that the distribution shows; few games are very long."""
_MOST = 4
"""How many distributions one chart can hold."""


def distribution(reader: Reader) -> Chart | None:
    """Draw how many games last how many turns, in the cells that others are compared with."""
    cells = [reader.cell(number) for number in base_numbers(reader)[:_MOST]]
    cells = [cell for cell in cells if sum(cell.turns)]
    if not cells:
        return None
    left_out = f"{100 * (1 - _SHOWN):.1f}"
    text = _("The share of games by their number of turns; the longest {percent} % of games are left out.")
    named = list(zip(curve_names(reader, cells), map(_shares, cells), strict=True))
    heading = Heading("lengths", _("How long games are"), text.format(percent=left_out))
    return draw(heading, Frame(1.9, len(named), left=0.58), lambda axes: _paint_curves(axes, named))


def spread(reader: Reader, found: Sequence[Change]) -> Chart | None:
    """Draw between how many turns most games of each cell lie."""
    rows = [(name, [cell for cell in cells if sum(cell.turns)]) for name, cells in cell_rows(reader, found)]
    rows = [(name, cells) for name, cells in rows if cells]
    if not rows:
        return None
    heading = Heading(
        "length-spread",
        _("Length of games in every cell"),
        _("Turns of a game: the dot is the median; the thick bar holds the middle half, the thin line 90 % of games."),
    )
    frame = Frame(height([len(cells) for _name, cells in rows]), len(_line_ups(rows)))
    return draw(heading, frame, lambda axes: _paint_bars(axes, rows))


def _shares(cell: CellResult) -> list[float]:
    counts = np.array(cell.turns, dtype=np.float64)
    last = int(np.sum(np.cumsum(counts) < _SHOWN * counts.sum())) + 1
    return (100 * counts[:last] / counts.sum()).tolist()


def _quantiles(cell: CellResult) -> list[float]:
    below = np.cumsum(np.array(cell.turns, dtype=np.float64))
    return np.searchsorted(below, np.array(_QUANTILES) * below[-1]).tolist()


def _line_ups(rows: Sequence[tuple[str, Sequence[CellResult]]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(players(cell.policies) for _name, cells in rows for cell in cells))


def _paint_curves(axes: Axes, named: Sequence[tuple[str, Sequence[float]]]) -> None:
    for place, (name, shares) in enumerate(named):
        steps = np.arange(len(shares) + 1) - 0.5
        axes.stairs(shares, steps, color=SERIES[place], fill=True, alpha=0.14)
        axes.stairs(shares, steps, color=SERIES[place], label=name, linewidth=1.6, linestyle=STYLES[place])
    axes.set_xlabel(_("turns"))
    axes.set_ylabel(_("games, %"))
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)


def _paint_bars(axes: Axes, rows: Sequence[tuple[str, Sequence[CellResult]]]) -> None:
    places = lay_rows(axes, [name for name, _cells in rows], [len(cells) for _name, cells in rows])
    for place, who in enumerate(_line_ups(rows)):
        found = [
            (y, *_quantiles(cell))
            for (_name, cells), lines in zip(rows, places, strict=True)
            for cell, y in zip(cells, lines, strict=True)
            if players(cell.policies) == who
        ]
        y, least, low, median, high, most = zip(*found, strict=True)
        colour = SERIES[place % len(SERIES)]
        axes.hlines(y, least, most, color=colour, linewidth=1.1)
        axes.hlines(y, low, high, color=colour, linewidth=5)
        axes.plot(median, y, "o", color=colour, markersize=4.5, markerfacecolor=PAPER)
        axes.plot([], [], color=colour, label=who, linewidth=5)
    axes.set_xlim(left=0)
    axes.set_xlabel(_("turns"))
