"""A table in a line, for lists of tables; everybody may see it."""

from __future__ import annotations

import time
from typing import Literal, cast

from msgspec import Struct

from undercut.server.tables.events import RulesStamp
from undercut.server.tables.table import Table


class LobbyTable(Struct, frozen=True):
    """A table as lists show it.

    Args:
        table: Its id; its address is /t/ and the id.
        game: The game's name.
        title: The game's title.
        rules: The rule set's name, and whether options differ from it.
        status: Whether it waits for players, is in play, or is over.
        seats: How many seats it has.
        open: How many of them are open.
        players: The names of those who sit there, in the order of the seats; empty for open seats.
        moves: How many moves were played.
        updated: When anything last happened there, in seconds since 1970.
        to_move: The seat whose move it is.
        yours: In your own list: whether it is your move there.
        chosen: The rules: a rule set's name, or ``{"set": name, option: value}``.
    """

    table: str
    game: str
    title: str
    rules: str
    status: Literal["open", "playing", "over"]
    seats: int
    open: int
    players: list[str]
    moves: int
    updated: float
    to_move: int | None = None
    yours: bool = False
    chosen: RulesStamp | None = None


def listing(table: Table) -> LobbyTable:
    """Put a table into a line."""
    changes = " with changes" if table.game.changes else ""
    return LobbyTable(
        table=table.id,
        game=table.game.name,
        title=table.game.spec.title,
        rules=f"{table.game.rule_set}{changes}",
        status=table.phase,
        seats=len(table.seats),
        open=sum(seat.kind == "open" for seat in table.seats),
        players=[seat.name for seat in table.seats],
        moves=len(table.steps),
        updated=table.lines[-1].at if table.lines else time.time(),
        to_move=table.to_move,
        chosen=cast("RulesStamp", table.game.rules),
    )
