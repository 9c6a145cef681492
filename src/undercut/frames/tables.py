"""Tables of games and decisions as Arrow data: in memory, or written to Parquet files while records are read."""

# Arrow has no types, so type checking is relaxed in this module only.
# pyright: basic

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from itertools import groupby, islice
from pathlib import Path
from typing import Literal, cast

import pyarrow as pa
import pyarrow.parquet as pq

from undercut.errors import BadRecord, UndercutError
from undercut.files import file_errors, replacing
from undercut.frames.replaying import decision_rows, replayed
from undercut.frames.rows import DECISIONS, GAMES, STEPS, VERSION, ArrowTable, Column, Row, rows_of
from undercut.play.arrays.log import Finished
from undercut.play.input import Parsed, expect
from undercut.play.state import State

Which = Literal["decisions", "games"]  # the tables

COLUMNS = {"games": GAMES, "decisions": DECISIONS}
FILES = {"games": "games.parquet", "decisions": "decisions.parquet"}

_ROWS_AT_ONCE = 4096  # how many rows are kept before they are written
_RECORDS_AT_ONCE = 128  # how many records compiled code replays
_VERSIONS = {"undercut": version("undercut"), "columns": str(VERSION)}  # of this library and of the columns


def schema(which: Which, columns: Sequence[str] | None = None) -> pa.Schema:
    """Return the schema of a table or of some of its columns, with the versions of Undercut and of the columns."""
    found = {column.name: _type(column) for column in COLUMNS[which]}
    names = [*found] if columns is None else columns
    return pa.schema([(name, found[name]) for name in names], metadata=_VERSIONS)


def read_which(argument: str, which: object) -> Which:
    """Check the name of a table."""
    if expect(argument, which, str) not in COLUMNS:
        raise UndercutError(f"{argument}: {which!r:.40} is not one of: {', '.join(COLUMNS)}")
    return cast("Which", which)


def read_columns(columns: object, known: Iterable[Column]) -> list[str] | None:
    """Check the names of some columns; None stands for all."""
    if columns is None:
        return None
    names, wanted = [column.name for column in known], cast("list[object]", [*expect("columns", columns, Sequence)])
    for place, name in enumerate(wanted):
        if isinstance(columns, str) or name not in names or name in wanted[:place]:
            raise UndercutError(f"columns: {name!r:.40} is not one of, once each: {', '.join(names)}")
    return cast("list[str]", wanted)


def _type(column: Column) -> pa.DataType:
    kind = column.kind.removeprefix("list ")
    type_ = pa.type_for_alias(kind)
    return pa.list_(type_) if kind != column.kind else type_


def frame(
    records: Iterable[Mapping[str, object] | State] | Finished, which: Which, columns: Sequence[str] | None
) -> ArrowTable:
    """Make a table of records, states or a batch's finished games."""
    which = read_which("of", which)
    if isinstance(records, Finished):
        if which == "decisions":
            return _finished(records).select(read_columns(columns, STEPS) or [column.name for column in STEPS])
        records = records.records()
    wanted, batches = schema(which, read_columns(columns, COLUMNS[which])), []
    rows = _Rows(wanted, batches.append)
    of_decisions = wanted if which == "decisions" else schema("decisions")
    for games, decisions in _read_all(_sources(records), 0, of_decisions, _fail):
        rows.add(decisions if which == "decisions" else games())
    rows.finish()
    return pa.Table.from_batches(batches, schema=wanted)


def _fail(fault: BadRecord) -> None:
    raise fault


def _sources(records: Iterable[Mapping[str, object] | State]) -> Iterator[Parsed]:
    for place, each in enumerate(expect("records", records, Iterable)):
        yield Parsed(f"records[{place}]", each.record() if isinstance(each, State) else each)


class _Rows:
    """Rows that are made into batches, some thousands at a time."""

    def __init__(self, wanted: pa.Schema, write: Callable[[pa.RecordBatch], object]) -> None:
        self._schema, self._write = wanted, write
        self._waiting: list[Row] = []
        self.count = 0

    def add(self, rows: list[Row] | pa.RecordBatch) -> None:
        self.count += len(rows)
        if isinstance(rows, pa.RecordBatch):
            self.finish()
            self._write(rows)
            return
        self._waiting += rows
        if len(self._waiting) >= _ROWS_AT_ONCE:
            self.finish()

    def finish(self) -> None:
        if self._waiting:
            self._write(pa.RecordBatch.from_pylist(self._waiting, schema=self._schema))
            self._waiting = []


def _finished(games: Finished) -> pa.Table:
    """Make the table of the decisions of finished games: its columns are `STEPS`."""
    width = games.played.observations.length
    types = [pa.list_(pa.int16(), width) if column.name == "observation" else _type(column) for column in STEPS]
    fields = [pa.field(column.name, type_) for column, type_ in zip(STEPS, types, strict=True)]
    whole = pa.schema(fields, metadata=_VERSIONS)
    batches = (decision_rows(rows, games.played.actions, whole) for rows in games.chunks())
    return pa.Table.from_batches(batches, schema=whole)


def _read_all(
    found: Iterable[Parsed], first: int, decisions: pa.Schema, refuse: Callable[[BadRecord], None]
) -> Iterator[tuple[Callable[[], list[Row]], list[Row] | pa.RecordBatch]]:
    """Yield what makes the rows of games, numbered from the first, and the rows of their decisions."""
    fast = "view" not in decisions.names
    for chunk in _chunks(found, _RECORDS_AT_ONCE if fast else 1):
        waiting = [chunk]
        while waiting:
            records = waiting.pop()
            rows = replayed(records, first, decisions) if fast else None
            if rows is None and len(records) > 1:
                half = len(records) // 2
                waiting += [records[half:], records[:half]]
                continue
            try:
                games, moves = rows or _read(records[0], first)
            except BadRecord as error:
                refuse(error)
                continue
            first += len(records)
            yield games, moves


def _chunks(found: Iterable[Parsed], most: int) -> Iterator[list[Parsed]]:
    for _, group in groupby(found, lambda each: each.record.get("game") if isinstance(each.record, Mapping) else None):
        while records := [*islice(group, most)]:
            yield records


def _read(found: Parsed, game_id: int) -> tuple[Callable[[], list[Row]], list[Row]]:
    if found.fault:
        raise BadRecord([f"{found.source}: {found.fault}"])
    try:
        game, decisions = rows_of(found.record, game_id, found.source)
    except BadRecord as error:
        raise BadRecord([f"{found.source}: {fault}" for fault in error.faults]) from None
    return lambda: [game], decisions


@dataclass(frozen=True, slots=True)
class Exported:
    """How many rows were written, and which records were left out."""

    games: int
    decisions: int
    faults: tuple[str, ...]  # the faults of the records that were left out


def export(
    found: Iterable[Parsed], folder: Path, *, skip_bad: bool, first: int = 0, columns: Sequence[str] | None = None
) -> Exported:
    """Write the tables of records to two Parquet files, in memory that does not grow with the number of records.

    The files appear when both are complete, the decisions last; games are numbered from the first.
    """
    faults: list[str] = []

    def refuse(fault: BadRecord) -> None:
        if not skip_bad:
            raise fault
        faults.extend(fault.faults)

    wanted = schema("decisions", read_columns(columns, DECISIONS))
    with (
        file_errors(folder),
        _made(folder),
        replacing(folder / FILES["decisions"]) as decisions_draft,
        replacing(folder / FILES["games"]) as games_draft,
        _rows_to(games_draft, schema("games")) as games,
        _rows_to(decisions_draft, wanted) as decisions,
    ):
        for rows, moves in _read_all(found, first, wanted, refuse):
            games.add(rows())
            decisions.add(moves)
    return Exported(games.count, decisions.count, tuple(faults))


@contextmanager
def _made(folder: Path) -> Generator[None]:
    """Make a folder if it is missing; it goes again if nothing is written there."""
    missing = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        if missing and not any(folder.iterdir()):
            folder.rmdir()


@contextmanager
def _rows_to(path: Path, wanted: pa.Schema) -> Generator[_Rows]:
    with pq.ParquetWriter(path, wanted, compression="zstd") as writer:
        rows = _Rows(wanted, writer.write_batch)
        yield rows
        rows.finish()
