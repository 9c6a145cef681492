"""The tables of a report as HTML: every change of the rules, and every cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from undercut.studies.amounts import Amount
from undercut.studies.names import players_code, rules_name, short
from undercut.studies.sentences import MAIN, Reader
from undercut.studies.summary import Change
from undercut.translation import _


def change_table(reader: Reader, found: Sequence[Change]) -> str:
    """Write a table of the main differences."""
    names = [name for name in MAIN if name in reader.names]
    head = [_("Change"), _("Players"), *(_column(reader, name) for name in names)]
    rows: list[list[str]] = []
    for change in found:
        for place, contrast in enumerate(change.contrasts):
            first = _code(change.code) if place == 0 else ""
            amounts = (reader.amount(name, contrast) for name in names)
            rows.append([first, escape(players_code(reader.cell(contrast.cell).policies)), *map(_difference, amounts)])
    return table(_("Differences from the base"), head, rows)


def cell_table(reader: Reader) -> str:
    """Write a table of all cells."""
    names = [name for name in (*MAIN, "decisions", "choices", "forced") if name in reader.names]
    head = [_("Rules"), _("Players"), _("Games"), *(_column(reader, name, level=True) for name in names)]
    rows: list[list[str]] = []
    for number, cell in enumerate(reader.study.cells):
        name = short(reader.study, cell, reader.cell(0)) if number else rules_name(reader.study, cell)
        claims = (reader.value(each, number) for each in names)
        amounts = (f"{claim.amount} <small>{claim.amount.interval}</small>" if claim else "" for claim in claims)
        rows.append([_code(name), escape(players_code(cell.policies)), f"{cell.games:,}", *amounts])
    return table(_("Every cell"), head, rows)


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table that scrolls on a narrow screen."""
    columns = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    body = "\n".join(f"<tr>{_first(row[0])}{''.join(f'<td>{each}</td>' for each in row[1:])}</tr>" for row in rows)
    label = escape(title, quote=True)
    return (
        f'<div class="table" role="region" aria-label="{label}" tabindex="0"><table><thead><tr>{columns}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>"
    )


def _first(cell: str) -> str:
    return f'<th scope="row">{cell}</th>' if cell else "<td></td>"


def _code(name: str) -> str:
    return f"<code>{escape(name)}</code>" if " = " in name else escape(name)


def _column(reader: Reader, measure: str, *, level: bool = False) -> str:
    relative = reader.wording(measure).relative and not level
    share = reader.unit(measure) == "share"
    unit = "%" if relative or (share and level) else _("points") if share else ""
    title = reader.title(measure)
    return f"{title}, {unit}" if unit else title


def _difference(amount: Amount | None) -> str:
    if amount is None:
        return ""
    written = f"{amount.signed} <small>{amount.interval}</small>"
    return f"<b>{written}</b>" if amount.clear else written
