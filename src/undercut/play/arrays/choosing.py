"""Loops that choose opponents' moves and redeal hidden cards, each call over a range of games, on any host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.chance import below, start_numbered
from undercut.engine.contract import Cells, Fields, copy_state, legal_moves
from undercut.play.arrays.contract import CALLER_SEAT, LEGAL_COUNT, MOVER, action
from undercut.search.contract import STATES, determinize
from undercut.search.greedy import greedy_move

if TYPE_CHECKING:
    from undercut.play.arrays.contract import Grid, Shorts

RANDOM, GREEDY, ASKED = range(3)
"""How opponents choose; those from `ASKED` on are Python objects, and each has a code of its own."""

ROOM = STATES + 1
"""Number of scratch states for each thread: those of a ranking, and the position."""


def choose(
    states: list[Fields],
    columns: Grid,
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
        place = int(columns[game, MOVER] - columns[game, CALLER_SEAT])
        if place == 0 or columns[game, LEGAL_COUNT] == 0:
            continue
        waiting += 1
        policy = policies[place - 1 if place > 0 else place + len(policies)]
        if policy == RANDOM or (policy == GREEDY and columns[game, LEGAL_COUNT] == 1):
            chosen[game] = marked[game, below(generators[game], columns[game, LEGAL_COUNT])]
        elif policy == GREEDY:
            copy_state(states, game, room + STATES)
            size = legal_moves(states[game], codes)
            scratch = states[room : room + ROOM]
            chosen[game] = action(greedy_move(scratch, STATES, codes, size, ranks, generators[game], buffer))
        else:
            chosen[game] = -1 - policy
    return waiting


def redeal_games(
    states: list[Fields], seats: Cells, generators: list[Cells], seed: int, pool: Cells, first: int, last: int
) -> None:
    """Redeal what a seat of each of a range of games cannot know (-1: nothing), by the seed and the game's number."""
    for game in range(first, last):
        seat = int(seats[game])
        if seat >= 0:
            start_numbered(generators[game], seed, game)
            determinize(states[game], seat, generators[game], pool)


ENTRY_POINTS = (choose,)
"""The function that Python calls; `redeal_games` compiles when it is needed."""
