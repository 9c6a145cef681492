"""Charts of named rows: each name stands above its lines, so that long names fit on a phone."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from undercut.lab.report.charts.style import INK, PAPER
from undercut.lab.report.names import players, short
from undercut.lab.report.sentences import Reader
from undercut.lab.report.summary import Change, base_numbers
from undercut.lab.results import CellResult
from undercut.translation import _

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NAME, _LINE, _END = 0.19, 0.15, 0.06
"""Heights in inches: a name, a line below it, and the space after the last one."""


def height(rows: Sequence[int]) -> float:
    """Return the height of rows in inches."""
    return _NAME * len(rows) + _LINE * sum(rows) + _END


def lay_rows(axes: Axes, names: Sequence[str], rows: Sequence[int]) -> list[list[float]]:
    """Write the names of rows into axes as high as `height` says; x is left to the caller.

    Returns:
        The middle of each line of each row.
    """
    y, places = 0.0, list[list[float]]()
    for name, count in zip(names, rows, strict=True):
        y -= _NAME
        name_at = axes.text(0, y + 0.045, name, transform=axes.get_yaxis_transform(), fontsize=8.5, color=INK)
        name_at.set_bbox({"facecolor": PAPER, "edgecolor": "none", "pad": 0.8})
        places.append([y - _LINE * (line + 0.5) for line in range(count)])
        y -= _LINE * count
    axes.set_ylim(y - _END, 0)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    return places


def cell_rows(reader: Reader, found: Sequence[Change]) -> list[tuple[str, list[CellResult]]]:
    """List all cells, those of the base first, by what differs in them from the base."""
    bases = [reader.cell(number) for number in base_numbers(reader)]
    if not found:
        return [(cell.label, [cell]) for cell in bases]
    rows = [(_("base"), bases)]
    return rows + [(change.code, [reader.cell(each.cell) for each in change.contrasts]) for change in found]


def curve_names(reader: Reader, cells: Sequence[CellResult]) -> list[str]:
    """Name cells in a legend: by the players, and by the rules unless the players tell them apart."""
    apart = len({cell.policies for cell in cells}) == len(cells)
    rules = ["" if apart else f"{short(reader.study, cell, cells[0])}, " for cell in cells]
    return [rule + players(cell.policies) for rule, cell in zip(rules, cells, strict=True)]
