"""Information-set Monte Carlo tree search over any game, as plain loops: they run on every host.

Multiple-observer search (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Every
iteration redeals the hidden cards (determinization), descends the trees, rolls the game out and backs up the result of
every seat. Each seat has a tree of its own: its nodes are the sequences of moves as that seat saw them, so a move whose
card it cannot see is one edge for it. All trees share one hash table of edges, keyed by a hash of the sequence and the
move; nodes take no space of their own, and seats that do not move need no visit.

All stored statistics are integers (a win is `WHOLE_SHARE`, divided among the winners). Comparing moves uses IEEE
arithmetic alone, so the same seed gives the same search on every machine, plain and compiled.
"""

from __future__ import annotations

from math import sqrt

from undercut.engine.bits import count
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
    random_move,
    seen_move,
    winners,
)
from undercut.engine.elementary import log_of_count
from undercut.engine.loops import settle
from undercut.search.contract import determinize, evaluate
from undercut.search.network import FIXED_POINT_ONE, fill_priors, net_shares
from undercut.search.pasts import draw_past
from undercut.search.race import policy_move, record_result, start_race
from undercut.search.workspace import (
    ALL,
    AVAILABLE,
    CHANCE,
    EDGES_LEFT,
    EXPLORATION,
    FEW,
    FIRST,
    FIRST_PLAY,
    FITTING,
    FORCED,
    GUIDANCE,
    HISTORY,
    HISTORY_ORDER,
    KEY,
    LIMIT,
    LONGEST_PATH,
    MASK,
    MOST_SEATS,
    MOVE,
    MOVES,
    PARENT,
    PATH,
    PLAYED,
    POOL,
    PRIORS,
    PROGRESS,
    RACE,
    RACES,
    ROOT,
    SEAT,
    SEATS,
    SENSE,
    SETTINGS,
    SHARES,
    SPREAD,
    SQUARES,
    TOTAL,
    VISITS,
    WIDTH_FACTOR,
    combine,
    find,
    first_history,
)

# The expected result of a move without a record, and the random noise when moves are put in order.
PRIOR_RESULT, TIE_NOISE = 0.6, 0.1


def follow(s: object, move: int, history: Cells, seats: int) -> None:
    """Play a move, and update every seat's history with what it sees of it."""
    for seat in range(seats):
        history[seat] = combine(history[seat], seen_move(s, move, seat))
    play(s, move)


def history_record(tree: Cells, mask: int, seat: int, move: int) -> int:
    """Find the index of the record of a seat's move, regardless of where it was played."""
    return find(tree, mask, combine(first_history(MOST_SEATS + seat), move))


def history_estimate(tree: Cells, record: int, generator: Cells) -> float:
    """Estimate an untried move by its record; random noise breaks ties."""
    expected = (tree[record + TOTAL] / WHOLE_SHARE + PRIOR_RESULT) / (tree[record + VISITS] + 1)
    return expected + TIE_NOISE * below(generator, 1024) / 1024


def choose(tree: Cells, moves: Cells, number: int, history: int, seat: int, workspace: list[Cells]) -> int:
    """Return the index of the move to follow: an untried one, or the best by upper confidence bounds."""
    settings = workspace[SETTINGS]
    best = most = -1.0
    chosen = untried = total = 0
    pick = -1
    weight = settings[EXPLORATION] / 1000.0
    for place in range(number):
        edge = find(tree, settings[MASK], combine(history, moves[place]))
        visits = tree[edge + VISITS]
        if visits == 0:
            untried += 1
            if settings[HISTORY_ORDER]:
                record = history_record(tree, settings[MASK], seat, moves[place])
                estimate = history_estimate(tree, record, workspace[CHANCE])
                if estimate > most:
                    most = estimate
                    pick = place
                continue
            # All equally likely.
            if below(workspace[CHANCE], untried) == 0:
                pick = place
            continue
        # The bound uses how often the move was available, not the visits of its node.
        tree[edge + AVAILABLE] += 1
        total += visits
        available = tree[edge + AVAILABLE]
        bound = tree[edge + TOTAL] / (WHOLE_SHARE * visits) + weight * sqrt(log_of_count(available) / visits)
        if bound > best:
            best = bound
            chosen = place
    has_room = workspace[PROGRESS][EDGES_LEFT] > 0
    if untried == number or (untried and has_room and may_widen(number - untried, total, settings)):
        return pick
    return chosen


def may_widen(tried: int, visits: int, settings: Cells) -> bool:
    """Tell whether a node may try one more move (progressive widening by the square root of its visits)."""
    return 1000 * tried < settings[WIDTH_FACTOR] * sqrt(visits)


def choose_by_priors(
    s: object, tree: Cells, number: int, history: int, workspace: list[Cells], weights: Weights
) -> tuple[int, int]:
    """Return the index of the best move by its results and its prior (PUCT; Silver and others, 2017).

    The priors are those of the hand that the seat holds in this iteration, though the results are of all its hands. The
    second result is the number of visits of the node, and one more.
    """
    settings, priors, moves = workspace[SETTINGS], workspace[PRIORS], workspace[MOVES]
    fill_priors(s, number, workspace, weights)
    if settings[SPREAD] and history == first_history(mover(s)):
        for place in range(number):
            priors[place] += settings[SPREAD] * (FIXED_POINT_ONE // number - priors[place]) // 1000
    total = got = tried = 0
    for place in range(number):
        edge = find(tree, settings[MASK], combine(history, moves[place]))
        visits = tree[edge + VISITS]
        if visits:
            tree[edge + AVAILABLE] += 1
            total += visits
            got += tree[edge + TOTAL]
            tried += priors[place]
    mean = got / (WHOLE_SHARE * total) if total else 0.5
    urgency = mean - settings[FIRST_PLAY] / 1000.0 * sqrt(tried / FIXED_POINT_ONE)
    weight = settings[GUIDANCE] / (1000.0 * FIXED_POINT_ONE)
    best = -1.0e9
    chosen = 0
    for place in range(number):
        edge = find(tree, settings[MASK], combine(history, moves[place]))
        visits = tree[edge + VISITS]
        bound = urgency + weight * priors[place] * sqrt(total + 1)
        if visits:
            # A move that few hands allow counts only the visits in which it was available.
            bound = tree[edge + TOTAL] / (WHOLE_SHARE * visits)
            bound += weight * priors[place] * sqrt(tree[edge + AVAILABLE]) / (1 + visits)
        if bound > best:
            best = bound
            chosen = place
    return chosen, total + 1


def descend(s: object, tree: Cells, workspace: list[Cells], weights: Weights) -> int:
    """Descend the trees until a move is new or the game is over; return the number of edges of the path."""
    moves, history, settings, path = workspace[MOVES], workspace[HISTORY], workspace[SETTINGS], workspace[PATH]
    progress = workspace[PROGRESS]
    depth = 0
    for step in range(LONGEST_PATH):
        if not settle(s, workspace[CHANCE], workspace[POOL]):
            return depth
        number = legal_moves(s, moves)
        if number == 1 and step:
            # A forced move teaches nothing, but the other seats may not know that it was forced.
            follow(s, moves[0], history, settings[SEATS])
            continue
        seat = mover(s)
        before = history[seat]
        known = 1
        if step == 0 and progress[FORCED]:
            move = progress[FORCED] - 1
        elif settings[GUIDANCE]:
            place, known = choose_by_priors(s, tree, number, before, workspace, weights)
            move = moves[place]
        else:
            move = moves[choose(tree, moves, number, before, seat, workspace)]
        edge = find(tree, settings[MASK], combine(before, move))
        follow(s, move, history, settings[SEATS])
        is_new = tree[edge + KEY] == 0
        if is_new:
            if progress[EDGES_LEFT] == 0:
                return depth
            progress[EDGES_LEFT] -= 1
            tree[edge + KEY] = combine(before, move)
            tree[edge + PARENT] = before
            tree[edge + MOVE] = move
            tree[edge + AVAILABLE] = known
        path[2 * depth] = edge
        path[2 * depth + 1] = seat
        depth += 1
        if is_new or settings[RACES]:
            return depth
    return depth


def roll_out(s: object, workspace: list[Cells], weights: Weights) -> None:
    """Roll the game out to its end, or to the limit of the settings."""
    generator, settings = workspace[CHANCE], workspace[SETTINGS]
    sense = settings[SENSE]
    for _ in range(settings[LIMIT]):
        if not settle(s, generator, workspace[POOL]):
            return
        k = advance(generator)
        if sense and advance(generator) < sense:
            play(s, policy_move(s, k, workspace, weights))
        else:
            play(s, random_move(s, k))


def result_shares(s: object, shares: Cells, seats: int) -> None:
    """Compute every seat's result of a finished game: winners share, and in a draw all share."""
    won = winners(s)
    if won == 0:
        won = (1 << seats) - 1
    for seat in range(seats):
        shares[seat] = WHOLE_SHARE // count(won) if won >> seat & 1 else 0


def evaluate_shares(s: object, shares: Cells, seats: int, buffer: Cells) -> None:
    """Evaluate an unfinished game for every seat."""
    evaluate(s, shares, buffer)
    total = 0
    for seat in range(seats):
        total += shares[seat]
    for seat in range(seats):
        shares[seat] = WHOLE_SHARE * shares[seat] // total


def back_up(tree: Cells, path: Cells, shares: Cells, depth: int, settings: Cells) -> None:
    """Credit every edge of the path with the result of the seat that chose it."""
    for place in range(depth):
        edge = path[2 * place]
        got = shares[path[2 * place + 1]]
        tree[edge + VISITS] += 1
        tree[edge + TOTAL] += got
        tree[edge + SQUARES] += got * got
        if settings[HISTORY_ORDER]:
            # There are at most as many records as edges, and the table has space for twice as many.
            move = tree[edge + MOVE]
            seat = path[2 * place + 1]
            record = history_record(tree, settings[MASK], seat, move)
            tree[record + KEY] = combine(first_history(MOST_SEATS + seat), move)
            tree[record + VISITS] += 1
            tree[record + TOTAL] += got


def redeal(states: list[Fields], workspace: list[Cells]) -> None:
    """Copy the position to the state to play on, with its hidden cards redealt."""
    settings = workspace[SETTINGS]
    if workspace[PROGRESS][FITTING]:
        draw_past(states, workspace)
        return
    copy_state(states, ROOT, PLAYED)
    if settings[SEAT] != ALL:
        determinize(states[PLAYED], settings[SEAT], workspace[CHANCE], workspace[POOL])


def search(states: list[Fields], tree: Cells, workspace: list[Cells], weights: Weights, iterations: int) -> None:
    """Run iterations of a search, new or continued."""
    settings = workspace[SETTINGS]
    races = settings[RACES] and not settings[FIRST]
    guided = settings[GUIDANCE] and not settings[RACES]
    workspace[PROGRESS][FORCED] = settings[FIRST]
    for _ in range(iterations):
        if races:
            start_race(states[ROOT], workspace, weights)
        redeal(states, workspace)
        s = states[PLAYED]
        for seat in range(settings[SEATS]):
            workspace[HISTORY][seat] = first_history(seat)
        depth = descend(s, tree, workspace, weights)
        if guided:
            # The network evaluates where the tree ends.
            settle(s, workspace[CHANCE], workspace[POOL])
        else:
            roll_out(s, workspace, weights)
        if is_over(s):
            result_shares(s, workspace[SHARES], settings[SEATS])
        elif guided:
            net_shares(s, settings[SEATS], workspace, weights)
        else:
            evaluate_shares(s, workspace[SHARES], settings[SEATS], workspace[POOL])
        back_up(tree, workspace[PATH], workspace[SHARES], depth, settings)
        if races:
            record_result(workspace[RACE], workspace[SHARES][mover(states[ROOT])])


def principal_variation(
    states: list[Fields], tree: Cells, workspace: list[Cells], weights: Weights, first: int, line: Cells
) -> int:
    """Fill in the preferred moves of a search through one game that the searching seat considers possible."""
    moves, history, settings = workspace[MOVES], workspace[HISTORY], workspace[SETTINGS]
    redeal(states, workspace)
    s = states[PLAYED]
    for seat in range(settings[SEATS]):
        history[seat] = first_history(seat)
    line[0] = first
    size = 1
    follow(s, first, history, settings[SEATS])
    while size < len(line) and settle(s, workspace[CHANCE], workspace[POOL]):
        number = legal_moves(s, moves)
        best = most = 0
        for place in range(number):
            edge = find(tree, settings[MASK], combine(history[mover(s)], moves[place]))
            # A move that few hands allow is ranked by how often it was chosen when it was available.
            share = WHOLE_SHARE * tree[edge + VISITS] // (tree[edge + AVAILABLE] + FEW)
            if share > most:
                most = share
                best = place
        move = moves[best]
        if most == 0 and number > 1:
            if settings[RACES] == 0:
                break
            # A race grows no tree: its games continue with rollout moves.
            move = policy_move(s, advance(workspace[CHANCE]), workspace, weights)
        line[size] = move
        size += 1
        follow(s, move, history, settings[SEATS])
    return size


ENTRY_POINTS = (search, principal_variation)  # the functions that Python calls
