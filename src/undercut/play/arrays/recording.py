"""Loops that write observations, histories and decisions, each call over a range of a batch's games, on any host.

The histories of a batch have a line of cells for each seat of each game, game by game, and a number of events for each
line. If a line is full, further events are only counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    seen_move,
)
from undercut.engine.loops import deal_shuffled, settle
from undercut.engine.rows import EVENT_WIDTH, MOVE, append_event, append_sightings
from undercut.play.arrays.contract import action, move_of, news, observe

if TYPE_CHECKING:
    from undercut.play.arrays.contract import Grid, Shorts

NOBODY = -1
"""In place of a seat: the game has no observer, and its observation is all 0."""


def observe_games(states: list[Fields], seats: Cells, grid: Shorts, each: int, first: int, last: int) -> None:
    """Write some observations of each of a range of games, game by game."""
    for line in range(first * each, last * each):
        row = grid[line]
        for column in range(len(row)):
            row[column] = 0
        seat = int(seats[line])
        if seat != NOBODY:
            observe(states[line // each], seat, row)


def observe_into(states: list[Fields], seats: Cells, grid: Grid, row: Cells, each: int, first: int, last: int) -> None:
    """Do as `observe_games`, by way of a row of integers, which is all 0 before and after, into rows of any type."""
    for line in range(first * each, last * each):
        seat = int(seats[line])
        if seat != NOBODY:
            observe(states[line // each], seat, row)
        target = grid[line]
        for column in range(len(row)):
            target[column] = row[column]
            row[column] = 0


def copy_histories(
    lines: Shorts, sizes: Cells, seats: Cells, picked: Shorts, filled: Cells, each: int, first: int, last: int
) -> None:
    """Copy the history of one seat of each of a range of games, over one of some number of cells."""
    for game in range(first, last):
        seat = seats[game]
        place = game * each + seat
        used = EVENT_WIDTH * sizes[place] if seat != NOBODY else 0
        source, target = lines[place], picked[game]
        for cell in range(used):
            target[cell] = source[cell]
        for cell in range(used, filled[game]):
            target[cell] = 0
        filled[game] = used


def begin_histories(
    states: list[Fields], chosen: Cells, lines: Shorts, sizes: Cells, seats: int, found: Cells, first: int, last: int
) -> None:
    """Restart the histories of chosen games among a range."""
    for game in range(first, last):
        if not chosen[game]:
            continue
        s = states[game]
        for seat in range(seats):
            place = game * seats + seat
            line = lines[place]
            for cell in range(min(len(line), EVENT_WIDTH * sizes[place])):
                line[cell] = 0
            sizes[place] = append_sightings(line, 0, found, news(s, s, seat, -1, found))


def append_moves(
    before: list[Fields],
    states: list[Fields],
    actions: Cells,
    lines: Shorts,
    sizes: Cells,
    seats: int,
    found: Cells,
    first: int,
    last: int,
) -> None:
    """Append the last move of each of a range of games to its histories."""
    for game in range(first, last):
        number = int(actions[game])
        if number < 0:
            continue
        old, s = before[game], states[game]
        move = move_of(old, number)
        for seat in range(seats):
            place = game * seats + seat
            line = lines[place]
            who = mover(old) - seat
            who = who + seats if who < 0 else who
            hidden = seen_move(old, move, seat) != move
            size = append_event(line, sizes[place], MOVE, who + 1, 0 if hidden else action(move) + 1, 0)
            sizes[place] = append_sightings(line, size, found, news(old, s, seat, move, found))


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
        settle(s, generators[0], pool)
        for place in range(offsets[game], offsets[game + 1]):
            filled += write_decision(s, row, seats, sizes, legal, filled, grid, codes)
            row += 1
            play(s, move_of(s, int(actions[place])))
            settle(s, generators[0], pool)
    return filled


def write_decision(
    s: object, row: int, seats: Cells, sizes: Cells, legal: Cells, filled: int, grid: Shorts, codes: Cells
) -> int:
    """Write the seat, the legal moves and the observation of a decision; return how many moves."""
    seats[row] = mover(s)
    size = legal_moves(s, codes)
    for place in range(size):
        legal[filled + place] = action(codes[place])
    sizes[row] = size
    if row < len(grid):
        observe(s, int(seats[row]), grid[row])
    return size


def replay_records(
    states: list[Fields],
    actions: Cells,
    offsets: Cells,
    choices: Cells,
    ends: Cells,
    seats: Cells,
    sizes: Cells,
    legal: Cells,
    grid: Shorts,
    pool: Cells,
    codes: Cells,
) -> int:
    """Do as `replay_games` from given states, by recorded choices of chance; return -1 if a record is not right.

    The choices are the numbers of their cards, each followed by these; those of each game end at one of the `ends`.
    """
    filled, row, at = 0, 0, 0
    for game in range(len(offsets) - 1):
        s = states[game]
        for place in range(offsets[game], offsets[game + 1]):
            if is_over(s):
                return -1
            size = write_decision(s, row, seats, sizes, legal, filled, grid, codes)
            number, here = int(actions[place]), 0
            while here < size and legal[filled + here] != number:
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
    return filled


def settle_recorded(s: object, choices: Cells, at: int, end: int, pool: Cells) -> int:
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


ENTRY_POINTS = (observe_games, copy_histories, begin_histories, append_moves)
"""The functions that Python calls; `observe_into` (for each type of rows) and the replays compile when needed."""
