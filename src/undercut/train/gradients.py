"""Compiled loops: games of a linear policy against itself, and the gradient of its results.

A move is better than expected if the game's evaluation rises after it (Schulman and others, *High-Dimensional
Continuous Control Using Generalized Advantage Estimation*, 2016).
"""

from __future__ import annotations

from undercut.engine.chance import advance, below
from undercut.engine.contract import WHOLE_SHARE, Cells, Fields, Weights, is_over, legal_moves, mover, play
from undercut.engine.loops import deal_shuffled, settle
from undercut.search.contract import move_features, rollout_move
from undercut.search.ismcts import evaluate_shares, result_shares
from undercut.search.network import FIXED_POINT_ONE, fill_priors
from undercut.search.workspace import CHANCE, MOST_SEATS, MOVES, POOL, PRIORS, SEATS, SETTINGS, SHARES
from undercut.train.self_play import FRESH, GAME, KEPT, Kept

STATES = KEPT  # the same first states as in self-play, and none kept

# How games are played.
PLAN = 3
(
    GAMES,  # how many
    TRACE,  # how much of later changes of the evaluation counts for a move, in thousandths
    IMITATES,  # 1: the policy learns the rollout moves instead of playing
) = range(PLAN)

# The row of a decision: the seat, where its moves begin in the log, and how many there are; then by seat the share that
# it expects, and what it gained later. In the log, a move has its number of features, its weight, and the features.
DECIDER, LOGGED, NUMBER, EXPECTED = range(4)
GAINED = EXPECTED + MOST_SEATS
DECISION = GAINED + MOST_SEATS
MOST_DECISIONS = 2_000
MOST_FEATURES = 32
UNLIKELY = 20  # moves with smaller priors, of `FIXED_POINT_ONE`, do not count


def add_gradients(
    states: list[Fields],
    workspace: list[Cells],
    weights: Weights,
    plan: Cells,
    pack: Cells,
    kept: Kept,
    gradient: Cells,
) -> int:
    """Play games, and add up the gradient of the features of moves."""
    s = states[GAME]
    seats = workspace[SETTINGS][SEATS]
    learned = 0
    for _ in range(plan[GAMES]):
        deal_shuffled(states, FRESH, GAME, pack, workspace[POOL], workspace[CHANCE])
        number = play_out(s, workspace, weights, plan[IMITATES], kept)
        if is_over(s):
            result_shares(s, workspace[SHARES], seats)
            note_shares(kept.rows[number], workspace[SHARES], seats)
            credit(kept, number, seats, plan, gradient)
            learned += number
    return learned


def play_out(s: object, workspace: list[Cells], weights: Weights, imitates: int, kept: Kept) -> int:
    """Play a game until it ends or the log is full; return the number of decisions."""
    generator, moves, decisions, log = workspace[CHANCE], workspace[MOVES], kept.rows, kept.log
    number = size = 0
    while settle(s, generator, workspace[POOL]):
        count = legal_moves(s, moves)
        if count == 1:
            play(s, moves[0])
            continue
        if number == len(decisions) - 1 or size + MOST_FEATURES * count > len(log):
            return number
        row = decisions[number]
        row[DECIDER], row[LOGGED], row[NUMBER] = mover(s), size, count
        evaluate_shares(s, workspace[SHARES], workspace[SETTINGS][SEATS], workspace[POOL])
        note_shares(row, workspace[SHARES], workspace[SETTINGS][SEATS])
        fill_priors(s, count, workspace, weights)
        move = rollout_move(s, advance(generator)) if imitates else drawn_move(count, workspace)
        size = log_moves(s, move, count, workspace, log, size)
        number += 1
        play(s, move)
    return number


def note_shares(row: Cells, shares: Cells, seats: int) -> None:
    """Write what each seat expects; nothing is gained later yet."""
    for seat in range(seats):
        row[EXPECTED + seat] = shares[seat]
        row[GAINED + seat] = 0


def drawn_move(count: int, workspace: list[Cells]) -> int:
    """Draw one of the moves by their priors; these may add up to a little less, and then it is the first."""
    left = below(workspace[CHANCE], FIXED_POINT_ONE)
    for place in range(count):
        left -= workspace[PRIORS][place]
        if left < 0:
            return workspace[MOVES][place]
    return workspace[MOVES][0]


def log_moves(s: object, chosen: int, count: int, workspace: list[Cells], log: Cells, size: int) -> int:
    """Write for each move that counts its number of features, its prior less what was chosen, and the features."""
    features = workspace[POOL]
    for place in range(count):
        move, weight = workspace[MOVES][place], workspace[PRIORS][place]
        number = 0
        if move == chosen:
            weight -= FIXED_POINT_ONE
        if move == chosen or weight >= UNLIKELY:
            number = move_features(s, move, features)
        log[size] = number
        log[size + 1] = weight
        for feature in range(number):
            log[size + 2 + feature] = features[feature]
        size += 2 + number
    return size


def credit(kept: Kept, number: int, seats: int, plan: Cells, gradient: Cells) -> None:
    """Add the gradient of a game, from its end backwards."""
    decisions, log = kept.rows, kept.log
    for back in range(1, number + 1):
        row, after = decisions[number - back], decisions[number - back + 1]
        for seat in range(seats):
            later = plan[TRACE] * after[GAINED + seat] // 1000
            row[GAINED + seat] = after[EXPECTED + seat] - row[EXPECTED + seat] + later
        gain = WHOLE_SHARE if plan[IMITATES] else row[GAINED + row[DECIDER]]
        cell = row[LOGGED]
        for _ in range(row[NUMBER]):
            for feature in range(log[cell]):
                gradient[log[cell + 2 + feature]] -= gain * log[cell + 1]
            cell += 2 + log[cell]


ENTRY_POINTS = (add_gradients,)
"""The function that Python calls."""
