"""The summary of a study in sentences: what was played, what changed most, where the players disagree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from undercut.games.base import registry
from undercut.studies.amounts import Amount
from undercut.studies.names import difference, players, rules_name, short
from undercut.studies.results import CardWorth, Contrast, SkillShare, TurnWorth
from undercut.studies.sentences import MAIN, Claim, Reader, together
from undercut.translation import _, ngettext

_LARGEST = 3  # how many changes the summary names for each measure


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the rules, compared once for each line-up of players."""

    text: str
    code: str
    contrasts: tuple[Contrast, ...]

    def claims(self, reader: Reader, measure: str) -> tuple[Claim, ...]:
        """Say what the change does to a measure, once for each line-up."""
        found = (reader.effect(measure, contrast) for contrast in self.contrasts)
        return tuple(claim for claim in found if claim)

    def size(self, reader: Reader, measure: str) -> float:
        """Return the largest effect on a measure; 0 if no interval excludes zero."""
        amounts = (reader.amount(measure, contrast) for contrast in self.contrasts)
        return max((abs(amount.value) for amount in amounts if amount and amount.clear), default=0.0)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with its claims."""

    subject: str  # the words before the colon; may be empty
    parts: tuple[tuple[str, tuple[Claim, ...]], ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims of the sentence."""
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
    """The summary of a study."""

    played: str
    bases: tuple[Line, ...]
    largest: tuple[Line, ...]
    quiet: tuple[str, str]  # how large the effects of the other changes can be, and these changes
    disagreements: tuple[str, ...]
    caution: str


def sentence(text: str) -> str:
    """Begin a sentence with a capital."""
    return text[:1].upper() + text[1:]


def summary(reader: Reader) -> Summary:
    """Summarise a study."""
    found = changes(reader)
    return Summary(
        played=_played(reader, found),
        bases=bases(reader),
        largest=tuple(line(reader, change) for change in _largest(reader, found)),
        quiet=_quiet(reader, [change for change in found if not any(change.size(reader, each) for each in MAIN)]),
        disagreements=tuple(_disagreements(reader, found)),
        caution=_("These are answers about these players; others may play the same rules differently."),
    )


def changes(reader: Reader) -> tuple[Change, ...]:
    """List the changes of a study in its order, each with all its line-ups."""
    found: dict[str, list[Contrast]] = {}
    codes: dict[str, str] = {}
    for contrast in reader.contrasts:
        here, there = reader.cell(contrast.cell), reader.cell(contrast.numbers[-1])
        code = short(reader.study, here, there)
        text = difference(reader.study, here, there, reader.naming)
        if contrast.minus:
            text = _("Both: {changes}").format(changes=short(reader.study, here, there, reader.naming))
        found.setdefault(text, []).append(contrast)
        codes[text] = code
    return tuple(Change(text, codes[text], tuple(contrasts)) for text, contrasts in found.items())


def line(reader: Reader, change: Change, names: Sequence[str] = MAIN) -> Line:
    """Say what a change does to some measures: its effects, or how large they can be if none is clear."""
    parts: list[tuple[str, tuple[Claim, ...]]] = []
    for contrast in change.contrasts:
        claims = [claim for name in names if (claim := reader.effect(name, contrast))]
        told = [claim for claim in claims if claim.effect] or claims
        if told:
            parts.append((reader.who(contrast), tuple(told)))
    return Line(change.text, tuple(parts))


def base_numbers(reader: Reader) -> tuple[int, ...]:
    """Return the cells that others are compared with; all cells without comparisons."""
    found = dict.fromkeys(contrast.base for contrast in reader.contrasts if not contrast.minus)
    return tuple(found) or tuple(range(len(reader.study.cells)))


_Result = TypeVar("_Result", CardWorth, TurnWorth, SkillShare)


def of_bases(reader: Reader, found: Sequence[_Result]) -> tuple[_Result, ...]:
    """Keep the results of the base cells, or all results if no base cell has one."""
    numbers = base_numbers(reader)
    return tuple(each for each in found if each.cell in numbers) or tuple(found)


def bases(reader: Reader) -> tuple[Line, ...]:
    """Say what the games of the base cells are like, one line for each set of rules."""
    found: dict[str, list[tuple[str, tuple[Claim, ...]]]] = {}
    for number in base_numbers(reader):
        cell = reader.cell(number)
        claims = tuple(claim for name in (MAIN[1], MAIN[0], MAIN[2]) if (claim := reader.value(name, number)))
        found.setdefault(rules_name(reader.study, cell, reader.naming), []).append((players(cell.policies), claims))
    return tuple(Line(rules, tuple(part for part in parts if part[1])) for rules, parts in found.items())


def _played(reader: Reader, found: Sequence[Change]) -> str:
    study = reader.study
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


def _largest(reader: Reader, found: Sequence[Change]) -> tuple[Change, ...]:
    picked: dict[str, Change] = {}
    for measure in MAIN:
        ordered = sorted(found, key=lambda change: -change.size(reader, measure))
        picked |= {change.text: change for change in ordered[:_LARGEST] if change.size(reader, measure)}
    return tuple(change for change in found if change.text in picked)


def _quiet(reader: Reader, found: Sequence[Change]) -> tuple[str, str]:
    if not found:
        return "", ""
    bounds = [_largest_bound(claim for change in found for claim in change.claims(reader, name)) for name in MAIN]
    return sentence(together(claim for claim in bounds if claim)), ", ".join(each.code for each in found)


def _largest_bound(claims: Iterable[Claim]) -> Claim | None:
    return max(claims, key=lambda claim: _reach(claim.amount), default=None)


def _reach(amount: Amount) -> float:
    return max(abs(amount.low), abs(amount.high))


def _disagreements(reader: Reader, found: Sequence[Change]) -> Iterable[str]:
    for change in found:
        for measure in MAIN:
            told = [
                (reader.who(contrast), claim, claim.estimate.value > 0)
                for contrast in change.contrasts
                if (claim := reader.effect(measure, contrast)) and claim.effect
            ]
            if len({up for _who, _claim, up in told}) > 1:
                parts = tuple((who, (claim,)) for who, claim, _up in told)
                yield str(Line(change.text, parts))
