"""Positions on disk, as Parquet: a row for each position, with its state, result, moves and visits."""

# Arrow has no types, so type checking is relaxed in this module only.
# pyright: basic

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from undercut.train.playing import FACTS, Positions

VERSION = "1"
_STATE = "state "


def write_positions(path: Path, positions: Positions) -> None:
    """Write positions to a file, which appears whole or not at all."""
    ends = np.concatenate([[0], np.cumsum(positions.counts)]).astype(np.int32)
    columns = {_STATE + name: pa.array(values) for name, values in positions.states.items()}
    columns |= {name: pa.array(values.astype(np.int32)) for name, values in positions.facts.items()}
    for name, values in (("moves", positions.moves), ("visits", positions.visits)):
        columns[name] = pa.ListArray.from_arrays(pa.array(ends), pa.array(values.astype(np.int32)))
    table = pa.table(columns).replace_schema_metadata({"undercut": VERSION, "game": positions.game})
    draft = path.with_name(f"{path.name}.draft")
    pq.write_table(table, draft, compression="zstd")
    draft.replace(path)


def read_positions(path: Path) -> Positions:
    """Read positions from a file."""
    table = pq.read_table(path)
    game = table.schema.metadata[b"game"].decode()
    moves, visits = (table.column(name).combine_chunks() for name in ("moves", "visits"))
    return Positions(
        game,
        {
            name.removeprefix(_STATE): table.column(name).to_numpy()
            for name in table.column_names
            if name.startswith(_STATE)
        },
        {name: table.column(name).to_numpy().astype(np.int64) for name in FACTS},
        moves.values.to_numpy().astype(np.int64),
        visits.values.to_numpy().astype(np.int64),
        np.diff(moves.offsets.to_numpy()).astype(np.int64),
    )
