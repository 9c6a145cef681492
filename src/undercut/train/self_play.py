"""Compiled loops: games of a search against itself, what networks see of their positions, and what they learn."""

from __future__ import annotations

from typing import NamedTuple

from undercut.engine.chance import advance, below
from undercut.engine.contract import Cells, Fields, Weights, copy_state, is_over, legal_moves, mover, play, winners
from undercut.engine.elementary import exponential
from undercut.engine.loops import deal_shuffled, settle
from undercut.search.contract import move_features, policy_features, prepare_moves, rollout_move, value_features
from undercut.search.ismcts import evaluate_shares, result_shares, roll_out, search
from undercut.search.network import net_shares
from undercut.search.race import CANDIDATE_COUNT, CANDIDATES, LEAD, LEAD_SQUARES, RUNS, sure_lead
from undercut.search.workspace import (
    CHANCE,
    EDGES_LEFT,
    FIRST_PAST,
    GUIDANCE,
    MASK,
    MOVES,
    POOL,
    PROGRESS,
    RACE,
    RACES,
    ROOT,
    SEAT,
    SETTINGS,
    SHARES,
    TOTAL,
    VISITS,
    combine,
    find,
    first_history,
)

# The states of a game: the search's own two, the game, one with the options set, and then those that were searched.
GAME, FRESH, KEPT = range(FIRST_PAST, FIRST_PAST + 3)
MOST_KEPT = 400

NO_MOVE = -1

# How a game is played.
PLAN = 6
(
    FAST_ITERATIONS,  # of a quick search
    FULL_ITERATIONS,  # of a thorough one
    FULL_SHARE,  # how many of 1,000 searches are thorough
    OPENING_MOVES,  # the greatest number of exploratory moves at the start
    RANDOM_SHARE,  # how many of 1,000 of these are random
    ROLLOUT_SHARE,  # how many of them are rollout moves
) = range(PLAN)

# The row of a searched position.
ROW = 7
(
    SEARCHED_BY,  # the seat
    IS_THOROUGH,
    AFTER_OPENING,  # 1: all moves since were the search's
    ROOT_VISITS,
    ROOT_TOTAL,  # the sum of the root's results
    LOG_START,  # where its moves begin in the log, each followed by its visits
    LOG_SIZE,  # the number of its moves
) = range(ROW)


class Kept(NamedTuple):
    """What is kept of a game: a row for each position in which a move was chosen, and the log of their moves."""

    rows: list[Cells]
    log: Cells


# A race visits its moves by rank, so it logs other numbers of visits: a sure lead greater by `SLIGHT` counts e times as
# much, and the greatest lead counts as `CLEAR`.
SLIGHT, CLEAR = 0.01, 1_000.0


def search_once(states: list[Fields], tree: Cells, workspace: list[Cells], weights: Weights, iterations: int) -> int:
    """Search the game's position with an empty tree; return the number of legal moves, which stay in the workspace."""
    settings = workspace[SETTINGS]
    copy_state(states, GAME, ROOT)
    for cell in range(len(tree)):
        tree[cell] = 0
    workspace[PROGRESS][EDGES_LEFT] = (settings[MASK] + 1) // 2
    settings[SEAT] = mover(states[ROOT])
    workspace[RACE][CANDIDATE_COUNT] = 0
    search(states, tree, workspace, weights, iterations)
    return legal_moves(states[ROOT], workspace[MOVES])


def log_visits(tree: Cells, workspace: list[Cells], number: int, row: Cells, log: Cells, size: int) -> int:
    """Write the moves and their visits to the log, and the results of the root; return the new size of the log."""
    settings = workspace[SETTINGS]
    row[LOG_START] = size
    row[LOG_SIZE] = number
    row[ROOT_VISITS] = row[ROOT_TOTAL] = 0
    if settings[RACES]:
        log_leads(workspace[RACE], row, log, size)
        return size + 2 * number
    for place in range(number):
        move = workspace[MOVES][place]
        edge = find(tree, settings[MASK], combine(first_history(settings[SEAT]), move))
        log[size] = move
        log[size + 1] = tree[edge + VISITS]
        size += 2
        row[ROOT_VISITS] += tree[edge + VISITS]
        row[ROOT_TOTAL] += tree[edge + TOTAL]
    return size


def log_leads(race: Cells, row: Cells, log: Cells, size: int) -> None:
    """Write the moves of a race to the log, with visits by their leads; the total stays 0."""
    greatest = 0.0
    for place in range(1, race[CANDIDATE_COUNT]):
        greatest = max(greatest, lead_of(race, place))
    for place in range(race[CANDIDATE_COUNT]):
        lead = lead_of(race, place) if place else 0.0
        log[size] = race[CANDIDATES + place]
        log[size + 1] = int(CLEAR * exponential((lead - greatest) / SLIGHT))
        row[ROOT_VISITS] += log[size + 1]
        size += 2


def lead_of(race: Cells, place: int) -> float:
    """Return the sure lead of a move over the policy's move; -1 if it never ran."""
    runs = race[RUNS + place]
    return sure_lead(race[LEAD + place], race[LEAD_SQUARES + place], runs) if runs else -1.0


def choice(row: Cells, log: Cells, generator: Cells, explores: int) -> int:
    """Choose a logged move: the most visited one, or in proportion to the visits."""
    left = below(generator, row[ROOT_VISITS]) if explores else 0
    best = row[LOG_START]
    for place in range(row[LOG_SIZE]):
        cell = row[LOG_START] + 2 * place
        if explores:
            left -= log[cell + 1]
            if left < 0:
                return log[cell]
        elif log[cell + 1] > log[best + 1]:
            best = cell
    return log[best]


def wild_move(s: object, moves: Cells, number: int, plan: Cells, explores: int, generator: Cells) -> int:
    """Return a random move or one of the rollout policy, as often as the plan says; `NO_MOVE`: the search chooses."""
    throw = below(generator, 1000)
    if explores and throw < plan[RANDOM_SHARE]:
        return moves[below(generator, number)]
    if explores and throw < plan[RANDOM_SHARE] + plan[ROLLOUT_SHARE]:
        return rollout_move(s, advance(generator))
    return NO_MOVE


def self_play(
    states: list[Fields], tree: Cells, workspace: list[Cells], weights: Weights, plan: Cells, pack: Cells, kept: Kept
) -> int:
    """Play one game of a search against itself; return how many positions it kept, or -1 if they did not fit."""
    generator, moves = workspace[CHANCE], workspace[MOVES]
    deal_shuffled(states, FRESH, GAME, pack, workspace[POOL], generator)
    s = states[GAME]
    opening = below(generator, plan[OPENING_MOVES] + 1)
    rows, log = kept.rows, kept.log
    number_kept = size = played = 0
    while settle(s, generator, workspace[POOL]):
        number = legal_moves(s, moves)
        if number == 1:
            play(s, moves[0])
            continue
        explores = 1 if played < opening else 0
        played += 1
        wild = wild_move(s, moves, number, plan, explores, generator)
        if wild != NO_MOVE:
            play(s, wild)
            continue
        if number_kept == MOST_KEPT or size + 2 * number > len(log):
            return -1
        thorough = 1 if below(generator, 1000) < plan[FULL_SHARE] else 0
        number = search_once(
            states, tree, workspace, weights, plan[FULL_ITERATIONS] if thorough else plan[FAST_ITERATIONS]
        )
        copy_state(states, GAME, KEPT + number_kept)
        row = rows[number_kept]
        row[SEARCHED_BY], row[IS_THOROUGH], row[AFTER_OPENING] = mover(s), thorough, 1 - explores
        size = log_visits(tree, workspace, number, row, log, size)
        number_kept += 1
        play(s, choice(row, log, generator, explores))
    return number_kept


def result(states: list[Fields]) -> int:
    """Return the winners of the game just played, as a set of seats; none: a draw."""
    return winners(states[GAME]) if is_over(states[GAME]) else 0


# --- What networks see ---


def evaluate_seats(
    states: list[Fields], shares: list[Cells], workspace: list[Cells], weights: Weights, seats: int
) -> None:
    """Evaluate positions, all cards open: by a network if a tree search would use one, otherwise by a rollout."""
    for place in range(len(states)):
        if workspace[SETTINGS][GUIDANCE] and not workspace[SETTINGS][RACES]:
            net_shares(states[place], seats, workspace, weights)
        else:
            roll_out(states[place], workspace, weights)
            if is_over(states[place]):
                result_shares(states[place], workspace[SHARES], seats)
            else:
                evaluate_shares(states[place], workspace[SHARES], seats, workspace[POOL])
        for seat in range(seats):
            shares[place][seat] = workspace[SHARES][seat]


def describe_values(states: list[Fields], features: Cells, ends: Cells, buffer: Cells) -> int:
    """List the features of positions that the value network sees, and where those of each end.

    Return the number of positions; fewer if not all fitted.
    """
    size = 0
    for place in range(len(states)):
        size = append_list(buffer, value_features(states[place], buffer), features, size)
        if size < 0:
            return place
        ends[place] = size
    return len(states)


def describe_choices(
    states: list[Fields], moves: Cells, counts: Cells, features: Cells, ends: Cells, buffer: Cells
) -> int:
    """List the features that the policy network sees: of each position, then of each of its moves; and where they end.

    Return the number of positions; fewer if not all fitted.
    """
    size = lists = first = 0
    for place in range(len(states)):
        s = states[place]
        prepare_moves(s, buffer)
        for row in range(counts[place] + 1):
            number = policy_features(s, buffer) if row == 0 else move_features(s, moves[first + row - 1], buffer)
            size = append_list(buffer, number, features, size)
            if size < 0:
                return place
            ends[lists] = size
            lists += 1
        first += counts[place]
    return len(states)


def append_list(buffer: Cells, number: int, features: Cells, size: int) -> int:
    """Append a list of features to those before; return the new size, or -1 if it does not fit."""
    if size + number > len(features):
        return -1
    for place in range(number):
        features[size + place] = buffer[place]
    return size + number


ENTRY_POINTS = (self_play, result, evaluate_seats, describe_values, describe_choices)
"""The functions that Python calls."""
