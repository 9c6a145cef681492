"""Rows of many records at once, replayed in compiled code: all columns but the view, which plain code writes."""

# Arrow has no types, so type checking is relaxed in this module only.
# pyright: basic

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from typing import cast

import numpy as np
import pyarrow as pa

from undercut.engine.contract import Fields
from undercut.errors import BadRecord
from undercut.frames.rows import Row, game_row, read_seconds, split_seconds
from undercut.games.base.game_types import TABLE_REASONS, Outcome, outcome_of, read_outcome, rewards_of
from undercut.play.arrays.contract import Records
from undercut.play.arrays.games import OBSERVING, array_engine
from undercut.play.arrays.log import decision_buffers
from undercut.play.arrays.recording import replay_records
from undercut.play.input import Parsed, outcome_fault
from undercut.play.loading import Unplayed, read_unplayed
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


@dataclass(frozen=True, slots=True)
class _Played:
    """What the decisions of some records were: arrays with a place for each of them, and the legal moves one by one."""

    actions: np.ndarray
    games: np.ndarray  # each decision's record
    number: np.ndarray
    seats: np.ndarray
    starts: np.ndarray  # where its legal moves begin, and where the last end
    legal: np.ndarray
    grid: np.ndarray  # the observations, if they are wanted


def replayed(
    found: Sequence[Parsed], first: int, schema: pa.Schema
) -> tuple[Callable[[], list[Row]], pa.RecordBatch] | None:
    """Make the rows of records of one game, and the rows of their decisions; None if a record is not plainly right."""
    try:
        records = [_read(each) for each in found]
        played, outcomes = _play(records, observes="observation" in schema.names)
    except (_DoubtfulError, BadRecord):
        return None
    columns = _columns(records, played, _rewards(records, outcomes, played), first)
    batch = pa.RecordBatch.from_pydict({name: columns[name]() for name in schema.names}, schema=schema)

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


def _play(records: list[_Read], *, observes: bool) -> tuple[_Played, list[Outcome | None]]:
    game = records[0].unplayed.game
    if any(each.unplayed.game.name != game.name for each in records):
        raise _DoubtfulError
    engine = array_engine(game.name)
    engine.prepare_function(replay_records, OBSERVING)
    states = cast("list[Fields]", engine.states(len(records)))
    for place, each in enumerate(records):
        engine.load(each.unplayed.start, states, place)
    lengths = [len(each.actions) for each in records]
    choices = [[*chain.from_iterable((len(one), *one) for one in each.unplayed.choices)] for each in records]
    actions, told = _whole(chain.from_iterable(each.actions for each in records)), _whole(chain.from_iterable(choices))
    offsets, ends = _whole(accumulate(lengths, initial=0)), _whole(accumulate(map(len, choices)))
    rows = len(actions)
    written = decision_buffers(engine, rows, game.observations.length if observes else None)
    results = np.full((len(records), 2), -1, dtype=np.int64)
    scratch = engine.cells(engine.pack_size), engine.cells(engine.max_moves)
    filled = engine.hosted(replay_records)(states, Records(actions, offsets, told, ends), written, results, *scratch)
    if filled < 0:
        raise _DoubtfulError
    games, starts = np.repeat(np.arange(len(records)), lengths), np.concatenate([[0], np.cumsum(written.sizes)])
    played = _Played(
        actions, games, np.arange(rows) - offsets[games], written.seats, starts, written.legal[:filled], written.grid
    )
    return played, [_outcome(each, *result) for each, result in zip(records, results.tolist(), strict=True)]


def _whole(values: Iterable[int]) -> np.ndarray:
    return np.fromiter(values, dtype=np.int64)


def _rewards(records: list[_Read], outcomes: list[Outcome | None], played: _Played) -> np.ndarray:
    """Return the reward of each decision's seat; not a number if the game is unfinished."""
    seats = [each.unplayed.game.seats for each in records]
    table = np.full((len(records), max(seats)), np.nan, dtype=np.float32)
    for row, number, outcome in zip(table, seats, outcomes, strict=True):
        if outcome:
            row[:number] = rewards_of(outcome.winners, number)
    return table[played.games, played.seats]


def _columns(
    records: list[_Read], played: _Played, rewards: np.ndarray, first: int
) -> dict[str, Callable[[], np.ndarray | pa.Array]]:
    notations, starts = pa.array(records[0].unplayed.game.actions), pa.array(played.starts.astype(np.int32))
    rows, width = played.grid.shape
    return {
        "game_id": lambda: played.games + first,
        "number": lambda: played.number,
        "seat": lambda: played.seats,
        "legal": lambda: pa.ListArray.from_arrays(starts, notations.take(pa.array(played.legal))),
        "legal_actions": lambda: pa.ListArray.from_arrays(starts, pa.array(played.legal.astype(np.int16))),
        "move": lambda: notations.take(pa.array(played.actions)),
        "action": lambda: played.actions,
        "reward": lambda: pa.array(rewards, mask=np.isnan(rewards)),
        "seconds": lambda: pa.array([*chain.from_iterable(each.seconds for each in records)], type=pa.float32()),
        "observation": lambda: pa.ListArray.from_arrays(
            pa.array(np.arange(rows + 1, dtype=np.int32) * width), pa.array(played.grid.reshape(-1))
        ),
    }


def _outcome(record: _Read, winners: int, reason: int) -> Outcome | None:
    """Compare the result of a record with that of its moves, and return it."""
    game, told = record.unplayed.game, record.data.get("result")
    led = outcome_of(winners, game.spec.words.reasons[reason]) if winners >= 0 else None
    if told is None:
        return led
    try:
        outcome = read_outcome(told)
    except ValueError:
        raise _DoubtfulError from None
    if led is None and not outcome_fault(outcome, game.seats, TABLE_REASONS):
        return outcome
    if led is None or (sorted(outcome.winners), outcome.reason) != (sorted(led.winners), led.reason):
        raise _DoubtfulError
    return led


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
