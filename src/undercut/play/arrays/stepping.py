"""Loops that deal games, play their moves, and choose moves at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from undercut.engine.chance import advance, below, next_seed, start, start_numbered
from undercut.engine.contract import (
    Cells,
    Fields,
    apply_chance,
    chance_need,
    chance_pool,
    copy_state,
    deal,
    is_over,
    legal_moves,
    mover,
    play,
    winners,
)
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
    Floats,
    Games,
    Grid,
    Line,
    Moves,
    Scratch,
    action,
    move_of,
)


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


def reward_games(
    columns: Grid,
    movers: Line,
    shares: NDArray[np.float32],
    done: NDArray[np.bool_],
    rewards: NDArray[np.float32],
    own_rewards: NDArray[np.float32],
    first: int,
    last: int,
) -> None:
    """Write which of a range of games the last step ended, and the rewards of all seats and of those that moved."""
    for game in range(first, last):
        done[game] = columns[game, END_STATE] != RUNNING
        for seat in range(rewards.shape[1]):
            rewards[game, seat] = shares[columns[game, WINNERS], seat] if done[game] else 0.0
        own_rewards[game] = rewards[game, movers[game]]


# --- One game whose random choices are made from outside --------------------------------------------------------------

FACTS = 4
TO_MOVE, CARDS_NEEDED, OPTIONS, MASK_OF_WINNERS = range(FACTS)
"""The seat to move (-1: chance, or the game is over); how many cards chance is to choose; how many options are listed:
legal actions, or cards that chance may choose; the winners of a game that is over."""


def note_position(s: object, facts: Cells, options: Cells) -> None:
    facts[TO_MOVE], facts[CARDS_NEEDED], facts[OPTIONS] = -1, 0, 0
    if is_over(s):
        facts[MASK_OF_WINNERS] = winners(s)
        return
    facts[CARDS_NEEDED] = chance_need(s)
    if facts[CARDS_NEEDED]:
        facts[OPTIONS] = chance_pool(s, options)
        return
    facts[TO_MOVE], size = mover(s), legal_moves(s, options)
    for place in range(size):
        options[place] = action(options[place])
    facts[OPTIONS] = size


def deal_order(states: list[Fields], order: Cells, facts: Cells, options: Cells) -> None:
    copy_state(states, 1, 0)
    deal(states[0], order)
    note_position(states[0], facts, options)


def play_action(states: list[Fields], number: int, facts: Cells, options: Cells) -> None:
    play(states[0], move_of(states[0], number))
    note_position(states[0], facts, options)


def give_cards(states: list[Fields], cards: Cells, facts: Cells, options: Cells) -> None:
    """Carry out a choice of chance."""
    apply_chance(states[0], cards)
    note_position(states[0], facts, options)


# --- Random moves -----------------------------------------------------------------------------------------------------

_LEAST_POWER = -43.0  # below it, a move is next to impossible, and `exponential` gives 0


def pick(games: Games, picked: Line, first: int, last: int) -> None:
    """Choose a legal move of each game at random."""
    for game in range(first, last):
        size = games.columns[game, LEGAL_COUNT]
        picked[game] = games.legal[game, below(games.pickers[game], size)] if size else -1


def pick_weighted(
    games: Games, picked: Line, logits: NDArray[np.floating], scratch: Scratch, first: int, last: int
) -> int:
    """Choose a legal move of each of a range of games by logits; return 1 + a game where they do not allow it, or 0."""
    weights, legal = scratch.weights, games.legal
    for game in range(first, last):
        size = games.columns[game, LEGAL_COUNT]
        picked[game] = -1
        if size == 0:
            continue
        total = weigh(logits, games, game, weights)
        if not total > 0.0:
            return game + 1
        left = total * advance(games.pickers[game]) / (1 << 32)
        for place in range(size):
            if weights[place] > 0.0:
                picked[game] = legal[game, place]
                left -= weights[place]
                if left < 0.0:
                    break
    return 0


def weigh(logits: NDArray[np.floating], games: Games, game: int, weights: Floats) -> float:
    """Write the weights of a game's legal moves, the greatest 1, and return their sum; 0 if they have none."""
    legal, size = games.legal, games.columns[game, LEGAL_COUNT]
    highest = float(logits[game, legal[game, 0]])
    for place in range(size):
        highest = max(highest, float(logits[game, legal[game, place]]))
    total = 0.0
    for place in range(size):
        logit = float(logits[game, legal[game, place]])
        if logit != logit:  # noqa: PLR0124  it is not a number
            return 0.0
        power = logit - highest
        weights[place] = exponential(power) if power > _LEAST_POWER else 0.0
        total += weights[place]
    return total


ENTRY_POINTS = (
    *(seed_games, deal_games, list_games, list_legal, first_fault, step),
    *(deal_order, play_action, give_cards, pick),
)
"""The functions that Python calls; `reward_games` and `pick_weighted`, for each type of logits, compile when called."""
