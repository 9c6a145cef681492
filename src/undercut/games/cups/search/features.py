"""Features for the learned network of Cups: of a table, as a value or a policy sees it, and of a move."""

from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells, starts
from undercut.games.base.derived.writing import write_option_features
from undercut.games.cups import moves, table
from undercut.games.cups.moves import answered, card_sets, effect, move_card, move_kind
from undercut.games.cups.options import OPTIONS, RULE_SETS
from undercut.games.cups.table import Table, below, count_hand, held, kind_of, pile_size, place, rank_of, suit_of

LONGEST = 24  # a size counts like `LONGEST` - 1 from there on
MOST_OF_A_SUIT, MOST_READY, MOST_CUPS = 7, 4, 15
EFFECTS = 7
FEW = 8  # a number of cards counts like seven from there on

# The features of each seat.
(
    IN_HAND,  # by kind
    LAID,  # the graveyard, by kind
    HAND_SIZE,
    LAID_SIZE,
    SUIT_SIZE,  # by suit: the cards in hand
    IS_OUT,
    SEAT_FEATURES,
) = starts(table.KINDS, table.KINDS, LONGEST, LONGEST, table.SUITS * (MOST_OF_A_SUIT + 1), 1)

# The features of the table.
(
    ACTIVE,  # the active card, or none
    ON_SIDE,  # it lies on the side pile
    PHASE,
    TURN,  # the seat on turn
    STACK,
    DUMP,
    CUPS_LEFT,
    SEATS,
    RISING,  # play goes to the next higher seat
    READY,  # by effect: how many cards the seat to move may play
    OPTIONS_START,
) = (
    table.SEATS * SEAT_FEATURES + start
    for start in starts(
        moves.NO_CARD + 1, 1, 8, table.SEATS, LONGEST, LONGEST, MOST_CUPS + 1, table.SEATS + 1, 1, EFFECTS * MOST_READY
    )
)
STATE_FEATURES, options_module = write_option_features("cups", OPTIONS, RULE_SETS["simple"], OPTIONS_START)
option_features = options_module.option_features

# The features of a move.
(
    MOVE_CARD,  # what is done with which card
    EFFECT_RANK,  # by effect: the rank
    HIGHER_LEFT,  # by effect: how many higher cards of its suit the hand holds
    LOWER_LEFT,  # by effect: how many lower ones
    LEFT,  # how many cards the hand has left
    MOVE_FEATURES,
) = starts(10 << moves.CARD_BITS, (EFFECTS + 1) * table.RANKS, (EFFECTS + 1) * FEW, (EFFECTS + 1) * FEW, FEW)


def value_features(s: Table, found: Cells) -> int:
    """List the features of a table with all hands open, the seat to move first."""
    size = 0
    for seat in range(s.seats):
        first = (seat - s.to_move) % s.seats * SEAT_FEATURES
        size = hand_features(s, seat, first, found, size)
        size = grave_features(s, seat, 1, first, found, size)
    # CP-38: cups may have been put away unseen.
    found[size] = CUPS_LEFT + min(s.cups, MOST_CUPS)
    size += 1
    return table_features(s, found, size)


def policy_features(s: Table, found: Cells) -> int:
    """List the features of a table as the seat to move sees it (CP-4, CP-17), itself first."""
    size = hand_features(s, s.to_move, 0, found, 0)
    for seat in range(s.seats):
        first = (seat - s.to_move) % s.seats * SEAT_FEATURES
        size = grave_features(s, seat, 1 if seat == s.to_move else 0, first, found, size)
    return table_features(s, found, size)


def hand_features(s: Table, seat: int, first: int, found: Cells, size: int) -> int:
    """Append the cards of a hand, and how many are of each suit; return the new size."""
    left = s.hands[seat]
    while left:
        kind = lowest(left)
        for _ in range(held(s, seat, kind)):
            found[size] = first + IN_HAND + kind
            size += 1
        left &= left - 1
    for suit in range(table.SUITS):
        number = count(s.hands[seat] & table.CUPS << suit)
        found[size] = first + SUIT_SIZE + (MOST_OF_A_SUIT + 1) * suit + min(number, MOST_OF_A_SUIT)
        size += 1
    return size


def grave_features(s: Table, seat: int, is_open: int, first: int, found: Cells, size: int) -> int:
    """Append the cards of a graveyard; return the new size."""
    card = s.graves[seat]
    while card != table.NONE:
        found[size] = first + LAID + kind_of(card)
        size += 1
        is_last = place(s, card) & table.LAYER != 0 and not is_open
        card = table.NONE if is_last else below(s, card)
    return size


def table_features(s: Table, found: Cells, size: int) -> int:
    """Append what every seat sees; return the new size."""
    for seat in range(s.seats):
        first = (seat - s.to_move) % s.seats * SEAT_FEATURES
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
    return option_features(s, found, ready_features(s, found, size))


def ready_features(s: Table, found: Cells, size: int) -> int:
    """Append how many cards the seat on turn may play, by their effect; return the new size."""
    if s.phase != table.PLAYING:
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


def move_features(s: Table, move: int, found: Cells) -> int:
    kind, card = move_kind(move), move_card(move)
    found[0] = MOVE_CARD + move
    if card == moves.NO_CARD:
        return 1
    hand = s.hands[s.to_move]
    suit = table.CUPS << suit_of(card)
    clause = EFFECTS if kind > moves.UNSEEN else effect(s, card, answered(s, kind))
    found[1] = EFFECT_RANK + table.RANKS * clause + rank_of(card)
    found[2] = HIGHER_LEFT + FEW * clause + min(count(hand & suit & ~((2 << card) - 1)), FEW - 1)
    found[3] = LOWER_LEFT + FEW * clause + min(count(hand & suit & ((1 << card) - 1)), FEW - 1)
    found[4] = LEFT + min(count(hand) - 1, FEW - 1)
    return 5
