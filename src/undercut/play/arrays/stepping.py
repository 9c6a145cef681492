"""Loops that deal, step and sample, each call over a range of a batch's games, on any host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.chance import advance, below, next_seed, start, start_numbered
from undercut.engine.contract import Cells, is_over, legal_moves, mover, play, winners
from undercut.engine.elementary import exponential
from undercut.engine.loops import deal_shuffled, settle
from undercut.play.arrays.contract import (
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
    Scratch,
    action,
    move_of,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from undercut.play.arrays.contract import Flags, Floats, Grid, Shorts

_LEAST_POWER = -43.0  # below it, a move is next to impossible, and `exponential` gives 0


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


def list_moves(s: object, game: int, columns: Grid, marked: Shorts, mask: Flags, codes: Cells) -> None:
    """Mark the legal moves of a game by their numbers."""
    for place in range(columns[game, LEGAL_COUNT]):
        mask[game, marked[game, place]] = False
    if is_over(s):
        columns[game, LEGAL_COUNT] = 0
        columns[game, MOVER] = -1
        return
    size = legal_moves(s, codes)
    for place in range(size):
        number = action(codes[place])
        marked[game, place] = number
        mask[game, number] = True
    columns[game, LEGAL_COUNT] = size
    columns[game, MOVER] = mover(s)


def show(games: Games, scratch: Scratch, first: int, last: int) -> None:
    """Mark the legal moves of a range of games."""
    for game in range(first, last):
        list_moves(games.states[game], game, games.columns, games.marked, games.mask, scratch.codes)


def deal_games(games: Games, scratch: Scratch, first: int, last: int) -> None:
    """Deal a range of games, each by the next seed of its own, and mark their legal moves."""
    for game in range(first, last):
        deal_next(games, game, scratch.pool)
        list_moves(games.states[game], game, games.columns, games.marked, games.mask, scratch.codes)


def first_fault(games: Games, actions: Cells, first: int, last: int) -> int:
    """Return the first of a range of games whose number is not that of a legal move; -1: there is none."""
    mask = games.mask
    for game in range(first, last):
        number = actions[game]
        if games.columns[game, LEGAL_COUNT] == 0:
            if number != -1:
                return game
        elif number < 0 or number >= mask.shape[1] or not mask[game, number]:
            return game
    return -1


def pick(games: Games, picked: Cells, first: int, last: int) -> None:
    """Choose a legal move of each game at random."""
    for game in range(first, last):
        size = games.columns[game, LEGAL_COUNT]
        picked[game] = games.marked[game, below(games.pickers[game], size)] if size else -1


def note_end(games: Games, game: int) -> None:
    """Note the result of a game that has just ended."""
    columns = games.columns
    columns[game, END_STATE] = ENDED_NOW
    columns[game, WINNERS] = winners(games.states[game])
    columns[game, FINAL_LENGTH] = columns[game, MOVES_PLAYED]


def play_move(games: Games, game: int, code: int, pool: Cells, again: int) -> bool:
    """Play a move of a game; return whether it ended the game and another was dealt.

    A game that ends before the caller has chosen a move is dealt again in any case.
    """
    s, columns = games.states[game], games.columns
    columns[game, MOVES_PLAYED] += 1
    play(s, code)
    settle(s, games.generators[game], pool)
    if not is_over(s):
        return False
    if columns[game, CALLER_MOVES]:
        note_end(games, game)
    if not again and columns[game, CALLER_MOVES]:
        return False
    deal_next(games, game, pool)
    return True


def step(
    games: Games, log: Shorts, actions: Cells, again: int, own: int, scratch: Scratch, first: int, last: int
) -> int:
    """Play a move in each of a range of games; return the number of moves of the longest.

    Games whose number is -1 stay as they are. If the moves are not the caller's own, `END_STATE` stays.
    """
    longest, states, columns = 0, games.states, games.columns
    for game in range(first, last):
        if own:
            columns[game, END_STATE] = RUNNING
        # On the plain host the arguments are NumPy's integers, which lack what the rules rely on.
        number, played = int(actions[game]), columns[game, MOVES_PLAYED]
        if number < 0:
            continue
        columns[game, CALLER_MOVES] += own
        log[game, played] = number
        longest = max(longest, played + 1)
        is_new = play_move(games, game, move_of(states[game], number), scratch.pool, again)
        caller = columns[game, CALLER_SEAT]
        # Where an opponent is to move, what chooses for it lists the moves.
        if is_new or caller < 0 or is_over(states[game]) or mover(states[game]) == caller:
            list_moves(states[game], game, columns, games.marked, games.mask, scratch.codes)
    return longest


def list_legal(games: Games, numbers: Cells, offsets: Cells, first: int, last: int) -> None:
    """List the numbers of the legal moves of a range of games."""
    for game in range(first, last):
        start = offsets[game]
        for place in range(games.columns[game, LEGAL_COUNT]):
            numbers[start + place] = games.marked[game, place]


def pick_weighted(
    games: Games, picked: Cells, logits: NDArray[np.floating], scratch: Scratch, first: int, last: int
) -> int:
    """Choose a legal move of each of a range of games by logits; return 1 + a game where they do not allow it, or 0."""
    weights, marked = scratch.weights, games.marked
    for game in range(first, last):
        size = games.columns[game, LEGAL_COUNT]
        picked[game] = -1
        if size == 0:
            continue
        total = weigh(logits, game, marked, size, weights)
        if not total > 0.0:
            return game + 1
        left = total * advance(games.pickers[game]) / (1 << 32)
        for place in range(size):
            if weights[place] > 0.0:
                picked[game] = marked[game, place]
                left -= weights[place]
                if left < 0.0:
                    break
    return 0


def weigh(logits: NDArray[np.floating], game: int, marked: Shorts, size: int, weights: Floats) -> float:
    """Write the weights of a game's legal moves, the greatest 1, and return their sum; 0 if they have none."""
    highest = float(logits[game, marked[game, 0]])
    for place in range(size):
        highest = max(highest, float(logits[game, marked[game, place]]))
    total = 0.0
    for place in range(size):
        logit = float(logits[game, marked[game, place]])
        if logit != logit:  # noqa: PLR0124  it is not a number
            return 0.0
        power = logit - highest
        weights[place] = exponential(power) if power > _LEAST_POWER else 0.0
        total += weights[place]
    return total


def keep_policies(
    games: Games,
    policies: NDArray[np.floating],
    lines: NDArray[np.float32],
    filled: Cells,
    sizes: Shorts,
    first: int,
    last: int,
) -> None:
    """Append what policies give the legal moves of each of a range of games to its line, and note their number."""
    columns = games.columns
    for game in range(first, last):
        size, start = columns[game, LEGAL_COUNT], filled[game]
        for place in range(size):
            lines[game, start + place] = policies[game, games.marked[game, place]]
        filled[game] = start + size
        sizes[game, columns[game, MOVES_PLAYED]] = size


ENTRY_POINTS = (seed_games, deal_games, show, first_fault, pick, step, list_legal)
"""The functions that Python calls; `pick_weighted` and `keep_policies` compile when first called, for each type."""
