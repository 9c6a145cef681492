"""The summary of a study in sentences: what was played, what changed most, where the players disagree."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from undercut.engine.contract import Value
from undercut.games.base import registry
from undercut.studies.names import difference, game_of, option_changes, players, rules_name, short
from undercut.studies.results import CardWorth, Contrast, SkillShare, Study, TurnWorth
from undercut.studies.sentences import MAIN, Claim, Findings, together
from undercut.translation import _, ngettext

_LARGEST = 3  # how many changes the summary names for each measure


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the rules, compared once for each line-up of players."""

    text: str
    code: str
    contrasts: tuple[Contrast, ...]

    def claims(self, findings: Findings, measure: str) -> tuple[Claim, ...]:
        """Say what the change does to a measure, once for each line-up."""
        found = (findings.effect(measure, contrast) for contrast in self.contrasts)
        return tuple(claim for claim in found if claim)

    def size(self, findings: Findings, measure: str) -> float:
        """Return the largest effect on a measure; 0 if no interval excludes zero."""
        amounts = (findings.amount(measure, contrast) for contrast in self.contrasts)
        return max((abs(amount.value) for amount in amounts if amount and amount.clear), default=0.0)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with its claims."""

    subject: str  # the words before the colon; may be empty
    parts: tuple[tuple[str, tuple[Claim, ...]], ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(claim for _who, claims in self.parts for claim in claims)

    @property
    def text(self) -> str:
        """The sentence after its subject."""
        said = [
            _("between {players}, {claims}").format(players=who, claims=together(claims)) for who, claims in self.parts
        ]
        return sentence("; ".join(said)) + "."

    def __str__(self) -> str:
        return f"{self.subject}: {self.text[:1].lower()}{self.text[1:]}" if self.subject else self.text


@dataclass(frozen=True, slots=True)
class Summary:
    played: str
    bases: tuple[Line, ...]
    largest: tuple[Line, ...]
    quiet: tuple[str, str]  # how large the effects of the other changes can be, and these changes
    disagreements: tuple[str, ...]
    caution: str


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def summary(findings: Findings) -> Summary:
    found = changes(findings)
    return Summary(
        played=_played(findings, found),
        bases=bases(findings),
        largest=tuple(line(findings, change) for change in _largest(findings, found)),
        quiet=_quiet(findings, [change for change in found if not any(change.size(findings, each) for each in MAIN)]),
        disagreements=tuple(_disagreements(findings, found)),
        caution=_("These are answers about these players; others may play the same rules differently."),
    )


def changes(findings: Findings) -> tuple[Change, ...]:
    """List the changes of a study in its order, each with all its line-ups."""
    found: dict[str, list[Contrast]] = {}
    codes: dict[str, str] = {}
    for contrast in findings.contrasts:
        here, there = findings.cell(contrast.cell), findings.cell(contrast.numbers[-1])
        code = short(findings.study, here, there)
        text = difference(findings.study, here, there, findings.naming)
        if contrast.minus:
            text = _("Both: {changes}").format(changes=short(findings.study, here, there, findings.naming))
        found.setdefault(text, []).append(contrast)
        codes[text] = code
    return tuple(Change(text, codes[text], tuple(contrasts)) for text, contrasts in found.items())


def line(findings: Findings, change: Change, names: Sequence[str] = MAIN) -> Line:
    """Say what a change does to some measures: its effects, or how large they can be if none is clear."""
    parts: list[tuple[str, tuple[Claim, ...]]] = []
    for contrast in change.contrasts:
        claims = [claim for name in names if (claim := findings.effect(name, contrast))]
        told = [claim for claim in claims if claim.effect] or claims
        if told:
            parts.append((findings.who(contrast), tuple(told)))
    return Line(change.text, tuple(parts))


def base_numbers(findings: Findings) -> tuple[int, ...]:
    """Return the cells that others are compared with; all cells without comparisons."""
    found = dict.fromkeys(contrast.base for contrast in findings.contrasts if not contrast.minus)
    return tuple(found) or tuple(range(len(findings.study.cells)))


_Result = TypeVar("_Result", CardWorth, TurnWorth, SkillShare)


def of_bases(findings: Findings, found: Sequence[_Result]) -> tuple[_Result, ...]:
    """Keep the results of the base cells, or all results if no base cell has one."""
    numbers = base_numbers(findings)
    return tuple(each for each in found if each.cell in numbers) or tuple(found)


def bases(findings: Findings) -> tuple[Line, ...]:
    """Say what the games of the base cells are like, one line for each set of rules."""
    found: dict[str, list[tuple[str, tuple[Claim, ...]]]] = {}
    for number in base_numbers(findings):
        cell = findings.cell(number)
        claims = tuple(claim for name in (MAIN[1], MAIN[0], MAIN[2]) if (claim := findings.value(name, number)))
        found.setdefault(rules_name(findings.study, cell, findings.naming), []).append((players(cell.policies), claims))
    return tuple(Line(rules, tuple(part for part in parts if part[1])) for rules, parts in found.items())


def _played(findings: Findings, found: Sequence[Change]) -> str:
    study = findings.study
    title = registry.spec(study.game).title
    who = _(" and between ").join(dict.fromkeys(players(cell.policies) for cell in study.cells))
    games = f"{sum(cell.games for cell in study.cells):,}"
    values = {"games": games, "title": title, "cells": len(study.cells), "players": who}
    text = _("{games} games of {title} in {cells} cells, between {players}.").format(**values)
    if found:
        count = len(found)
        message = ngettext("{count} change of the rules.", "{count} changes of the rules.", count)
        text += " " + message.format(count=count)
    if study.paired:
        text += " " + _("The cells played the same deals with the same luck.")
    return text


def _largest(findings: Findings, found: Sequence[Change]) -> tuple[Change, ...]:
    picked: dict[str, Change] = {}
    for measure in MAIN:
        ordered = sorted(found, key=lambda change: -change.size(findings, measure))
        picked |= {change.text: change for change in ordered[:_LARGEST] if change.size(findings, measure)}
    return tuple(change for change in found if change.text in picked)


def _quiet(findings: Findings, found: Sequence[Change]) -> tuple[str, str]:
    if not found:
        return "", ""
    bounds = [_largest_bound(claim for change in found for claim in change.claims(findings, name)) for name in MAIN]
    return sentence(together(claim for claim in bounds if claim)), ", ".join(each.code for each in found)


def _largest_bound(claims: Iterable[Claim]) -> Claim | None:
    return max(claims, key=lambda claim: max(abs(claim.amount.low), abs(claim.amount.high)), default=None)


def _disagreements(findings: Findings, found: Sequence[Change]) -> Iterable[str]:
    for change in found:
        for measure in MAIN:
            told = [
                (findings.who(contrast), claim, claim.estimate.value > 0)
                for contrast in change.contrasts
                if (claim := findings.effect(measure, contrast)) and claim.effect
            ]
            if len({up for _who, _claim, up in told}) > 1:
                parts = tuple((who, (claim,)) for who, claim, _up in told)
                yield str(Line(change.text, parts))


# --- What each option does, for the pages and docs of a game ---


@dataclass(frozen=True, slots=True)
class Effect:
    """Effect of one value of an option, compared with the base rules."""

    option: str
    value: Value
    base: Value
    claims: tuple[Claim, ...]

    @property
    def text(self) -> str:
        """The effect in half a sentence, without intervals."""
        shown = [claim for claim in self.claims if claim.effect]
        return together(shown, brief=True) if shown else _("no measurable effect")


def effects(found: Findings) -> tuple[Effect, ...]:
    """List what each value of each option does between the first line-up of players, in the order of the study."""
    shown: list[Effect] = []
    for contrast in found.contrasts:
        cell, base = found.cell(contrast.cell), found.cell(contrast.base)
        differing = option_changes(found.study, cell, base)
        if len(differing) == 1 and cell.policies == found.cell(0).policies:
            claims = (found.effect(measure, contrast) for measure in MAIN)
            (change,) = differing
            shown.append(Effect(change.option, change.value, change.base, tuple(claim for claim in claims if claim)))
    return tuple(shown)


def base_rules(study: Study) -> str:
    return game_of(study, study.cells[0]).rule_set
