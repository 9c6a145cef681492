"""All charts of a study, in the order of the report."""

from __future__ import annotations

from undercut.lab.report.charts.cards import openings, worths
from undercut.lab.report.charts.chances import chances
from undercut.lab.report.charts.ends import ends
from undercut.lab.report.charts.forest import forest
from undercut.lab.report.charts.lengths import distribution, spread
from undercut.lab.report.charts.skill import skills
from undercut.lab.report.charts.style import Chart
from undercut.lab.report.sentences import MAIN, Reader
from undercut.lab.report.summary import changes

_MORE = ("decisions", "choices", "forced", "lead_changes", "comebacks", "settled")
"""Measures whose differences are drawn after the main ones; a measure of the game's own follows."""

_DUEL = 2


def main_charts(reader: Reader) -> list[Chart]:
    """Draw what a reader looks at first."""
    found = changes(reader)
    drawn = [forest(reader, found, measure) for measure in MAIN]
    drawn += [worths(reader), openings(reader), skills(reader), distribution(reader), chances(reader)]
    return [chart for chart in drawn if chart]


def more_charts(reader: Reader) -> list[Chart]:
    """Draw the rest: every cell, and the differences of all other measures."""
    found = changes(reader)
    told = {*MAIN, *_MORE, "first"} | ({"share_1"} if reader.cell(0).seats == _DUEL else set[str]())
    others = [name for name in reader.names if name not in told]
    drawn = [ends(reader, found), spread(reader, found)]
    drawn += [forest(reader, found, measure) for measure in (*_MORE, *others)]
    return [chart for chart in drawn if chart]
