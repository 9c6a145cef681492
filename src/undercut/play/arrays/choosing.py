"""Loops that choose the opponents' moves of a batch. They run on every host, each call over a range of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.chance import below
from undercut.engine.contract import Cells, Fields, copy_state, legal_moves
from undercut.play.arrays.contract import action
from undercut.play.arrays.stepping import LEARNER, MOVER, SIZE
from undercut.search.greedy import greedy_move
from undercut.search.heuristics import STATES

if TYPE_CHECKING:
    from undercut.play.arrays.contract import Grid, Shorts

RANDOM, GREEDY, ASKED = range(3)
"""How opponents choose; those from `ASKED` on are Python objects, and each has a code of its own."""

ROOM = STATES + 1
"""Number of scratch states for each thread: those of a ranking, and the position."""


def choose(
    states: list[Fields],
    facts: Grid,
    marked: Shorts,
    policies: Cells,
    generators: list[Cells],
    chosen: Cells,
    codes: Cells,
    ranks: Cells,
    buffer: Cells,
    room: int,
    first: int,
    last: int,
) -> int:
    """Choose a move in each of a range of games in which an opponent is to move; return their number.

    The policies are those of the seats after the learner's. Where an object is to be asked, the move is -1 less its
    code; in all other games it is -1.
    """
    waiting = 0
    for game in range(first, last):
        chosen[game] = -1
        place = int(facts[game, MOVER] - facts[game, LEARNER])
        if place == 0 or facts[game, SIZE] == 0:
            continue
        waiting += 1
        policy = policies[place - 1 if place > 0 else place + len(policies)]
        if policy == RANDOM or (policy == GREEDY and facts[game, SIZE] == 1):
            chosen[game] = marked[game, below(generators[game], facts[game, SIZE])]
        elif policy == GREEDY:
            copy_state(states, game, room + STATES)
            size = legal_moves(states[game], codes)
            scratch = states[room : room + ROOM]
            chosen[game] = action(greedy_move(scratch, STATES, codes, size, ranks, generators[game], buffer))
        else:
            chosen[game] = -1 - policy
    return waiting


ENTRY_POINTS = (choose,)
"""The function that Python calls."""
