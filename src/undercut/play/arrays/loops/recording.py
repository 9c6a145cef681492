"""Loops that write observations, histories and policies; if a history's line is full, events are only counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from undercut.engine.contract import Cells, Fields, copy_state, mover, seen_move
from undercut.engine.rows import EVENT_WIDTH, MOVE, append_event, append_sightings
from undercut.play.arrays.loops.contract import (
    LEGAL_COUNT,
    MOVES_PLAYED,
    Events,
    Games,
    Line,
    Moves,
    Policies,
    Scratch,
    Shorts,
    action,
    move_of,
    news,
    observe,
)
from undercut.play.arrays.loops.stepping import step

NOBODY = -1
"""In place of a seat: the game has no observer, and its observation is all 0."""


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
    """Copy the history of one seat of each of a range of games; return the line of one that has no room, or -1.

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
    """Restart the histories of a game."""
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


ENTRY_POINTS = (observe_games, copy_histories, begin_histories, step_recorded)
"""The functions that Python calls; `keep_policies`, and `observe_games` for other types, compile when first called."""
