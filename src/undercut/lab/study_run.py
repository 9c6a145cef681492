"""Run a study: play chunks until all games are played or the intervals are narrow enough, sum up, and write files."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import SupportsFloat, cast

import numpy as np

from undercut.decoding import JSON
from undercut.errors import UndercutError, more_packages
from undercut.lab import chunks, report
from undercut.lab.cells import POLICY_CODES
from undercut.lab.chunks import ChunkResult, StudyWork, chunk_size, chunks_of, play_extras, runner
from undercut.lab.design import CONFIDENCE, Design, ExtraMeasures, Question, command_of, lay_out
from undercut.lab.folder import GAMES, Progress, StudyFolder
from undercut.lab.intervals import estimate_worths, estimates, widest
from undercut.lab.skill import SKILL_DEALS, skills_of
from undercut.lab.sums import uses_of
from undercut.play.input import read_seed, read_whole
from undercut.studies import results
from undercut.studies.measures import Measure
from undercut.studies.results import CellResult, Estimate, Study
from undercut.workers import Runner

BATCH = 10  # chunks between checks of the precision; fixed, so that a study ends at the same deal everywhere

_MOST_DIGITS = 2

ALL_GAMES, PRECISION, STOPPED = "games", "precision", "stopped"  # why a study ended
MOST_GAMES = 10**10

_SAVE_SECONDS = 5.0
_PILOT_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class StudyPlan:
    design: Design
    seed: int
    games: int
    precision: float | None  # greatest half-width of the measure's intervals; None: play all games
    measure: str
    extras: ExtraMeasures
    anytime: bool  # the intervals hold also for those who watch and stop when they like
    keep: bool
    command: str
    chunk: int

    @property
    def deals(self) -> int:
        return -(-self.games // max(cell.rotations for cell in self.design.cells))

    @property
    def header(self) -> dict[str, JSON]:
        """Everything that the games depend on, to recognize the study."""
        question = self.design.question
        return {
            "version": version("undercut"),
            "game": question.base.name,
            **question.as_json(),
            "seed": self.seed,
            "chunk": self.chunk,
            "extras": asdict(self.extras),
            "games_kept": self.keep,
        }


def read_plan(
    question: Question,
    *,
    games: int,
    precision: float | None = None,
    measure: str = "share_0",
    anytime: bool = False,
    seed: int = 0,
    keep_games: bool = False,
    **extras_asked: bool,
) -> StudyPlan:
    """Plan a study of a question; the arguments are those of `undercut.lab.study`."""
    seed, games = read_seed(seed) or 0, read_whole("games", games, 1, MOST_GAMES)
    design, extras = lay_out(question), ExtraMeasures(**extras_asked)
    wanted = wanted_precision(chunks.measures_of(design.cells), measure, precision)
    numbers = {"games": games, "precision": precision, "measure": measure if precision else None, "seed": seed}
    command = command_of(question, **numbers, anytime=anytime or None, **extras.flags)
    extras = _measurable(extras, design)
    return StudyPlan(design, seed, games, wanted, measure, extras, anytime, keep_games, command, chunk_size(design))


def _measurable(extras: ExtraMeasures, design: Design) -> ExtraMeasures:
    """Leave out what cannot be measured with bots, whose games are played once and from views."""
    if all(cell.compiled for cell in design.cells):
        return extras
    if extras.worth:
        raise UndercutError(f"worth: only possible with compiled players, which are {' and '.join(POLICY_CODES)}")
    return ExtraMeasures(interest=False, skill=False)


def wanted_precision(chosen: Sequence[Measure], name: str, precision: float | None) -> float | None:
    found = {measure.name: measure for measure in chosen}
    if name not in found:
        raise UndercutError(f"measure: {name!r:.40} is not one of: {', '.join(found)}")
    if precision is None:
        return None
    given = cast("object", precision)
    number = float(given) if isinstance(given, SupportsFloat) and given is not True else 0.0
    if not 0 < number < float("inf"):
        raise UndercutError(f"precision: {precision!r:.40} is not a number above 0")
    return precision / 100 if found[name].unit == "share" else precision


def is_checkpoint(chunks: int) -> bool:
    """Tell whether the precision is checked after a number of chunks: rarely later, since it takes a second."""
    batches, rest = divmod(chunks, BATCH)
    return batches > 0 and rest == 0 and len(str(batches).rstrip("0")) <= _MOST_DIGITS


class StudyRun:
    def __init__(self, plan: StudyPlan, store: StudyFolder | None = None) -> None:
        self.plan = plan
        self.measures = chunks.measures_of(plan.design.cells)
        self.reached: float | None = None  # the widest half-width of the measure when it was last checked
        self.finished = ""  # why the study ended
        self.store = store
        self._since = self._saved = time.monotonic()
        before = store.progress if store else None
        self.progress = before or Progress.empty(plan.design, self.measures)
        self._before, self._played = self.progress.seconds, self.deals
        if self.deals > plan.deals:
            raise UndercutError(f"games: this study has {self.deals:,} deals already; ask for as many or more")

    @property
    def deals(self) -> int:
        return self.progress.sums.deals

    @property
    def rate(self) -> float:
        games = (self.deals - self._played) * sum(cell.rotations for cell in self.plan.design.cells)
        return games / max(time.monotonic() - self._since, 1e-9)

    def play(self, runner: Runner, watch: Callable[[StudyRun], None] | None = None) -> None:
        plan, waiting = self.plan, dict[int, ChunkResult]()
        chunks = chunks_of(plan.deals, self.progress.chunks, plan.chunk)
        try:
            with closing(runner.run(StudyWork(plan.design, plan.seed, plan.extras, keep=plan.keep), chunks)) as parts:
                self._check()
                while not self.finished and (part := next(parts, None)):
                    waiting[part.number] = part
                    while self.progress.chunks in waiting and not self.finished:
                        self._add(waiting.pop(self.progress.chunks))
                        self._check()
                    if watch:
                        watch(self)
        except KeyboardInterrupt:
            self.finished = self.finished or STOPPED
        finally:
            self._save()

    def _add(self, part: ChunkResult) -> None:
        before = self.progress
        if self.store and part.rows:
            from undercut.lab.parquet import write_games  # noqa: PLC0415  pyarrow is an extra

            name = f"{GAMES}/part-{part.number:06d}.parquet"
            self.store.write(name, lambda path: write_games(path, self.plan.design, part.rows))
        if part.sums.deals < self.plan.chunk or time.monotonic() - self._saved > _SAVE_SECONDS:
            # The last chunk may not be whole; a longer study goes on before it, be it at the start.
            self._save()
        # A new object in one step, so that Ctrl-C finds a chunk counted or not.
        tallies = tuple(one + other for one, other in zip(before.tallies, part.tallies, strict=True))
        seconds = self._before + time.monotonic() - self._since
        sums, extras = before.sums + part.sums, before.extras + part.extras
        self.progress = Progress(before.chunks + 1, sums, tallies, extras, seconds)

    def _save(self) -> None:
        progress = self.progress
        if self.store and self.deals == progress.chunks * self.plan.chunk:
            self.store.save(progress)
            self._saved = time.monotonic()

    def _check(self) -> None:
        """Note whether the study is over; the precision is checked after fixed numbers of chunks only."""
        plan = self.plan
        if plan.precision and is_checkpoint(self.progress.chunks) and not self.finished:
            self.reached = widest(self._estimates()[1], plan.measure)
            if self.reached <= plan.precision:
                self.finished = PRECISION
        if not self.finished and self.deals >= plan.deals:
            self.finished = ALL_GAMES

    def _estimates(self) -> tuple[float, tuple[Estimate, ...]]:
        design = self.plan.design
        paired = [*map(design.pairs, design.contrasts)]
        anytime = self.plan.deals if self.plan.anytime else 0
        return estimates(self.progress.sums, self.measures, design.contrasts, paired=paired, anytime=anytime)

    def study(self) -> Study:
        plan, design = self.plan, self.plan.design
        if not self.deals:
            message = f"study: stopped before the first {plan.chunk:,} deals were played, so there are no results"
            raise UndercutError(message)
        factor, found = self._estimates()
        game, sums = design.question.base.name, self.progress.extras.worths
        cards, openings, turns = estimate_worths(game, sums) if sums else ((),) * 3
        return Study(
            game=game,
            command=plan.command,
            design=design.question.as_json(),
            seed=plan.seed,
            paired=design.paired,
            confidence=CONFIDENCE,
            factor=factor,
            finished=self.finished or STOPPED,
            version=version("undercut"),
            date=datetime.now(UTC).date().isoformat(),
            seconds=round(self.progress.seconds, 3),
            cells=_cells(design, plan.seed, self.progress),
            estimates=found,
            worths=cards,
            skills=skills_of(design, self.progress.extras.skills),
            openings=openings,
            turn_worths=turns,
        )


def _cells(design: Design, seed: int, progress: Progress) -> tuple[CellResult, ...]:
    found: list[CellResult] = []
    for place, (own, counted) in enumerate(zip(design.seeds(seed), progress.tallies, strict=True)):
        cell = design.cells[place]
        deals, games, decisions = counted.numbers.tolist()
        names = [name or "stopped" for name in cell.game.spec.words.reasons]
        leads = counted.leads[: len(np.trim_zeros(counted.leads[:, 0], "b"))]
        watched, uses = uses_of(design, progress.extras, place)
        result = CellResult(
            label=design.labels[place],
            rules=cell.game.rules,
            changes=design.changes[place],
            seats=cell.game.seats,
            policies=cell.policies,
            deals=deals,
            games=games,
            reasons=dict(zip(names, counted.reasons.tolist(), strict=True)),
            turns=tuple(np.trim_zeros(counted.turns, "b").tolist()),
            leads=tuple((led, won) for led, won in leads.tolist()),
            decisions=decisions,
            seed=own,
            watched=watched,
            uses=uses,
        )
        found.append(result)
    return tuple(found)


def cost(running: StudyRun, *, workers: int = 1) -> float:
    plan = running.plan
    left = plan.deals - running.deals
    chunks.compile_for(plan.design, plan.extras)
    # The skill share is measured on the first deals only, so its games are timed by themselves.
    work = StudyWork(plan.design, plan.seed, replace(plan.extras, skill=False), keep=False)
    seconds = _seconds(lambda deals: chunks.play_chunk(work, chunks.Chunk(0, 0, deals)), plan.deals) * left
    if plan.extras.skill and running.deals < SKILL_DEALS:
        alone = ExtraMeasures(interest=False)
        deals = min(left, SKILL_DEALS)
        seconds += _seconds(lambda tried: play_extras(alone, plan.design, plan.seed, 0, tried), deals) * deals
    return seconds / workers


def _seconds(play: Callable[[int], object], most: int) -> float:
    deals = 1
    play(1)
    while True:
        began = time.perf_counter()
        play(deals)
        seconds = time.perf_counter() - began
        if seconds >= _PILOT_SECONDS or deals >= most:
            return seconds / deals
        deals = min(4 * deals, most)


@contextmanager
def open_run(plan: StudyPlan, out: Path | None = None, *, resume: bool = False) -> Generator[StudyRun]:
    if out is None and (resume or plan.keep):
        raise UndercutError(f"{'resume' if resume else 'keep_games'}: name the study's folder (out) as well")
    if plan.keep and not find_spec("pyarrow"):
        raise UndercutError(more_packages("a table of all games needs", "pyarrow", "frames"))
    with StudyFolder.open(out, plan.header, resume=resume) if out else nullcontext() as store:
        yield StudyRun(plan, store)


def run_study(
    running: StudyRun,
    *,
    processes: int = 1,
    cluster: str | None = None,
    watch: Callable[[StudyRun], None] | None = None,
) -> Study:
    running.play(runner(running.plan.design, running.plan.extras, processes, cluster), watch)
    found = running.study()
    if running.store:
        write_files(running.store, found)
    return found


def write_files(store: StudyFolder, study: Study) -> None:
    store.write(results.STUDY, lambda path: path.write_text(results.to_text(study), encoding="utf-8"))
    if find_spec("pyarrow"):
        from undercut.lab import parquet  # noqa: PLC0415  pyarrow is an extra

        store.write("cells.parquet", lambda path: parquet.write_cells(path, study))
        store.write("estimates.parquet", lambda path: parquet.write_estimates(path, study))
    report.write(study, store.folder)
