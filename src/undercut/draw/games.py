"""Which games have a table that can be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.draw import cups, cut_the_rope, cuttle, read

if TYPE_CHECKING:
    from collections.abc import Callable

    from undercut.draw.table import TableDrawing, Viewer

TABLES: dict[str, Callable[[read.Position, Viewer], TableDrawing]] = {
    "cuttle": cuttle.table,
    "cups": cups.table,
    "cut_the_rope": cut_the_rope.table,
}
"""Every game's own description of its table."""


def describe(position: read.Position, viewer: Viewer) -> TableDrawing:
    """Describe a table of any game.

    Args:
        position: A position or a view.
        viewer: For whom.

    Raises:
        ValueError: No such game can be drawn, there is no such seat, or a field does not hold what it should.
    """
    game = read.word(position, "game")
    if game not in TABLES:
        message = f"game: {game!r} cannot be drawn; there are {', '.join(TABLES)}"
        raise ValueError(message)
    seats = read.number(position, "seats", 2)
    if viewer.seat is not None and not 0 <= viewer.seat < seats:
        message = f"seat: there is no seat {viewer.seat} at a table of {seats}"
        raise ValueError(message)
    return TABLES[game](position, viewer)
