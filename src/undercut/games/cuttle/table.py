"""The state of Cuttle as one field table, and its piles of cards.

A set of cards is a mask with bit ``card`` set; a card is ``4 * rank + suit``, ranks from ace (0) to king (12), suits
rising c, d, h, s (CU-1, CU-2). ``NONE`` stands for no card.
"""

from typing import Annotated

from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells, Fields, field_table

PACK_SIZE = 52
RANKS = 13
MAX_MOVES = 1024
NONE = 63

POINT_CARDS = (1 << 40) - 1
ACES, TWOS, THREES, FOURS, FIVES, SIXES, SEVENS, EIGHTS, NINES = (15 << 4 * rank for rank in range(9))
JACKS, QUEENS, KINGS = (15 << 4 * rank for rank in range(10, 13))
FIRST_TWO, FIRST_SEVEN, FIRST_EIGHT, FIRST_NINE, FIRST_TEN, FIRST_JACK, FIRST_QUEEN = 4, 24, 28, 32, 36, 40, 44
TENS = 15 << 36
ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN = range(10)
# The point cards whose value has the bit 1, 2, 4 or 8.
ONES_BIT, TWOS_BIT, FOURS_BIT, EIGHTS_BIT = (
    sum(15 << 4 * (value - 1) for value in range(1, 11) if value & bit) for bit in (1, 2, 4, 8)
)

PLAYING, COUNTERING, TAKING, DISCARDING, TURNED, RECYCLING, LIMITING, OVER, CHANCE = range(9)
UNDECIDED, BY_POINTS, BY_PASSES = range(3)


@field_table
class Table(Fields):
    """The state of a table of Cuttle: the place of every card, whose move it is, and the options."""

    hands: Annotated[Cells, 2]  # masks
    points: Annotated[Cells, 2]  # masks of the point cards on each side, those under jacks too
    permanents: Annotated[Cells, 2]  # masks of queens, kings and glasses
    jacks: int  # mask of the jacks that lie on point cards
    jack_under: Annotated[Cells, 4]  # by suit: the card right under each jack on the table, or NONE
    jack_by: int  # mask of the jacks on the table that seat 1 played
    scrap: int
    stock: Annotated[Cells, 7]  # eight cards a word, a byte each, the bottom first
    stock_size: int
    turn: int
    to_move: int
    phase: int
    waiting: int  # the announced one-off, or NONE
    target: int  # its target, or NONE
    counters: int  # the twos on it, a byte each (card + 1), the first lowest
    suspended: int  # the sevens in suspension (CU-23), stored like counters
    revealed: int  # mask of the cards that a seven turned
    to_discard: int
    passes: int
    scuttled: int  # mask: the card that the turn before scuttled from the player on turn; only if a ten may undo it
    frozen: int  # mask
    known: Annotated[Cells, 2]  # masks: the cards of each hand that the other player has seen
    known_top: int
    winners: int  # mask of seats; valid only in phase OVER
    reason: int
    win: int  # the options start here
    kings: Annotated[Cells, 5]
    scuttle: int
    target_side: int
    jack_side: int
    buried_jacks: int
    queen_stops: int
    queen_guards_queens: int
    queen_guards_oneoffs: int
    three_takes_threes: int
    four: int
    five: int
    seven: int
    seven_leaves: int
    eight_scraps_eight: int
    nine_targets: int
    nine_to: int
    nine_freeze: int
    ten_undoes_scuttle: int
    hand_limit: int
    open_end: int
    pack: int  # the options of the deal start here: the ranks in the pack, a bit each, then the suits
    dealt: Annotated[Cells, 2]
    pass_limit: int


# --- Cards and piles -------------------------------------------------------------------------------------------------


def pack_size(s: Table) -> int:
    """CU-1: how many cards are in the game."""
    return count(s.pack & (1 << RANKS) - 1) * count(s.pack >> RANKS)


def total(s: Table, seat: int) -> int:
    """CU-1: the points in front of a seat, ace to ten worth 1 to 10."""
    cards = s.points[seat]
    return (
        count(cards & ONES_BIT)
        + 2 * count(cards & TWOS_BIT)
        + 4 * count(cards & FOURS_BIT)
        + 8 * count(cards & EIGHTS_BIT)
    )


def goal(s: Table, seat: int) -> int:
    """CU-6, CU-33: the total that wins, lowered by the seat's kings."""
    return s.kings[count(s.permanents[seat] & KINGS)]


def stock_card(s: Table, depth: int) -> int:
    """The card of the stock at a depth below its top."""
    place = s.stock_size - 1 - depth
    return s.stock[place >> 3] >> ((place & 7) << 3) & 63


def exchange_stock_card(s: Table, depth: int, card: int) -> int:
    """Put a card in place of the one at a depth below the top of the stock; return that one."""
    other = stock_card(s, depth)
    place = s.stock_size - 1 - depth
    s.stock[place >> 3] ^= (card ^ other) << ((place & 7) << 3)
    return other


def put_on_stock(s: Table, card: int) -> None:
    place = s.stock_size
    s.stock[place >> 3] |= card << ((place & 7) << 3)
    s.stock_size = place + 1


def take_from_stock(s: Table) -> int:
    """Take the top card of the stock, and shorten its known top."""
    place = s.stock_size - 1
    shift = (place & 7) << 3
    word = s.stock[place >> 3]
    s.stock[place >> 3] = word & ((1 << shift) - 1)
    s.stock_size = place
    if s.known_top > 0:
        s.known_top -= 1
    return word >> shift & 63


def draw_cards(s: Table, seat: int, number: int) -> None:
    """Draw cards, or as many as the stock has; cards from the known top stay known in the hand."""
    for _ in range(min(number, s.stock_size)):
        known = s.known_top > 0
        bit = 1 << take_from_stock(s)
        s.hands[seat] |= bit
        if known:
            s.known[seat] |= bit


def leave_hand(s: Table, seat: int, card: int) -> None:
    """Remove a card from a hand; it is no longer known or frozen there."""
    stays = ~(1 << card)
    s.hands[seat] &= stays
    s.known[seat] &= stays
    s.frozen &= stays


def pushed(row: int, card: int) -> int:
    """Append a card to a row of cards stored in one integer, a byte each."""
    shift = 0
    while row >> shift:
        shift += 8
    return row | (card + 1) << shift


def row_mask(row: int) -> int:
    """The cards of a row stored in one integer, as a set."""
    cards = 0
    while row:
        cards |= 1 << ((row & 255) - 1)
        row >>= 8
    return cards


# --- Jacks (CU-13, CU-32) --------------------------------------------------------------------------------------------


def point_card_under(s: Table, jack: int) -> int:
    """The point card at the bottom of a jack's pile."""
    card = s.jack_under[jack - FIRST_JACK]
    while card >= FIRST_JACK:
        card = s.jack_under[card - FIRST_JACK]
    return card


def pile_jacks(s: Table, point_card: int) -> int:
    """The jacks that lie on a point card, as a set."""
    found = 0
    left = s.jacks
    while left:
        jack = lowest(left)
        left &= left - 1
        if point_card_under(s, jack) == point_card:
            found |= 1 << jack
    return found


def is_buried(s: Table, card: int) -> bool:
    return card in (s.jack_under[0], s.jack_under[1], s.jack_under[2], s.jack_under[3])


def pile_top(s: Table, point_card: int) -> int:
    left = pile_jacks(s, point_card)
    while left:
        jack = lowest(left)
        if not is_buried(s, jack):
            return jack
        left &= left - 1
    return point_card


def side_jacks(s: Table, side: int) -> int:
    """CU-32: the jacks that lie on a side and may be chosen; buried ones under `buried_jacks`."""
    found = 0
    left = s.jacks
    while left:
        jack = lowest(left)
        left &= left - 1
        if s.points[side] >> point_card_under(s, jack) & 1 and (s.buried_jacks or not is_buried(s, jack)):
            found |= 1 << jack
    return found


def change_side(s: Table, point_card: int) -> None:
    """CU-32: each jack added or removed moves the pile to the other side."""
    bit = 1 << point_card
    s.points[0] ^= bit
    s.points[1] ^= bit


def lay_jack(s: Table, jack: int, point_card: int) -> None:
    """CU-13: put a jack on a point card, which changes side with everything on it."""
    s.jack_under[jack - FIRST_JACK] = pile_top(s, point_card)
    s.jacks |= 1 << jack
    if s.turn == 1:
        s.jack_by |= 1 << jack
    change_side(s, point_card)


def lift_jack(s: Table, jack: int) -> None:
    """CU-32: remove a jack from its pile, buried or not; the cards above it move down."""
    point_card = point_card_under(s, jack)
    for suit in range(4):
        if s.jack_under[suit] == jack:
            s.jack_under[suit] = s.jack_under[jack - FIRST_JACK]
    s.jack_under[jack - FIRST_JACK] = NONE
    s.jacks &= ~(1 << jack)
    s.jack_by &= ~(1 << jack)
    change_side(s, point_card)


def strip_points(s: Table, point_card: int) -> None:
    """Remove a point card from the table and scrap its jacks; the caller places the card."""
    left = pile_jacks(s, point_card)
    s.jacks &= ~left
    s.jack_by &= ~left
    s.scrap |= left
    while left:
        s.jack_under[lowest(left) - FIRST_JACK] = NONE
        left &= left - 1
    stays = ~(1 << point_card)
    s.points[0] &= stays
    s.points[1] &= stays


def strip_all_jacks(s: Table) -> None:
    """Scrap every jack on the table; the point cards stay on their sides."""
    s.scrap |= s.jacks
    s.jacks = 0
    s.jack_by = 0
    for suit in range(4):
        s.jack_under[suit] = NONE
