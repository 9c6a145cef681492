"""The studies that come with Undercut, one per game: every option of the rules that newcomers play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable

from undercut.engine.contract import Value
from undercut.games.base import registry
from undercut.studies import documents
from undercut.studies.names import game_of, option_changes
from undercut.studies.results import Estimate, Study
from undercut.studies.sentences import MAIN, Claim, Reader, together
from undercut.translation import _

_KEPT = (*MAIN, "decisions", "choices", "forced", "lead_changes", "comebacks", "settled")
_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Effect:
    """What one value of an option does, compared with the base rules."""

    option: str
    value: Value
    base: Value
    claims: tuple[Claim, ...]

    @property
    def text(self) -> str:
        """What it does in half a sentence, without intervals."""
        told = [claim for claim in self.claims if claim.effect]
        return together(told, brief=True) if told else _("no measurable effect")


def _file(game: str) -> Traversable:
    return files(registry.package(game)).joinpath("studies.json")


def is_published(game: str) -> bool:
    """Whether a study of a game comes with Undercut."""
    return game in registry.packages() and _file(game).is_file()


@cache
def published(game: str) -> Study | None:
    """Return the study of a game that comes with Undercut, if there is one."""
    if not is_published(game):
        return None
    with as_file(_file(game)) as path:
        return documents.load(path)


def effects(found: Reader) -> tuple[Effect, ...]:
    """List what each value of each option does between the first line-up of players, in the order of the study."""
    told: list[Effect] = []
    for contrast in found.contrasts:
        cell, base = found.cell(contrast.cell), found.cell(contrast.base)
        differing = option_changes(found.study, cell, base)
        if len(differing) == 1 and cell.policies == found.cell(0).policies:
            claims = (found.effect(measure, contrast) for measure in MAIN)
            (change,) = differing
            told.append(Effect(change.option, change.value, change.base, tuple(claim for claim in claims if claim)))
    return tuple(told)


def base_rules(study: Study) -> str:
    """Return the name of the rule set that a study starts from."""
    return game_of(study, study.cells[0]).rule_set


def compact(study: Study) -> Study:
    """Leave out what the site does not show, and round the rest."""
    kept = tuple(each for each in study.estimates if each.measure in _KEPT)
    return rounded(replace(study, estimates=kept))


def rounded(study: Study) -> Study:
    """Round the numbers, and leave out the counts that only charts show and the time that it took."""
    cells = tuple(replace(cell, turns=(), leads=(), uses={}) for cell in study.cells)
    return replace(study, cells=cells, estimates=tuple(map(_rounded, study.estimates)), seconds=0.0)


def _rounded(estimate: Estimate) -> Estimate:
    given = (estimate.value, estimate.error, estimate.low, estimate.high)
    value, error, low, high = (float(f"{number:.{_DIGITS}g}") for number in given)
    gain = None if estimate.gain is None else float(f"{estimate.gain:.3g}")
    return replace(estimate, value=value, error=error, low=low, high=high, gain=gain)
