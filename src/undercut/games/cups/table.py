"""The state of Cups as one field table, and its piles of cards.

The rules see a card as its kind, ``4 * rank + suit``: ranks from ace (0) to king (13), suits rising c, d, s, w (CP-1).
With several packs there are copies of each kind; a single card is ``kind + COPY * copy``.

The place of each copy takes twelve bits of ``where[kind]``, the first copy lowest: in a pile, the card right below it;
in a hand, the seat and the giver. So every card is in exactly one place, and no pile can overflow.
"""

from typing import Annotated

from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells, Fields, field_table
from undercut.games.cups.options import LEAGUE, MAGELLAN, WHOLE_DUMP

SUIT_BITS = 2
RANKS, SUITS, DECKS = 14, 1 << SUIT_BITS, 5
KINDS = RANKS * SUITS
PACK_SIZE = KINDS * DECKS
MAX_MOVES = 128
SEATS = 8
MOST_IDLE = 60  # CP-27: turns of each player in a row without progress, after which the game ends
FIRST_COURT = 10 * SUITS
FIRST_TWO = SUITS

# Sets of kinds.
CUPS = sum(1 << SUITS * rank for rank in range(RANKS))
ALL = (1 << KINDS) - 1

# A card: its kind in the lowest bits, its copy above them.
COPY_BITS = 6
COPY = 1 << COPY_BITS

# The place of a card in `where`: in a pile, the card below it, or NONE, and a bit if it is the lowest of a graveyard's
# layer; in a hand, the holder's seat, and in the bits above it the giver, counted from 1; or put away.
PLACE_BITS = 12
PLACE = (1 << PLACE_BITS) - 1
ALL_COPIES = sum(1 << PLACE_BITS * copy for copy in range(DECKS))
NONE = 0o777
LAYER = 0o1000
HOLDER_BITS, GIVERS = 3, 15
HOLDER = (1 << HOLDER_BITS) - 1
GIVER = 1 << HOLDER_BITS
HELD = 0o2000
AWAY = 0o4000
LOOSE = AWAY | HELD

PLAYING, GIVING, REDEALING, OVER, AFTER_PLAY, AFTER_BURY, AFTER_DEAL, AFTER_FAILURE = range(8)
UNDECIDED, WENT_OUT, BY_NO_CUPS, BY_GRAVEYARDS, BY_GUARD = range(5)


@field_table
class Table(Fields):
    """The state of a table of Cups: the place of every card, whose move it is, and the options."""

    seats: int
    where: Annotated[Cells, KINDS]  # by kind: where its copies are, twelve bits each
    hands: Annotated[Cells, SEATS]  # masks of the kinds in each hand
    graves: Annotated[Cells, SEATS]  # the top card of each graveyard, or NONE
    stack: int  # its top card, or NONE
    stack_size: int
    dump: int  # its top card, or NONE
    side: int  # its top card, or NONE
    side_active: int
    cups: int  # how many cups are in play (CP-22)
    direction: int
    turn: int
    to_move: int
    phase: int
    emptied: int  # mask of the seats that gave away their last card in this turn
    out: int  # mask of the seats that sit out (CP-33)
    marked: int  # mask of the seats that may hold gifts with a known giver
    run: int
    idle: int
    moved: int
    called: int
    dealing: int  # CP-25: how many cards are left to deal
    dealt: int  # CP-26: the kind of the ace that was just dealt, counted from 1, or 0
    pool: int  # how many cards of the dump wait to be shuffled
    missing: int  # CP-23: how many cards could not be drawn
    winners: int  # mask of seats; valid only in phase OVER
    reason: int
    decks: int  # the options start here
    hand_size: int
    cover: int
    no_cups_end: int
    graveyard_weight: int
    short_draw: int
    redeal: int
    redeal_ace: int
    cup_goes: int
    unseen_cup: int
    unseen_cup_allows_cup: int
    side_run: int
    empty_hand: int
    sit_out_gives: int
    spot_equal: int
    identical_cups: int
    cup_burns: int
    cups_apart: int


# --- Cards and places ------------------------------------------------------------------------------------------------


def kind_of(card: int) -> int:
    """CP-1: a card's suit and value."""
    return card & COPY - 1


def rank_of(kind: int) -> int:
    return kind >> SUIT_BITS


def suit_of(card: int) -> int:
    """CP-1: the suit of a card, or of a kind."""
    return card & SUITS - 1


def is_cup(card: int) -> bool:
    """CP-1: whether a card, or a kind, is of the suit of cups."""
    return suit_of(card) == 0


def place(s: Table, card: int) -> int:
    return s.where[kind_of(card)] >> PLACE_BITS * (card >> COPY_BITS) & PLACE


def put(s: Table, card: int, new: int) -> None:
    shift = PLACE_BITS * (card >> COPY_BITS)
    kind = kind_of(card)
    s.where[kind] = s.where[kind] & ~(PLACE << shift) | new << shift


def below(s: Table, card: int) -> int:
    """The card right below a card of a pile, or NONE."""
    return place(s, card) & NONE


def loose_copy(s: Table, kind: int) -> int:
    """A copy of a kind that has no place yet."""
    card = kind
    while place(s, card) != LOOSE:
        card += COPY
    return card


def pile_size(s: Table, top: int) -> int:
    """Count the cards of a pile from its top card down."""
    size = 0
    while top != NONE:
        size += 1
        top = below(s, top)
    return size


def step(s: Table, seat: int) -> int:
    """CP-3: the next seat in the direction of play."""
    seat += s.direction
    if seat == s.seats:
        return 0
    return seat if seat >= 0 else s.seats - 1


# --- Hands and graveyards --------------------------------------------------------------------------------------------


def owned(s: Table, seat: int) -> int:
    """CP-18: count the cards that a seat must still be rid of, in hand and graveyard."""
    return count_hand(s, seat) + pile_size(s, s.graves[seat])


def is_held_by(where: int, seat: int) -> bool:
    return where & (AWAY | HELD | HOLDER) == HELD | seat


def giver_of(where: int) -> int:
    """CP-13: the seat that gave a card of a hand, counted from 1; 0 if it was not a gift."""
    return where >> HOLDER_BITS & GIVERS


def holds(s: Table, seat: int, card: int) -> bool:
    return is_held_by(place(s, card), seat)


def take(s: Table, seat: int, card: int) -> None:
    put(s, card, HELD | seat)
    s.hands[seat] |= 1 << kind_of(card)


def held(s: Table, seat: int, kind: int) -> int:
    """Count the cards of a kind in a hand."""
    if s.decks == 1 or s.hands[seat] >> kind & 1 == 0:
        return s.hands[seat] >> kind & 1
    number = 0
    for copy in range(s.decks):
        if holds(s, seat, kind + COPY * copy):
            number += 1
    return number


def count_hand(s: Table, seat: int) -> int:
    if s.decks == 1:
        return count(s.hands[seat])
    size = 0
    left = s.hands[seat]
    while left:
        size += held(s, seat, lowest(left))
        left &= left - 1
    return size


def leave_hand(s: Table, seat: int, kind: int) -> int:
    """Remove a card of a kind from a hand; the caller places it."""
    if s.decks == 1:
        s.hands[seat] &= ~(1 << kind)
        return kind
    return leave_copies(s, seat, kind)


def leave_copies(s: Table, seat: int, kind: int) -> int:
    """Remove one of several equal cards from a hand.

    The other players cannot tell which copy it is, so each giver knows of one gift of that kind fewer in this hand.
    """
    leaves = NONE
    number = 0
    forgotten = 0
    for copy in range(s.decks):
        card = kind + COPY * copy
        if not holds(s, seat, card):
            continue
        number += 1
        giver = giver_of(place(s, card))
        if giver and not forgotten >> giver & 1:
            forgotten |= 1 << giver
            put(s, card, HELD | seat)
            giver = 0
        if not giver:
            leaves = card
    if number == 1:
        s.hands[seat] &= ~(1 << kind)
    return leaves


def give(s: Table, giver: int, receiver: int, card: int) -> None:
    """CP-13: put a card from the giver face down into the receiver's hand; only these two know it."""
    forget_gifts(s, giver, receiver)
    take(s, receiver, card)
    put(s, card, HELD | receiver | (giver + 1) * GIVER)
    s.marked |= 1 << receiver


def forget_gifts(s: Table, seat: int, knower: int) -> None:
    """Forget who gave what in a hand that a card left unseen; only its receiver still knows their own gifts."""
    if not s.marked >> seat & 1:
        return
    left = s.hands[seat]
    while left:
        for copy in range(s.decks):
            card = lowest(left) + COPY * copy
            if holds(s, seat, card) and giver_of(place(s, card)) != knower + 1:
                put(s, card, HELD | seat)
        left &= left - 1


def lay_hand_down(s: Table, seat: int, joins: bool) -> int:  # noqa: FBT001  plain functions take plain values
    """CP-17: lay the hand on the graveyard in card order, as a new layer or in the top one; return its size."""
    top = s.graves[seat]
    mark = 0 if joins and top != NONE else LAYER
    size = 0
    for suit in range(SUITS):
        left = s.hands[seat] & CUPS << suit
        while left:
            for copy in range(s.decks):
                card = lowest(left) + COPY * copy
                if holds(s, seat, card):
                    put(s, card, top | mark)
                    mark = 0
                    top = card
                    size += 1
            left &= left - 1
    s.graves[seat] = top
    s.hands[seat] = 0
    return size


def pick_up(s: Table, seat: int) -> None:
    """CP-18, CP-19: make the whole graveyard the hand."""
    card = s.graves[seat]
    while card != NONE:
        lower = below(s, card)
        take(s, seat, card)
        card = lower
    s.graves[seat] = NONE


def no_hands(s: Table) -> bool:
    """CP-25: whether no player has a hand."""
    cards = 0
    for seat in range(s.seats):
        cards |= s.hands[seat]
    return cards == 0


def fewest(s: Table, hand_weight: int, graveyard_weight: int) -> int:
    """CP-22, CP-27, CP-33: the seats with the fewest cards, as a mask."""
    least = 2 * PACK_SIZE
    seats = 0
    for seat in range(s.seats):
        size = hand_weight * count_hand(s, seat) + graveyard_weight * pile_size(s, s.graves[seat])
        if size < least:
            least = size
            seats = 0
        if size == least:
            seats |= 1 << seat
    return seats


# --- Stack, dump and side pile ---------------------------------------------------------------------------------------


def put_on_stack(s: Table, card: int) -> None:
    put(s, card, s.stack)
    s.stack = card
    s.stack_size += 1


def take_from_stack(s: Table) -> int:
    """Take the top card of a stack that is not empty."""
    card = s.stack
    s.stack = below(s, card)
    s.stack_size -= 1
    return card


def put_on_dump(s: Table, card: int) -> None:
    put(s, card, s.dump)
    s.dump = card


def take_from_dump(s: Table) -> int:
    """Take the top card of a dump that is not empty."""
    card = s.dump
    s.dump = below(s, card)
    return card


def put_away(s: Table, card: int) -> None:
    """Put a card that was in play away for good."""
    if is_cup(card):
        s.cups -= 1
    put(s, card, AWAY)
    s.moved = 1


def put_stack_away(s: Table) -> None:
    """Put the rest of the stack away, face down."""
    while s.stack != NONE:
        put_away(s, take_from_stack(s))


def put_side_top_away(s: Table) -> None:
    """CP-20: put the side pile's active cup, already out of play, away with the cups of the dump."""
    card = s.side
    s.side = below(s, card)
    s.side_active = 0
    put(s, card, AWAY)
    s.moved = 1


# --- Drawing and taking ----------------------------------------------------------------------------------------------


def draw_cards(s: Table, number: int) -> None:
    """Draw from the stack; CP-23 if it has too few."""
    here = s.stack_size
    if number > here:
        if s.short_draw == LEAGUE:
            put_stack_away(s)
            draw_from_bottom(s, number)
            return
        if s.short_draw == MAGELLAN:
            s.missing = number - here
    for _ in range(min(number, here)):
        take(s, s.turn, take_from_stack(s))
        s.moved = 1
    if number > here and s.short_draw == WHOLE_DUMP:
        draw_dump(s)


def draw_dump(s: Table) -> None:
    """CP-23, `dump`: draw the whole dump except the active card and the cups."""
    # An active card on the dump is its top card; it stays there, on top of what remains.
    card = s.dump if s.side_active else below(s, s.dump)
    stays = NONE
    while card != NONE:
        lower = below(s, card)
        if is_cup(card):
            put(s, card, stays)
            stays = card
        else:
            take(s, s.turn, card)
            s.moved = 1
        card = lower
    if s.side_active:
        s.dump = stays
    else:
        put(s, s.dump, stays)


def draw_from_bottom(s: Table, number: int) -> None:
    """CP-23, `league`: draw from the bottom of the dump, cups too, but never the active card."""
    size = pile_size(s, s.dump)
    stay = max(size - number, 0 if s.side_active else 1)
    card = s.dump
    last = NONE
    for _ in range(stay):
        last = card
        card = below(s, card)
    while card != NONE:
        lower = below(s, card)
        take(s, s.turn, card)
        s.moved = 1
        card = lower
    if last == NONE:
        s.dump = NONE
    else:
        put(s, last, NONE)


def take_three(s: Table) -> None:
    """CP-16: take the top three cards of the dump, or all, into the hand; the cup is not laid yet."""
    for _ in range(3):
        if s.dump != NONE:
            take(s, s.turn, take_from_dump(s))
            s.moved = 1


def put_on_side(s: Table, card: int) -> None:
    """CP-30: put a cup on the side pile, which takes it out of play."""
    put(s, card, s.side)
    s.side = card
    s.cups -= 1


def put_dump_cups_away(s: Table) -> int:
    """CP-20: put the cups of the dump away; return how many cards stay."""
    card = s.dump
    s.dump = last = NONE
    size = 0
    while card != NONE:
        lower = below(s, card)
        if is_cup(card):
            put_away(s, card)
        else:
            if last == NONE:
                s.dump = card
            else:
                put(s, last, card)
            put(s, card, NONE)
            last = card
            size += 1
        card = lower
    return size
