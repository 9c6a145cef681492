"""Claims about measures: sentences made from estimates; an effect is stated only if its interval excludes zero."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from undercut.studies.measures import Kind, measures, union
from undercut.studies.results import CellResult, Contrast, Estimate, Study
from undercut.studies.wording import Amount, Naming, OptionChange, game_of, in_unit, players, relative
from undercut.translation import N_, _

LENGTH, FIRST, DRAWS = "turns", "share_0", "draws"
MAIN = (LENGTH, FIRST, DRAWS)  # the measures of a summary

MUCH = 200.0  # from this increase in percent on, sentences give a factor


@dataclass(frozen=True, slots=True)
class Phrases:
    """Messages about a measure, each with the number ``{value}``; some with ``{what}``, the measure in words."""

    level: str  # how much of it a cell has
    more: str  # by how much a cell has more of it than its base
    less: str
    bound: str  # how large an effect on it can be at most, after "no effect larger than"
    relative: bool = False  # whether differences are given in percent of the base, not in the measure's unit
    what: str = ""
    times: str = ""  # a cell has several times as much of it as its base; empty if percent is always used
    never: str = ""  # a cell has none of it; empty if that is said by the number


_PHRASES = {
    "turns": Phrases(
        N_("a game lasts {value} turns"),
        N_("games are {value} % longer"),
        N_("games are {value} % shorter"),
        N_("{value} % on the length of games"),
        relative=True,
        times=N_("games are {value} times as long"),
    ),
    "decisions": Phrases(
        N_("a game has {value} decisions"),
        N_("a game has {value} % more decisions"),
        N_("a game has {value} % fewer decisions"),
        N_("{value} % on the number of decisions"),
        relative=True,
        times=N_("a game has {value} times as many decisions"),
    ),
    "choices": Phrases(
        N_("a player chooses from {value} moves"),
        N_("a player chooses from {value} % more moves"),
        N_("a player chooses from {value} % fewer moves"),
        N_("{value} % on the number of legal moves"),
        relative=True,
    ),
    "lead_changes": Phrases(
        N_("the lead changes {value} times"),
        N_("the lead changes {value} % more often"),
        N_("the lead changes {value} % less often"),
        N_("{value} % on how often the lead changes"),
        relative=True,
    ),
    "settled": Phrases(
        N_("the winner leads for good after {value} % of a game"),
        N_("the winner leads for good later, by {value} percentage points of a game"),
        N_("the winner leads for good earlier, by {value} percentage points of a game"),
        N_("{value} percentage points on when the winner leads for good"),
    ),
}

_SHARE = Phrases(
    N_("{what}: {value} %"),
    N_("{what}: {value} percentage points more"),
    N_("{what}: {value} percentage points less"),
    N_("{value} percentage points on {what}"),
)
_NUMBER = Phrases(
    N_("{what}: {value}"),
    N_("{what}: {value} more"),
    N_("{what}: {value} less"),
    N_("{value} on {what}"),
)
_WINS = Phrases(
    N_("{what} wins {value} % of games"),
    N_("{what} wins {value} percentage points more often"),
    N_("{what} wins {value} percentage points less often"),
    N_("{value} percentage points on how often {what} wins"),
)
_GAMES = Phrases(
    N_("{value} % of games {what}"),
    N_("{value} percentage points more games {what}"),
    N_("{value} percentage points fewer games {what}"),
    N_("{value} percentage points on how many games {what}"),
    never=N_("no games {what}"),
)
_KINDS = {Kind.GAMES: _GAMES, Kind.SEAT: _WINS, Kind.PLAYER: _WINS}


@dataclass(frozen=True, slots=True)
class Claim:
    text: str
    amount: Amount  # the number with its interval, in the sentence's unit and without a sign for effects
    estimate: Estimate
    effect: bool = True

    def __str__(self) -> str:
        return self.amount.within(self.text)


def together(claims: Iterable[Claim], *, brief: bool = False) -> str:
    """Join claims to one sentence: the effects, then how large the others can be at most."""
    claims = [*claims]
    parts = [claim.text if brief else str(claim) for claim in claims if claim.effect]
    if bounds := [claim.text for claim in claims if not claim.effect and not claim.amount.none]:
        parts.append(_("no effect larger than {bounds}").format(bounds=", ".join(bounds)))
    if same := [claim.text for claim in claims if claim.amount.none]:
        parts.append(_("no difference in {measures}").format(measures=", ".join(same)))
    return ", ".join(parts)


class Findings:
    """Finds the estimates of a study and puts them into sentences.

    Measures are given by name, cells by number, comparisons by their `Contrast`; a method returns None where the study
    has no such estimate.
    """

    def __init__(self, study: Study, naming: Naming = OptionChange.by_code) -> None:
        self.study = study
        self.naming = naming
        self._levels: dict[tuple[str, int], Estimate] = {}
        self._differences: dict[tuple[str, Contrast], Estimate] = {}
        for estimate in study.estimates:
            if estimate.base is None:
                self._levels[estimate.measure, estimate.cell] = estimate
            else:
                contrast = Contrast(estimate.cell, estimate.base, estimate.minus)
                self._differences[estimate.measure, contrast] = estimate
        listed = union([measures(game_of(study, cell), cell.policies) for cell in study.cells])
        self._measures = {measure.name: measure for measure in listed}

    @property
    def contrasts(self) -> tuple[Contrast, ...]:
        return tuple(dict.fromkeys(contrast for _measure, contrast in self._differences))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(estimate.measure for estimate in self.study.estimates))

    def title(self, measure: str) -> str:
        """Name a measure above a chart or a column, also one that this version does not know."""
        known = self._measures.get(measure)
        return known.title if known else measure.replace("_", " ")

    def unit(self, measure: str) -> str:
        known = self._measures.get(measure)
        return known.unit if known else ""

    def phrases(self, measure: str) -> Phrases:
        known, own = self._measures.get(measure), _PHRASES.get(measure)
        if own:
            return own
        if known and known.kind in _KINDS:
            return replace(_KINDS[known.kind], what=known.what)
        return replace(_SHARE if self.unit(measure) == "share" else _NUMBER, what=self.title(measure))

    def cell(self, number: int) -> CellResult:
        return self.study.cells[number]

    def who(self, contrast: Contrast) -> str:
        return players(self.cell(contrast.cell).policies)

    def value(self, measure: str, cell: int) -> Claim | None:
        estimate = self._levels.get((measure, cell))
        if estimate is None:
            return None
        words = self.phrases(measure)
        amount = in_unit(estimate, self.unit(measure))
        message = words.never if words.never and not amount.value else words.level
        return Claim(_said(message, amount, words), amount, estimate)

    def amount(self, measure: str, contrast: Contrast) -> Amount | None:
        """Return a difference in the unit of sentences and charts: percent of the base, or the measure's unit."""
        estimate = self._differences.get((measure, contrast))
        if estimate is None:
            return None
        if self.phrases(measure).relative:
            base = self._levels.get((measure, contrast.origin))
            return relative(estimate, base) if base else None
        return in_unit(estimate, self.unit(measure))

    def effect(self, measure: str, contrast: Contrast) -> Claim | None:
        """Say by how much a cell differs from its base, or that the difference may be zero."""
        amount = self.amount(measure, contrast)
        if amount is None:
            return None
        words, estimate = self.phrases(measure), self._differences[measure, contrast]
        if amount.none:
            return Claim(self.title(measure), amount, estimate, effect=False)
        if not amount.clear:
            return Claim(_said(words.bound, amount.bound, words), amount, estimate, effect=False)
        if words.times and amount.value >= MUCH and not contrast.minus:
            amount = amount.factor
            return Claim(_said(words.times, amount, words), amount, estimate)
        text = _said(words.more if amount.value > 0 else words.less, amount.size, words)
        if contrast.minus:
            text = _("{text} than the two changes by themselves would give").format(text=text)
        return Claim(text, amount.size, estimate)


def _said(message: str, value: Amount | str, words: Phrases) -> str:
    # A number and its percent sign stay on one line.
    return _(message).format(value=value, what=words.what).replace(" %", "\N{NO-BREAK SPACE}%")
