"""Loops that write observations, histories and policies of a batch, and the decisions of finished games and of records.

If a history's line is full, events are only counted.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
    winners,
)
from undercut.engine.loops import deal_shuffled, settle
from undercut.engine.rows import EVENT_WIDTH, MOVE, append_event, append_sightings
from undercut.play.arrays.contract import (
    LEGAL_COUNT,
    MOVES_PLAYED,
    Deals,
    Events,
    Games,
    Grid,
    Line,
    Moves,
    Policies,
    Records,
    Scratch,
    Shorts,
    Written,
    action,
    move_of,
    news,
    observe,
)
from undercut.play.arrays.stepping import step

NOBODY = -1  # in place of a seat: the game has no observer, and its observation is all 0


def observe_games(states: list[Fields], seats: Line, grid: Shorts, observers: int, first: int, last: int) -> None:
    """Write as many observations of each of a range of games as it has observers, game by game, as rows of any type."""
    for line in range(first * observers, last * observers):
        row = grid[line]
        for column in range(len(row)):
            row[column] = 0
        seat = int(seats[line])
        if seat != NOBODY:
            observe(states[line // observers], seat, row)


def copy_histories(events: Events, seats: Line, picked: Shorts, filled: Line, first: int, last: int) -> int:
    """Copy the history of one seat of each of a range of games; return the line of one that is too long, or -1.

    It is copied over an earlier one, which filled some cells; then it says how many it fills itself.
    """
    outgrown = -1
    for game in range(first, last):
        seat = seats[game]
        line = game * events.seats + seat
        used = EVENT_WIDTH * events.sizes[line] if seat != NOBODY else 0
        source, target = events.lines[line], picked[game]
        if used > len(target):
            outgrown, used = line, 0
        for cell in range(used):
            target[cell] = source[cell]
        for cell in range(used, filled[game]):
            target[cell] = 0
        filled[game] = used
    return outgrown


def begin_histories(games: Games, chosen: Line, events: Events, scratch: Scratch, first: int, last: int) -> None:
    """Restart the histories of chosen games among a range."""
    for game in range(first, last):
        if chosen[game]:
            begin_history(games.states[game], game, events, scratch.pool)


def begin_history(s: object, game: int, events: Events, sightings: Cells) -> None:
    lines, sizes = events.lines, events.sizes
    for seat in range(events.seats):
        place = game * events.seats + seat
        line = lines[place]
        for cell in range(min(len(line), EVENT_WIDTH * sizes[place])):
            line[cell] = 0
        sizes[place] = append_sightings(line, 0, sightings, news(s, s, seat, -1, sightings))


def step_recorded(games: Games, moves: Moves, events: Events, scratch: Scratch, first: int, last: int) -> int:
    """Do as `step`, and append the moves to the histories; the histories of newly dealt games start again."""
    longest, states, sightings = 0, games.states, scratch.pool
    for game in range(first, last):
        copy_state(states, game, scratch.place)
        longest = max(longest, step(games, moves, scratch, game, game + 1))
        if moves.actions[game] < 0:
            continue
        if games.columns[game, MOVES_PLAYED] == 0:
            begin_history(states[game], game, events, sightings)
        else:
            append_move(states[scratch.place], states[game], int(moves.actions[game]), game, events, sightings)
    return longest


def append_move(before: object, s: object, number: int, game: int, events: Events, sightings: Cells) -> None:
    """Append a move, and what it revealed, to the histories of a game."""
    move, seats = move_of(before, number), events.seats
    for seat in range(seats):
        place = game * seats + seat
        line = events.lines[place]
        who = mover(before) - seat
        who = who + seats if who < 0 else who
        hidden = seen_move(before, move, seat) != move
        size = append_event(line, events.sizes[place], MOVE, who + 1, 0 if hidden else action(move) + 1, 0)
        events.sizes[place] = append_sightings(line, size, sightings, news(before, s, seat, move, sightings))


def keep_policies(games: Games, given: NDArray[np.floating], kept: Policies, first: int, last: int) -> None:
    """Append what the given policies give the legal moves of each of a range of games to its line."""
    columns = games.columns
    for game in range(first, last):
        size, start = columns[game, LEGAL_COUNT], kept.filled[game]
        for place in range(size):
            kept.lines[game, start + place] = given[game, games.legal[game, place]]
        kept.filled[game] = start + size
        kept.sizes[game, columns[game, MOVES_PLAYED]] = size


# --- Finished games and records replayed, with their decisions; compiled when they are first needed ---


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


ENTRY_POINTS = (observe_games, copy_histories, begin_histories, step_recorded)
"""The functions that Python calls; `keep_policies`, and `observe_games` for other types, compile when first called."""
