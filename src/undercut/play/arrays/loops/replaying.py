"""Loops that replay finished games and records, and write their decisions: seats, legal moves, observations.

They compile when they are first needed.
"""

from __future__ import annotations

from undercut.engine.chance import start
from undercut.engine.contract import (
    Cells,
    Fields,
    apply_chance,
    chance_need,
    chance_pool,
    is_over,
    legal_moves,
    mover,
    play,
    winners,
)
from undercut.engine.loops import deal_shuffled, settle
from undercut.play.arrays.loops.contract import Deals, Grid, Line, Records, Written, action, move_of, observe


def replay_games(
    states: list[Fields],
    deals: Deals,
    written: Written,
    generator: Cells,
    pool: Cells,
    codes: Cells,
    first: int,
    last: int,
) -> int:
    """Write the decisions of some games; return how many legal moves they had. The last state is a fresh one."""
    filled, row = 0, 0
    s = states[0]
    for game in range(first, last):
        start(generator, int(deals.seeds[game]))
        deal_shuffled(states, 1, 0, deals.pack, pool, generator)
        settle(s, generator, pool)
        for place in range(deals.offsets[game], deals.offsets[game + 1]):
            filled += write_decision(s, row, written, filled, codes)
            row += 1
            play(s, move_of(s, int(deals.actions[place])))
            settle(s, generator, pool)
    return filled


def write_decision(s: object, row: int, written: Written, filled: int, codes: Cells) -> int:
    """Write the seat, the legal moves and the observation of a decision; return how many moves."""
    seat, size = mover(s), legal_moves(s, codes)
    written.seats[row], written.sizes[row] = seat, size
    for place in range(size):
        written.legal[filled + place] = action(codes[place])
    if row < len(written.grid):
        observe(s, seat, written.grid[row])
    return size


def replay_records(
    states: list[Fields], records: Records, written: Written, results: Grid, pool: Cells, codes: Cells
) -> int:
    """Do as `replay_games` from given states, by recorded choices of chance; return -1 if a record is not right.

    The winners of each finished game, as a mask, and the number of the reason for its end are the results.
    """
    actions, offsets, choices, ends = records.actions, records.offsets, records.choices, records.ends
    filled, row, at = 0, 0, 0
    for game in range(len(offsets) - 1):
        s = states[game]
        for place in range(offsets[game], offsets[game + 1]):
            if is_over(s):
                return -1
            size = write_decision(s, row, written, filled, codes)
            number, here = int(actions[place]), 0
            while here < size and written.legal[filled + here] != number:
                here += 1
            if here == size:
                return -1
            filled += size
            row += 1
            play(s, move_of(s, number))
            at = settle_recorded(s, choices, at, int(ends[game]), pool)
            if at < 0:
                return -1
        if at != ends[game]:
            return -1
        if is_over(s):
            results[game, 0], results[game, 1] = winners(s), s.reason  # type: ignore[attr-defined]
    return filled


def settle_recorded(s: object, choices: Line, at: int, end: int, pool: Cells) -> int:
    """Make recorded choices as far as they are needed; return the place of the next one, or -1 if one does not fit."""
    while not is_over(s):
        need = chance_need(s)
        if need == 0:
            return at
        size = chance_pool(s, pool)
        if at == end or choices[at] != need:
            return -1
        for place in range(need):
            card, here = int(choices[at + 1 + place]), place
            while here < size and pool[here] != card:
                here += 1
            if here == size:
                return -1
            pool[here] = pool[place]
            pool[place] = card
        apply_chance(s, pool)
        at += need + 1
    return at
