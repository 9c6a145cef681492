"""A study's Parquet tables: a row for every game, for every cell and for every estimate."""

# Arrow has no types, so type checking is relaxed in this module only.
# pyright: basic

import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from undercut.games.base.parts import figures
from undercut.lab.cells import Cell
from undercut.lab.design import Design
from undercut.studies.measures import facts_of
from undercut.studies.results import Study

VERSION = 1  # the version of the columns: later versions may append columns, but change none

_WIDE = ("deal", "seed", "choices")
_PLAIN = tuple(name for name in figures.NAMES if name not in ("policies", "reason"))


def write_games(path: Path, design: Design, rows: Sequence[NDArray[np.int64]]) -> None:
    schema = _schema(design.question.base.name)
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for number, (cell, table) in enumerate(zip(design.cells, rows, strict=True)):
            writer.write_table(pa.table(_columns(number, cell, table), schema=schema))


def _schema(game: str) -> pa.Schema:
    words = pa.dictionary(pa.int8(), pa.string())
    fields = [pa.field("cell", pa.int32())]
    fields += [pa.field(name, pa.int64() if name in _WIDE else pa.int32()) for name in _PLAIN]
    fields += [pa.field("players", words), pa.field("reason", words)]
    fields += [pa.field(name, pa.int32()) for name in facts_of(game)]
    return pa.schema(fields, metadata={"undercut": version("undercut"), "columns": str(VERSION)})


def _columns(number: int, cell: Cell, rows: NDArray[np.int64]) -> dict[str, np.ndarray | pa.Array]:
    seatings = ["+".join(cell.policies[turn:] + cell.policies[:turn]) for turn in range(cell.rotations)]
    return {
        "cell": np.full(len(rows), number),
        **{name: rows[:, place] for place, name in enumerate(figures.NAMES) if name in _PLAIN},
        "players": _words(rows[:, figures.ROTATION], seatings),
        "reason": _words(rows[:, figures.REASON], ["stopped", *cell.game.spec.words.reasons[1:]]),
        **{name: rows[:, place] for place, name in enumerate(facts_of(cell.game.name), start=figures.FACTS)},
    }


def _words(codes: NDArray[np.int64], words: list[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int8)), pa.array(words))


_CELLS = pa.schema(
    [
        ("cell", pa.int32()),
        ("label", pa.string()),
        ("rules", pa.string()),
        ("changes", pa.string()),
        ("seats", pa.int8()),
        ("policies", pa.list_(pa.string())),
        ("seed", pa.int64()),
        ("deals", pa.int64()),
        ("games", pa.int64()),
        ("decisions", pa.int64()),
        ("reasons", pa.map_(pa.string(), pa.int64())),
        ("turns", pa.list_(pa.int64())),
    ]
)


def write_cells(path: Path, study: Study) -> None:
    rows = [
        {name: getattr(cell, name, None) for name in _CELLS.names}
        | {"cell": number, "reasons": [*cell.reasons.items()]}
        | {name: json.dumps(getattr(cell, name)) for name in ("rules", "changes")}
        for number, cell in enumerate(study.cells)
    ]
    pq.write_table(pa.Table.from_pylist(rows, schema=_CELLS), path, compression="zstd")


_ESTIMATES = pa.schema(
    [
        ("measure", pa.string()),
        ("cell", pa.int32()),
        ("base", pa.int32()),
        ("minus", pa.list_(pa.int32())),
        *((name, pa.float64()) for name in ("value", "error", "low", "high", "gain")),
    ]
)


def write_estimates(path: Path, study: Study) -> None:
    rows = [{name: getattr(found, name) for name in _ESTIMATES.names} for found in study.estimates]
    pq.write_table(pa.Table.from_pylist(rows, schema=_ESTIMATES), path, compression="zstd")
