"""Greedy ranking of moves for Cut the Rope: reach the personal card cheaply without helping the next player.

Ranks are in hundredths of a play. A layer of its own, beside rules and search: neither compiles longer for it, and
simulations compile it into their loops.
"""

from __future__ import annotations

from undercut.engine.bits import lowest
from undercut.engine.chance import shuffle
from undercut.engine.contract import Cells
from undercut.games.cut_the_rope.moves import (
    first_way,
    move_card,
    move_kind,
    move_row,
    move_sets,
    move_source,
    second_way,
)
from undercut.games.cut_the_rope.rules import chance_need, play
from undercut.games.cut_the_rope.search.belief import hidden_cards, lay_hidden
from undercut.games.cut_the_rope.table import (
    DOWN,
    END,
    KINDS_OF_CARDS,
    LEVELS,
    PERSONAL,
    PUT,
    SCISSORS,
    SEAT_PILES,
    Table,
    top_card,
)
from undercut.search.greedy import copy_table, sort_cards

WIN, FREE = 100_000, 10_000
SPEED, CLEARED, CUT = 40, 70, 250  # value of a play in itself: a hand card replaced, a supply card gone, less scissors
FED, NEARER, THEIRS = 300, 50, 20
PUT_CUT, PUT_ALIKE = -100, 5
ON_EMPTY, ON_CUT, ON_NEIGHBOUR, ON_ALIKE, ON_OTHER, ON_STEP = -15, -60, -5, -10, -20, -3
ROWS = 3
FAR = 9
NO_MOVE = -1

# The search for the cheapest way to the personal card. Costs are floats, and their rounding decides between ways that
# cost the same; in units of 2**-54 they are whole, so they lie in cells without loss.
LONGEST_SEARCH = 60
HAND, SUPPLY, SCISSORS_COST = 1.0, 0.4, 2.5
EXACT = 2.0**54
# Sections of the buffer: for each node its cost, the state that it follows, the move from there and the first move of
# the way; then the heap of open nodes.
MOST_NODES = 1 << 12
COST, PARENT, MOVE, FIRST, HEAP = range(0, 5 * MOST_NODES, MOST_NODES)
PERSONAL_SOURCE = KINDS_OF_CARDS + PERSONAL
PERSONAL_PLAYS = 7 << 3 * PERSONAL_SOURCE


def rank_moves(states: list[Table], moves: Cells, size: int, ranks: Cells, buffer: Cells) -> None:
    """Score the legal moves (`undercut.search.contract.rank_moves`)."""
    way = cheapest_way(states, moves, size, buffer)
    for place in range(size):
        move = moves[place]
        if is_personal(move):
            ranks[place] = WIN
        elif move == way:
            ranks[place] = FREE
        elif move_kind(move) == PUT or move_kind(move) == END:
            ranks[place] = put_worth(states[0], move)
        else:
            copy_table(states, 0, 1)
            play(states[1], move)
            ranks[place] = play_worth(states[0], states[1], move)


def is_personal(move: int) -> bool:
    """Whether a move plays the personal card."""
    return move_kind(move) < PUT and move_source(move) == PERSONAL_SOURCE


# --- The way to the personal card ------------------------------------------------------------------------------------


def cheapest_way(states: list[Table], moves: Cells, size: int, buffer: Cells) -> int:
    """Find the first move of the cheapest way to play the personal card (bounded Dijkstra), or `NO_MOVE`."""
    seat = states[0].to_move
    nodes = 0
    for place in range(size):
        if move_kind(moves[place]) < PUT and not is_personal(moves[place]):
            add_node(buffer, nodes, 0.0, 0, moves[place], moves[place])
            push(buffer, nodes, nodes)
            nodes += 1
    left = nodes
    here = 1
    for _ in range(LONGEST_SEARCH):
        if left == 0:
            return NO_MOVE
        node = pop(buffer, left)
        left -= 1
        copy_table(states, buffer[PARENT + node], here)
        s = states[here]
        play(s, buffer[MOVE + node])
        if was_reached(states, here, seat) or s.to_move != seat or chance_need(s):
            continue
        fits, twice, _ = move_sets(s)
        if fits & PERSONAL_PLAYS:
            return buffer[FIRST + node]
        cost = buffer[COST + node] / EXACT
        while fits:
            add_node(buffer, nodes, cost, here, first_way(s, twice, lowest(fits)), buffer[FIRST + node])
            push(buffer, nodes, left)
            nodes += 1
            left += 1
            fits &= fits - 1
        while twice:
            add_node(buffer, nodes, cost, here, second_way(s, lowest(twice)), buffer[FIRST + node])
            push(buffer, nodes, left)
            nodes += 1
            left += 1
            twice &= twice - 1
        here += 1
    return NO_MOVE


def add_node(buffer: Cells, node: int, cost: float, parent: int, move: int, first: int) -> None:
    """Write a node: a play after a state."""
    cost += HAND if move_source(move) < KINDS_OF_CARDS else SUPPLY
    if move_card(move) == SCISSORS:
        cost += SCISSORS_COST
    buffer[COST + node] = int(cost * EXACT)
    buffer[PARENT + node] = parent
    buffer[MOVE + node] = move
    buffer[FIRST + node] = first


def was_reached(states: list[Table], here: int, seat: int) -> bool:
    """Whether a state is the same as one expanded before, as far as the seat's plays go."""
    for place in range(1, here):  # noqa: SIM110  compiled code has no generators
        if is_same(states[place], states[here], seat):
            return True
    return False


def is_same(one: Table, other: Table, seat: int) -> bool:
    """Whether two tables have the same hand, level rows and rows of every seat."""
    if one.hands[seat] != other.hands[seat]:
        return False
    for row in range(ROWS):
        if one.reach[row] != other.reach[row] or one.way[row] != other.way[row]:
            return False
        if one.waiting[row] != other.waiting[row]:
            return False
    for pile in range(LEVELS + ROWS):  # noqa: SIM110  as above
        if one.tops[pile] != other.tops[pile]:
            return False
    return True


def is_cheaper(buffer: Cells, one: int, other: int) -> bool:
    """Whether a node comes before another: it costs less, or as much and was found first."""
    difference = buffer[COST + one] - buffer[COST + other]
    return difference < 0 or (difference == 0 and one < other)


def push(buffer: Cells, node: int, size: int) -> None:
    """Put a node on the heap of open nodes."""
    place = size
    while place and is_cheaper(buffer, node, buffer[HEAP + (place - 1 >> 1)]):
        buffer[HEAP + place] = buffer[HEAP + (place - 1 >> 1)]
        place = place - 1 >> 1
    buffer[HEAP + place] = node


def pop(buffer: Cells, size: int) -> int:
    """Take the cheapest node from the heap of open nodes."""
    found = buffer[HEAP]
    last = buffer[HEAP + size - 1]
    place = 0
    while 2 * place + 1 < size - 1:
        child = 2 * place + 1
        if child + 1 < size - 1 and is_cheaper(buffer, buffer[HEAP + child + 1], buffer[HEAP + child]):
            child += 1
        if not is_cheaper(buffer, buffer[HEAP + child], last):
            break
        buffer[HEAP + place] = buffer[HEAP + child]
        place = child
    buffer[HEAP + place] = last
    return found


# --- Moves that do not lead to the personal card ---------------------------------------------------------------------


def play_worth(s: Table, after: Table, move: int) -> int:
    """Score a play; ending the turn is worth 0."""
    seat = s.to_move
    following = seat + 1 if seat + 1 < s.seats else 0
    worth = SPEED if move_source(move) < KINDS_OF_CARDS else CLEARED
    if move_card(move) == SCISSORS:
        worth -= CUT
    worth += NEARER * (distance_by_number(s, seat) - distance_by_number(after, seat))
    if fits_now(after, following) and not fits_now(s, following):
        worth -= FED
    return worth + THEIRS * (distance_by_number(after, following) - distance_by_number(s, following))


def put_worth(s: Table, move: int) -> int:
    """Score a discard: best is a card that can be played before the one below it and blocks nothing."""
    if move_kind(move) == END:
        return 0
    card = move_card(move)
    pile = SEAT_PILES * s.to_move + move_row(move)
    worth = PUT_CUT if card == SCISSORS else 0
    worth += PUT_ALIKE * ((s.hands[s.to_move] >> 3 * card & 7) - 1)
    if s.tops[pile] == 0:
        return worth + ON_EMPTY
    below = top_card(s, pile)
    if below == SCISSORS:
        return worth + ON_CUT
    gap = abs(below - card)
    if gap == 1:
        return worth + ON_NEIGHBOUR
    return worth + (ON_ALIKE if gap == 0 else ON_OTHER + ON_STEP * gap)


def fits_now(s: Table, seat: int) -> bool:
    """Whether a seat's personal card can be played now."""
    pile = SEAT_PILES * seat + PERSONAL
    return s.tops[pile] != 0 and s.fits >> 3 * top_card(s, pile) & 7 != 0


def distance_by_number(s: Table, seat: int) -> int:
    """How many plays the nearest level row is away from a seat's personal card; `FAR` if all rows have passed it."""
    pile = SEAT_PILES * seat + PERSONAL
    if s.tops[pile] == 0 or top_card(s, pile) == SCISSORS:
        return 0
    card = top_card(s, pile)
    least = FAR
    for row in range(ROWS):
        gap = (FAR - card if s.way[row] == DOWN else card) - s.reach[row]
        if gap >= 0:
            least = min(least, gap)
    return least


def deal_unseen(s: Table, seat: int, generator: Cells, buffer: Cells) -> None:
    """CR-4: redeal the cards that a seat cannot know, starting from their sorted list."""
    size = hidden_cards(s, seat, buffer)
    sort_cards(buffer, 0, size, size, KINDS_OF_CARDS)
    shuffle(generator, buffer, size, size)
    lay_hidden(s, seat, buffer, size)
