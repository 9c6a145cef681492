"""Play a study's games in chunks: a range of deals in all cells, in this process, in others or on a Ray cluster."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from undercut.lab.cells import Cell, interest_of_deals, lab_engine, play_deals, worth_of_deals
from undercut.lab.design import Design, ExtraMeasures
from undercut.lab.kernels.extras import GAMES, USES
from undercut.lab.skill import SKILL_DEALS, play_crossed, players_of, skill_cells
from undercut.lab.sums import EVERY, ExtraSums, Sums, Tally, WorthSums, add_interest, per_deal, tally, watched_deals
from undercut.studies.measures import Measure, columns_of, measures, union
from undercut.workers import Runner, runner_for

CHUNK = 1000
CHUNK_OF_BOTS = 20
"""Deals in a chunk between compiled policies, and with bots; fixed, because results must not depend on it."""


@dataclass(frozen=True, slots=True)
class Chunk:
    number: int  # its number, from 0; results are added in this order
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ChunkResult:
    number: int
    sums: Sums
    tallies: tuple[Tally, ...]
    extras: ExtraSums
    rows: tuple[NDArray[np.int64], ...] = ()


def chunks_of(deals: int, since: int, size: int) -> Iterator[Chunk]:
    for number, first in enumerate(range(since * size, deals, size), start=since):
        yield Chunk(number, first, min(first + size, deals))


def chunk_size(design: Design) -> int:
    return CHUNK if all(cell.compiled for cell in design.cells) else CHUNK_OF_BOTS


def measures_of(cells: tuple[Cell, ...]) -> tuple[Measure, ...]:
    return union([measures(cell.game, cell.policies) for cell in cells])


# Each chunk needs them, and no reader sees their titles, which depend on the language.
_cached_measures = lru_cache(8)(measures_of)


@dataclass(frozen=True, slots=True)
class StudyWork:
    design: Design
    seed: int
    extras: ExtraMeasures
    keep: bool  # whether results have a row for each game

    def open(self) -> AbstractContextManager[Callable[[Chunk], ChunkResult]]:
        return nullcontext(partial(play_chunk, self))

    def describe(self, chunk: Chunk) -> str:
        return f"deals {chunk.first} to {chunk.last - 1} of {self.design.question.base.name}"


def play_chunk(work: StudyWork, chunk: Chunk) -> ChunkResult:
    """Play a range of deals in all cells, because comparisons need the covariances of the cells' results."""
    design, deals = work.design, chunk.last - chunk.first
    chosen = _cached_measures(design.cells)
    names = columns_of(chosen)
    extras = play_extras(work.extras, design, work.seed, chunk.first, chunk.last)
    values: list[NDArray[np.float64]] = []
    tallies: list[Tally] = []
    kept: list[NDArray[np.int64]] = []
    for place, (cell, seed) in enumerate(zip(design.cells, design.seeds(work.seed), strict=True)):
        rows, leads = play_deals(cell, seed, chunk.first, chunk.last)
        values.append(per_deal(rows, cell.game, cell.rotations, chosen, cell.policies))
        if work.extras.interest:
            watched = interest_of_deals(cell, seed, chunk.first, chunk.last, every=EVERY)
            add_interest(values[-1], names, watched_deals(chunk.first, chunk.last), watched)
            extras.uses[place, 0] = watched[:, GAMES].sum()
            extras.uses[place, 1:] = watched[:, USES:].sum(axis=0)
        tallies.append(tally(rows, leads, deals, len(cell.game.spec.words.reasons)))
        if work.keep:
            kept.append(rows)
    return ChunkResult(chunk.number, Sums.of(values, design.contrasts), tuple(tallies), extras, tuple(kept))


def play_extras(extras: ExtraMeasures, design: Design, seed: int, first: int, last: int) -> ExtraSums:
    found, players = ExtraSums.empty(design), players_of(design)
    skill = extras.skill and len(players) > 1 and first < SKILL_DEALS
    if not (skill or extras.worth):
        return found
    seeds = design.seeds(seed)
    if extras.worth:
        played = [worth_of_deals(cell, own, first, last) for cell, own in zip(design.cells, seeds, strict=True)]
        found = replace(found, worths=WorthSums.of(played))
    if skill:
        last = min(last, SKILL_DEALS)
        crossed = (
            play_crossed(design.cells[place].game, players, seeds[place], first, last) for place in skill_cells(design)
        )
        found = replace(found, skills=tuple(crossed))
    return found


def compile_for(design: Design, extras: ExtraMeasures) -> None:
    name = design.question.base.name
    lab_engine(name)
    if extras.interest or extras.worth:
        lab_engine(name, "extras")


def runner(design: Design, extras: ExtraMeasures, processes: int, cluster: str | None) -> Runner:
    if processes > 1 and not cluster:
        # Before the processes start, so that not each of them compiles the same code.
        compile_for(design, extras)
    return runner_for(processes, cluster)
