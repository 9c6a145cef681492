"""Rows of many records at once, replayed in compiled code: all columns but the view, which plain code writes."""

# Arrow has no types, so type checking is relaxed in this module only.
# pyright: basic

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, chain
from typing import cast

import numpy as np
import pyarrow as pa

from undercut.engine.contract import Fields
from undercut.errors import BadRecord
from undercut.frames.rows import Row, game_row, read_seconds, split_seconds
from undercut.games.base.game_types import Outcome, outcome_of, rewards_of
from undercut.play.arrays.contract import Records
from undercut.play.arrays.games import OBSERVING, array_engine
from undercut.play.arrays.log import Decisions, decision_buffers
from undercut.play.arrays.recording import replay_records
from undercut.play.input import Parsed
from undercut.play.loading import Unplayed, agreed_outcome, read_unplayed
from undercut.play.sources import Secure
from undercut.play.state import State


class _DoubtfulError(Exception):
    """A record that has to be replayed move by move: it is wrong, or of an earlier version of its rules."""


@dataclass(frozen=True, slots=True)
class _Read:
    data: dict[str, object]
    unplayed: Unplayed
    actions: list[int]
    seconds: list[float | None]


def replayed(
    found: Sequence[Parsed], first: int, schema: pa.Schema
) -> tuple[Callable[[], list[Row]], pa.RecordBatch] | None:
    """Make the rows of records of one game, and the rows of their decisions; None if a record is not plainly right."""
    try:
        records = [_read(each) for each in found]
        decisions, outcomes = _play(records, observes="observation" in schema.names)
    except (_DoubtfulError, BadRecord):
        return None
    seconds = pa.array([*chain.from_iterable(each.seconds for each in records)], type=pa.float32())
    decisions = replace(decisions, game=first + decisions.game)
    batch = decision_rows(decisions, records[0].unplayed.game.actions, schema, seconds)

    def games() -> list[Row]:
        given = enumerate(zip(found, records, outcomes, strict=True), start=first)
        return [game_row(_record(each, outcome), outcome, number, one.source) for number, (one, each, outcome) in given]

    return games, batch


def _read(found: Parsed) -> _Read:
    data, seconds = split_seconds(found.record)
    unplayed = read_unplayed(data)
    if found.fault or unplayed is None or not unplayed.game.spec.observations:
        raise _DoubtfulError
    try:
        actions = [*map(_numbers(unplayed.game.actions).__getitem__, cast("list[str]", unplayed.moves))]
    except (KeyError, TypeError):
        raise _DoubtfulError from None
    return _Read(data, unplayed, actions, read_seconds(seconds, len(actions)))


@cache
def _numbers(actions: tuple[str, ...]) -> dict[str, int]:
    return {notation: number for number, notation in enumerate(actions)}


def _play(records: list[_Read], *, observes: bool) -> tuple[Decisions, list[Outcome | None]]:
    game = records[0].unplayed.game
    if any(each.unplayed.game.name != game.name for each in records):
        raise _DoubtfulError
    engine = array_engine(game.name)
    engine.prepare_function(replay_records, OBSERVING)
    states = cast("list[Fields]", engine.states(len(records)))
    for place, each in enumerate(records):
        engine.load(each.unplayed.start, states, place)
    lengths = _whole(len(each.actions) for each in records)
    choices = [[*chain.from_iterable((len(one), *one) for one in each.unplayed.choices)] for each in records]
    actions, told = _whole(chain.from_iterable(each.actions for each in records)), _whole(chain.from_iterable(choices))
    offsets, ends = np.cumsum([0, *lengths]), _whole(accumulate(map(len, choices)))
    written = decision_buffers(engine, len(actions), game.observations.length if observes else None)
    results = np.full((len(records), 2), -1, dtype=np.int64)
    scratch = engine.cells(engine.pack_size), engine.cells(engine.max_moves)
    if engine.hosted(replay_records)(states, Records(actions, offsets, told, ends), written, results, *scratch) < 0:
        raise _DoubtfulError
    outcomes = [_outcome(each, *result) for each, result in zip(records, results.tolist(), strict=True)]
    return Decisions.of(written, actions, lengths, _rewards(records, outcomes)), outcomes


def _whole(values: Iterable[int]) -> np.ndarray:
    return np.fromiter(values, dtype=np.int64)


def _rewards(records: list[_Read], outcomes: list[Outcome | None]) -> np.ndarray:
    """Return the rewards by record and seat; not a number if the game is unfinished."""
    seats = [each.unplayed.game.seats for each in records]
    table = np.full((len(records), max(seats)), np.nan, dtype=np.float32)
    for row, number, outcome in zip(table, seats, outcomes, strict=True):
        if outcome:
            row[:number] = rewards_of(outcome.winners, number)
    return table


def decision_rows(
    found: Decisions, actions: Sequence[str], schema: pa.Schema, seconds: pa.Array | None = None
) -> pa.RecordBatch:
    """Make rows of decisions, with the columns of a schema."""
    notations, starts = pa.array(actions), pa.array(found.offsets.astype(np.int32))
    columns: dict[str, Callable[[], np.ndarray | pa.Array | None]] = {
        "game_id": lambda: found.game,
        "number": lambda: found.number,
        "seat": lambda: found.seat,
        "legal": lambda: pa.ListArray.from_arrays(starts, notations.take(pa.array(found.legal))),
        "legal_actions": lambda: pa.ListArray.from_arrays(starts, pa.array(found.legal.astype(np.int16))),
        "move": lambda: notations.take(pa.array(found.action)),
        "action": lambda: found.action,
        "reward": lambda: pa.array(found.reward, mask=np.isnan(found.reward)),
        "seconds": lambda: seconds,
        "observation": lambda: pa.FixedSizeListArray.from_arrays(
            pa.array(found.observation.reshape(-1)), found.observation.shape[1]
        ),
        "policy": lambda: pa.ListArray.from_arrays(
            starts, pa.array(found.policy), mask=pa.array(np.isnan(found.policy[found.offsets[:-1]]))
        ),
    }
    return pa.RecordBatch.from_pydict({name: columns[name]() for name in schema.names}, schema=schema)


def _outcome(record: _Read, winners: int, reason: int) -> Outcome | None:
    game = record.unplayed.game
    led = outcome_of(winners, game.spec.words.reasons[reason]) if winners >= 0 else None
    return agreed_outcome(record.data.get("result"), led, game)


def _record(record: _Read, outcome: Outcome | None) -> dict[str, object]:
    """Write a record as the state at its end would."""
    read = record.unplayed
    state, text = State(read.game, read.start, Secure()), read.game.spec.pack.text
    state.players = read.players or state.players
    return {
        **state.record(),
        "shuffles": [[*map(text, choice)] for choice in read.choices],
        "moves": read.moves,
        "result": {"winners": [*outcome.winners], "reason": outcome.reason} if outcome else None,
    }
