"""Datasets of games that a level plays against itself, made in parts by any number of processes, and their reader."""

# Arrow has no types, so type checking is relaxed in this module only.
# pyright: basic

import json
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq

from undercut.bots.players import Player, ask, seated
from undercut.bots.registry import make
from undercut.decoding import decode, differences
from undercut.errors import UndercutError
from undercut.files import file_errors, write_whole
from undercut.frames.rows import SECONDS, ArrowTable
from undercut.frames.tables import COLUMNS, FILES, Which, export, read_columns, read_which
from undercut.play.game import Game, Rules
from undercut.play.game import game as make_game
from undercut.play.input import Parsed, read_path
from undercut.workers import Runner, locked

PART = 500
"""Number of games in a part, except perhaps the last."""

_PLAN, _CARD = "dataset.json", "README.md"


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """What a dataset holds; the same plan gives the same games, apart from the seconds that moves took."""

    game: str
    rules: Rules
    seats: int
    level: str
    games: int
    seed: int = 0
    undercut: str = version("undercut")

    @property
    def parts(self) -> int:
        """The number of parts."""
        return -(-self.games // PART)

    def numbers(self, part: int) -> range:
        """Return the numbers of the games of a part."""
        return range(part * PART, min((part + 1) * PART, self.games))


@dataclass(frozen=True, slots=True)
class _Parts:
    """The work of a process: it plays the games of a part, and writes its tables."""

    plan: DatasetPlan
    folder: Path

    def open(self) -> AbstractContextManager[Callable[[int], int]]:
        return nullcontext(self._make)

    def describe(self, job: int, /) -> str:
        return f"part {job} of {self.folder}"

    def _make(self, part: int) -> int:
        game = make_game(self.plan.game, rules=self.plan.rules, seats=self.plan.seats)
        found = (Parsed(f"game {number}", _record(self.plan, game, number)) for number in self.plan.numbers(part))
        complete, fresh = _part(self.folder, part), self.folder / f".{part}.part"
        with file_errors(self.folder):
            rmtree(fresh, ignore_errors=True)
            export(found, fresh, skip_bad=False, first=part * PART)
            fresh.rename(complete)
        return part


def _part(folder: Path, number: int) -> Path:
    return folder / f"part-{number:05}"


def _record(plan: DatasetPlan, game: Game, number: int) -> dict[str, object]:
    """Play a game; each bot gets the view of its seat alone."""
    state = game.deal(seed=plan.seed + number)
    state.players = (plan.level,) * plan.seats
    seconds: list[float] = []

    def bot(seat: int) -> Player:
        return make(plan.level, plan.game, (plan.seed + number) * plan.seats + seat, timed=False)

    with seated(state, bot) as bots:
        while state.to_move is not None:
            began = time.perf_counter()
            move = ask(bots[state.to_move], state, state.to_move)
            seconds.append(round(time.perf_counter() - began, 6))
            state.play(move)
    return {**state.record(), SECONDS: seconds}


def make_dataset(plan: DatasetPlan, folder: Path, runner: Runner) -> Iterator[int]:
    """Make the parts that a folder lacks, and then its data card; yield the number of games that are done."""
    # Another run of the same command would delete the part that this one writes.
    with locked(folder / ".lock", name=folder, in_use="another run of this command is making the dataset"):
        if not (folder / _PLAN).exists():
            write_whole(folder / _PLAN, json.dumps(asdict(plan)) + "\n")
        if differing := differences(asdict(_plan_in(folder)), asdict(plan), "there"):
            raise UndercutError(f"{folder}: it holds another dataset: {differing}")
        yield from _made(plan, folder, runner)


def _made(plan: DatasetPlan, folder: Path, runner: Runner) -> Iterator[int]:
    missing = [part for part in range(plan.parts) if not _part(folder, part).exists()]
    done = plan.games - sum(len(plan.numbers(part)) for part in missing)
    yield done
    for part in runner.run(_Parts(plan, folder), iter(missing)):
        done += len(plan.numbers(part))
        yield done
    if not (data := Dataset(folder)).complete:
        raise UndercutError(f"{folder}: parts are missing; all machines of a cluster must share this folder")
    write_whole(folder / _CARD, _card(data))


def _plan_in(folder: Path) -> DatasetPlan:
    path = folder / _PLAN
    with file_errors(path):
        text = path.read_bytes()
    try:
        plan, faults = decode(json.loads(text), DatasetPlan)
        faults = faults or ["games: less than 1"] * (plan.games < 1)
    except (ValueError, RecursionError) as error:
        plan, faults = None, [str(error)]
    if plan is None or faults:
        raise UndercutError(f"{path}: this is not the plan of a dataset ({'; '.join(faults)})")
    return plan


class Dataset:
    """A dataset on disk, which `undercut.dataset` opens; its `plan` says what it holds."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = read_path("folder", folder)
        self.plan = _plan_in(self.folder)
        parts = (_part(self.folder, number) for number in range(self.plan.parts))
        self._parts = [part for part in parts if part.exists()]
        self.complete = len(self._parts) == self.plan.parts  # whether all parts are there

    def rows(self, which: Which = "decisions") -> int:
        """Count the rows of a table, without reading them."""
        name, count = FILES[read_which("which", which)], 0
        for part in self._parts:
            with _faults_of(part / name) as path:
                count += pq.read_metadata(path).num_rows
        return count

    def tables(self, which: Which = "decisions", columns: list[str] | None = None) -> Iterator[ArrowTable]:
        """Return an iterator over a table's parts, so that it may be larger than the memory.

        Args:
            which: ``"games"`` or ``"decisions"``; `docs/frames.md` lists their columns.
            columns: The columns to read; None for all. Few columns are read much faster.

        Raises:
            UndercutError: The dataset has no such table or column; or, from the iterator, a file is missing or damaged.
        """
        wanted = read_columns(columns, COLUMNS[read_which("which", which)])
        return (_read_table(part / FILES[which], wanted) for part in self._parts)


def _read_table(file: Path, columns: list[str] | None) -> ArrowTable:
    with _faults_of(file) as path:
        return pq.read_table(path, columns=columns)


@contextmanager
def _faults_of(path: Path) -> Generator[Path]:
    try:
        with file_errors(path):
            yield path
    except pa.ArrowInvalid as error:
        message = f"{path}: damaged ({error}); delete its folder and run the same command to make it again"
        raise UndercutError(message) from None


def _card(data: Dataset) -> str:
    """Write the data card: what the dataset holds, how it was made, and what it should not be used for."""
    plan = data.plan
    wins, moves, draws = [0] * plan.seats, 0, 0
    for table in data.tables("games", ["moves", "winners"]):
        for row in cast("list[dict[str, Any]]", table.to_pylist()):
            moves += row["moves"]
            draws += not row["winners"]
            for seat in row["winners"]:
                wins[seat] += 1
    shares = "\n".join(f"| {seat} | {count:,} | {count / plan.games:.3f} |" for seat, count in enumerate(wins))
    columns = "\n".join(
        f"| `{name}` | `{each.name}` | {each.kind} | {each.meaning} |"
        for name, table in COLUMNS.items()
        for each in table
    )
    return f"""# {plan.games:,} games of {plan.game} by `{plan.level}`

Made by Undercut {plan.undercut}: the level `{plan.level}` plays all {plan.seats} seats, and each seat knows what
its player may know. Rules: `{json.dumps(plan.rules)}`. Seed: {plan.seed}; the games are dealt from the seeds
{plan.seed} to {plan.seed + plan.games - 1}.

- Games: {plan.games:,}; decisions: {data.rows():,}; moves a game: {moves / plan.games:.1f}; draws: {draws:,}.
- Each folder `part-…` has two Parquet files for {PART:,} games: `games.parquet` and `decisions.parquet`.
- Read it with `undercut.dataset("…")`, or with Polars, DuckDB or pandas.
- The same command with the same version of Undercut gives the same games; only `seconds` differs.
- Licence: that of Undercut (MIT). Nothing in it is about people.

A model that imitates these games learns the style and the mistakes of one level. Measure its strength by games against
other levels, not by how often it agrees with this data.

| seat | wins | share |
|---:|---:|---:|
{shares}

| table | column | type | meaning |
|---|---|---|---|
{columns}
"""
