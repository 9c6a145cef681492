"""The table of any game: described by its own drawer, or else one zone for each pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.draw import any_game, read
from undercut.games.base import registry
from undercut.games.base.parts.drawing import Drawer

if TYPE_CHECKING:
    from undercut.games.base.parts.drawing import TableDrawing, Viewer


def drawer(game: str) -> Drawer:
    """Find the function that describes the tables of a game."""
    return registry.spec(game).drawing() or any_game.table


def describe(position: read.Position, viewer: Viewer) -> TableDrawing:
    """Describe a table of any game.

    Raises:
        ValueError: The game or the seat does not exist, or a field is invalid.
    """
    game = read.word(position, "game")
    if game not in registry.names():
        message = f"game: {registry.no_such_game(game)}"
        raise ValueError(message)
    seats = read.number(position, "seats", 2)
    if viewer.seat is not None and not 0 <= viewer.seat < seats:
        message = f"seat: there is no seat {viewer.seat} at a table of {seats}"
        raise ValueError(message)
    return drawer(game)(position, viewer)
