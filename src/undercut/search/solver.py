"""Exact play in any game, as plain loops: can a seat force a win, whatever all others do? They run on every host.

A depth-first proof over wins and no wins. The seat that is to win, the goal, has so many moves of its own; where it
moves, one move must win, where another moves, all must. All others play together, so that nothing is claimed that
depends on them. With a limit to the goal's own moves cycles do no harm. What was found is kept in a table by the
hash_state of the position: within how many own moves it is won, within how many it is not, and the deciding move,
which is tried first the next time.

Chance, cards that nobody can be sure of (`contract.is_sure`) and lines that grow too long count as no win.
"""

from __future__ import annotations

from undercut.engine.bits import stirred
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

# What is written of a node on the path: its key, how many moves it has, which one comes next, how many own moves the
# goal has left, and whether it is the goal's move.
FRAME = 5
KEY, SIZE, NEXT, LEFT, OWN = range(FRAME)

# An entry of the table: the key; within how many own moves it is won, or NEVER; within how many it is not, counted
# from 1; the deciding move, counted from 1.
ENTRY = 4
WON_IN, NOT_IN, BEST = 1, 2, 3
NEVER = 1 << 20

# The settings: who is to win, and whether a draw is as good; how many own moves it has; what `relax` gave; the mask of
# the table; the level that the walk is at, or -1; how many positions were looked at; whether more own moves might
# make a difference.
SETTINGS = 8
GOAL, DRAW_IS_ENOUGH, OWN_MOVES, RELAXED, MASK, LEVEL, NODES, CUT = range(SETTINGS)

NO, YES, OPEN = range(3)


def reached(s: object, settings: Cells) -> bool:
    """Tell whether the goal has got what it is to get: the whole win, or a draw.

    Args:
        s: The state, over.
    """
    won = winners(s)
    if settings[DRAW_IS_ENOUGH]:
        return won == NO_WINNERS or won >> settings[GOAL] & 1 != 0
    return won == 1 << settings[GOAL]


def enter(s: object, moves: Cells, frames: Cells, table: Cells, settings: Cells) -> int:
    """Look at a position for the first time on this path.

    Args:
        moves: Filled with the legal moves, the one that was found to decide first.
        frames: The path; the frame of the settings' level has its own moves left, the rest is filled in.
        table: What is known.

    Returns:
        `YES` or `NO` if that is known at once, else `OPEN`.
    """
    settings[NODES] += 1
    if is_over(s):
        return YES if reached(s, settings) else NO
    if chance_need(s):
        return NO
    frame = settings[LEVEL] * FRAME
    left = frames[frame + LEFT]
    own = 1 if mover(s) == settings[GOAL] else 0
    if own and left == 0:
        settings[CUT] = 1
        return NO
    key = stirred(hash_state(s), settings[GOAL] << 1 | settings[DRAW_IS_ENOUGH]) | 1
    entry = (key >> 8 & settings[MASK]) * ENTRY
    best = 0
    if table[entry] == key:
        if table[entry + WON_IN] <= left:
            return YES
        if table[entry + NOT_IN] > left:
            settings[CUT] = 1
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


def keep(table: Cells, frames: Cells, settings: Cells, verdict: int, move: int) -> None:
    """Note what was found of the position at the settings' level.

    Args:
        table: What is known.
        verdict: `YES` or `NO`.
        move: The deciding move, or -1 if all were tried.
    """
    frame = settings[LEVEL] * FRAME
    key, left = frames[frame + KEY], frames[frame + LEFT]
    entry = (key >> 8 & settings[MASK]) * ENTRY
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


def exact(states: list[Fields], moves: list[Cells], frames: Cells, table: Cells, settings: Cells, nodes: int) -> int:
    """Begin or go on to find out whether the goal can force what it is to get.

    Args:
        states: One for each level of the path, the first one the position; there chance has no say.
        moves: For each level, room for every legal move.
        frames: `FRAME` cells for each level.
        table: `ENTRY` cells for each of a power of two of positions, all zero at first. It may be kept from one
            position to another as long as options and relax are the same.
        settings: The settings; the level -1 begins anew.
        nodes: Stop after so many positions more.

    Returns:
        `YES` or `NO`; `OPEN` if there is more to do.
    """
    end = settings[NODES] + nodes
    if settings[LEVEL] < 0:
        settings[LEVEL] = 0
        frames[LEFT] = settings[OWN_MOVES]
    verdict = OPEN
    # It only ever stops before a position that was not looked at yet.
    is_new = True
    while settings[NODES] < end or not is_new:
        level = settings[LEVEL]
        if is_new:
            verdict = enter(states[level], moves[level], frames, table, settings)
            is_new = False
            if verdict != OPEN:
                # The verdict is for the move that led here.
                settings[LEVEL] = level = level - 1
                if level < 0:
                    return verdict
        frame = level * FRAME
        own = frames[frame + OWN]
        place = frames[frame + NEXT]
        if verdict != OPEN and (verdict == YES) == (own == 1):
            keep(table, frames, settings, verdict, moves[level][place - 1])
        elif place == frames[frame + SIZE]:
            verdict = NO if own else YES
            keep(table, frames, settings, verdict, -1)
        else:
            move = moves[level][place]
            frames[frame + NEXT] = place + 1
            verdict = NO
            if level + 1 < len(states) and is_sure(states[level], move, settings[GOAL], settings[RELAXED]):
                copy_state(states, level, level + 1)
                play(states[level + 1], move)
                frames[frame + FRAME + LEFT] = frames[frame + LEFT] - own
                settings[LEVEL] = level + 1
                verdict = OPEN
                is_new = True
            continue
        settings[LEVEL] = level - 1
        if level == 0:
            return verdict
    return OPEN


ENTRY_POINTS = (exact,)
"""The functions that Python calls."""
