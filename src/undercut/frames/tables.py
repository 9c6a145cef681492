"""Tables of games and decisions as Arrow data: in memory, or written to Parquet files while records are read."""

# Arrow has no types, so type checking is relaxed in this module only.
# pyright: basic

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Literal, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from undercut.errors import BadRecord, UndercutError, file_errors
from undercut.frames.rows import DECISIONS, GAMES, STEPS, VERSION, ArrowTable, Column, Row, rows_of
from undercut.play.arguments import Found, expect
from undercut.play.arrays.log import Finished
from undercut.play.state import State

GAMES_FILE, DECISIONS_FILE = "games.parquet", "decisions.parquet"

Which = Literal["decisions", "games"]  # the tables

_COLUMNS = {"games": GAMES, "decisions": DECISIONS}
_ROWS_AT_ONCE = 4096  # how many rows are kept before they are written


def schema(which: Which) -> pa.Schema:
    """Return the schema of a table; its metadata has the versions of Undercut and of the columns."""
    fields = [pa.field(column.name, _type(column)) for column in _COLUMNS[which]]
    return pa.schema(fields, metadata={"undercut": version("undercut"), "columns": str(VERSION)})


def _type(column: Column) -> pa.DataType:
    kind = column.kind.removeprefix("list ")
    type_ = pa.type_for_alias(kind)
    return pa.list_(type_) if kind != column.kind else type_


def frame(records: Iterable[Mapping[str, object] | State] | Finished, which: Which) -> ArrowTable:
    """Make a table of records, states or a batch's finished games."""
    if expect("of", which, str) not in _COLUMNS:
        message = f"of: {which!r:.40} is not one of: {', '.join(_COLUMNS)}"
        raise UndercutError(message)
    if isinstance(records, Finished):
        if which == "decisions":
            return _finished(records)
        records = records.records()
    batches = [pa.RecordBatch.from_pylist(rows, schema=schema(which)) for rows in _chunks(records, which)]
    return pa.Table.from_batches(batches, schema=schema(which))


def _finished(games: Finished) -> ArrowTable:
    """Make the table of the decisions of finished games: its columns are `STEPS`."""
    width = games.played.observations.length
    types = [pa.list_(pa.int16(), width) if column.name == "observation" else _type(column) for column in STEPS]
    fields = [pa.field(column.name, type_) for column, type_ in zip(STEPS, types, strict=True)]
    whole = pa.schema(fields, metadata={"undercut": version("undercut"), "columns": str(VERSION)})
    batches = []
    for rows in games.chunks():
        assert rows.observation is not None  # noqa: S101  chunks have them by default
        legal = pa.ListArray.from_arrays(rows.offsets.astype("int32"), rows.legal.astype("int16"))
        seen = pa.FixedSizeListArray.from_arrays(pa.array(rows.observation.reshape(-1)), width)
        columns = [rows.game, rows.number.astype("int32"), rows.seat.astype("int8"), legal]
        none = np.isnan(rows.policy[rows.offsets[:-1]])
        policy = pa.ListArray.from_arrays(pa.array(rows.offsets.astype("int32")), rows.policy, mask=pa.array(none))
        columns += [rows.action.astype("int16"), rows.reward, seen, policy]
        batches.append(pa.RecordBatch.from_arrays([*map(_array, columns)], schema=whole))
    return pa.Table.from_batches(batches, schema=whole)


def _array(values: object) -> pa.Array:
    return values if isinstance(values, pa.Array) else pa.array(values)


def _chunks(records: Iterable[Mapping[str, object] | State], which: Which) -> Iterator[list[Row]]:
    rows: list[Row] = []
    for place, record in enumerate(expect("records", records, Iterable)):
        game, decisions = _read(record.record() if isinstance(record, State) else record, place, f"records[{place}]")
        rows += decisions if which == "decisions" else [game]
        if len(rows) >= _ROWS_AT_ONCE:
            yield rows
            rows = []
    yield rows


def _read(record: object, game_id: int, source: str) -> tuple[Row, list[Row]]:
    try:
        return rows_of(record, game_id, source)
    except BadRecord as error:
        raise BadRecord([f"{source}: {fault}" for fault in error.faults]) from None


@dataclass(frozen=True, slots=True)
class Exported:
    """How many rows were written, and which records were left out."""

    games: int
    decisions: int
    faults: tuple[str, ...]  # the faults of the records that were left out


def export(found: Iterable[Found], folder: Path, *, skip_bad: bool, first: int = 0) -> Exported:
    """Write the tables of records to two Parquet files, in memory that does not grow with the number of records.

    The files appear when both are complete.

    Args:
        folder: Created if missing; files of the same names are replaced.
        skip_bad: Whether to leave out records that cannot be replayed.
        first: The number of the first game.

    Raises:
        BadRecord: A record cannot be replayed, and bad ones are not to be left out.
        UndercutError: A file cannot be written.
    """
    faults: list[str] = []
    games = 0
    with file_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            tables = [stack.enter_context(_File(folder / name)) for name in (GAMES_FILE, DECISIONS_FILE)]
            for each in found:
                try:
                    if each.fault:
                        raise BadRecord([f"{each.source}: {each.fault}"])  # noqa: TRY301  handled like the others
                    game, decisions = _read(each.record, first + games, each.source)
                except BadRecord as error:
                    if not skip_bad:
                        raise
                    faults += error.faults
                    continue
                games += 1
                tables[0].add([game])
                tables[1].add(decisions)
            for table in tables:
                table.finish()
            for table in tables:
                table.publish()
    return Exported(games, tables[1].rows, tuple(faults))


class _File:
    """A Parquet file that is written in parts under another name."""

    def __init__(self, path: Path) -> None:
        which: Which = "games" if path.name == GAMES_FILE else "decisions"
        self._path = path
        self._part = path.with_suffix(f".{os.getpid()}.part")
        self._schema = schema(which)
        self._writer = pq.ParquetWriter(self._part, self._schema, compression="zstd")
        self._waiting: list[Row] = []
        self.rows = 0

    def add(self, rows: list[Row]) -> None:
        self.rows += len(rows)
        self._waiting += rows
        if len(self._waiting) >= _ROWS_AT_ONCE:
            self._write()

    def _write(self) -> None:
        self._writer.write_batch(pa.RecordBatch.from_pylist(self._waiting, schema=self._schema))
        self._waiting = []

    def finish(self) -> None:
        if self._waiting:
            self._write()
        self._writer.close()

    def publish(self) -> None:
        self._part.replace(self._path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._writer.close()
            self._part.unlink(missing_ok=True)
