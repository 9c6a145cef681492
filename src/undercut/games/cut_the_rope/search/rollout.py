"""Rollout policy and evaluation for Cut the Rope."""

from math import sqrt

from undercut.engine.bits import count, nth
from undercut.engine.contract import Cells
from undercut.engine.elementary import exponential
from undercut.games.cut_the_rope import moves, table
from undercut.games.cut_the_rope.moves import PERSONAL_SOURCE, first_way, move_sets, put, second_way, source_card
from undercut.games.cut_the_rope.search.measures import (
    CUT,
    FROM_HAND,
    FROM_SUPPLY,
    ROLLOUT,
    distance,
    distance_from_empty,
    distance_on_row,
    due_before,
    due_to_end,
    held_numbers,
    least_distance,
    personal_card,
    play_worth,
    put_worth,
    supply_tops,
)
from undercut.games.cut_the_rope.table import Table, copies, next_seat, personal_left, supply_pile, top_card

PERSONAL_BITS = 7 << 3 * PERSONAL_SOURCE
NEVER = 1 << 40
LEAST_WORTH = 5  # of a play that does not free the personal card, where the turn may end instead
# The worth of missing no card, one, two and so on: for the mover, and for the next seat as far as everyone can see.
MINE = (200, 100, 90, 30, 10, -34)
THEIRS = (882, 197, 150, 80, 2, -4)
MOST = 5
# Moves that differ by less than this count as equal.
ALIKE = 5


def rollout_move(s: Table, k: int) -> int:
    """Choose a move for a rollout (`undercut.search.contract.rollout_move`)."""
    fits, twice, puts = move_sets(s)
    free = fits & PERSONAL_BITS
    if free == 0:
        bit = path_bit(s, fits)
        if bit >= 0:
            return play_on_path(s, twice, bit >> 1, bit & 1)
    bit = best_play(s, free or fits, -NEVER if free or puts == 0 else LEAST_WORTH, k)
    if bit >= 0:
        return first_way(s, twice, bit)
    return put(best_put(s, puts, k)) if puts else moves.ENDING


def next_random(k: int) -> int:
    """Return the next random number, to choose among equal moves."""
    return k * 1103515245 + 12345 & 0x7FFFFFFF


# --- The way to the personal card ------------------------------------------------------------------------------------


def play_on_path(s: Table, twice: int, bit: int, falls: int) -> int:
    """The move for a bit of the set of plays, in the wanted direction if it has two."""
    if falls and twice >> bit & 1 and bit // 3 != table.SCISSORS:
        return second_way(s, bit)
    return first_way(s, twice, bit)


def source_of(s: Table, card: int) -> int:
    """Find a card of the player on turn: a supply row, else the hand, else -1."""
    for place in range(table.PERSONAL):
        pile = supply_pile(s.to_move, place)
        if s.tops[pile] and top_card(s, pile) == card:
            return table.KINDS_OF_CARDS + place
    return card if copies(s.hands[s.to_move], card) else -1


def path_bit(s: Table, fits: int) -> int:
    """Find the first play on the cheapest way to a personal card: twice its bit, plus one if the row falls; or -1."""
    wanted = personal_card(s, s.to_move)
    if wanted == table.SCISSORS:
        return -1
    tops = supply_tops(s, s.to_move)
    hand = s.hands[s.to_move]
    have = held_numbers(hand) | tops
    cuts = copies(hand, table.SCISSORS) + (tops >> table.SCISSORS & 1)
    best = -1
    least = NEVER
    for row in range(table.ROWS):
        step = s.reach[row] + s.waiting[row]
        for falls in range(2):
            if step >= table.COMPLETE or s.way[row] == (table.UP if falls else table.DOWN):
                continue
            cost = path_cost(step, wanted, falls, tops, have, cuts)
            if cost < least:
                source = source_of(s, table.HIGHEST - step if falls else step)
                if source < 0:
                    source = source_of(s, table.SCISSORS)
                if source >= 0 and fits >> (3 * source + row) & 1:
                    least = cost
                    best = (3 * source + row) * 2 + falls
    return best


def path_cost(step: int, wanted: int, falls: int, tops: int, have: int, cuts: int) -> int:
    """The cost of a row up to a wanted card, if necessary past its end; `NEVER` if there are too few scissors."""
    due = due_before(step, wanted, falls)
    beyond = 0
    if due < 0:
        due = due_to_end(step, falls)
        beyond = distance_from_empty(wanted, have & ~due)
    lacking = count(due & ~have) + beyond
    if lacking > cuts:
        return NEVER
    plays = (count(due & ~tops) + beyond) * FROM_HAND[ROLLOUT] + count(due & tops) * FROM_SUPPLY[ROLLOUT]
    return lacking * CUT + plays


# --- Plays that do not free the personal card yet --------------------------------------------------------------------


def best_play(s: Table, plays: int, least: int, k: int) -> int:
    """Choose the bit of a play by how many cards the mover and the next seat then miss; -1 if none is worth it."""
    seat = s.to_move
    following = next_seat(s, seat)
    wanted, feared = personal_card(s, seat), personal_card(s, following)
    have = held_numbers(s.hands[seat]) | supply_tops(s, seat)
    theirs = supply_tops(s, following)
    mine_beside, mine = distances(s, wanted, have)
    theirs_beside, fear = distances(s, feared, theirs)
    found = -1
    best = least
    while plays:
        bit = nth(plays, 0)
        plays &= plays - 1
        source, row = bit // 3, bit % 3
        card = source_card(s, source)
        step, way = row_after(s, row, card)
        worth = play_worth(s, card, source, ROLLOUT)
        if source != PERSONAL_SOURCE:
            now = min(mine_beside[row], distance_on_row(step, way, wanted, have), MOST)
            worth += MINE[now] - MINE[mine]
        now = min(theirs_beside[row], distance_on_row(step, way, feared, theirs), MOST)
        worth += THEIRS[fear] - THEIRS[now]
        k = next_random(k)
        worth += (k >> 8) % ALIKE
        if worth > best:
            best = worth
            found = bit
    return found


def distances(s: Table, wanted: int, have: int) -> tuple[tuple[int, int, int], int]:
    """How many cards are missing before a wanted one fits: for each row on the two others, and the least."""
    first, second, third = distance(s, 0, wanted, have), distance(s, 1, wanted, have), distance(s, 2, wanted, have)
    return (min(second, third), min(first, third), min(first, second)), min(first, second, third, MOST)


def row_after(s: Table, row: int, card: int) -> tuple[int, int]:
    """The step and the direction of a row after a card is played on it."""
    step, way = s.reach[row] + s.waiting[row], s.way[row]
    if card == table.SCISSORS:
        step += 1
    else:
        if way == table.NO_WAY:
            way = table.UP if card <= step else table.DOWN
        step = card + 1 if way == table.UP else 10 - card
    if step >= table.COMPLETE:
        return 0, table.NO_WAY
    return step, way


# --- The end of a turn -----------------------------------------------------------------------------------------------


def best_put(s: Table, puts: int, k: int) -> int:
    """Choose a card and a supply row to put it on; return the bit."""
    wanted = personal_card(s, s.to_move)
    best = -NEVER
    found = 0
    while puts:
        bit = nth(puts, 0)
        puts &= puts - 1
        worth = put_worth(s, bit // 3, bit % 3, wanted, ROLLOUT)
        k = next_random(k)
        worth += (k >> 8) % ALIKE
        if worth > best:
            best = worth
            found = bit
    return found


# The cost of a personal card; the worth of scissors in the hand, of scissors on a supply row and of the turn; the cost
# of missing cards on the seat's own turn and on another's. Log odds for the square root of the cards left, fitted to
# games of rollout moves (`python bench/fit.py cut_the_rope`).
CARD, CUT_IN_HAND, CUT_ON_TOP, TURN = 1.11, 1.53, 1.15, 1.68
MISSING_NOW = (0.0, 2.06, 2.88, 3.34, 3.17)
MISSING_LATER = (0.0, 1.0, 1.68, 2.07, 2.15)
MOST_DISTANCES = 4


def evaluate(s: Table, shares: Cells, buffer: Cells) -> None:  # noqa: ARG001  part of the contract
    """Evaluate by the cards left in the personal decks, scissors, the turn and the distances."""
    left = 0
    for seat in range(s.seats):
        left += personal_left(s, seat)
    # The fewer cards are left, the more a card counts.
    scale = sqrt(2.0 * left / s.seats)
    for seat in range(s.seats):
        burden = CARD * personal_left(s, seat) - CUT_IN_HAND * copies(s.hands[seat], table.SCISSORS)
        if supply_tops(s, seat) >> table.SCISSORS & 1:
            burden -= CUT_ON_TOP
        have = held_numbers(s.hands[seat]) | supply_tops(s, seat)
        missing = least_distance(s, personal_card(s, seat), have, MOST_DISTANCES)
        if seat == s.to_move:
            burden += MISSING_NOW[missing] - TURN
        else:
            burden += MISSING_LATER[missing]
        shares[seat] = int(100_000_000.0 * exponential(-burden / scale)) + 1
