"""Games move by move, between the players of a row: for kernels that stop at moves or go on from saved positions."""

from __future__ import annotations

from undercut.engine.bits import count
from undercut.engine.chance import advance
from undercut.engine.contract import Cells, Fields, is_over, legal_moves, mover, play, random_move, winners
from undercut.games.base.parts.figures import POLICIES, POLICY_BITS, POLICY_MASK, WHOLE
from undercut.lab.kernels.playing import BUFFER as BUFFER_ROW
from undercut.lab.kernels.playing import MOVES, POOL, RANDOM, RANKS, TABLE, settle_chance
from undercut.search.greedy import greedy_move


def choose_move(states: list[Fields], generators: list[Cells], work: list[Cells], row: Cells) -> int:
    """Choose a move as the policy of the seat to move does."""
    s = states[TABLE]
    seat = mover(s)
    if row[POLICIES] >> POLICY_BITS * seat & POLICY_MASK == RANDOM:
        return random_move(s, advance(generators[seat]))
    size = legal_moves(s, work[MOVES])
    return greedy_move(states, TABLE, work[MOVES], size, work[RANKS], generators[seat], work[BUFFER_ROW])


def go_on(states: list[Fields], generators: list[Cells], work: list[Cells], row: Cells, seats: int, limit: int) -> None:
    """Play the game on to its end, or for a number of decisions."""
    s = states[TABLE]
    settle_chance(s, generators[seats], work[POOL])
    while not is_over(s) and limit > 0:
        limit -= 1
        play(s, choose_move(states, generators, work, row))
        settle_chance(s, generators[seats], work[POOL])


def share(s: object, seat: int, seats: int) -> int:
    """A seat's share of the win, in parts of `WHOLE`; a draw or a game that was stopped is divided equally."""
    won = winners(s) if is_over(s) else 0
    if won == 0:
        return WHOLE // seats
    return WHOLE // count(won) if won >> seat & 1 else 0
