"""The loop that replays finished games of a batch, and lists their decisions. It runs on every host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.chance import start
from undercut.engine.contract import Cells, Fields, legal_moves, mover, play
from undercut.engine.loops import deal_shuffled
from undercut.play.arrays.contract import action, move_of, observe
from undercut.play.arrays.stepping import settle

if TYPE_CHECKING:
    from undercut.play.arrays.contract import Shorts


def replay_games(
    states: list[Fields],
    seeds: Cells,
    pack: Cells,
    actions: Cells,
    offsets: Cells,
    seats: Cells,
    sizes: Cells,
    legal: Cells,
    grid: Shorts,
    generators: list[Cells],
    pool: Cells,
    codes: Cells,
    first: int,
    last: int,
) -> int:
    """Write the seat, the legal moves and the observation of each decision of some games; return how many moves."""
    filled, row = 0, 0
    s = states[0]
    for game in range(first, last):
        start(generators[0], int(seeds[game]))
        deal_shuffled(states, 1, 0, pack, pool, generators[0])
        settle(s, 0, generators, pool)
        for place in range(offsets[game], offsets[game + 1]):
            seats[row] = mover(s)
            sizes[row] = legal_moves(s, codes)
            for each in range(sizes[row]):
                legal[filled + each] = action(codes[each])
            filled += sizes[row]
            if row < len(grid):
                observe(s, int(seats[row]), grid[row])
            row += 1
            play(s, move_of(s, int(actions[place])))
            settle(s, 0, generators, pool)
    return filled


ENTRY_POINTS = (replay_games,)
"""The function that Python calls."""
