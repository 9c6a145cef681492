"""How the weaker characters rank their moves at Cuttle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from undercut.engine.ahead import table_after
from undercut.engine.host import Host
from undercut.games.base.engines import load
from undercut.games.cuttle.moves import OK, coded
from undercut.games.cuttle.table import COUNTERING, NONE, Table, total
from undercut.play.facts import Move
from undercut.play.state import State

QUIET = {"draw": 0.5, "let be": 0.4}
"""What a draw and letting a one-off be are worth, in points: they come before other moves that gain nothing."""

_FALLING = "?T98765432A"


def low_points(state: State, moves: Sequence[Move]) -> list[float]:
    """Lay out points, the lowest card first; otherwise draw."""
    del state
    return [
        float(_FALLING.index(move.card[0])) if move.kind == "points" and move.card else QUIET.get(move.kind, 0.0)
        for move in moves
    ]


def own_points(state: State, moves: Sequence[Move]) -> list[float]:
    """Count the own points after each move, all one-offs taking effect, and nothing else."""
    engine = load(state.game.name, Host.PLAIN)
    table = cast("Table", state.table_copy())
    seat, ranks = cast("int", state.to_move), list[float]()
    for move in moves:
        after = table_after(engine, table, state.game.spec.parse(table, str(move)))
        while after.phase == COUNTERING:
            after = table_after(engine, after, coded(OK, NONE, NONE))
        ranks.append(total(after, seat) + QUIET.get(move.kind, 0.0))
    return ranks
