"""Whole games between simple players, and their result rows: loops for any game, on every host."""

from __future__ import annotations

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
from undercut.games.base.parts.figures import (
    CHOICES,
    COLUMNS,
    DEAL,
    DECISIONS,
    DEFICIT,
    FACTS,
    LEAD_CHANGES,
    OPEN,
    POLICIES,
    POLICY_BITS,
    POLICY_MASK,
    REASON,
    ROTATION,
    SEED,
    SHUFFLES,
    SINGLES,
    TURNS,
    WINNERS,
    end_reason,
    note,
    score,
    starts_turn,
)
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


def play_deals(
    states: list[Fields],
    policies: Cells,
    pack: Cells,
    generators: list[Cells],
    work: list[Cells],
    rows: list[Cells],
    leads: list[Cells],
    seed: int,
    players: int,
    first: int,
    last: int,
    rotations: int,
    limit: int,
) -> None:
    """Play a range of deals, each in all rotations."""
    seats = len(policies)
    place = 0
    for number in range(first, last):
        for rotation in range(rotations):
            row = rows[place]
            place += 1
            begin_game(states, policies, pack, generators, work[POOL], row, seed, players, number, rotation)
            play_game(states, generators, work, row, seats, limit)
            count_leads(work[LEAD], row, leads)


def begin_game(
    states: list[Fields],
    policies: Cells,
    pack: Cells,
    generators: list[Cells],
    pool: Cells,
    row: Cells,
    seed: int,
    players: int,
    number: int,
    rotation: int,
) -> None:
    """Start the row of a game and all generators, and deal (see `play_deals`)."""
    seats = len(policies)
    for column in range(COLUMNS):
        row[column] = 0
    row[DEAL] = number
    row[ROTATION] = rotation
    for seat in range(seats):
        row[POLICIES] |= policies[(seat + rotation) % seats] << POLICY_BITS * seat
        start_numbered(generators[seat], players ^ MOVE_STREAM, number * MOST_SEATS + seat)
    deal_numbered(states, pack, generators[seats], pool, row, seed)


def deal_numbered(states: list[Fields], pack: Cells, generator: Cells, pool: Cells, row: Cells, seed: int) -> None:
    """Deal by the number of the deal, as the games of a batch are dealt first."""
    start_numbered(generator, seed, row[DEAL])
    row[SEED] = next_seed(generator)
    start(generator, row[SEED])
    deal_shuffled(states, FRESH, TABLE, pack, pool, generator)


def play_game(
    states: list[Fields], generators: list[Cells], work: list[Cells], row: Cells, seats: int, limit: int
) -> None:
    """Play a game that was dealt, and fill in its row."""
    s = states[TABLE]
    pool, lead = work[POOL], work[LEAD]
    reset_lead(lead, seats)
    row[SHUFFLES] += settle_chance(s, generators[seats], pool)
    decisions = choices = singles = 0
    while not is_over(s) and decisions < limit:
        if starts_turn(s):
            row[TURNS] += 1
            survey(s, lead, row, seats)
        seat = mover(s)
        policy = row[POLICIES] >> POLICY_BITS * seat & POLICY_MASK
        if policy == RANDOM:
            size = count_moves(s)
            move = random_move(s, advance(generators[seat]))
        elif policy == SCRIPT:
            size = count_moves(s)
            move = work[GIVEN][decisions]
        else:
            size = legal_moves(s, work[MOVES])
            move = greedy_move(states, TABLE, work[MOVES], size, work[RANKS], generators[seat], work[BUFFER])
        decisions += 1
        choices += size
        singles += 1 if size == 1 else 0
        play(s, move)
        note(s, move, row, FACTS)
        row[SHUFFLES] += settle_chance(s, generators[seats], pool)
    row[DECISIONS] = decisions
    row[CHOICES] = choices
    row[SINGLES] = singles
    finish_row(s, lead, row)


def settle_chance(s: object, generator: Cells, pool: Cells) -> int:
    """Make the random choices of the rules until a seat is to move or the game is over; return their number."""
    made = 0
    while not is_over(s):
        need = chance_need(s)
        if need == 0:
            break
        size = chance_pool(s, pool)
        shuffle(generator, pool, size, need)
        apply_chance(s, pool)
        made += 1
    return made


# --- The lead --------------------------------------------------------------------------------------------------------


def reset_lead(lead: Cells, seats: int) -> None:
    """Forget the lead of the game before."""
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
    if row[TURNS] <= MOST_TURNS:
        lead[LED + row[TURNS] - 1] = leader
    if leader == lead[LEADER]:
        return
    lead[LEADER] = leader
    lead[SINCE] = row[TURNS]
    if leader != NO_SEAT:
        if lead[LAST_LEADER] != NO_SEAT and lead[LAST_LEADER] != leader:
            row[LEAD_CHANGES] += 1
        lead[LAST_LEADER] = leader


def finish_row(s: object, lead: Cells, row: Cells) -> None:
    """Fill in the end of a game; one that was stopped has no reason, and no winners."""
    row[OPEN] = row[TURNS]
    if not is_over(s):
        return
    row[WINNERS] = winners(s)
    row[REASON] = end_reason(s)
    if count(row[WINNERS]) == 1:
        winner = lowest(row[WINNERS])
        row[DEFICIT] = lead[DEFICITS + winner]
        if lead[LEADER] == winner:
            row[OPEN] = lead[SINCE] - 1


def count_leads(lead: Cells, row: Cells, leads: list[Cells]) -> None:
    """Add a game that is over to the counts by turn; a shared win is a win."""
    for turn in range(min(row[TURNS], MOST_TURNS)):
        leader = lead[LED + turn]
        if leader != NO_SEAT:
            leads[turn][0] += 1
            leads[turn][1] += row[WINNERS] >> leader & 1


# --- For kernels that stop at moves or go on from saved positions ---


def choose_move(states: list[Fields], generators: list[Cells], work: list[Cells], row: Cells) -> int:
    """Choose a move as the policy of the seat to move does."""
    s = states[TABLE]
    seat = mover(s)
    if row[POLICIES] >> POLICY_BITS * seat & POLICY_MASK == RANDOM:
        return random_move(s, advance(generators[seat]))
    size = legal_moves(s, work[MOVES])
    return greedy_move(states, TABLE, work[MOVES], size, work[RANKS], generators[seat], work[BUFFER])


def go_on(states: list[Fields], generators: list[Cells], work: list[Cells], row: Cells, seats: int, limit: int) -> None:
    """Play the game on to its end, or for a number of decisions."""
    s = states[TABLE]
    settle_chance(s, generators[seats], work[POOL])
    while not is_over(s) and limit > 0:
        limit -= 1
        play(s, choose_move(states, generators, work, row))
        settle_chance(s, generators[seats], work[POOL])


def share(s: object, seat: int, seats: int) -> int:
    """A seat's share of the win, in parts of `WHOLE_SHARE`; a draw or a game that was stopped is divided equally."""
    won = winners(s) if is_over(s) else 0
    if won == 0:
        return WHOLE_SHARE // seats
    return WHOLE_SHARE // count(won) if won >> seat & 1 else 0


ENTRY_POINTS = (play_deals,)  # the function that Python calls
