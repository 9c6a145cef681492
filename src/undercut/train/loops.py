"""Self-play, policy gradients, and descriptions of positions for a network, as plain loops that run on every host."""

from __future__ import annotations

from undercut.engine.chance import advance, below
from undercut.engine.contract import (
    WHOLE_SHARE,
    Cells,
    Fields,
    Weights,
    copy_state,
    is_over,
    legal_moves,
    mover,
    play,
    winners,
)
from undercut.engine.elementary import exponential
from undercut.engine.loops import deal_shuffled, settle
from undercut.search.contract import move_features, policy_features, prepare_moves, rollout_move, value_features
from undercut.search.ismcts import evaluate_shares, result_shares, roll_out, search
from undercut.search.network import FIXED_POINT_ONE, fill_priors, net_shares
from undercut.search.race import CANDIDATE_COUNT, CANDIDATES, LEAD, LEAD_SQUARES, RUNS, sure_lead
from undercut.search.workspace import (
    CHANCE,
    GUIDANCE,
    LEFT,
    MASK,
    MOST_SEATS,
    MOVES,
    POOL,
    PRIORS,
    RACE,
    RACES,
    SEAT,
    SEATS,
    SETTINGS,
    SHARES,
    TOTAL,
    VISITS,
    combine,
    find,
    first_history,
)

# The states of a game: the search's own two, the game, one with the options set, and then those that were searched.
GAME, FRESH, KEPT = 2, 3, 4
MOST_KEPT = 400

# How a game is played: the numbers of iterations of a quick and of a thorough search; how many of 1,000 searches are
# thorough; the greatest number of exploratory moves at the start; and how many of 1,000 of these are random, and how
# many are rollout moves.
FAST_ITERATIONS, FULL_ITERATIONS, FULL_SHARE, OPENING_MOVES, RANDOM_SHARE, ROLLOUT_SHARE = range(6)
PLANS = 6

# The row of a searched position: the seat; whether the search was thorough; whether all moves since were the search's;
# the visits and the result of the root; where its moves and visits begin in the log; and the number of moves.
SEARCHED_BY, IS_THOROUGH, AFTER_OPENING, ROOT_VISITS, ROOT_TOTAL, LOG_START, LOG_SIZE = range(7)
ROW = 8

# A race visits its moves by rank, so it logs other numbers of visits: a sure lead greater by `SLIGHT` counts e times as
# much, and the greatest lead counts as `CLEAR`.
SLIGHT, CLEAR = 0.01, 1_000.0


def search_once(states: list[Fields], tree: Cells, workspace: list[Cells], weights: Weights, iterations: int) -> int:
    """Search the game's position with an empty tree; return the number of legal moves, which stay in the workspace."""
    settings = workspace[SETTINGS]
    copy_state(states, GAME, 0)
    for cell in range(len(tree)):
        tree[cell] = 0
    settings[LEFT] = (settings[MASK] + 1) // 2
    settings[SEAT] = mover(states[0])
    workspace[RACE][CANDIDATE_COUNT] = 0
    search(states, tree, workspace, weights, iterations)
    return legal_moves(states[0], workspace[MOVES])


def log_visits(tree: Cells, workspace: list[Cells], number: int, row: Cells, log: Cells, size: int) -> int:
    """Write the moves and their visits to the log, and the result of the root; return the new size of the log."""
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


def self_play(
    states: list[Fields],
    tree: Cells,
    workspace: list[Cells],
    weights: Weights,
    plan: Cells,
    pack: Cells,
    rows: list[Cells],
    log: Cells,
) -> int:
    """Play one game of a search against itself; return how many positions it kept, or -1 if there was no room."""
    generator, moves = workspace[CHANCE], workspace[MOVES]
    deal_shuffled(states, FRESH, GAME, pack, workspace[POOL], generator)
    s = states[GAME]
    opening = below(generator, plan[OPENING_MOVES] + 1)
    kept = size = played = 0
    while settle(s, generator, workspace[POOL]):
        number = legal_moves(s, moves)
        if number == 1:
            play(s, moves[0])
            continue
        explores = 1 if played < opening else 0
        played += 1
        throw = below(generator, 1000)
        if explores and throw < plan[RANDOM_SHARE]:
            play(s, moves[below(generator, number)])
            continue
        if explores and throw < plan[RANDOM_SHARE] + plan[ROLLOUT_SHARE]:
            play(s, rollout_move(s, advance(generator)))
            continue
        if kept == MOST_KEPT or size + 2 * number > len(log):
            return -1
        thorough = 1 if below(generator, 1000) < plan[FULL_SHARE] else 0
        number = search_once(
            states, tree, workspace, weights, plan[FULL_ITERATIONS] if thorough else plan[FAST_ITERATIONS]
        )
        copy_state(states, GAME, KEPT + kept)
        row = rows[kept]
        row[SEARCHED_BY], row[IS_THOROUGH], row[AFTER_OPENING] = mover(s), thorough, 1 - explores
        size = log_visits(tree, workspace, number, row, log, size)
        kept += 1
        play(s, choice(row, log, generator, explores))
    return kept


def result(states: list[Fields]) -> int:
    """Return the winners of the game just played, as a set of seats; none: a draw."""
    return winners(states[GAME]) if is_over(states[GAME]) else 0


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


def describe_values(states: list[Fields], found: Cells, ends: Cells, buffer: Cells) -> int:
    """List the features of positions that the value network sees."""
    size = 0
    for place in range(len(states)):
        size = append_list(buffer, value_features(states[place], buffer), found, size)
        if size < 0:
            return place
        ends[place] = size
    return len(states)


def describe_choices(
    states: list[Fields], moves: Cells, chosen: list[Cells], found: Cells, ends: Cells, buffer: Cells
) -> int:
    """List the features of positions and of moves that the policy network sees."""
    size = lists = first = 0
    for place in range(len(states)):
        s = states[place]
        prepare_moves(s, buffer)
        for each in range(chosen[place][0] + 1):
            number = policy_features(s, buffer) if each == 0 else move_features(s, moves[first + each - 1], buffer)
            size = append_list(buffer, number, found, size)
            if size < 0:
                return place
            ends[lists] = size
            lists += 1
        first += chosen[place][0]
    return len(states)


def append_list(buffer: Cells, number: int, found: Cells, size: int) -> int:
    """Append a list of features to those found before; return the new size, or -1 if there is no room."""
    if size + number > len(found):
        return -1
    for place in range(number):
        found[size + place] = buffer[place]
    return size + number


# --- Policy gradients of a linear policy ------------------------------------------------------------------------------

# Games of the policy against itself; a move is better than expected if the game's evaluation rises after it (Schulman
# and others, *High-Dimensional Continuous Control Using Generalized Advantage Estimation*, 2016).

# How games are played: how many; how much of later changes of the evaluation counts for a move, in thousandths; and
# whether the policy learns the rollout moves instead of playing.
GAMES, TRACE, IMITATES = range(3)
GRADIENT_PLAN = 3

# The row of a decision: the seat, where its moves begin in the log, and how many there are; then by seat the share that
# it expects, and what it gained later.
DECIDER, LOGGED, NUMBER, EXPECTED = 0, 1, 2, 3
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
    log: Cells,
    decisions: list[Cells],
    gradient: Cells,
) -> int:
    """Play games, and add up the gradient of the features of moves."""
    s = states[GAME]
    seats = workspace[SETTINGS][SEATS]
    learned = 0
    for _ in range(plan[GAMES]):
        deal_shuffled(states, FRESH, GAME, pack, workspace[POOL], workspace[CHANCE])
        number = play_out(s, workspace, weights, plan[IMITATES], log, decisions)
        if is_over(s):
            result_shares(s, workspace[SHARES], seats)
            note_shares(decisions[number], workspace[SHARES], seats)
            credit(decisions, number, seats, plan, log, gradient)
            learned += number
    return learned


def play_out(
    s: object, workspace: list[Cells], weights: Weights, imitates: int, log: Cells, decisions: list[Cells]
) -> int:
    """Play a game until it ends or the log is full; return the number of decisions."""
    generator, moves = workspace[CHANCE], workspace[MOVES]
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


def credit(decisions: list[Cells], number: int, seats: int, plan: Cells, log: Cells, gradient: Cells) -> None:
    """Add the gradient of a game, from its end backwards."""
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


ENTRY_POINTS = (
    self_play,
    result,
    evaluate_seats,
    describe_values,
    describe_choices,
    add_gradients,
)  # the functions that Python calls
