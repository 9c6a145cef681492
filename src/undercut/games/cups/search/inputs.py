"""Inputs of the learned network for Cups: parts of a table, as a value or a policy sees it, and parts of a move."""

from __future__ import annotations

from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells
from undercut.games.cups.moves import NO_CARD, PLAYING, UNSEEN, answered, card_sets, effect
from undercut.games.cups.table import (
    CUPS,
    LAYER,
    NONE,
    Table,
    below,
    count_hand,
    holds,
    kind_of,
    pile_size,
    place,
)

# A size counts like LONGEST - 1 from there on.
LONGEST = 24
COPY = 64

# The parts of each seat: its cards in hand and in its graveyard by kind, the sizes of both, how many of its cards are
# of each suit, and whether it sits out.
IN_HAND, LAID, HAND_SIZE, LAID_SIZE, SUIT_SIZE, IS_OUT = 0, 56, 112, 136, 160, 192
SEAT_PARTS = 193
MOST_OF_A_SUIT = 7
MOST = 8

# The parts of the table: the active card; the kind under it if it is on the side pile; the phase; the seat on turn; the
# sizes of the stack and the dump; the number of cups in play and of seats; the direction; by effect, how many cards the
# seat to move may play; and each option that is not as in the default rule set.
ACTIVE = MOST * SEAT_PARTS
ON_SIDE = ACTIVE + 64
PHASE = ON_SIDE + 1
TURN = PHASE + 8
STACK = TURN + MOST
DUMP = STACK + LONGEST
CUPS_LEFT = DUMP + LONGEST
SEATS = CUPS_LEFT + 16
RISING = SEATS + MOST + 1
READY = RISING + 1
MOST_READY = 4
OPTIONS = READY + 7 * MOST_READY
STATE_PARTS = OPTIONS + 20
"""How many parts of a table there are."""

# The parts of a move: what is done with which card; by effect and rank; by kind of move and effect; by effect, how many
# higher cards of its suit the hand holds and how many lower ones; and how many cards the hand has left.
MOVE_CARD, EFFECT_RANK, HIGHER_LEFT, LOWER_LEFT, LEFT = 0, 640, 752, 816, 880
MOVE_PARTS = 888
"""How many parts of moves there are."""


def value_parts(s: Table, found: Cells) -> int:
    """List the parts of a table with all hands open, the seat to move first."""
    size = 0
    for seat in range(s.seats):
        first = (seat - s.to_move) % s.seats * SEAT_PARTS
        size = hand_parts(s, seat, first, found, size)
        size = grave_parts(s, seat, 1, first, found, size)
    # CP-38: cups may have been put away unseen.
    found[size] = CUPS_LEFT + min(s.cups, 15)
    size += 1
    return table_parts(s, found, size)


def policy_parts(s: Table, found: Cells) -> int:
    """List the parts of a table as the seat to move sees it (CP-4, CP-17), itself first."""
    size = hand_parts(s, s.to_move, 0, found, 0)
    for seat in range(s.seats):
        first = (seat - s.to_move) % s.seats * SEAT_PARTS
        size = grave_parts(s, seat, 1 if seat == s.to_move else 0, first, found, size)
    return table_parts(s, found, size)


def hand_parts(s: Table, seat: int, first: int, found: Cells, size: int) -> int:
    """Append the cards of a hand, and how many are of each suit; return the new size."""
    left = s.hands[seat]
    while left:
        kind = lowest(left)
        for copy in range(s.decks):
            if s.decks == 1 or holds(s, seat, kind + COPY * copy):
                found[size] = first + IN_HAND + kind
                size += 1
        left &= left - 1
    for suit in range(4):
        number = count(s.hands[seat] & CUPS << suit)
        found[size] = first + SUIT_SIZE + 8 * suit + min(number, MOST_OF_A_SUIT)
        size += 1
    return size


def grave_parts(s: Table, seat: int, is_open: int, first: int, found: Cells, size: int) -> int:
    """Append the cards of a graveyard; return the new size."""
    card = s.graves[seat]
    while card != NONE:
        found[size] = first + LAID + kind_of(card)
        size += 1
        is_last = place(s, card) & LAYER != 0 and not is_open
        card = NONE if is_last else below(s, card)
    return size


def table_parts(s: Table, found: Cells, size: int) -> int:
    """Append what every seat sees; return the new size."""
    for seat in range(s.seats):
        first = (seat - s.to_move) % s.seats * SEAT_PARTS
        found[size] = first + HAND_SIZE + min(count_hand(s, seat), LONGEST - 1)
        found[size + 1] = first + LAID_SIZE + min(pile_size(s, s.graves[seat]), LONGEST - 1)
        size += 2
        if s.out >> seat & 1:
            found[size] = first + IS_OUT
            size += 1
    found[size] = ACTIVE + answered(s, 0)
    found[size + 1] = PHASE + s.phase
    found[size + 2] = TURN + (s.turn - s.to_move) % s.seats
    found[size + 3] = STACK + min(s.stack_size, 2 * LONGEST - 1) // 2
    found[size + 4] = DUMP + min(pile_size(s, s.dump), 2 * LONGEST - 1) // 2
    found[size + 5] = SEATS + s.seats
    size += 6
    if s.side_active:
        found[size] = ON_SIDE
        size += 1
    if s.direction > 0:
        found[size] = RISING
        size += 1
    return option_parts(s, found, ready_parts(s, found, size))


def ready_parts(s: Table, found: Cells, size: int) -> int:
    """Append how many cards the seat on turn may play, by their effect; return the new size."""
    if s.phase != PLAYING:
        return size
    left, _ = card_sets(s)
    active = answered(s, 0)
    ready = 0
    while left:
        clause = effect(s, lowest(left), active)
        number = ready >> 8 * clause & 255
        if number < MOST_READY:
            found[size] = READY + MOST_READY * clause + number
            size += 1
            ready += 1 << 8 * clause
        left &= left - 1
    return size


UNLEARNED: tuple[str, ...] = ()
"""Options that the trained network does not know, such as those added after its training."""


def option_parts(s: Table, found: Cells, size: int) -> int:
    """Append each option that differs from the default rule set; return the new size."""
    part = OPTIONS
    for differs in (
        s.decks != 1,
        s.hand_size != 7,  # noqa: PLR2004  the default rule set's
        s.cover != 0,
        s.no_cups_end != 0,
        s.graveyard_weight != 1,
        s.short_draw == 1,
        s.short_draw == 2,  # noqa: PLR2004  the option's code
        s.short_draw == 3,  # noqa: PLR2004  the option's code
        s.redeal == 0,
        s.redeal_ace != 0,
        s.cup_goes != 0,
        s.unseen_cup != 0,
        s.unseen_cup_allows_cup != 0,
        s.side_run != 0,
        s.empty_hand != 0,
        s.sit_out_gives != 0,
        s.spot_equal != 0,
        s.identical_cups != 0,
        s.cup_burns != 0,
        s.cups_apart != 0,
    ):
        if differs:
            found[size] = part
            size += 1
        part += 1
    return size


def move_parts(s: Table, move: int, found: Cells) -> int:
    """List the parts of a move."""
    kind, card = move >> 6, move & 63
    found[0] = MOVE_CARD + move
    if card == NO_CARD:
        return 1
    hand = s.hands[s.to_move]
    suit = CUPS << (card & 3)
    clause = 7 if kind > UNSEEN else effect(s, card, answered(s, kind))
    found[1] = EFFECT_RANK + 14 * clause + (card >> 2)
    found[2] = HIGHER_LEFT + 8 * clause + min(count(hand & suit & ~((2 << card) - 1)), 7)
    found[3] = LOWER_LEFT + 8 * clause + min(count(hand & suit & ((1 << card) - 1)), 7)
    found[4] = LEFT + min(count(hand) - 1, 7)
    return 5
