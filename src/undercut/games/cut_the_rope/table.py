"""The state of Cut the Rope as one field table, its piles, and the level rows.

A card is its rank: 0 to 9 for the numbers 1 to 10, 10 for scissors; equal cards cannot be told apart (CR-1).

A hand is an octal number whose digit at a card's place counts that card; a hand never holds more than six, so no digit
overflows. Every pile whose order matters is a chain of slots in one store. A slot holds a card and the number of the
slot below it; there is a slot for each card of the pack, so a row can grow to any length.
"""

from typing import Annotated

from undercut.engine.bits import short
from undercut.engine.contract import Cells, Fields, field_table

PACK_SIZE = 160
MAX_MOVES = 128
SCISSORS = 10
KINDS_OF_CARDS = 11
HAND_SIZE = 6
NONE = 15
ROWS = 3  # level rows, and the supply rows of a seat
COMPLETE = 10
HIGHEST = COMPLETE - 1  # the card with the highest number: cards are counted from 0

# The piles: three supply rows and the personal deck of each seat, then the shared ones.
PERSONAL = 3
SEAT_PILES = 4
LEVELS = 32
DECK = 35
UNUSED = 36

# A play is bit 3 * card + row of a set: all cards on row 0, and scissors on row 0.
ONE_ROW = 0o11111111111
SCISSORS_BIT = 0o10000000000

NO_WAY, UP, DOWN = range(3)
PLAYING, OVER, FILLING, CLOSING = range(4)
UNDECIDED, BY_EMPTYING, BY_STALEMATE = range(3)


@field_table
class Table(Fields):
    """The state of a table of Cut the Rope: the place of every card, whose turn it is, and the options."""

    seats: int
    hands: Annotated[Cells, 8]  # octal numbers: the digit at a card's place counts it
    tops: Annotated[Cells, 37]  # by pile: the slot of its top card in the lowest eight bits, its size above them
    store: Annotated[Cells, 41]  # the slots, four a word: card, same as the one below (a bit), slot below
    discards: int  # counts, five bits a card
    reach: Annotated[Cells, 3]  # by level row: how many numbers it has reached, 0 empty, 10 complete
    waiting: Annotated[Cells, 3]  # by level row: scissors on top whose value is still open (CR-21)
    way: Annotated[Cells, 3]  # by level row: NO_WAY, UP or DOWN
    fits: int  # set of plays: which cards fit which level row
    twice: int  # the plays in it that fit in two ways
    to_move: int  # whose turn it is
    phase: int
    moved: int
    still: int
    winners: int  # mask of seats; valid only in phase OVER
    reason: int
    personal: int  # the options start here
    refill: int
    supply_scissors: int
    reshuffle: int
    stalemate: int
    equal: int
    open_scissors: int
    bookend: int


def next_seat(s: Table, seat: int) -> int:
    return seat + 1 if seat + 1 < s.seats else 0


# --- Piles -----------------------------------------------------------------------------------------------------------


def slot(s: Table, number: int) -> int:
    """The content of a slot: the card (four bits), whether it repeats the value below, the slot below."""
    return short(s.store, number)


def fill_slot(s: Table, number: int, content: int) -> None:
    shift = (number & 3) << 4
    word = number >> 2
    s.store[word] = s.store[word] & ~(0xFFFF << shift) | content << shift


def chain_slots(s: Table) -> None:
    """Chain all slots of an empty store as unused."""
    for number in range(1, PACK_SIZE):
        fill_slot(s, number, number + 1 << 5)
    fill_slot(s, PACK_SIZE, 0)
    s.tops[UNUSED] = 1


def slot_card(content: int) -> int:
    return content & 15


def slot_below(content: int) -> int:
    """The number of the slot below, or 0."""
    return content >> 5


def personal_pile(seat: int) -> int:
    return SEAT_PILES * seat + PERSONAL


def supply_pile(seat: int, row: int) -> int:
    return SEAT_PILES * seat + row


def top_slot(s: Table, pile: int) -> int:
    """The slot of the card on top of a pile, or 0."""
    return s.tops[pile] & 255


def top_card(s: Table, pile: int) -> int:
    """The card on top of a pile that is not empty."""
    return slot_card(slot(s, top_slot(s, pile)))


def put_on(s: Table, pile: int, card: int, same: int) -> None:
    number = s.tops[UNUSED]
    s.tops[UNUSED] = slot_below(slot(s, number))
    fill_slot(s, number, card | same << 4 | top_slot(s, pile) << 5)
    s.tops[pile] = pile_size(s, pile) + 1 << 8 | number


def take_from(s: Table, pile: int) -> int:
    """Take the top card of a pile that is not empty."""
    number = top_slot(s, pile)
    content = slot(s, number)
    s.tops[pile] = pile_size(s, pile) - 1 << 8 | slot_below(content)
    fill_slot(s, number, s.tops[UNUSED] << 5)
    s.tops[UNUSED] = number
    return slot_card(content)


def pile_size(s: Table, pile: int) -> int:
    return s.tops[pile] >> 8 & 255


def personal_left(s: Table, seat: int) -> int:
    """Count the cards of a personal deck."""
    return pile_size(s, personal_pile(seat))


def copies(hand: int, card: int) -> int:
    return hand >> 3 * card & 7


def hand_size(hand: int) -> int:
    """Count the cards of a hand: a number and the sum of its octal digits are equal modulo seven."""
    return hand % 7


# --- Level rows ------------------------------------------------------------------------------------------------------
# Going up, the number 1 is a row's first step and 10 its tenth; going down, 10 is the first and 1 the tenth. Steps
# count from 0 here, so a card's step is the card itself going up, and 9 - card going down.


def first_step(s: Table, row: int) -> int:
    """The lowest step of the next number: the one due, or with `equal` the top number's again (CR-20)."""
    reach = s.reach[row]
    return reach - 1 if s.equal and reach > 0 else reach


def last_step(s: Table, row: int) -> int:
    """The highest step of the next number: each waiting scissors may count one more (CR-21)."""
    return min(COMPLETE - 1, s.reach[row] + s.waiting[row])


def steps(least: int, greatest: int) -> int:
    """The cards from one rank to another, as plays on row 0."""
    return ONE_ROW & ((8 << 3 * greatest) - (1 << 3 * least))


def rows_for(s: Table, card: int) -> int:
    """CR-11: the level rows that a card fits, as a set."""
    return s.fits >> 3 * card & 7


def find_fits(s: Table, row: int) -> None:
    """CR-11, CR-12, CR-20, CR-21, CR-24: find which cards fit a level row, and which in two ways."""
    least, greatest = first_step(s, row), last_step(s, row)
    rising = steps(least, greatest)
    falling = steps(9 - greatest, 9 - least)
    twice = 0
    if s.way[row] == UP:
        fits = rising
    elif s.way[row] == DOWN:
        fits = falling
    else:
        fits = rising | falling
        twice = rising & falling
    # CR-12: scissors always fit; CR-20, CR-24: they may repeat the value below, if there is one.
    fits |= SCISSORS_BIT
    if s.equal and not s.open_scissors and s.reach[row] > 0:
        twice |= SCISSORS_BIT
    others = ~(ONE_ROW << row)
    s.fits = s.fits & others | fits << row
    s.twice = s.twice & others | twice << row
