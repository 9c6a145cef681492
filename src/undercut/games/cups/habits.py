"""How the weaker characters rank their moves at Cups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from undercut.bots.players.greedy import ranks_of
from undercut.games.cups.search.greedy import DRAWN, WIN, burden
from undercut.games.cups.table import Table
from undercut.play.facts import Move
from undercut.play.state import State

_LIGHT = 7
"""How many gained cards `cheap_draws` does not mind: as many as a hand has at the start."""


def whole_hand(state: State, moves: Sequence[Move]) -> list[float]:
    """Value the hand that each move leaves, its runs and cups included, one move ahead."""
    return [*map(float, ranks_of(state, moves))]


def cheap_draws(state: State, moves: Sequence[Move]) -> list[float]:
    """Value the hand that each move leaves, but do not mind gaining up to seven cards."""
    table, seat = cast("Table", state.table_copy()), cast("int", state.to_move)
    ranks = list[float]()
    for rank, move in zip(whole_hand(state, moves), moves, strict=True):
        if move.card and abs(rank) < WIN // 2:
            kept = -burden(table, seat, state.game.spec.parse(table, str(move)) & 63)
            ranks.append(kept if kept - rank <= DRAWN * _LIGHT else rank)
        else:
            ranks.append(rank)
    return ranks
