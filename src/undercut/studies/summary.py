"""The summary of a study in sentences: what was played, what changed most, where the players disagree."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from undercut.games.base import registry
from undercut.games.base.sentences import capitalized
from undercut.studies.results import CardWorth, Contrast, SkillShare, Study, TurnWorth
from undercut.studies.sentences import DRAWS, FIRST, LENGTH, MAIN, Claim, Findings, together
from undercut.studies.wording import Amount, difference, game_of, linked, players, rules_name, short
from undercut.translation import N_, _, ngettext

_LARGEST = 3  # how many changes the summary names for each measure


@dataclass(frozen=True, slots=True)
class Change:
    text: str  # in words
    code: str  # as the options write it
    contrasts: tuple[Contrast, ...]

    def claims(self, findings: Findings, measure: str) -> tuple[Claim, ...]:
        claims = (findings.effect(measure, contrast) for contrast in self.contrasts)
        return tuple(claim for claim in claims if claim)

    def amounts(self, findings: Findings, measure: str) -> list[tuple[str, Amount]]:
        """List the differences of a measure, each with the pair of players that it compares."""
        found = ((findings.who(contrast), findings.amount(measure, contrast)) for contrast in self.contrasts)
        return [(who, amount) for who, amount in found if amount]

    def size(self, findings: Findings, measure: str) -> float:
        """Return the largest effect on a measure; 0 if no interval excludes zero."""
        return max((abs(amount.value) for _who, amount in self.amounts(findings, measure) if amount.clear), default=0.0)


@dataclass(frozen=True, slots=True)
class Part:
    players: str
    claims: tuple[Claim, ...]

    def __str__(self) -> str:
        return _("between {players}, {claims}").format(players=self.players, claims=together(self.claims))


@dataclass(frozen=True, slots=True)
class Line:
    subject: str  # the words before the colon; may be empty
    parts: tuple[Part, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(claim for part in self.parts for claim in part.claims)

    @property
    def text(self) -> str:
        return capitalized(self._said)

    def __str__(self) -> str:
        return f"{self.subject}: {self._said}" if self.subject else self.text

    @property
    def _said(self) -> str:
        return "; ".join(map(str, self.parts)) + "."


@dataclass(frozen=True, slots=True)
class Summary:
    played: str
    bases: tuple[Line, ...]  # what the games are like that others are compared with
    largest: tuple[Line, ...]  # the changes with the largest effects
    quiet: str  # the changes without a measurable effect; may be empty
    bounds: str  # how large their effects can be
    disagreements: tuple[str, ...]  # changes with opposite effects between different players
    caution: str


def summary(findings: Findings) -> Summary:
    all_changes = changes(findings)
    quiet = [change for change in all_changes if not any(change.size(findings, measure) for measure in MAIN)]
    return Summary(
        played=_played(findings, len(all_changes)),
        bases=bases(findings),
        largest=tuple(line(findings, change) for change in _largest(findings, all_changes)),
        quiet=", ".join(change.code for change in quiet),
        bounds=_bounds(findings, quiet),
        disagreements=tuple(_disagreements(findings, all_changes)),
        caution=_("These are answers about these players; others may play the same rules differently."),
    )


def changes(findings: Findings) -> tuple[Change, ...]:
    contrasts: dict[str, list[Contrast]] = {}
    codes: dict[str, str] = {}
    for contrast in findings.contrasts:
        cell, base = findings.cell(contrast.cell), findings.cell(contrast.origin)
        code = short(findings.study, cell, base)
        text = difference(findings.study, cell, base, findings.naming)
        if contrast.minus:
            text = _("Both: {changes}").format(changes=short(findings.study, cell, base, findings.naming))
        contrasts.setdefault(text, []).append(contrast)
        codes[text] = code
    return tuple(Change(text, codes[text], tuple(compared)) for text, compared in contrasts.items())


def differing(
    findings: Findings, listed: Iterable[Change], measure: str
) -> list[tuple[Change, list[tuple[str, Amount]]]]:
    rows = [(change, amounts) for change in listed if (amounts := change.amounts(findings, measure))]
    rows = [row for row in rows if any(amount.value for _who, amount in row[1])]
    return sorted(rows, key=lambda row: -max(abs(amount.value) for _who, amount in row[1]))


def line(findings: Findings, change: Change, names: Sequence[str] = MAIN) -> Line:
    """Say what a change does to some measures: its effects, or how large they can be if none is clear."""
    parts: list[Part] = []
    for contrast in change.contrasts:
        claims = [claim for name in names if (claim := findings.effect(name, contrast))]
        if effects := [claim for claim in claims if claim.effect] or claims:
            parts.append(Part(findings.who(contrast), tuple(effects)))
    return Line(change.text, tuple(parts))


def base_numbers(findings: Findings) -> tuple[int, ...]:
    numbers = dict.fromkeys(contrast.base for contrast in findings.contrasts if not contrast.minus)
    return tuple(numbers) or tuple(range(len(findings.study.cells)))


_Result = TypeVar("_Result", CardWorth, TurnWorth, SkillShare)


def of_bases(findings: Findings, results: Sequence[_Result]) -> tuple[_Result, ...]:
    numbers = base_numbers(findings)
    return tuple(result for result in results if result.cell in numbers) or tuple(results)


def bases(findings: Findings) -> tuple[Line, ...]:
    parts: dict[str, list[Part]] = {}
    for number in base_numbers(findings):
        cell = findings.cell(number)
        claims = tuple(claim for name in (FIRST, LENGTH, DRAWS) if (claim := findings.value(name, number)))
        by_rules = parts.setdefault(rules_name(findings.study, cell, findings.naming), [])
        if claims:
            by_rules.append(Part(players(cell.policies), claims))
    return tuple(Line(rules, tuple(by_rules)) for rules, by_rules in parts.items())


def _played(findings: Findings, count: int) -> str:
    """Say how many games were played, under how many changes of the rules."""
    study = findings.study
    title = registry.spec(study.game).title
    who = linked(N_("{one} and between {others}"), dict.fromkeys(players(cell.policies) for cell in study.cells))
    message = ngettext(
        "{games} games of {title} in {cells} cell, between {players}.",
        "{games} games of {title} in {cells} cells, between {players}.",
        len(study.cells),
    )
    games = f"{sum(cell.games for cell in study.cells):,}"
    text = message.format(games=games, title=title, cells=len(study.cells), players=who)
    if count:
        message = ngettext("{count} change of the rules.", "{count} changes of the rules.", count)
        text += " " + message.format(count=count)
    if study.paired:
        text += " " + _("The cells played the same deals with the same luck.")
    return text


def _largest(findings: Findings, listed: Sequence[Change]) -> tuple[Change, ...]:
    picked: dict[Change, None] = {}
    for measure in MAIN:
        ordered = sorted(listed, key=lambda change: -change.size(findings, measure))
        picked |= {change: None for change in ordered[:_LARGEST] if change.size(findings, measure)}
    return tuple(picked)


def _bounds(findings: Findings, quiet: Sequence[Change]) -> str:
    claims = [[claim for change in quiet for claim in change.claims(findings, name)] for name in MAIN]
    largest = [max(of, key=lambda claim: max(abs(claim.amount.low), abs(claim.amount.high))) for of in claims if of]
    return capitalized(together(largest))


def _disagreements(findings: Findings, listed: Sequence[Change]) -> Iterable[str]:
    for change in listed:
        for measure in MAIN:
            parts = tuple(
                Part(findings.who(contrast), (claim,))
                for contrast in change.contrasts
                if (claim := findings.effect(measure, contrast)) and claim.effect
            )
            said = Line(change.text, parts)
            if len({claim.estimate.value > 0 for claim in said.claims}) > 1:
                yield str(said)


def base_rules(study: Study) -> str:
    return game_of(study, study.cells[0]).rule_set
