"""Loops that deal games and play their moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.chance import next_seed, start, start_numbered
from undercut.engine.contract import Cells, is_over, legal_moves, mover, play, winners
from undercut.engine.loops import deal_shuffled, settle
from undercut.play.arrays.loops.contract import (
    CALLER_MOVES,
    CALLER_SEAT,
    END_STATE,
    ENDED_NOW,
    FINAL_LENGTH,
    LEGAL_COUNT,
    MOVER,
    MOVES_PLAYED,
    RUNNING,
    SEED,
    WINNERS,
    Games,
    Moves,
    Scratch,
    action,
    move_of,
)

if TYPE_CHECKING:
    from undercut.play.arrays.loops.contract import Line


def seed_games(generators: list[Cells], seed: int, first: int, last: int) -> None:
    """Start the random generators of a range of games, each by the seed and its own number alone."""
    for game in range(first, last):
        start_numbered(generators[game], seed, game)


def deal_next(games: Games, game: int, pool: Cells) -> None:
    """Deal a game by its next seed, as `Game.deal` does."""
    states, columns, generator = games.states, games.columns, games.generators[game]
    seed = next_seed(games.seeders[game])
    columns[game, SEED] = seed
    columns[game, MOVES_PLAYED] = columns[game, CALLER_MOVES] = 0
    start(generator, seed)
    deal_shuffled(states, len(states) - 1, game, games.pack, pool, generator)
    settle(states[game], generator, pool)


def list_moves(games: Games, game: int, codes: Cells) -> None:
    """List and mark the legal moves of a game in place of those before, and note who is to move."""
    s, columns, legal, mask = games.states[game], games.columns, games.legal, games.mask
    for place in range(columns[game, LEGAL_COUNT]):
        mask[game, legal[game, place]] = False
    if is_over(s):
        columns[game, LEGAL_COUNT] = 0
        columns[game, MOVER] = -1
        return
    size = legal_moves(s, codes)
    for place in range(size):
        number = action(codes[place])
        legal[game, place] = number
        mask[game, number] = True
    columns[game, LEGAL_COUNT] = size
    columns[game, MOVER] = mover(s)


def list_games(games: Games, scratch: Scratch, first: int, last: int) -> None:
    """List the legal moves of a range of games."""
    for game in range(first, last):
        list_moves(games, game, scratch.codes)


def list_legal(games: Games, numbers: Line, offsets: Line, first: int, last: int) -> None:
    """Write the numbers of the legal moves of a range of games."""
    for game in range(first, last):
        start = offsets[game]
        for place in range(games.columns[game, LEGAL_COUNT]):
            numbers[start + place] = games.legal[game, place]


def deal_games(games: Games, scratch: Scratch, first: int, last: int) -> None:
    """Deal a range of games, each by the next seed of its own, and list their legal moves."""
    for game in range(first, last):
        deal_next(games, game, scratch.pool)
        list_moves(games, game, scratch.codes)


def first_fault(games: Games, actions: Line, first: int, last: int) -> int:
    """Return the first of a range of games whose action is not that of a legal move; -1: there is none."""
    mask = games.mask
    for game in range(first, last):
        number = actions[game]
        if games.columns[game, LEGAL_COUNT] == 0:
            if number != -1:
                return game
        elif number < 0 or number >= mask.shape[1] or not mask[game, number]:
            return game
    return -1


def play_move(games: Games, game: int, move: int, pool: Cells, auto_reset: int) -> bool:
    """Play a move of a game; return whether it ended the game and another was dealt.

    A game that ends before the caller has chosen a move is dealt again in any case.
    """
    s, columns = games.states[game], games.columns
    columns[game, MOVES_PLAYED] += 1
    play(s, move)
    settle(s, games.generators[game], pool)
    if not is_over(s):
        return False
    if columns[game, CALLER_MOVES]:
        columns[game, END_STATE], columns[game, WINNERS] = ENDED_NOW, winners(s)
        columns[game, FINAL_LENGTH] = columns[game, MOVES_PLAYED]
        if not auto_reset:
            return False
    deal_next(games, game, pool)
    return True


def step(games: Games, moves: Moves, scratch: Scratch, first: int, last: int) -> int:
    """Play a move in each of a range of games; return the number of moves of the longest.

    Games whose action is -1 stay as they are. If the moves are the opponents', `END_STATE` stays.
    """
    longest, states, columns = 0, games.states, games.columns
    for game in range(first, last):
        if moves.by_caller:
            columns[game, END_STATE] = RUNNING
        # On the plain host the arguments are NumPy's integers, which lack what the rules rely on.
        number, played = int(moves.actions[game]), columns[game, MOVES_PLAYED]
        if number < 0:
            continue
        columns[game, CALLER_MOVES] += moves.by_caller
        moves.log[game, played] = number
        longest = max(longest, played + 1)
        is_new = play_move(games, game, move_of(states[game], number), scratch.pool, moves.auto_reset)
        caller = columns[game, CALLER_SEAT]
        # Where an opponent is to move, what chooses for it lists the moves.
        if is_new or caller < 0 or is_over(states[game]) or mover(states[game]) == caller:
            list_moves(games, game, scratch.codes)
    return longest


ENTRY_POINTS = (seed_games, deal_games, list_games, list_legal, first_fault, step)
"""The functions that Python calls."""
