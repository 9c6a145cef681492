"""The columns of the tables, as `docs/frames.md` lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

VERSION = 1
"""The version of the columns: later versions may append columns, but change none."""


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
)
