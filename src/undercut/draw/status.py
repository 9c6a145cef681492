"""The status line of a table: who is to do what, or how the game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.draw import read
from undercut.games import registry

if TYPE_CHECKING:
    from undercut.draw.table import Viewer


def status(position: read.Position, viewer: Viewer, asks: str) -> str:
    """Return the status line: who is to do what, or how the game ended.

    Args:
        position: A position or a view.
        asks: The request to the player to move.

    Raises:
        ValueError: A field is invalid.
    """
    result = position.get("result")
    if result is not None:
        return _ended(read.word(position, "game"), read.mapping(result, "result"), viewer)
    if position.get("to_move") is None:
        return "No one to move"
    seat = read.number(position, "to_move")
    return f"You to move: {asks}" if seat == viewer.seat else f"{viewer.name(seat)} to move: {asks}"


def _ended(game: str, result: read.Position, viewer: Viewer) -> str:
    winners = read.numbers(result, "winners")
    why = registry.spec(game).words.end_text(read.word(result, "reason"))
    if not winners:
        return f"Over: a draw {why}"
    if len(winners) > 1:
        return f"Over: {' and '.join(map(viewer.heading, winners))} win together {why}"
    if winners[0] == viewer.seat:
        return f"Over: you win {why}"
    return f"Over: {viewer.name(winners[0])} wins {why}"
