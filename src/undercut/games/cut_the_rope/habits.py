"""How the weaker characters rank their moves at Cut the Rope."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.bots.players.greedy import ranks_of
from undercut.play.facts import Move
from undercut.play.state import State

_ON_THE_WAY = 10_000
"""Least rank of a move on the way to the personal card."""


def own_way(state: State, moves: Sequence[Move]) -> list[float]:
    """Rank the way to the own personal card, then putting down any card; play no other card."""
    ranks = zip(ranks_of(state, moves), moves, strict=True)
    return [float(rank if rank >= _ON_THE_WAY else _ends_turn(move)) for rank, move in ranks]


def whole_table(state: State, moves: Sequence[Move]) -> list[float]:
    """Rank by the own way and the next player's personal card, one move ahead."""
    return [*map(float, ranks_of(state, moves))]


def _ends_turn(move: Move) -> bool:
    return move.kind in ("put", "end")
