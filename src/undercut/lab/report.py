"""The report of a study: one HTML page that needs nothing else, and each of its charts as files."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from statistics import median

from undercut.cards import Pack
from undercut.draw.as_svg import has_pixels
from undercut.files import file_errors, write_whole
from undercut.games.base import registry
from undercut.games.base.sentences import capitalized
from undercut.lab import charts
from undercut.lab.charts import Chart
from undercut.studies.results import CardWorth, Study
from undercut.studies.sentences import MAIN, Findings
from undercut.studies.summary import Change, Line, Summary, changes, of_bases, summary
from undercut.studies.wording import Amount, part_name, percent, players, players_code, rules_name, short, worth_of
from undercut.translation import _

_MORE = ("decisions", "choices", "forced", "lead_changes", "comebacks", "settled")
"""Measures whose differences are drawn after the main ones; a measure of the game's own follows."""
REPORT = "report.html"  # the page of a report


def write(study: Study, folder: Path) -> Path:
    findings, page = Findings(study), folder / REPORT
    first, more, drawn = main_charts(findings), more_charts(findings), folder / "charts"
    with file_errors(drawn):
        drawn.mkdir(exist_ok=True)
    for chart in (*first, *more):
        write_whole(drawn / f"{chart.name}.svg", chart.svg)
        if has_pixels():
            write_whole(drawn / f"{chart.name}.png", chart.png)
    write_whole(page, _page(findings, first, more))
    return page


def main_charts(findings: Findings) -> list[Chart]:
    found = changes(findings)
    drawn = [charts.differences(findings, found, measure) for measure in MAIN]
    others = charts.worths, charts.openings, charts.skills, charts.distribution, charts.chances
    drawn += [draw(findings) for draw in others]
    return [chart for chart in drawn if chart]


def more_charts(findings: Findings) -> list[Chart]:
    found = changes(findings)
    duel = findings.cell(0).seats == 2  # noqa: PLR2004  the second share is then the rest of the first
    told = {*MAIN, *_MORE, "first"} | ({"share_1"} if duel else set[str]())
    others = [name for name in findings.names if name not in told]
    drawn = [charts.ends(findings, found), charts.spread(findings, found)]
    drawn += [charts.differences(findings, found, measure) for measure in (*_MORE, *others)]
    return [chart for chart in drawn if chart]


def _page(findings: Findings, first: Sequence[Chart], more: Sequence[Chart]) -> str:
    title = _("What the rules of {game} do").format(game=registry.spec(findings.study.game).title)
    style = files("undercut.lab").joinpath("report.css").read_text(encoding="utf-8")
    body = "\n".join(
        part
        for part in (
            f"<h1>{escape(title)}</h1>",
            _summary(findings),
            _charts(_("The main measures"), first),
            _tables(findings),
            _charts(_("All other measures"), more),
            _method(findings),
        )
        if part
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}\n{charts.colour_rules()}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _summary(findings: Findings) -> str:
    told = summary(findings)
    parts = [f'<p class="played">{escape(told.played)}</p>']
    for title, lines in parts_of(findings, told):
        parts += [f"<h3>{escape(title)}</h3>"] if title else []
        parts.append(_listed(map(_line, lines)))
    parts.append(f'<p class="note">{escape(told.caution)}</p>')
    return _section(_("In short"), parts)


def parts_of(findings: Findings, told: Summary) -> list[tuple[str, Sequence[Line | str]]]:
    """List the parts of a summary that have lines, each with its title; the first one has none."""
    parts: dict[str, Sequence[Line | str]] = {
        "": told.bases,
        _("The largest effects"): told.largest,
        _("Where the players disagree"): told.disagreements,
        _("Without a measurable effect"): [f"{told.bounds}: {told.quiet}."] if told.quiet else [],
        _("What cards and a turn are worth"): [*worth_lines(findings), *turn_lines(findings)],
        _("Luck and skill"): skill_lines(findings),
    }
    return [(title, lines) for title, lines in parts.items() if lines]


def _line(line: Line | str) -> str:
    if isinstance(line, str):
        return escape(line)
    subject = f"<b>{escape(line.subject)}:</b> " if line.subject else ""
    return subject + escape(line.text)


def _tables(findings: Findings) -> str:
    found = changes(findings)
    note = _("Bold: the interval excludes zero. “Points” are percentage points.")
    parts = [change_table(findings, found), f'<p class="note">{escape(note)}</p>'] if found else []
    tables = _section(_("Every change"), parts) if parts else ""
    return tables + _section(_("Every cell"), [cell_table(findings)])


def _charts(title: str, drawn: Sequence[Chart]) -> str:
    figures = [
        f"<figure><figcaption><b>{escape(chart.title)}</b> {escape(chart.text)}</figcaption>\n{chart.inline}</figure>"
        for chart in drawn
    ]
    return _section(title, ['<div class="charts">', *figures, "</div>"]) if figures else ""


def _method(findings: Findings) -> str:
    study = findings.study
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


# --- Sentences about the worth of cards and about luck and skill ---


def worth_lines(findings: Findings) -> list[str]:
    lines: list[str] = []
    pack: Pack = registry.spec(findings.study.game).pack
    found = of_bases(findings, findings.study.worths)
    for cell in dict.fromkeys(each.cell for each in found):
        here = sorted((each for each in found if each.cell == cell), key=lambda each: -each.value)
        clear = [_worth(each, pack) for each in here if worth_of(each).clear]
        if clear:
            text = _("{where}: compared with a random card of the stock, {cards}.").format(
                where=_where(findings, cell), cards=", ".join(clear)
            )
        else:
            bound = max((worth_of(each) for each in here), key=lambda each: max(-each.low, each.high)).bound
            text = _("{where}: no card differs from a random one by more than {bound} percentage points.").format(
                where=_where(findings, cell), bound=bound
            )
        lines.append(text)
    return lines


def turn_lines(findings: Findings) -> list[str]:
    lines: list[str] = []
    for each in of_bases(findings, findings.study.turn_worths):
        worth = worth_of(each)
        gain = worth.within(_("{value} percentage points of the share").format(value=worth.signed))
        text = _("{where}: the first turn is worth {gain}.") if each.first else _("{where}: a turn is worth {gain}.")
        lines.append(text.format(where=_where(findings, each.cell), gain=gain))
    return lines


def _where(findings: Findings, cell: int) -> str:
    found = findings.cell(cell)
    named = {"rules": rules_name(findings.study, found), "players": players(found.policies)}
    return _("{rules}, between {players}").format(**named)


def skill_lines(findings: Findings) -> list[str]:
    lines: list[str] = []
    for share in of_bases(findings, findings.study.skills):
        amounts = {part: percent(*ends, difference=False) for part, ends in share.parts.items()}
        parts = [
            found.within(_("{part} {value} %").format(part=part_name(part), value=found))
            for part, found in amounts.items()
        ]
        text = _("of the variance of results between {players}: {parts}.")
        lines.append(capitalized(text.format(players=", ".join(share.players), parts=", ".join(parts))))
    return lines


def _worth(worth: CardWorth, pack: Pack) -> str:
    found = worth_of(worth)
    gain = _("{value} percentage points").format(value=found.signed)
    return _("the {card}, {gain}").format(card=pack.kind_name(worth.card), gain=found.within(gain))


def change_table(findings: Findings, found: Sequence[Change]) -> str:
    names = [name for name in MAIN if name in findings.names]
    head = [_("Change"), _("Players"), *(_column(findings, name) for name in names)]
    rows: list[list[str]] = []
    for change in found:
        for place, contrast in enumerate(change.contrasts):
            first = _code(change.code) if place == 0 else ""
            amounts = (findings.amount(name, contrast) for name in names)
            rows.append(
                [first, escape(players_code(findings.cell(contrast.cell).policies)), *map(_difference, amounts)]
            )
    return table(_("Differences from the base"), head, rows)


def cell_table(findings: Findings) -> str:
    names = [name for name in (*MAIN, "decisions", "choices", "forced") if name in findings.names]
    head = [_("Rules"), _("Players"), _("Games"), *(_column(findings, name, level=True) for name in names)]
    rows: list[list[str]] = []
    for number, cell in enumerate(findings.study.cells):
        name = short(findings.study, cell, findings.cell(0)) if number else rules_name(findings.study, cell)
        claims = (findings.value(each, number) for each in names)
        amounts = (f"{claim.amount} <small>{claim.amount.interval}</small>" if claim else "" for claim in claims)
        rows.append([_code(name), escape(players_code(cell.policies)), f"{cell.games:,}", *amounts])
    return table(_("Every cell"), head, rows)


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    columns = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    heads = ((f'<th scope="row">{first}</th>' if first else "<td></td>", others) for first, *others in rows)
    body = "\n".join(f"<tr>{first}{''.join(f'<td>{each}</td>' for each in others)}</tr>" for first, others in heads)
    label = escape(title, quote=True)
    return (
        f'<div class="table" role="region" aria-label="{label}" tabindex="0"><table><thead><tr>{columns}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>"
    )


def _code(name: str) -> str:
    return f"<code>{escape(name)}</code>" if " = " in name else escape(name)


def _column(findings: Findings, measure: str, *, level: bool = False) -> str:
    relative = findings.phrases(measure).relative and not level
    share = findings.unit(measure) == "share"
    unit = "%" if relative or (share and level) else _("points") if share else ""
    title = findings.title(measure)
    return f"{title}, {unit}" if unit else title


def _difference(amount: Amount | None) -> str:
    if amount is None:
        return ""
    written = f"{amount.signed} <small>{amount.interval}</small>"
    return f"<b>{written}</b>" if amount.clear else written
