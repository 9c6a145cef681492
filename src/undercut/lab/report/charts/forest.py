"""Forest plots: for one measure, every difference with its interval, one colour for each line-up of players."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from undercut.lab.report.amounts import Amount
from undercut.lab.report.charts.rows import height, lay_rows
from undercut.lab.report.charts.style import INK, MARKERS, PAPER, SERIES, Chart, Frame, Heading, draw
from undercut.lab.report.sentences import Reader
from undercut.lab.report.summary import Change
from undercut.translation import _

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    amounts: tuple[tuple[str, Amount], ...]


def forest(reader: Reader, found: Sequence[Change], measure: str) -> Chart | None:
    """Draw the differences of a measure, largest first; None if there are none."""
    rows = [_row(reader, change, measure) for change in found]
    rows = [row for row in rows if any(amount.value for _who, amount in row.amounts)]
    if not rows:
        return None
    rows.sort(key=lambda row: -max(abs(amount.value) for _who, amount in row.amounts))
    title, unit = reader.title(measure), _unit(reader, measure)
    heading = Heading(
        f"difference-{measure}".replace("_", "-"),
        _("Differences: {title}").format(title=title),
        _("Differences from the base in {unit}; a hollow mark means that the difference may be zero.").format(
            unit=unit
        ),
    )
    frame = Frame(height([len(row.amounts) for row in rows]), len(_players(rows)))
    return draw(heading, frame, lambda axes: _paint(axes, rows, unit))


def paint_intervals(axes: Axes, points: Sequence[tuple[Amount, float]], place: int, label: str = "") -> None:
    """Draw intervals with their marks; a mark is hollow if its interval does not exclude zero."""
    colour, mark = SERIES[place % len(SERIES)], MARKERS[place % len(MARKERS)]
    ends = [(amount.low, amount.high) for amount, _y in points]
    axes.hlines([y for _amount, y in points], *zip(*ends, strict=True), color=colour, linewidth=1.6)
    for fill, clear in ((colour, True), (PAPER, False)):
        chosen = [(amount.value, y) for amount, y in points if amount.clear == clear]
        x, y = zip(*chosen, strict=True) if chosen else ((), ())
        axes.plot(x, y, mark, color=colour, markersize=4.5, markerfacecolor=fill, zorder=3)
    if label:
        axes.plot([], [], color=colour, marker=mark, label=label, markersize=5)


def _row(reader: Reader, change: Change, measure: str) -> _Row:
    amounts = ((reader.who(contrast), reader.amount(measure, contrast)) for contrast in change.contrasts)
    return _Row(change.code, tuple((who, amount) for who, amount in amounts if amount))


def _unit(reader: Reader, measure: str) -> str:
    if reader.wording(measure).relative:
        return _("percent")
    return _("percentage points") if reader.unit(measure) == "share" else reader.title(measure)


def _players(rows: Sequence[_Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for row in rows for name, _amount in row.amounts))


def _paint(axes: Axes, rows: Sequence[_Row], unit: str) -> None:
    places = lay_rows(axes, [row.name for row in rows], [len(row.amounts) for row in rows])
    for place, name in enumerate(_players(rows)):
        points = [
            (amount, y)
            for row, lines in zip(rows, places, strict=True)
            for (who, amount), y in zip(row.amounts, lines, strict=True)
            if who == name
        ]
        paint_intervals(axes, points, place, name)
    axes.axvline(0, color=INK, linewidth=0.9, zorder=1)
    axes.set_xlabel(_("difference in {unit}").format(unit=unit))
    axes.margins(x=0.06)
