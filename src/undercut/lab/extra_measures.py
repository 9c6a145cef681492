"""Measures besides the rows of games: wins to take, uses and worths of cards, skill shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import chain
from typing import Self

import numpy as np
from numpy.typing import NDArray

from undercut.engine.contract import WHOLE_SHARE
from undercut.lab.cells import play_crossed, worth_of_deals
from undercut.lab.design import Design
from undercut.lab.kernels.card_values import COMPARED, DRAWN, FIRST, GAIN, MOMENTS, WEIGHT
from undercut.lab.statistics.intervals import estimates
from undercut.lab.statistics.skill import LEAST_DEALS, Crossed, skill_parts
from undercut.lab.statistics.sums import Sums
from undercut.studies.measures import Measure, columns_of, kinds_of, ways_of
from undercut.studies.results import CardWorth, SkillShare, TurnWorth

TURN = "turn"  # stands for a turn among the kinds of cards


def worth_measures(game: str) -> tuple[Measure, ...]:
    """List the worths of a game as measures: of each moment and kind of card, and of a turn."""
    return tuple(
        Measure(f"{moment} {kind}", kind, "share", f"weight {moment} {kind}", WHOLE_SHARE, low=-1.0, high=1.0)
        for moment in range(MOMENTS)
        for kind in (*kinds_of(game), TURN)
    )


@dataclass(frozen=True, slots=True)
class WorthSums:
    sums: Sums
    compared: NDArray[np.int64]

    @classmethod
    def of(cls, game: str, cells: Sequence[NDArray[np.int64]]) -> Self:
        found = Sums.empty(len(cells), len(columns_of(worth_measures(game))))
        found.add(
            [np.concatenate([_flat(deals, GAIN), _flat(deals, WEIGHT)], axis=1).astype(np.float64) for deals in cells]
        )
        return cls(found, np.array([deals[..., COMPARED].sum(axis=0) for deals in cells]))

    def merge(self, other: WorthSums) -> None:
        """Add the deals that follow."""
        self.sums.merge(other.sums)
        self.compared[...] += other.compared


def _flat(deals: NDArray[np.int64], column: int) -> NDArray[np.int64]:
    return deals[..., column].reshape(len(deals), -1)


@dataclass(frozen=True, slots=True)
class Worths:
    """Worths of a study, with intervals that hold together."""

    cards: tuple[CardWorth, ...]
    openings: tuple[CardWorth, ...]
    turns: tuple[TurnWorth, ...]


def worths(game: str, found: WorthSums, *, confidence: float = 0.95) -> Worths:
    """Estimate what cards and turns are worth, except where nothing was compared."""
    kinds = (*kinds_of(game), TURN)
    cards: dict[int, list[CardWorth]] = {FIRST: [], DRAWN: []}
    turns: list[TurnWorth] = []
    for each in estimates(found.sums, worth_measures(game), (), paired=(), confidence=confidence)[1]:
        moment, kind = each.measure.split()
        number = int(found.compared[each.cell, int(moment), kinds.index(kind)])
        ends = each.value, each.error, max(-1.0, each.low), min(1.0, each.high)
        if kind == TURN:
            turns.append(TurnWorth(each.cell, int(moment) == FIRST, number, *ends))
        else:
            cards[int(moment)].append(CardWorth(each.cell, kind, number, *ends))
    return Worths(tuple(cards[DRAWN]), tuple(cards[FIRST]), tuple(turns))


Uses = dict[str, dict[str, int]]  # counts by kind of card and way to use it

SKILL_DEALS = 2000  # the skill share is measured on the first deals of a study, at most this many


@dataclass(frozen=True, slots=True)
class ExtraMeasures:
    """Measures to take besides the rows of the games."""

    interest: bool = True
    skill: bool = True
    worth: bool = False


DEFAULT_EXTRAS = ExtraMeasures()


def flags(extras: ExtraMeasures) -> dict[str, bool]:
    """Return the flags of the command for these extras, by name."""
    chosen = {"no_interest": not extras.interest, "no_skill": not extras.skill, "worth": extras.worth}
    return {name: True for name, given in chosen.items() if given}


@dataclass(frozen=True, slots=True)
class ExtraSums:
    """Sums of the extras over some deals."""

    uses: NDArray[np.int64]
    worths: WorthSums | None = None
    skills: tuple[Crossed, ...] = ()

    def plus(self, other: ExtraSums) -> ExtraSums:
        """Return the sums of both; neither operand changes."""
        summed = deepcopy(self.worths)
        if summed and other.worths:
            summed.merge(other.worths)
        skills = self.skills or other.skills
        if self.skills and other.skills:
            pairs = zip(self.skills, other.skills, strict=True)
            skills = tuple(replace(one, shares=np.concatenate([one.shares, two.shares])) for one, two in pairs)
        return ExtraSums(self.uses + other.uses, summed or other.worths, skills)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        found: dict[str, NDArray[np.generic]] = {"uses": self.uses}
        if self.worths:
            found |= {f"worth_{name}": array for name, array in self.worths.sums.arrays().items()}
            found["worth_compared"] = self.worths.compared
        for place, skill in enumerate(self.skills):
            found |= {f"skill_{place}_shares": skill.shares, f"skill_{place}_groups": skill.groups}
        return found

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[np.int64]]) -> Self:
        summed = None
        if "worth_compared" in arrays:
            own = {name.removeprefix("worth_"): array for name, array in arrays.items()}
            summed = WorthSums(Sums.of_arrays(own), arrays["worth_compared"])  # type: ignore[arg-type]
        skills: list[Crossed] = []
        while (name := f"skill_{len(skills)}_shares") in arrays:
            skills.append(Crossed(arrays[name], arrays[name.replace("shares", "groups")]))  # type: ignore[arg-type]
        return cls(arrays["uses"], summed, tuple(skills))


def nothing(design: Design) -> ExtraSums:
    name = design.question.base.name
    return ExtraSums(np.zeros((len(design.cells), 1 + len(kinds_of(name)) * len(ways_of(name))), dtype=np.int64))


def play_extras(extras: ExtraMeasures, design: Design, seed: int, first: int, last: int) -> ExtraSums:
    """Play the extra games of a range of deals, except those for wins to take and uses."""
    found, players = nothing(design), players_of(design)
    skill = extras.skill and len(players) > 1 and first < SKILL_DEALS
    if not (skill or extras.worth):
        return found
    seeds = design.seeds(seed)
    if extras.worth:
        played = [worth_of_deals(cell, own, first, last) for cell, own in zip(design.cells, seeds, strict=True)]
        found = replace(found, worths=WorthSums.of(design.question.base.name, played))
    if skill:
        last = min(last, SKILL_DEALS)
        crossed = (
            play_crossed(design.cells[place].game, players, seeds[place], first, last) for place in skill_cells(design)
        )
        found = replace(found, skills=tuple(crossed))
    return found


def players_of(design: Design) -> tuple[str, ...]:
    """List the players of a study, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(design.question.line_ups)))


def skill_cells(design: Design) -> tuple[int, ...]:
    """List the first cell of each rules and number of seats."""
    games = [cell.game for cell in design.cells]
    return tuple(games.index(each) for each in dict.fromkeys(games))


def skills_of(design: Design, found: ExtraSums, confidence: float) -> tuple[SkillShare, ...]:
    """Estimate the skill shares; none if they were not measured, or on too few deals."""
    pairs = zip(skill_cells(design), found.skills, strict=False)
    players = players_of(design)
    return tuple(
        SkillShare(place, players, skill_parts(crossed, confidence=confidence))
        for place, crossed in pairs
        if len(crossed.shares) >= LEAST_DEALS
    )


def uses_of(design: Design, found: ExtraSums, place: int) -> tuple[int, Uses]:
    """Return in how many games of a cell the uses of cards were counted, and the uses by kind and way."""
    name = design.question.base.name
    kinds, ways = kinds_of(name), ways_of(name)
    watched, *counts = found.uses[place].tolist()
    by_kind = {
        kind: {way: counts[row * len(ways) + at] for at, way in enumerate(ways) if counts[row * len(ways) + at]}
        for row, kind in enumerate(kinds)
    }
    return watched, {kind: used for kind, used in by_kind.items() if used}
