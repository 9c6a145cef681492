"""Whole games between simple players, and their result rows."""

from __future__ import annotations

from typing import NamedTuple

from undercut.engine.bits import count, lowest
from undercut.engine.chance import MOVE_STREAM, advance, next_seed, shuffle, start, start_numbered
from undercut.engine.contract import (
    WHOLE_SHARE,
    Cells,
    Fields,
    apply_chance,
    chance_need,
    chance_pool,
    count_moves,
    is_over,
    legal_moves,
    mover,
    play,
    random_move,
    winners,
)
from undercut.engine.loops import deal_shuffled
from undercut.games.base.parts import figures
from undercut.games.base.parts.figures import end_reason, note, note_turn, score, starts_turn
from undercut.search.contract import STATES
from undercut.search.greedy import greedy_move

RANDOM, GREEDY, SCRIPT = range(3)  # the codes of the policies; the last plays moves that are given

# The rows of the workspace, and the places in the row of the lead: the seat that leads now, the last that led, since
# which turn it leads; for each seat its score and its greatest deficit; for each turn who led at its start.
ROWS = 6
MOVES, RANKS, POOL, BUFFER, LEAD, GIVEN = range(ROWS)
MOST_SEATS = 8
LEADER, LAST_LEADER, SINCE, SCORES = range(4)
DEFICITS = SCORES + MOST_SEATS
LED = DEFICITS + MOST_SEATS
MOST_TURNS = 1000
NO_SEAT = -1

# The places of states after the scratch states: the table, and the empty table that every game begins with.
TABLE, FRESH = STATES, STATES + 1
ALL_STATES = STATES + 2


class Buffers(NamedTuple):
    states: list[Fields]
    policies: Cells  # the code of each seat's policy
    pack: Cells
    generators: list[Cells]  # one for each seat, then that of the cards
    work: list[Cells]  # the rows named above


class Deals(NamedTuple):
    """A range of deals, and how their games are played."""

    seed: int
    players: int  # the seed of the players' choices
    first: int
    last: int
    rotations: int
    limit: int  # the most decisions of a game


def play_deals(buffers: Buffers, deals: Deals, rows: list[Cells], leads: list[Cells]) -> None:
    place = 0
    for number in range(deals.first, deals.last):
        for rotation in range(deals.rotations):
            row = rows[place]
            place += 1
            begin_game(buffers, deals, row, number, rotation)
            play_game(buffers, row, deals.limit)
            count_leads(buffers.work[LEAD], row, leads)


def begin_game(buffers: Buffers, deals: Deals, row: Cells, number: int, rotation: int) -> None:
    """Start the row of a game and all generators, and deal by the number of the deal, as a batch deals first."""
    seats = len(buffers.policies)
    for column in range(figures.COLUMNS):
        row[column] = 0
    row[figures.DEAL] = number
    row[figures.ROTATION] = rotation
    for seat in range(seats):
        row[figures.POLICIES] |= buffers.policies[(seat + rotation) % seats] << figures.POLICY_BITS * seat
        start_numbered(buffers.generators[seat], deals.players ^ MOVE_STREAM, number * MOST_SEATS + seat)
    generator = buffers.generators[seats]
    start_numbered(generator, deals.seed, number)
    row[figures.SEED] = next_seed(generator)
    start(generator, row[figures.SEED])
    deal_shuffled(buffers.states, FRESH, TABLE, buffers.pack, buffers.work[POOL], generator)


def play_game(buffers: Buffers, row: Cells, limit: int) -> None:
    s, seats = buffers.states[TABLE], len(buffers.policies)
    lead = buffers.work[LEAD]
    reset_lead(lead, seats)
    row[figures.SHUFFLES] += settle_chance(buffers)
    decisions = choices = singles = 0
    while not is_over(s) and decisions < limit:
        if starts_turn(s):
            row[figures.TURNS] += 1
            note_turn(s, row, figures.FACTS)
            survey(s, lead, row, seats)
        seat = mover(s)
        policy = row[figures.POLICIES] >> figures.POLICY_BITS * seat & figures.POLICY_MASK
        if policy == RANDOM:
            size = count_moves(s)
            move = random_move(s, advance(buffers.generators[seat]))
        elif policy == SCRIPT:
            size = count_moves(s)
            move = buffers.work[GIVEN][decisions]
        else:
            size = legal_moves(s, buffers.work[MOVES])
            move = ranked_move(buffers, size)
        decisions += 1
        choices += size
        singles += 1 if size == 1 else 0
        play(s, move)
        note(s, move, row, figures.FACTS)
        row[figures.SHUFFLES] += settle_chance(buffers)
    row[figures.DECISIONS] = decisions
    row[figures.CHOICES] = choices
    row[figures.SINGLES] = singles
    finish_row(s, lead, row)


def ranked_move(buffers: Buffers, size: int) -> int:
    generator = buffers.generators[mover(buffers.states[TABLE])]
    work = buffers.work
    return greedy_move(buffers.states, TABLE, work[MOVES], size, work[RANKS], generator, work[BUFFER])


def settle_chance(buffers: Buffers) -> int:
    """Make the random choices of the rules until a seat is to move or the game is over; return their number."""
    s, pool = buffers.states[TABLE], buffers.work[POOL]
    made = 0
    while not is_over(s):
        need = chance_need(s)
        if need == 0:
            break
        size = chance_pool(s, pool)
        shuffle(buffers.generators[len(buffers.policies)], pool, size, need)
        apply_chance(s, pool)
        made += 1
    return made


# --- The lead --------------------------------------------------------------------------------------------------------


def reset_lead(lead: Cells, seats: int) -> None:
    lead[LEADER] = lead[LAST_LEADER] = NO_SEAT
    lead[SINCE] = 1
    for seat in range(seats):
        lead[DEFICITS + seat] = 0


def survey(s: object, lead: Cells, row: Cells, seats: int) -> None:
    """Find who leads at the start of a turn, and how far the others are behind."""
    best = score(s, 0)
    lead[SCORES] = best
    leader = 0
    for seat in range(1, seats):
        own = score(s, seat)
        lead[SCORES + seat] = own
        if own > best:
            best = own
            leader = seat
        elif own == best:
            leader = NO_SEAT
    for seat in range(seats):
        lead[DEFICITS + seat] = max(lead[DEFICITS + seat], best - lead[SCORES + seat])
    if row[figures.TURNS] <= MOST_TURNS:
        lead[LED + row[figures.TURNS] - 1] = leader
    if leader == lead[LEADER]:
        return
    lead[LEADER] = leader
    lead[SINCE] = row[figures.TURNS]
    if leader != NO_SEAT:
        if lead[LAST_LEADER] != NO_SEAT and lead[LAST_LEADER] != leader:
            row[figures.LEAD_CHANGES] += 1
        lead[LAST_LEADER] = leader


def finish_row(s: object, lead: Cells, row: Cells) -> None:
    """Fill in the end of a game; one that was stopped has no reason, and no winners."""
    row[figures.OPEN] = row[figures.TURNS]
    if not is_over(s):
        return
    row[figures.WINNERS] = winners(s)
    row[figures.REASON] = end_reason(s)
    if count(row[figures.WINNERS]) == 1:
        winner = lowest(row[figures.WINNERS])
        row[figures.DEFICIT] = lead[DEFICITS + winner]
        if lead[LEADER] == winner:
            row[figures.OPEN] = lead[SINCE] - 1


def count_leads(lead: Cells, row: Cells, leads: list[Cells]) -> None:
    """Add a game that is over to the counts by turn; a shared win is a win."""
    for turn in range(min(row[figures.TURNS], MOST_TURNS)):
        leader = lead[LED + turn]
        if leader != NO_SEAT:
            leads[turn][0] += 1
            leads[turn][1] += row[figures.WINNERS] >> leader & 1


# --- For kernels that stop at moves or go on from saved positions ---


def choose_move(buffers: Buffers, row: Cells) -> int:
    s = buffers.states[TABLE]
    seat = mover(s)
    if row[figures.POLICIES] >> figures.POLICY_BITS * seat & figures.POLICY_MASK == RANDOM:
        return random_move(s, advance(buffers.generators[seat]))
    return ranked_move(buffers, legal_moves(s, buffers.work[MOVES]))


def go_on(buffers: Buffers, row: Cells, limit: int) -> None:
    s = buffers.states[TABLE]
    settle_chance(buffers)
    while not is_over(s) and limit > 0:
        limit -= 1
        play(s, choose_move(buffers, row))
        settle_chance(buffers)


def share(s: object, seat: int, seats: int) -> int:
    """A seat's share of the win, in parts of `WHOLE_SHARE`; a draw or a game that was stopped is divided equally."""
    won = winners(s) if is_over(s) else 0
    if won == 0:
        return WHOLE_SHARE // seats
    return WHOLE_SHARE // count(won) if won >> seat & 1 else 0


ENTRY_POINTS = (play_deals,)  # the function that Python calls
