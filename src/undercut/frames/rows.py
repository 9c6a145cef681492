"""The columns of the tables, and the rows of a record."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Protocol, cast

from undercut.errors import BadRecord
from undercut.games.base.game_types import Outcome, rewards_of
from undercut.play.loading import replay
from undercut.play.state import State

VERSION = 2  # the version of the columns: later versions may append columns, but change none


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    kind: str
    meaning: str


class ArrowTable(Protocol):
    """A ``pyarrow.Table``, as far as its types are needed; Polars, pandas and others read it by Arrow's interface."""

    @property
    def num_rows(self) -> int:
        """The number of rows."""
        ...

    def to_pylist(self) -> list[dict[str, object]]:
        """Return the rows as dictionaries."""
        ...

    def to_pandas(self) -> object:
        """Return a pandas data frame."""
        ...

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Export the table by Arrow's interface for other libraries."""
        ...


GAMES = (
    Column("game_id", "int64", "the number of the game in this table, from 0"),
    Column("source", "string", "where the record was read: the file, and the line or the place in a list"),
    Column("game", "string", "the game's name, such as `cuttle`"),
    Column("rules", "string", "the rules as JSON: a rule set's name, or an object with the changed options"),
    Column("seats", "int8", "the number of players"),
    Column("players", "list string", "the players' names by seat"),
    Column("moves", "int32", "the number of moves"),
    Column("winners", "list int8", "the seats that won, none of them in a draw; null if the game is unfinished"),
    Column("reason", "string", "why the game ended, such as `points`; null if it is unfinished"),
    Column("record", "string", "the whole record as JSON; `undercut.replay` repeats the game from it"),
)

DECISIONS = (
    Column("game_id", "int64", "the game; its row in the other table has the same number"),
    Column("number", "int32", "the number of the move in its game, from 0"),
    Column("seat", "int8", "the seat to move, from 0"),
    Column("view", "string", "what that seat may know, as JSON; see [positions and records](positions.md)"),
    Column("legal", "list string", "every legal move, in notation"),
    Column("legal_actions", "list int16", "the fixed number of every legal move, in the same order"),
    Column("move", "string", "the move that was played, in notation"),
    Column("action", "int16", "its fixed number"),
    Column("reward", "float32", "the seat's reward at the end of the game, as in a batch; null if it is unfinished"),
    Column("seconds", "float32", "how long the decision took; null if the record does not say"),
    Column("observation", "list int16", "what that seat may know, as in a batch; null for a game without observations"),
)


_OF_STEPS = ("game_id", "number", "seat", "legal_actions", "action", "reward", "observation")

STEPS = (  # of the decisions of a batch's finished games
    *(column for column in DECISIONS if column.name in _OF_STEPS),
    Column("policy", "list float32", "what the policy given to `step` gave each of the legal moves; null without one"),
)


Row = dict[str, object]  # a row, by the names of its columns

SECONDS = "seconds"  # the field of a record that only tables read: how long each decision took


def rows_of(record: object, game_id: int, source: str) -> tuple[Row, list[Row]]:
    """Replay a record, and return its row as a game and the rows of its decisions."""
    plain, times = split_seconds(record)
    state = replay(plain if isinstance(record, Mapping) else record)  # type: ignore[arg-type]  replay checks it
    seconds = read_seconds(times, len(state.moves))
    result = state.result
    rewards = rewards_of(result.winners, state.game.seats) if result else [None] * state.game.seats
    return game_row(state.record(), result, game_id, source), _decisions(state, game_id, rewards, seconds)


def split_seconds(record: object) -> tuple[dict[str, object], object]:
    """Return the fields of a record for `replay`, and the times; no fields if it is not an object."""
    data: Mapping[str, object] = cast("Mapping[str, object]", record) if isinstance(record, Mapping) else {}
    return {name: value for name, value in data.items() if name != SECONDS}, data.get(SECONDS)


def game_row(record: Mapping[str, object], result: Outcome | None, game_id: int, source: str) -> Row:
    """Return the row of a game, of which a state has written the record."""
    return {
        "game_id": game_id,
        "source": source,
        "game": record["game"],
        "rules": _json(record["rules"]),
        "seats": record["seats"],
        "players": record["players"],
        "moves": len(cast("list[str]", record["moves"])),
        "winners": [*result.winners] if result else None,
        "reason": result.reason if result else None,
        "record": _json(record),
    }


def _decisions(state: State, game_id: int, rewards: list[float] | list[None], seconds: list[float | None]) -> list[Row]:
    """Go back through a game, and return its decisions from the first to the last."""
    rows: list[Row] = []
    while state.moves:
        move = state.undo()
        if move is None:
            continue  # what the players agreed at the end
        seat = state.to_move
        assert seat is not None  # noqa: S101  a move was played here
        legal = state.legal_moves()
        numbers = {each.notation: each.action for each in legal}
        rows.append(
            {
                "game_id": game_id,
                "number": len(state.moves),
                "seat": seat,
                "view": _json(state.view(seat)),
                "legal": [*numbers],
                "legal_actions": [*numbers.values()],
                "move": move,
                "action": numbers[move],
                "reward": rewards[seat],
                "seconds": seconds[len(state.moves)],
                "observation": state.observation(seat).tolist() if state.game.spec.observations else None,
            }
        )
    return rows[::-1]


def read_seconds(given: object, moves: int) -> list[float | None]:
    """Check the times of a record's decisions."""
    if given is None:
        return [None] * moves
    values = cast("list[object]", given) if isinstance(given, list) else []
    times = [_time_of(value) for value in values]
    if len(times) != moves or times.count(None) != values.count(None):
        raise BadRecord([f"{SECONDS}: not a list with a number or null for each of the {moves} moves"])
    return times


def _time_of(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
