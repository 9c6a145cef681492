"""Greedy ranking of moves for Cut the Rope: reach the personal card cheaply without helping the next player.

A layer of its own, beside rules and search: neither compiles longer for it, and
simulations compile it into their loops.
"""

from undercut.engine.bits import count, lowest
from undercut.engine.chance import shuffle
from undercut.engine.contract import Cells
from undercut.games.cut_the_rope import table
from undercut.games.cut_the_rope.moves import (
    END,
    PERSONAL_SOURCE,
    PUT,
    first_way,
    move_card,
    move_kind,
    move_row,
    move_sets,
    move_source,
    second_way,
)
from undercut.games.cut_the_rope.options import WHEN_EMPTY
from undercut.games.cut_the_rope.rules import chance_need, lay, play
from undercut.games.cut_the_rope.search.hidden import hidden_cards, lay_hidden
from undercut.games.cut_the_rope.search.measures import (
    CUT,
    FROM_HAND,
    FROM_SUPPLY,
    GREEDY,
    distance_from_empty,
    due_before,
    due_to_end,
    held_numbers,
    play_worth,
    put_worth,
)
from undercut.games.cut_the_rope.table import (
    Table,
    hand_size,
    next_seat,
    personal_left,
    personal_pile,
    pile_size,
    rows_for,
    slot,
    slot_below,
    slot_card,
    supply_pile,
    take_from,
    top_card,
    top_slot,
)
from undercut.search.greedy import copy_table, skip, sort_cards

WIN, FREE = 100_000, 10_000
FED, NEARER, THEIRS = 300, 50, 20
NO_MOVE = -1

# The search for the cheapest path to the personal card. Costs are floats, and their rounding decides between paths that
# cost the same; in units of 2**-54 they are whole, so they lie in cells without loss.
LONGEST_SEARCH = 60
HAND, SUPPLY, SCISSORS_COST = FROM_HAND[GREEDY] / 100, FROM_SUPPLY[GREEDY] / 100, CUT / 100
EXACT = 2.0**54
HAND_PLAYS = (8 << 3 * table.SCISSORS) - 1
SUPPLY_PLAYS = 0o777 << 3 * table.KINDS_OF_CARDS
PERSONAL_PLAYS = 7 << 3 * PERSONAL_SOURCE
HAND_BITS, ROW_BITS = 33, 27
# Sections of the buffer. Plays of one state that cost the same are a group: its state, the first move of the path, its
# plays and those among them in two ways. The queue lists groups by cost. Then what tells expanded states apart.
MOST_GROUPS = 1 << 9
PARENT, FIRST, FITS, TWICE, QUEUE, COST, HAND_KEY, ROWS_KEY = range(0, 8 * MOST_GROUPS, MOST_GROUPS)


def rank_moves(states: list[Table], moves: Cells, size: int, ranks: Cells, buffer: Cells) -> None:
    """Score the legal moves (`undercut.search.contract.rank_moves`)."""
    first = cheapest_path(states, buffer)
    seat, following = states[0].to_move, next_seat(states[0], states[0].to_move)
    before = nearness(states[0], seat, following)
    is_fed = fits_now(states[0], following)
    copy_table(states, 0, 1)
    for place in range(size):
        move = moves[place]
        if is_personal(move):
            ranks[place] = WIN
        elif move == first:
            ranks[place] = FREE
        elif move_kind(move) == END:
            ranks[place] = 0
        elif move_kind(move) == PUT:
            ranks[place] = put_worth(states[0], move_card(move), move_row(move), table.SCISSORS, GREEDY)
        else:
            lay(states[1], move_row(move), move_card(move), move_kind(move))
            worth = play_worth(states[0], move_card(move), move_source(move), GREEDY)
            ranks[place] = worth + nearness(states[1], seat, following) - before
            if fits_now(states[1], following) and not is_fed:
                ranks[place] -= FED
            take_back(states, move_row(move))


def is_personal(move: int) -> bool:
    return move_kind(move) < PUT and move_source(move) == PERSONAL_SOURCE


# --- The path to the personal card ------------------------------------------------------------------------------------


def cheapest_path(states: list[Table], buffer: Cells) -> int:
    """Find the first move of the cheapest path to playing the personal card (bounded Dijkstra), or `NO_MOVE`."""
    if is_out_of_reach(states[0]):
        return NO_MOVE
    seat = states[0].to_move
    fits, twice, _ = move_sets(states[0])
    last = queue_plays(states[0], buffer, 0, 0, 0.0, fits & ~PERSONAL_PLAYS, twice & ~PERSONAL_PLAYS)
    for group in range(last):
        buffer[PARENT + group] = 0
        buffer[FIRST + group] = NO_MOVE
    taken = 0
    here = 1
    for _ in range(LONGEST_SEARCH):
        if taken == last:
            return NO_MOVE
        group = buffer[QUEUE + taken]
        cost = buffer[COST + taken] / EXACT
        parent = buffer[PARENT + group]
        move = take_play(states[parent], buffer, group)
        first = move if parent == 0 else buffer[FIRST + group]
        if (buffer[FITS + group] | buffer[TWICE + group]) == 0:
            taken += 1
        copy_table(states, parent, here)
        s = states[here]
        play(s, move)
        if s.to_move != seat or chance_need(s) or was_reached(s, buffer, here):
            continue
        fits, twice, _ = move_sets(s)
        if fits & PERSONAL_PLAYS:
            return first
        size = queue_plays(s, buffer, taken, last, cost, fits, twice)
        for group in range(last, size):
            buffer[PARENT + group] = here
            buffer[FIRST + group] = first
        last = size
        here += 1
    return NO_MOVE


def is_out_of_reach(s: Table) -> bool:
    """Whether the personal card cannot fit in this turn even if the supply rows were in the hand."""
    pile = personal_pile(s.to_move)
    if s.equal or s.refill == WHEN_EMPTY or s.tops[pile] == 0 or top_card(s, pile) == table.SCISSORS:
        return False
    hand = s.hands[s.to_move]
    have = held_numbers(hand)
    scissors = hand >> 3 * table.SCISSORS
    for row in range(table.ROWS):
        number = top_slot(s, supply_pile(s.to_move, row))
        while number:
            content = slot(s, number)
            have |= 1 << slot_card(content)
            scissors += slot_card(content) // table.SCISSORS
            number = slot_below(content)
    wanted = top_card(s, pile)
    for row in range(table.ROWS):  # noqa: SIM110  compiled code has no generators
        if missing_on_row(s.reach[row], s.way[row], wanted, have) <= scissors:
            return False
    return True


def missing_on_row(step: int, way: int, wanted: int, have: int) -> int:
    """How many missing numbers a row needs at least before it takes a wanted card; each number to have serves twice."""
    least = table.KINDS_OF_CARDS
    for falls in range(2):
        if way == (table.UP if falls else table.DOWN):
            continue
        due = due_before(step, wanted, falls)
        if due < 0:
            least = min(least, count(due_to_end(step, falls) & ~have) + distance_from_empty(wanted, have))
        else:
            least = min(least, count(due & ~have))
    return least


def queue_plays(s: Table, buffer: Cells, taken: int, last: int, cost: float, fits: int, twice: int) -> int:
    """Put the plays of a state into the queue, in groups of equal cost; return the new number of groups."""
    scissors = 7 << 3 * table.SCISSORS
    for row in range(table.ROWS):
        pile = supply_pile(s.to_move, row)
        if s.tops[pile] and top_card(s, pile) == table.SCISSORS:
            scissors |= 7 << 3 * (table.KINDS_OF_CARDS + row)
    plain, cut = fits & ~scissors, fits & scissors
    last = queue_group(buffer, taken, last, cost + HAND, plain & HAND_PLAYS, twice)
    last = queue_group(buffer, taken, last, cost + HAND + SCISSORS_COST, cut & HAND_PLAYS, twice)
    last = queue_group(buffer, taken, last, cost + SUPPLY, plain & SUPPLY_PLAYS, twice)
    return queue_group(buffer, taken, last, cost + SUPPLY + SCISSORS_COST, cut & SUPPLY_PLAYS, twice)


def queue_group(buffer: Cells, taken: int, last: int, cost: float, fits: int, twice: int) -> int:
    """Put a group into the queue, after all that cost as much; return the new number of groups."""
    if fits == 0:
        return last
    buffer[FITS + last] = fits
    buffer[TWICE + last] = fits & twice
    exact = int(cost * EXACT)
    place = last
    while place > taken and buffer[COST + place - 1] > exact:
        buffer[COST + place] = buffer[COST + place - 1]
        buffer[QUEUE + place] = buffer[QUEUE + place - 1]
        place -= 1
    buffer[COST + place] = exact
    buffer[QUEUE + place] = last
    return last + 1


def take_play(s: Table, buffer: Cells, group: int) -> int:
    """Take the next play of a group: first each play in its first way, then those that have a second."""
    fits, twice = buffer[FITS + group], buffer[TWICE + group]
    if fits:
        buffer[FITS + group] = fits & (fits - 1)
        return first_way(s, twice, lowest(fits))
    buffer[TWICE + group] = twice & (twice - 1)
    return second_way(s, lowest(twice))


def was_reached(s: Table, buffer: Cells, here: int) -> bool:
    """Whether a state equals one expanded before in the hand, the level rows and the supply rows; otherwise keep it."""
    hand_key = s.hands[s.to_move] | row_key(s, 0) << HAND_BITS
    rows_key = row_key(s, 1) | row_key(s, 2) << ROW_BITS
    for place in range(1, here):
        if buffer[HAND_KEY + place] == hand_key and buffer[ROWS_KEY + place] == rows_key:
            return True
    buffer[HAND_KEY + here] = hand_key
    buffer[ROWS_KEY + here] = rows_key
    return False


def row_key(s: Table, row: int) -> int:
    """What a search can change of a level row and of the supply row with its number, in `ROW_BITS` bits."""
    key = s.reach[row] | s.way[row] << 4 | s.waiting[row] << 6
    return key | top_slot(s, table.LEVELS + row) << 11 | top_slot(s, supply_pile(s.to_move, row)) << 19


# --- Moves that do not lead to the personal card ---------------------------------------------------------------------


def take_back(states: list[Table], row: int) -> None:
    """Take back what `lay` did to a level row of the second state."""
    s, before = states[1], states[0]
    if s.tops[table.LEVELS + row] == 0:  # the row was completed, and its cards are gone
        copy_table(states, 0, 1)
        return
    take_from(s, table.LEVELS + row)
    s.reach[row], s.waiting[row], s.way[row] = before.reach[row], before.waiting[row], before.way[row]
    s.fits, s.twice = before.fits, before.twice


def nearness(s: Table, seat: int, following: int) -> int:
    """Score how near a seat is to its personal card, and the next one to its own."""
    return THEIRS * distance_by_number(s, following) - NEARER * distance_by_number(s, seat)


def fits_now(s: Table, seat: int) -> bool:
    """Whether a seat's personal card can be played now."""
    pile = personal_pile(seat)
    return s.tops[pile] != 0 and rows_for(s, top_card(s, pile)) != 0


def distance_by_number(s: Table, seat: int) -> int:
    """Count the plays between the nearest level row and a personal card; `HIGHEST` if all rows have passed it."""
    pile = personal_pile(seat)
    if s.tops[pile] == 0 or top_card(s, pile) == table.SCISSORS:
        return 0
    card = top_card(s, pile)
    least = table.HIGHEST
    for row in range(table.ROWS):
        gap = (table.HIGHEST - card if s.way[row] == table.DOWN else card) - s.reach[row]
        if gap >= 0:
            least = min(least, gap)
    return least


def deal_unseen(s: Table, seat: int, generator: Cells, buffer: Cells) -> None:
    """CR-4: redeal the cards that a seat cannot know, starting from their sorted list, if a turn can draw some."""
    if s.refill != WHEN_EMPTY:
        skip(generator, count_hidden(s, seat))
        return
    size = hidden_cards(s, seat, buffer)
    sort_cards(buffer, 0, size, size, table.KINDS_OF_CARDS)
    shuffle(generator, buffer, size, size)
    lay_hidden(s, seat, buffer, size)


def count_hidden(s: Table, seat: int) -> int:
    """Count the cards that a seat cannot know: the deck, personal decks below their tops, and the other hands."""
    number = pile_size(s, table.DECK)
    for owner in range(s.seats):
        number += max(personal_left(s, owner) - 1, 0)
        number += 0 if owner == seat else hand_size(s.hands[owner])
    return number
