"""Loops that choose opponents' moves and deal hidden cards again."""

from __future__ import annotations

from undercut.engine.chance import below, start_numbered
from undercut.engine.contract import Cells, copy_state, is_over, legal_moves, mover
from undercut.play.arrays.contract import (
    CALLER_SEAT,
    LEGAL_COUNT,
    MOVES_PLAYED,
    Choosers,
    Games,
    Grid,
    Line,
    Moves,
    Scratch,
    action,
)
from undercut.play.arrays.stepping import list_moves, play_move
from undercut.search.contract import STATES, determinize
from undercut.search.greedy import greedy_move

RANDOM, GREEDY, ASKED = range(3)
"""How opponents choose; those from `ASKED` on are Python objects, and each has a code of its own."""

SPARE_STATES = STATES + 1
"""Number of scratch states for each thread: those of a ranking, and the position."""


def turn_of(games: Games, game: int) -> int:
    """Return how many seats after the caller's is to move; 0: the caller's own, or none, as the game is over."""
    if games.columns[game, LEGAL_COUNT] == 0 or is_over(games.states[game]):
        return 0
    return int(mover(games.states[game]) - games.columns[game, CALLER_SEAT])


def question_to(code: int) -> int:
    """Return what stands for the action of a game in which the object with this code is to be asked: below -1."""
    return -1 - code


def choose(games: Games, moves: Moves, choosers: Choosers, limit: int, scratch: Scratch, first: int, last: int) -> int:
    """Play moves of opponents in each of a range of games, at most `limit`, then choose one if an opponent is to move.

    The chosen action replaces that in `moves`: where an object is to be asked, by `question_to`; where the caller is to
    move or the game is over, -1. Return the number of other games.
    """
    waiting = 0
    states, columns, codes = games.states, games.columns, scratch.codes
    policies, generators, chosen, log = choosers.policies, choosers.generators, moves.actions, moves.log
    spare = states[scratch.place : scratch.place + SPARE_STATES]
    for game in range(first, last):
        chosen[game] = -1
        left, turn = limit, turn_of(games, game)
        if turn == 0:
            continue
        while turn:
            policy = policies[turn - 1 if turn > 0 else turn + len(policies)]
            if policy >= ASKED:
                chosen[game] = question_to(policy)
                break
            size = legal_moves(states[game], codes)
            if policy == RANDOM or size == 1:
                move = codes[below(generators[game], size)]
            else:
                copy_state(states, game, scratch.place + STATES)
                move = greedy_move(spare, STATES, codes, size, scratch.ranks, generators[game], scratch.buffer)
            played = columns[game, MOVES_PLAYED]
            if left == 0 or played + 1 >= log.shape[1]:
                chosen[game] = action(move)
                break
            log[game, played] = action(move)
            left -= 1
            if play_move(games, game, move, scratch.pool, moves.auto_reset):
                seat_caller(columns, game, choosers)
            turn = turn_of(games, game)
        list_moves(games, game, codes)
        waiting += chosen[game] != -1
    return waiting


def seat_caller(columns: Grid, game: int, choosers: Choosers) -> None:
    """Give the caller a seat in a newly dealt game: the same one as before, or the next."""
    following = (columns[game, CALLER_SEAT] + 1) % (len(choosers.policies) + 1)
    columns[game, CALLER_SEAT] = following if choosers.seat < 0 else choosers.seat


def redeal_games(games: Games, seats: Line, seed: int, pool: Cells, first: int, last: int) -> None:
    """Redeal what a seat of each of a range of games cannot know (-1: nothing), by the seed and the game's number."""
    for game in range(first, last):
        seat = int(seats[game])
        if seat >= 0:
            start_numbered(games.generators[game], seed, game)
            determinize(games.states[game], seat, games.generators[game], pool)


ENTRY_POINTS = (choose,)  # the function that Python calls; `redeal_games` compiles when it is needed
