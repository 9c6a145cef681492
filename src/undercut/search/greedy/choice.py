"""The choice of a greedy move, for any game that ranks its moves."""

from __future__ import annotations

from undercut.engine.chance import advance
from undercut.engine.contract import Cells, Fields, copy_state, mover
from undercut.search.greedy.contract import deal_unseen, rank_moves

_TIE_BITS = 20
_DROPPED = 32 - _TIE_BITS
_WORST = -(1 << 62)


def greedy_move(
    states: list[Fields], place: int, moves: Cells, size: int, ranks: Cells, generator: Cells, buffer: Cells
) -> int:
    """Choose the legal move with the highest rank, at random among equal ones."""
    if size == 1:
        return moves[0]
    copy_state(states, place, 0)
    deal_unseen(states[0], mover(states[0]), generator, buffer)
    rank_moves(states, moves, size, ranks, buffer)
    chosen = 0
    highest = _WORST
    for each in range(size):
        # Less than a unit on top: it decides between equal ranks only.
        rank = (ranks[each] << _TIE_BITS) + (advance(generator) >> _DROPPED)
        if rank > highest:
            highest = rank
            chosen = each
    return moves[chosen]
