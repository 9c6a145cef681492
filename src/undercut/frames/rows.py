"""The rows of one record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, cast

from undercut.errors import BadRecord
from undercut.games.base.facts import rewards_of
from undercut.play.loading import replay

if TYPE_CHECKING:
    from undercut.play.state import State

Row = dict[str, object]
"""A row, by the names of its columns."""

SECONDS = "seconds"
"""The field of a record that only tables read: how long each decision took."""


def rows_of(record: object, game_id: int, source: str) -> tuple[Row, list[Row]]:
    """Replay a record, and return its row as a game and the rows of its decisions.

    Raises:
        BadRecord: The record cannot be replayed.
    """
    data: Mapping[str, object] = cast("Mapping[str, object]", record) if isinstance(record, Mapping) else {}
    plain = {name: value for name, value in data.items() if name != SECONDS}
    state = replay(plain if isinstance(record, Mapping) else record)  # type: ignore[arg-type]  replay checks it
    seconds = _seconds(data.get(SECONDS), len(state.moves))
    result = state.result
    game: Row = {
        "game_id": game_id,
        "source": source,
        "game": state.game.name,
        "rules": _json(state.game.rules),
        "seats": state.game.seats,
        "players": [*state.players],
        "moves": len(state.moves),
        "winners": [*result.winners] if result else None,
        "reason": result.reason if result else None,
        "record": _json(state.record()),
    }
    rewards = rewards_of(result.winners, state.game.seats) if result else [None] * state.game.seats
    return game, _decisions(state, game_id, rewards, seconds)


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
            }
        )
    return rows[::-1]


def _seconds(given: object, moves: int) -> list[float | None]:
    if given is None:
        return [None] * moves
    values = cast("list[object]", given) if isinstance(given, list) else []
    times = [float(value) if isinstance(value, Real) else None for value in values]
    if len(times) != moves or times.count(None) != values.count(None):
        raise BadRecord([f"{SECONDS}: not a list with a number or null for each of the {moves} moves"])
    return times


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
