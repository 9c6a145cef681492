"""Loops that write observations, histories and decisions, each call over a range of a batch's games, on any host.

If the line of a history is full, further events are only counted.
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
    copy_state,
    is_over,
    legal_moves,
    mover,
    play,
    seen_move,
)
from undercut.engine.loops import deal_shuffled, settle
from undercut.engine.rows import EVENT_WIDTH, MOVE, append_event, append_sightings
from undercut.play.arrays.contract import (
    MOVES_PLAYED,
    Events,
    Games,
    Scratch,
    Written,
    action,
    move_of,
    news,
    observe,
)
from undercut.play.arrays.stepping import step

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
    events: Events, seats: Cells, picked: Shorts, filled: Cells, each: int, first: int, last: int
) -> int:
    """Copy the history of one seat of each of a range of games; return the place of one that has no room, or -1.

    It is copied over one of some number of cells, `filled`.
    """
    outgrown = -1
    for game in range(first, last):
        seat = seats[game]
        place = game * each + seat
        used = EVENT_WIDTH * events.sizes[place] if seat != NOBODY else 0
        source, target = events.lines[place], picked[game]
        if used > len(target):
            outgrown, used = place, 0
        for cell in range(used):
            target[cell] = source[cell]
        for cell in range(used, filled[game]):
            target[cell] = 0
        filled[game] = used
    return outgrown


def begin_histories(
    games: Games, chosen: Cells, events: Events, seats: int, scratch: Scratch, first: int, last: int
) -> None:
    """Restart the histories of chosen games among a range."""
    for game in range(first, last):
        if chosen[game]:
            begin_history(games.states[game], game, events, seats, scratch.pool)


def begin_history(s: object, game: int, events: Events, seats: int, found: Cells) -> None:
    """Restart the histories of a game."""
    lines, sizes = events.lines, events.sizes
    for seat in range(seats):
        place = game * seats + seat
        line = lines[place]
        for cell in range(min(len(line), EVENT_WIDTH * sizes[place])):
            line[cell] = 0
        sizes[place] = append_sightings(line, 0, found, news(s, s, seat, -1, found))


def step_recorded(
    games: Games,
    log: Shorts,
    actions: Cells,
    again: int,
    own: int,
    events: Events,
    seats: int,
    scratch: Scratch,
    first: int,
    last: int,
) -> int:
    """Do as `step`, and append the moves to the histories; games that are dealt anew begin again."""
    longest, states, found = 0, games.states, scratch.pool
    for game in range(first, last):
        copy_state(states, game, scratch.place)
        longest = max(longest, step(games, log, actions, again, own, scratch, game, game + 1))
        if actions[game] < 0:
            continue
        if games.columns[game, MOVES_PLAYED] == 0:
            begin_history(states[game], game, events, seats, found)
        else:
            append_move(states[scratch.place], states[game], int(actions[game]), game, events, seats, found)
    return longest


def append_move(old: object, s: object, number: int, game: int, events: Events, seats: int, found: Cells) -> None:
    """Append a move to the histories of a game."""
    move = move_of(old, number)
    for seat in range(seats):
        place = game * seats + seat
        line = events.lines[place]
        who = mover(old) - seat
        who = who + seats if who < 0 else who
        hidden = seen_move(old, move, seat) != move
        size = append_event(line, events.sizes[place], MOVE, who + 1, 0 if hidden else action(move) + 1, 0)
        events.sizes[place] = append_sightings(line, size, found, news(old, s, seat, move, found))


def replay_games(
    states: list[Fields],
    seeds: Cells,
    pack: Cells,
    actions: Cells,
    offsets: Cells,
    written: Written,
    generator: Cells,
    pool: Cells,
    codes: Cells,
    first: int,
    last: int,
) -> int:
    """Write the seat, the legal moves and the observation of each decision of some games; return how many moves."""
    filled, row = 0, 0
    s = states[0]
    for game in range(first, last):
        start(generator, int(seeds[game]))
        deal_shuffled(states, 1, 0, pack, pool, generator)
        settle(s, generator, pool)
        for place in range(offsets[game], offsets[game + 1]):
            filled += write_decision(s, row, written, filled, codes)
            row += 1
            play(s, move_of(s, int(actions[place])))
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
    states: list[Fields],
    actions: Cells,
    offsets: Cells,
    choices: Cells,
    ends: Cells,
    written: Written,
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


ENTRY_POINTS = (observe_games, copy_histories, begin_histories, step_recorded)
"""The functions that Python calls; `observe_into` (for each type of rows) and the replays compile when needed."""
