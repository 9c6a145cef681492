"""Proofs for any game, as plain loops that run on every host: can a seat force a win, whatever all others do?

A depth-first AND/OR search. The prover, the seat to prove a win for, has a limited number of own moves: where it moves,
one move must win; where another seat moves, all must. All others play together, so a proof does not depend on their
play. The limit also makes cycles harmless. Results are kept in a table keyed by the hash of the position: within how
many own moves it is won, within how many it is not, and the deciding move, which is tried first the next time.

Chance, uncertain cards (`contract.is_sure`) and lines that grow too long count as no win.
"""

from __future__ import annotations

from undercut.engine.bits import mix
from undercut.engine.contract import (
    NO_WINNERS,
    Cells,
    Fields,
    chance_need,
    copy_state,
    is_over,
    legal_moves,
    mover,
    play,
    winners,
)
from undercut.search.contract import hash_state, is_sure

# A position on the path.
FRAME = 5
(
    KEY,  # its hash
    SIZE,  # its number of moves
    NEXT,  # the place of the next move to try
    LEFT,  # how many own moves the prover has left
    OWN,  # 1: the prover is to move
) = range(FRAME)

# An entry of the table, which begins with the key.
ENTRY = 4
(
    WON_IN,  # within how many own moves the position is won, or `NEVER`
    NOT_IN,  # within how many it is not won, counted from 1
    BEST,  # the deciding move, counted from 1
) = range(1, ENTRY)
NEVER = 1 << 20

SETTINGS = 5
(
    PROVER,  # the seat
    DRAW_IS_ENOUGH,
    OWN_MOVES,  # the most that the prover may make
    RELAXED,  # the result of `relax`
    MASK,  # the number of entries of the table, a power of two, less one
) = range(SETTINGS)

PROGRESS = 3
(
    LEVEL,  # of the path; -1 before the first position
    NODES,  # how many positions were visited
    CUT,  # 1: more own moves might change the result
) = range(PROGRESS)

NO, YES, OPEN = range(3)


def reached(s: object, settings: Cells) -> bool:
    """Tell whether the prover has reached its aim: the whole win, or at least a draw."""
    won = winners(s)
    if settings[DRAW_IS_ENOUGH]:
        return won == NO_WINNERS or won >> settings[PROVER] & 1 != 0
    return won == 1 << settings[PROVER]


def visit(s: object, moves: Cells, frames: Cells, table: Cells, settings: Cells, progress: Cells) -> int:
    """Visit a position for the first time on this path; `OPEN` unless the result is known at once."""
    progress[NODES] += 1
    if is_over(s):
        return YES if reached(s, settings) else NO
    if chance_need(s):
        return NO
    frame = progress[LEVEL] * FRAME
    left = frames[frame + LEFT]
    own = 1 if mover(s) == settings[PROVER] else 0
    if own and left == 0:
        progress[CUT] = 1
        return NO
    key = mix(hash_state(s), settings[PROVER] << 1 | settings[DRAW_IS_ENOUGH]) | 1
    entry = (key >> 8 & settings[MASK]) * ENTRY
    best = 0
    if table[entry] == key:
        if table[entry + WON_IN] <= left:
            return YES
        if table[entry + NOT_IN] > left:
            progress[CUT] = 1
            return NO
        best = table[entry + BEST]
    size = legal_moves(s, moves)
    for place in range(1, size):
        if moves[place] + 1 == best:
            moves[place] = moves[0]
            moves[0] = best - 1
    frames[frame + KEY] = key
    frames[frame + SIZE] = size
    frames[frame + NEXT] = 0
    frames[frame + OWN] = own
    return OPEN


def keep(table: Cells, frames: Cells, mask: int, level: int, verdict: int, move: int) -> None:
    """Store the result of the position at a level of the path."""
    frame = level * FRAME
    key, left = frames[frame + KEY], frames[frame + LEFT]
    entry = (key >> 8 & mask) * ENTRY
    if table[entry] != key:
        table[entry] = key
        table[entry + WON_IN] = NEVER
        table[entry + NOT_IN] = 0
        table[entry + BEST] = 0
    if verdict == YES:
        table[entry + WON_IN] = min(table[entry + WON_IN], left)
    else:
        table[entry + NOT_IN] = max(table[entry + NOT_IN], left + 1)
    if move >= 0:
        table[entry + BEST] = move + 1


def solve(
    states: list[Fields],
    moves: list[Cells],
    frames: Cells,
    table: Cells,
    settings: Cells,
    progress: Cells,
    nodes: int,
) -> int:
    """Start or continue a proof that the prover can force its aim; `OPEN` if unfinished."""
    end = progress[NODES] + nodes
    if progress[LEVEL] < 0:
        progress[LEVEL] = 0
        frames[LEFT] = settings[OWN_MOVES]
    verdict = OPEN
    # The search only stops before a position that was not visited yet.
    is_new = True
    while progress[NODES] < end or not is_new:
        level = progress[LEVEL]
        if is_new:
            verdict = visit(states[level], moves[level], frames, table, settings, progress)
            is_new = False
            if verdict != OPEN:
                # The verdict is for the move that led here.
                progress[LEVEL] = level = level - 1
                if level < 0:
                    return verdict
        frame = level * FRAME
        own = frames[frame + OWN]
        place = frames[frame + NEXT]
        if verdict != OPEN and (verdict == YES) == (own == 1):
            keep(table, frames, settings[MASK], level, verdict, moves[level][place - 1])
        elif place == frames[frame + SIZE]:
            verdict = NO if own else YES
            keep(table, frames, settings[MASK], level, verdict, -1)
        else:
            move = moves[level][place]
            frames[frame + NEXT] = place + 1
            verdict = NO
            if level + 1 < len(states) and is_sure(states[level], move, settings[PROVER], settings[RELAXED]):
                copy_state(states, level, level + 1)
                play(states[level + 1], move)
                frames[frame + FRAME + LEFT] = frames[frame + LEFT] - own
                progress[LEVEL] = level + 1
                verdict = OPEN
                is_new = True
            continue
        progress[LEVEL] = level - 1
        if level == 0:
            return verdict
    return OPEN


ENTRY_POINTS = (solve,)  # the functions that Python calls
