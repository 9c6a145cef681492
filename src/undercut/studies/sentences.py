"""Claims about measures: sentences made from estimates; an effect is stated only if its interval excludes zero."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from undercut.studies.amounts import Amount, plain, relative
from undercut.studies.measures import Measure, measures, union
from undercut.studies.names import game_of, players
from undercut.studies.results import CellResult, Contrast, Estimate, Study
from undercut.studies.wordings import Wording, seat_name, wording
from undercut.translation import _

LENGTH, FIRST, DRAWS = "turns", "share_0", "draws"
MAIN = (LENGTH, FIRST, DRAWS)
"""The measures of a summary."""

_MUCH = 200.0
"""From this increase in percent on, sentences give a factor."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence about one estimate, and the number in it."""

    text: str
    amount: Amount  # the number with its interval, in the sentence's unit and without a sign for effects
    estimate: Estimate
    effect: bool = True

    def __str__(self) -> str:
        """Write the sentence, with its interval."""
        return self.amount.within(self.text)


def together(claims: Iterable[Claim], *, brief: bool = False) -> str:
    """Join claims to one sentence: the effects, then how large the others can be at most."""
    listed = [*claims]
    said = [claim.text if brief else str(claim) for claim in listed if claim.effect]
    if bounds := [claim.text for claim in listed if not claim.effect and not claim.amount.none]:
        said.append(_("no effect larger than {bounds}").format(bounds=", ".join(bounds)))
    if same := [claim.text for claim in listed if claim.amount.none]:
        said.append(_("no difference in {measures}").format(measures=", ".join(same)))
    return ", ".join(said)


@dataclass(frozen=True, slots=True)
class Reader:
    """Finds the estimates of a study and puts them into sentences."""

    study: Study
    levels: dict[tuple[str, int], Estimate] = field(init=False)
    differences: dict[tuple[str, Contrast], Estimate] = field(init=False)
    kinds: dict[str, Measure] = field(init=False)  # the measures by name

    def __post_init__(self) -> None:
        found = self.study.estimates
        levels = {(each.measure, each.cell): each for each in found if each.base is None}
        differences = {
            (each.measure, Contrast(each.cell, each.base, each.minus)): each for each in found if each.base is not None
        }
        kinds = {kind.name: kind for kind in _measures(self.study)}
        object.__setattr__(self, "levels", levels)
        object.__setattr__(self, "differences", differences)
        object.__setattr__(self, "kinds", kinds)

    @property
    def contrasts(self) -> tuple[Contrast, ...]:
        """Every comparison, in order."""
        return tuple(dict.fromkeys(contrast for _measure, contrast in self.differences))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all measures, in order."""
        return tuple(dict.fromkeys(each.measure for each in self.study.estimates))

    def title(self, measure: str) -> str:
        """Return the title of a measure."""
        if measure.startswith("share_"):
            return _("wins of {who}").format(who=seat_name(int(measure.removeprefix("share_"))))
        kind = self.kinds.get(measure)
        return kind.title if kind else measure.replace("_", " ")

    def unit(self, measure: str) -> str:
        """Return the unit of a measure; empty if unknown."""
        kind = self.kinds.get(measure)
        return kind.unit if kind else ""

    def wording(self, measure: str) -> Wording:
        """Return the messages about a measure."""
        return wording(self.study.game, measure, self.title(measure), self.unit(measure))

    def cell(self, number: int) -> CellResult:
        """Return a cell."""
        return self.study.cells[number]

    def who(self, contrast: Contrast) -> str:
        """Name the players of a comparison."""
        return players(self.cell(contrast.cell).policies)

    def value(self, measure: str, cell: int) -> Claim | None:
        """Say the value of a measure in a cell, if it was measured."""
        estimate = self.levels.get((measure, cell))
        if estimate is None:
            return None
        words = self.wording(measure)
        amount = plain(estimate, self.unit(measure))
        return Claim(_said(words.level, amount, words), amount, estimate)

    def amount(self, measure: str, contrast: Contrast) -> Amount | None:
        """Return a difference in the unit of sentences and charts: percent of the base, or the measure's unit."""
        estimate = self.differences.get((measure, contrast))
        if estimate is None:
            return None
        if self.wording(measure).relative:
            below = self.levels.get((measure, contrast.numbers[-1]))
            return relative(estimate, below) if below else None
        return plain(estimate, self.unit(measure))

    def effect(self, measure: str, contrast: Contrast) -> Claim | None:
        """Say by how much a cell differs from its base, or that the difference may be zero."""
        amount = self.amount(measure, contrast)
        if amount is None:
            return None
        words, estimate = self.wording(measure), self.differences[measure, contrast]
        if amount.none:
            return Claim(self.title(measure), amount, estimate, effect=False)
        if not amount.clear:
            return Claim(_said(words.bound, amount.bound, words), amount, estimate, effect=False)
        if words.times and amount.value >= _MUCH and not contrast.minus:
            amount = amount.factor
            return Claim(_said(words.times, amount, words), amount, estimate)
        text = _said(words.more if amount.value > 0 else words.less, amount.size, words)
        if contrast.minus:
            text = _("{text} than the two changes by themselves would give").format(text=text)
        return Claim(text, amount.size, estimate)


def _said(message: str, value: Amount | str, words: Wording) -> str:
    # A number and its percent sign stay on one line.
    return _(message).format(value=value, what=words.what).replace(" %", "\N{NO-BREAK SPACE}%")


def _measures(study: Study) -> tuple[Measure, ...]:
    return union([measures(game_of(study, cell), cell.policies) for cell in study.cells])
