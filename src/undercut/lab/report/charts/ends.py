"""A chart of why games end, in every cell."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from undercut.games.base import registry
from undercut.lab.report.charts.rows import cell_rows, height, lay_rows
from undercut.lab.report.charts.style import INK, PAPER, SERIES, Chart, Frame, Heading, draw
from undercut.lab.report.names import players
from undercut.lab.report.sentences import Reader
from undercut.lab.report.summary import Change
from undercut.lab.results import CellResult
from undercut.translation import _

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx", "----")
_STOPPED = "stopped"
_THICK = 0.12
"""Height of a bar in inches."""


def ends(reader: Reader, found: Sequence[Change]) -> Chart | None:
    """Draw the share of games by the reason for their end; None if all games end alike."""
    counted = {reason for cell in reader.study.cells for reason, games in cell.reasons.items() if games}
    known = registry.spec(reader.study.game).words.ends
    names = {end.value: _(end.text) for end in known} | {_STOPPED: _("stopped for its length")}
    names = {reason: name for reason, name in names.items() if reason in counted}
    if len(names) < 2:  # noqa: PLR2004  one reason is no comparison
        return None
    rows = cell_rows(reader, found)
    heading = Heading("ends", _("Why games end"), _("The share of games by the reason for their end."))
    frame = Frame(height([len(cells) for _name, cells in rows]), len(names), right=1.0)
    return draw(heading, frame, lambda axes: _paint(axes, rows, names))


def _paint(axes: Axes, rows: Sequence[tuple[str, Sequence[CellResult]]], names: Mapping[str, str]) -> None:
    places = lay_rows(axes, [name for name, _cells in rows], [len(cells) for _name, cells in rows])
    found = [
        (cell, y)
        for (_name, cells), lines in zip(rows, places, strict=True)
        for cell, y in zip(cells, lines, strict=True)
    ]
    y, left = [place for _cell, place in found], np.zeros(len(found))
    for place, (reason, name) in enumerate(names.items()):
        widths = np.array([100 * cell.reasons.get(reason, 0) / max(cell.games, 1) for cell, _y in found])
        hatch, colour = _HATCHES[place % len(_HATCHES)], SERIES[place % len(SERIES)]
        axes.barh(y, widths, _THICK, left=left, color=colour, hatch=hatch, edgecolor=PAPER, linewidth=0.4, label=name)
        left += widths
    for cell, place in found:
        axes.text(101, place, players(cell.policies), fontsize=7.5, va="center", color=INK)
    axes.set_xlim(0, 100)
    axes.set_xlabel(_("games, %"))
