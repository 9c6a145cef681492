"""The report of a study: one HTML page that needs nothing else, and each of its charts as files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from statistics import median

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.lab.report.charts import main_charts, more_charts
from undercut.lab.report.extra_lines import skill_lines, turn_lines, worth_lines
from undercut.lab.report.layout import Chart, has_pixels
from undercut.lab.report.tables import cell_table, change_table
from undercut.studies.results import Study
from undercut.studies.sentences import Reader
from undercut.studies.summary import Line, changes, summary
from undercut.translation import _

REPORT = "report.html"
"""The page of a report."""


def write(study: Study, folder: Path) -> Path:
    """Write the report of a study: ``report.html``, and the folder ``charts`` with each chart."""
    reader = Reader(study)
    first, more = main_charts(reader), more_charts(reader)
    page = folder / REPORT
    try:
        for chart in (*first, *more):
            _keep(chart, folder / "charts")
        page.write_text(_page(reader, first, more), encoding="utf-8")
    except OSError as error:
        message = f"{error.filename or page}: {error.strerror or error}"
        raise UndercutError(message) from None
    return page


def _keep(chart: Chart, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{chart.heading.name}.svg").write_text(chart.svg, encoding="utf-8")
    if has_pixels():
        (folder / f"{chart.heading.name}.png").write_bytes(chart.png)


def _page(reader: Reader, first: Sequence[Chart], more: Sequence[Chart]) -> str:
    title = _("What the rules of {game} do").format(game=registry.spec(reader.study.game).title)
    style = files("undercut.lab.report").joinpath("page.css").read_text(encoding="utf-8")
    body = "\n".join(
        part
        for part in (
            f"<h1>{escape(title)}</h1>",
            _summary(reader),
            _charts(_("The main measures"), first),
            _tables(reader),
            _charts(_("All other measures"), more),
            _method(reader),
        )
        if part
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _summary(reader: Reader) -> str:
    told = summary(reader)
    parts = [f'<p class="played">{escape(told.played)}</p>', _listed(map(_line, told.bases))]
    if told.largest:
        parts += [f"<h3>{escape(_('The largest effects'))}</h3>", _listed(map(_line, told.largest))]
    if told.disagreements:
        parts += [f"<h3>{escape(_('Where the players disagree'))}</h3>", _listed(map(escape, told.disagreements))]
    bounds, quiet = told.quiet
    if quiet:
        title = escape(_("Without a measurable effect"))
        parts += [f"<h3>{title}</h3>", f"<p>{escape(bounds)}: <code>{escape(quiet)}</code>.</p>"]
    told_more = (
        (_("What cards are worth"), worth_lines(reader)),
        (_("What a turn is worth"), turn_lines(reader)),
        (_("Luck and skill"), skill_lines(reader)),
    )
    for title, lines in told_more:
        if lines:
            parts += [f"<h3>{escape(title)}</h3>", _listed(map(escape, lines))]
    parts.append(f'<p class="note">{escape(told.caution)}</p>')
    return _section(_("In short"), parts)


def _line(line: Line) -> str:
    subject = f"<b>{escape(line.subject)}:</b> " if line.subject else ""
    return subject + escape(line.text)


def _tables(reader: Reader) -> str:
    found = changes(reader)
    note = _("Bold: the interval excludes zero. “Points” are percentage points.")
    parts = [change_table(reader, found), f'<p class="note">{escape(note)}</p>'] if found else []
    tables = _section(_("Every change"), parts) if parts else ""
    return tables + _section(_("Every cell"), [cell_table(reader)])


def _charts(title: str, charts: Sequence[Chart]) -> str:
    figures = [
        f"<figure><figcaption><b>{escape(chart.heading.title)}</b> {escape(chart.heading.text)}</figcaption>\n"
        f"{chart.inline}</figure>"
        for chart in charts
    ]
    return _section(title, ['<div class="charts">', *figures, "</div>"]) if figures else ""


def _method(reader: Reader) -> str:
    study = reader.study
    count, confidence = len(study.estimates), f"{100 * study.confidence:g}"
    said = [
        _("All {count} intervals of this study hold together with a confidence of {confidence} %.").format(
            count=f"{count:,}", confidence=confidence
        )
    ]
    gains = [each.gain for each in study.estimates if each.gain]
    if gains:
        message = _(
            "Playing the same deals in all cells was worth {gain} times as many independent deals (the median)."
        )
        said.append(message.format(gain=f"{median(gains):.1f}"))
    facts = _("Undercut {version}, {date}, seed {seed}.").format(
        version=study.version, date=study.date, seed=study.seed
    )
    command = f'<pre tabindex="0"><code>{escape(study.command)}</code></pre>'
    return _section(_("How this was measured"), [*(f"<p>{escape(each)}</p>" for each in (*said, facts)), command])


def _section(title: str, parts: Iterable[str]) -> str:
    return f"<section><h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>\n"


def _listed(items: Iterable[str]) -> str:
    return "<ul>" + "\n".join(f"<li>{each}</li>" for each in items) + "</ul>"
