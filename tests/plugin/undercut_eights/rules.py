"""The rules of Crazy Eights, clause by clause."""

from typing import Annotated

from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells, Fields, field_table

PACK_SIZE = 52
MAX_MOVES = 64
DRAW, PASS, CHOICES = 52, 53, 54
EIGHT = 7
SUIT = 0x1111111111111  # all clubs; a card's code is 4 * rank + suit
OUT, STUCK = 1, 2


@field_table
class Table(Fields):
    """The state of a table of Crazy Eights."""

    seats: int
    hands: Annotated[Cells, 4]
    top: int
    discards: int
    stock: int
    suit: int
    drawn: int  # whether the seat to move has drawn in this turn
    passes: int  # in a row
    due: int
    to_move: int
    reason: int


def deal(s: Table, order: Cells) -> None:
    """CE-1: deal seven cards each to two players, else five; turn one up."""
    size = 7 if s.seats == 2 else 5
    for place in range(s.seats * size):
        s.hands[place % s.seats] |= 1 << order[place]
    s.top = 1 << order[s.seats * size]
    s.suit = order[s.seats * size] & 3
    for place in range(s.seats * size + 1, PACK_SIZE):
        s.stock |= 1 << order[place]


def fitting(s: Table) -> int:
    """CE-2: the cards, apart from eights, that match the suit or the rank."""
    rank = lowest(s.top) >> 2
    return s.hands[s.to_move] & (SUIT << s.suit | 15 << 4 * rank) & ~(15 << 4 * EIGHT)


def legal_moves(s: Table, moves: Cells) -> int:
    """CE-2, CE-3, CE-4: play a card, an eight with a suit, draw once, or pass."""
    size = 0
    left = fitting(s)
    while left:
        moves[size] = lowest(left)
        size += 1
        left &= left - 1
    left = s.hands[s.to_move] & 15 << 4 * EIGHT
    while left:
        for suit in range(4):
            moves[size] = CHOICES + 4 * lowest(left) + suit
            size += 1
        left &= left - 1
    moves[size] = DRAW if s.drawn == 0 and s.stock | s.discards else PASS
    return size + 1


def play(s: Table, move: int) -> None:
    """Play a move."""
    if move == DRAW:
        if s.stock == 0:  # CE-3: the discards are shuffled
            s.stock, s.discards = s.discards, 0
        s.due = 1
        s.drawn = 1
        return
    s.passes = s.passes + 1 if move == PASS else 0
    if move != PASS:
        card = move if move < DRAW else (move - CHOICES) >> 2
        s.hands[s.to_move] ^= 1 << card
        s.discards |= s.top
        s.top = 1 << card
        s.suit = move & 3 if move < DRAW else (move - CHOICES) & 3
    if s.hands[s.to_move] == 0:
        s.reason = OUT
    elif s.passes == s.seats:
        s.reason = STUCK
    s.drawn = 0
    s.to_move = (s.to_move + 1) % s.seats


def winners(s: Table) -> int:
    """CE-5, CE-6: the seats with the fewest cards, as a mask."""
    fewest, found = PACK_SIZE, 0
    for seat in range(s.seats):
        cards = count(s.hands[seat])
        if cards < fewest:
            fewest, found = cards, 0
        if cards == fewest:
            found |= 1 << seat
    return found
