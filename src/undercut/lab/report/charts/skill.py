"""A chart of the skill share: how much of the result is the deal, the seat, the player and the rest."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from undercut.lab.report.amounts import percent
from undercut.lab.report.charts.forest import paint_intervals
from undercut.lab.report.charts.rows import height, lay_rows
from undercut.lab.report.charts.style import INK, Chart, Frame, Heading, draw
from undercut.lab.report.names import part_name, short
from undercut.lab.report.sentences import Reader
from undercut.lab.report.summary import of_bases
from undercut.lab.results import SkillShare
from undercut.translation import _

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def skills(reader: Reader) -> Chart | None:
    """Draw the parts of the variance of results; None if they were not measured."""
    found = of_bases(reader, reader.study.skills)
    if not found:
        return None
    text = _("The parts of the variance of results between the named players, in percent.")
    heading = Heading("skill", _("What decides a game"), text)
    frame = Frame(height([len(each.parts) for each in found]), left=0.8)
    return draw(heading, frame, lambda axes: _paint(axes, reader, found))


def _paint(axes: Axes, reader: Reader, found: Sequence[SkillShare]) -> None:
    first = reader.cell(found[0].cell)
    names = [f"{short(reader.study, reader.cell(each.cell), first)}: {', '.join(each.players)}" for each in found]
    places = lay_rows(axes, names, [len(each.parts) for each in found])
    for each, lines in zip(found, places, strict=True):
        for place, ((part, (value, low, high)), y) in enumerate(zip(each.parts.items(), lines, strict=True)):
            paint_intervals(axes, [(percent(value, low, high), y)], place)
            axes.text(-1, y, part_name(part), ha="right", va="center", fontsize=8, color=INK)
    axes.set_xlim(0, 100)
    axes.set_xlabel(_("share of the variance, %"))
