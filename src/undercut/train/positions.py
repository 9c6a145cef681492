"""Searched positions, in memory and on disk."""

# Arrow has no types, and states are plain objects on one host and records on the others, so type checking is relaxed.
# pyright: basic

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

VERSION = "1"
_STATE = "state "  # begins the names of the columns of states

FACTS: tuple[str, ...] = ("game", "seats", "winners", "seat", "thorough", "calm", "root_visits", "root_total")
"""How a position came about and how its game ended: the number of the game, its seats and its winners (a mask); the
seat that searched, and whether it did so thoroughly; whether all moves since were the search's; the visits and the sum
of results of the root."""


@dataclass(frozen=True, slots=True)
class Positions:
    """Searched positions, a row for each."""

    game: str
    states: dict[str, NDArray[np.int64]]  # a column for each field of the state, and for each place of a list
    facts: dict[str, NDArray[np.int64]]  # a column for each of `FACTS`
    moves: NDArray[np.int64]  # the legal moves, position by position
    visits: NDArray[np.int64]  # of each of these moves
    counts: NDArray[np.int64]  # how many moves belong to each position

    def __len__(self) -> int:
        return len(self.counts)


def columns_of(lengths: dict[str, int], states: object, first: int, number: int) -> dict[str, NDArray[np.int64]]:
    columns: dict[str, NDArray[np.int64]] = {}
    for name, length in lengths.items():
        if isinstance(states, np.ndarray):
            values = np.array(states[first : first + number][name], dtype=np.int64)
        else:
            values = np.array([getattr(s, name) for s in states[first : first + number]], dtype=np.int64)  # type: ignore[index]
        if length:
            columns |= {f"{name} {place}": values[:, place].copy() for place in range(length)}
        else:
            columns[name] = values
    return columns


def concatenate(parts: list[Positions]) -> Positions:
    """Join the positions of several games or files; games keep numbers of their own."""
    first = parts[0]
    games = np.cumsum([0, *(int(part.facts["game"].max()) + 1 for part in parts[:-1])])
    facts = {name: np.concatenate([part.facts[name] for part in parts]) for name in FACTS}
    facts["game"] = np.concatenate([part.facts["game"] + start for part, start in zip(parts, games, strict=True)])
    return replace(
        first,
        states={name: np.concatenate([part.states[name] for part in parts]) for name in first.states},
        facts=facts,
        moves=np.concatenate([part.moves for part in parts]),
        visits=np.concatenate([part.visits for part in parts]),
        counts=np.concatenate([part.counts for part in parts]),
    )


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
    table = pq.read_table(path)
    game = table.schema.metadata[b"game"].decode()
    moves, visits = (table.column(name).combine_chunks() for name in ("moves", "visits"))
    fields = [name for name in table.column_names if name.startswith(_STATE)]
    return Positions(
        game,
        {name.removeprefix(_STATE): table.column(name).to_numpy() for name in fields},
        {name: table.column(name).to_numpy().astype(np.int64) for name in FACTS},
        moves.values.to_numpy().astype(np.int64),
        visits.values.to_numpy().astype(np.int64),
        np.diff(moves.offsets.to_numpy()).astype(np.int64),
    )
