"""The tables of the page of findings, from the studies of ``make studies``."""

from __future__ import annotations

import re
from pathlib import Path

from undercut.studies import results
from undercut.studies.results import Study
from undercut.studies.sentences import Findings
from undercut.studies.summary import changes
from undercut.studies.wording import Amount, players, players_code, rules_name, short

HERE = Path(__file__).parent
PAGE = HERE / "findings.md"
FINDINGS = HERE.parent / "bench" / "results" / "findings"
GAMES = HERE.parent / "src" / "undercut" / "games"
_BLOCK = re.compile(r"<!-- (levels|differences|worths) ([\w-]+): ([\w ]+) -->.*?<!-- end -->", re.DOTALL)


def findings() -> str:
    """Return the page with its tables up to date.

    A block begins with what it lists, the study, and the measures; all in between is replaced.
    """
    return _BLOCK.sub(_filled, PAGE.read_text(encoding="utf-8"))


def _filled(block: re.Match[str]) -> str:
    kind, name, measures = block[1], block[2], block[3].split()
    own = FINDINGS / f"{name}.json"
    findings = Findings(results.load(own if own.exists() else GAMES / name / "studies.json"))
    table = {"levels": levels, "differences": differences, "worths": worths}[kind](findings, measures)
    head = f"<!-- {kind} {name}: {' '.join(measures)} -->"
    return "\n".join([head, "", source(findings.study), "", *table, "", "<!-- end -->"])


def source(study: Study) -> str:
    """Say how a study was made."""
    pairing = "the same deals in all cells" if study.paired else "deals of their own for each shape of the game"
    games = f"{study.cells[0].games:,} games a cell, {pairing}"
    certainty = "all intervals of the study hold together with 95 % confidence"
    return f"`{study.command}`\n\n{games[0].upper()}{games[1:]}; {certainty}."


def levels(findings: Findings, measures: list[str]) -> list[str]:
    """List the measures of every cell."""
    lines = [
        f"| rules | players | {' | '.join(title(findings, name, level=True) for name in measures)} |",
        "|---|---|" + "---:|" * len(measures),
    ]
    for number, cell in enumerate(findings.study.cells):
        base = findings.cell(0)
        named = short(findings.study, cell, base) if cell.seats != base.seats else rules_name(findings.study, cell)
        if cell.seats != base.seats or len({each.seats for each in findings.study.cells}) > 1:
            named = f"{cell.seats} players"
        claims = (findings.value(name, number) for name in measures)
        values = [f"{claim.amount} ({claim.amount.interval})" if claim else "" for claim in claims]
        lines.append(f"| {named} | `{players_code(cell.policies)}` | {' | '.join(values)} |")
    return lines


def differences(findings: Findings, measures: list[str]) -> list[str]:
    """List the differences from the base, for each line-up of players; in bold those clear of zero."""
    line_ups = list(dict.fromkeys(cell.policies for cell in findings.study.cells))
    titles = [f"{title(findings, name)}, {players(each)}" for each in line_ups for name in measures]
    lines = [f"| change | {' | '.join(titles)} |", "|---|" + "---:|" * len(titles)]
    for change in changes(findings):
        found = {findings.cell(contrast.cell).policies: contrast for contrast in change.contrasts}
        row: list[str] = []
        for each in line_ups:
            amounts = (findings.amount(name, found[each]) if each in found else None for name in measures)
            row += [_written(amount) for amount in amounts]
        lines.append(f"| `{change.code}` | {' | '.join(row)} |")
    return lines


def worths(findings: Findings, _measures: list[str]) -> list[str]:
    """List the worth of each kind of card and of a turn, at any turn and at the first, for each line-up of players."""
    study, names = findings.study, [players(cell.policies) for cell in findings.study.cells]
    titles = [f"{when}, {name}" for name in names for when in ("any turn", "first turn")]
    found = {(each.card, each.cell, 0): each for each in study.worths}
    found |= {(each.card, each.cell, 1): each for each in study.openings}
    turn = {("the turn itself", each.cell, int(each.first)): each for each in study.turn_worths}
    lines = [f"| points of the share | {' | '.join(titles)} |", "|---|" + "---:|" * len(titles)]
    for name in dict.fromkeys(name for name, _cell, _first in (found | turn)):
        each = ((found | turn).get((name, cell, first)) for cell in range(len(names)) for first in (0, 1))
        row = (_written(Amount(100 * one.value, 100 * one.low, 100 * one.high)) if one else "" for one in each)
        lines.append(f"| {name} | {' | '.join(row)} |")
    return lines


def title(findings: Findings, measure: str, *, level: bool = False) -> str:
    """Return the heading of a measure's column."""
    share, relative = findings.unit(measure) == "share", findings.phrases(measure).relative and not level
    unit = " (%)" if relative or (share and level) else " (points)" if share else ""
    return findings.title(measure) + unit


def _written(amount: Amount | None) -> str:
    if amount is None:
        return ""
    text = f"{amount.signed} ({amount.interval})"
    return f"**{text}**" if amount.clear else text
