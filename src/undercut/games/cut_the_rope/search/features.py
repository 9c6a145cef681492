"""Features for the learned network of Cut the Rope: of a table, for a value or a policy, and of a move.

The three supply rows of a seat are alike, and so are the three level rows: features count what lies on any of them.
"""

from undercut.engine.bits import count
from undercut.engine.contract import Cells, starts
from undercut.games.base.derived.writing import write_option_features
from undercut.games.cut_the_rope import moves, table
from undercut.games.cut_the_rope.moves import (
    PERSONAL_SOURCE,
    move_card,
    move_kind,
    move_row,
    move_sets,
    move_source,
    source_pile,
)
from undercut.games.cut_the_rope.options import OPTIONS, RULE_SETS
from undercut.games.cut_the_rope.search.measures import (
    distance,
    distance_on_row,
    due_before,
    held_numbers,
    least_distance,
    personal_card,
    supply_tops,
)
from undercut.games.cut_the_rope.search.rollout import PERSONAL_BITS, path_bit, play_on_path, row_after
from undercut.games.cut_the_rope.table import (
    Table,
    copies,
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
    top_card,
    top_slot,
)
from undercut.search.contract import PREPARED

NOTHING = table.KINDS_OF_CARDS  # stands for no card
CARDS = NOTHING + 1
FAR_OFF = 5
DISTANCES = FAR_OFF + 1
MOST_COPIES = table.HAND_SIZE
LONGEST, MOST_LEFT, SMALL_DECK = 7, 31, 24
MOST = 8
STEPS = table.COMPLETE
LEVELS = 3 * STEPS  # the directions and steps of a level row
MOST_WAITING = 3
FEW = 4  # a number of cards, by which features tell at most three, or of rows
MOST_OF_DECK, DECK_PART = 159, 16

# The features of each seat.
(
    HELD,  # each copy of a card in hand
    TOPS,  # the top cards of supply rows
    PAIRS,  # a top card and the one below it
    THIRDS,  # the third cards of supply rows
    LENGTHS,  # of supply rows
    WANTED,  # the personal card
    LEFT,  # the size of the personal deck
    HAND,  # the size of the hand
    DISTANCE,  # how many cards are missing before the personal card fits
    OPEN_DISTANCE,  # the same without the hand
    RUNS,  # how many cards in order it could play on each level row
    SEAT_FEATURES,
) = starts(
    table.KINDS_OF_CARDS * MOST_COPIES,
    table.KINDS_OF_CARDS,
    table.KINDS_OF_CARDS**2,
    table.KINDS_OF_CARDS,
    LONGEST + 1,
    CARDS,
    MOST_LEFT + 1,
    table.HAND_SIZE + 1,
    DISTANCES,
    DISTANCES,
    DISTANCES,
)

# The features of the table.
(
    LEVEL,  # the direction and the step of a level row
    WAITING,  # the scissors that wait on it
    FITS,  # by card: on how many rows it fits
    DECK_SIZE,  # of a deck that is never renewed
    SEATS,
    OPTIONS_START,
) = (
    MOST * SEAT_FEATURES + start
    for start in starts(LEVELS, MOST_WAITING + 1, FEW * table.SCISSORS, MOST_OF_DECK // DECK_PART + 1, MOST + 1)
)
STATE_FEATURES, options_module = write_option_features("cut_the_rope", OPTIONS, RULE_SETS["standard"], OPTIONS_START)
option_features = options_module.option_features

# The features of a move.
KINDS, SOURCES = 6, 3
OFF_PATH, ON_PATH, PUT_INSTEAD, NO_PATH = range(4)
WAYS = 6
PAST = 10  # the row has passed the wanted card
FROM_SCISSORS = 10  # the gap if a card is scissors
SMALL = 5  # a personal deck counts like this from there on
MOST_CUTS = 4
LEAST_SHORT, MOST_SHORT = -3, 4  # the cards missing minus the scissors
SHORTAGES = MOST_SHORT - LEAST_SHORT + 1
NEVER_DUE = 10
(
    WHAT,  # the kind of move, from where, with which card
    ROW_BEFORE,  # a play: the level row before it
    STEPS_LEFT,  # the cards missing there before the personal card, and the steps up to it
    RUN_AFTER,  # how many more cards in order follow
    FOLLOWED,  # whether the next seat can follow openly
    UNCOVERED,  # the card that a play uncovers, and whether it fits
    COVERED,  # a discard: the card and the one it covers
    GAP,  # its distance to the personal card
    BURIED,  # whether the covered card fits
    STILL_FITS,  # on how many rows the card itself fits
    ROW_LENGTH,
    EQUALS,  # equal cards left in hand, of a play and of a discard
    DISTANCE_AFTER,  # a play: the cards missing before and after
    PUT_DISTANCE,  # a discard: the same
    THEIRS_AFTER,  # a play: the cards that the next seat misses before and after
    WAY,  # whether the move is on the way to the personal card
    LEFT_NEAR,  # both personal decks, of a play and of a discard
    SHORT,  # a play: the cards missing minus the scissors, before and after
    THEIRS_NEAR,  # a discard: the cards that the next seat misses
    HAND_SIZE,
    CUTS,  # the scissors
    DUE_PUT,  # when the card is due
    DUE_COVERED,  # when the covered card is due
    ORDER,  # the difference
    DUE_UNDER,  # a play: when the card that it uncovers is due
    MOVE_FEATURES,
) = starts(
    KINDS * SOURCES * CARDS,
    2 * LEVELS,
    FEW * (PAST + 1),
    DISTANCES,
    2,
    2 * CARDS,
    table.KINDS_OF_CARDS * CARDS,
    FROM_SCISSORS + 1,
    2,
    FEW,
    LONGEST + 1,
    2 * MOST_COPIES,
    DISTANCES**2,
    DISTANCES**2,
    DISTANCES**2,
    2 * WAYS,
    2 * 2 * (SMALL + 1),
    SHORTAGES**2,
    DISTANCES,
    table.HAND_SIZE + 1,
    MOST_CUTS + 1,
    NEVER_DUE + 1,
    NEVER_DUE + 1,
    2 * NEVER_DUE + 1,
    NEVER_DUE + 2,
)

# Where the buffer holds what the features of all moves share.
(
    HELD_NOW,  # cards in hand
    TOPS_NOW,  # cards on top of supply rows
    THEIRS_NOW,  # cards on top of the next seat's
    WANTED_NOW,  # the personal card
    FEARED_NOW,  # the next seat's
    CUTS_NOW,  # scissors
    LEFT_NOW,  # the personal deck
    THEIR_LEFT_NOW,  # the next seat's
    MINE_NOW,  # by row: how many cards are missing
    NEXT_NOW,  # by row: how many the next seat misses
    DUE_NOW,  # by card: when it is due
    WAY_NOW,  # the move that is on the way to the personal card
    FREE_NOW,  # whether the personal card fits already
    _,
) = (PREPARED + start for start in starts(1, 1, 1, 1, 1, 1, 1, 1, table.ROWS, table.ROWS, CARDS, 1, 1))
NO_MOVE = -1
NONE_OF_THEM = -1


def value_features(s: Table, found: Cells) -> int:
    """List the features of a table with all hands open, the seat to move first."""
    size = 0
    for seat in range(s.seats):
        first = (seat - s.to_move) % s.seats * SEAT_FEATURES
        size = open_features(s, seat, first, found, size)
        size = hand_features(s, seat, first, found, size)
    return table_features(s, found, size)


def policy_features(s: Table, found: Cells) -> int:
    """List the features of a table as the seat to move sees it (CR-4), itself first."""
    size = hand_features(s, s.to_move, 0, found, 0)
    for seat in range(s.seats):
        size = open_features(s, seat, (seat - s.to_move) % s.seats * SEAT_FEATURES, found, size)
    return table_features(s, found, size)


def open_features(s: Table, seat: int, first: int, found: Cells, size: int) -> int:
    """Append what every seat sees of a seat; return the new size."""
    for row in range(table.PERSONAL):
        size = supply_features(s, supply_pile(seat, row), first, found, size)
    pile = personal_pile(seat)
    left = personal_left(s, seat)
    found[size] = first + WANTED + (top_card(s, pile) if left else NOTHING)
    found[size + 1] = first + LEFT + left_part(left)
    found[size + 2] = first + HAND + hand_size(s.hands[seat])
    found[size + 3] = first + OPEN_DISTANCE + least_distance(s, personal_card(s, seat), supply_tops(s, seat), FAR_OFF)
    return size + 4


def left_part(left: int) -> int:
    """A number for the size of a personal deck: eight sizes of a large one share theirs."""
    return left if left < SMALL_DECK else min(SMALL_DECK + (left - SMALL_DECK) // 8, MOST_LEFT)


def supply_features(s: Table, pile: int, first: int, found: Cells, size: int) -> int:
    """Append the uppermost cards of a supply row, and its length; return the new size."""
    number, above = top_slot(s, pile), 0
    for depth in range(min(pile_size(s, pile), 3)):
        card = slot_card(slot(s, number))
        if depth == 0:
            found[size + depth] = first + TOPS + card
        elif depth == 1:
            found[size + depth] = first + PAIRS + table.KINDS_OF_CARDS * above + card
        else:
            found[size + depth] = first + THIRDS + card
        above, number = card, slot_below(slot(s, number))
    size += min(pile_size(s, pile), 3)
    found[size] = first + LENGTHS + min(pile_size(s, pile), LONGEST)
    return size + 1


def hand_features(s: Table, seat: int, first: int, found: Cells, size: int) -> int:
    """Append the cards of a hand, and what a seat can reach with them; return the new size."""
    hand = s.hands[seat]
    for card in range(table.KINDS_OF_CARDS):
        for copy in range(copies(hand, card)):
            found[size] = first + HELD + MOST_COPIES * card + copy
            size += 1
    have = held_numbers(hand) | supply_tops(s, seat)
    found[size] = first + DISTANCE + least_distance(s, personal_card(s, seat), have, FAR_OFF)
    size += 1
    for row in range(table.ROWS):
        found[size] = first + RUNS + run(s.reach[row] + s.waiting[row], s.way[row], have)
        size += 1
    return size


def run(step: int, way: int, have: int) -> int:
    """How many cards in order continue a row, at most `FAR_OFF`; each number counts once."""
    rising = falling = 0
    if way != table.DOWN:
        while rising < FAR_OFF and step + rising < table.COMPLETE and have >> step + rising & 1:
            rising += 1
    if way != table.UP:
        while falling < FAR_OFF and step + falling < table.COMPLETE and have >> table.HIGHEST - step - falling & 1:
            falling += 1
    return max(rising, falling)


def table_features(s: Table, found: Cells, size: int) -> int:
    """Append the level rows, the number of seats and the options; return the new size."""
    for row in range(table.ROWS):
        found[size] = LEVEL + level(s, row)
        size += 1
        if s.waiting[row]:
            found[size] = WAITING + min(s.waiting[row], MOST_WAITING)
            size += 1
    for card in range(table.SCISSORS):
        fits = s.fits >> 3 * card
        rows = (fits & 1) + (fits >> 1 & 1) + (fits >> 2 & 1)
        if rows:
            found[size] = FITS + FEW * card + rows
            size += 1
    if s.reshuffle == 0:
        found[size] = DECK_SIZE + min(pile_size(s, table.DECK), MOST_OF_DECK) // DECK_PART
        size += 1
    found[size] = SEATS + s.seats
    return option_features(s, found, size + 1)


def level(s: Table, row: int) -> int:
    """A number for the direction and the step of a level row."""
    return STEPS * s.way[row] + min(s.reach[row] + s.waiting[row], STEPS - 1)


# --- Moves -----------------------------------------------------------------------------------------------------------


def prepare_moves(s: Table, found: Cells) -> None:
    """Work out what the features of all moves share (`undercut.search.contract.prepare_moves`)."""
    me = s.to_move
    following = next_seat(s, me)
    hand, tops, theirs = s.hands[me], supply_tops(s, me), supply_tops(s, following)
    held = held_numbers(hand)
    wanted, feared = personal_card(s, me), personal_card(s, following)
    found[HELD_NOW], found[TOPS_NOW], found[THEIRS_NOW] = held, tops, theirs
    found[WANTED_NOW], found[FEARED_NOW] = wanted, feared
    found[CUTS_NOW] = copies(hand, table.SCISSORS) + (tops >> table.SCISSORS & 1)
    found[LEFT_NOW] = min(personal_left(s, me), SMALL)
    found[THEIR_LEFT_NOW] = min(personal_left(s, following), SMALL)
    for row in range(table.ROWS):
        found[MINE_NOW + row] = distance(s, row, wanted, held | tops)
        found[NEXT_NOW + row] = distance(s, row, feared, theirs)
    for card in range(table.KINDS_OF_CARDS):
        found[DUE_NOW + card] = due_in(s, card)
    fits, twice, _ = move_sets(s)
    found[WAY_NOW] = NO_MOVE
    found[FREE_NOW] = 1 if fits & PERSONAL_BITS else 0
    if found[FREE_NOW] == 0:
        bit = path_bit(s, fits)
        if bit >= 0:
            found[WAY_NOW] = play_on_path(s, twice, bit >> 1, bit & 1)


def move_features(s: Table, move: int, found: Cells) -> int:
    kind, card, source = move_kind(move), move_card(move), move_source(move)
    place = 0 if source < table.KINDS_OF_CARDS else 1 if source < PERSONAL_SOURCE else 2
    found[0] = WHAT + CARDS * (SOURCES * kind + place) + min(card, NOTHING)
    if kind == moves.END:
        return 1
    is_put = 1 if kind == moves.PUT else 0
    if found[WAY_NOW] == NO_MOVE:
        found[1] = WAY + NO_PATH + is_put + 2 * found[FREE_NOW]
    else:
        found[1] = WAY + (PUT_INSTEAD if is_put else ON_PATH if found[WAY_NOW] == move else OFF_PATH)
    found[2] = LEFT_NEAR + 2 * (SMALL + 1) * is_put + found[LEFT_NOW]
    found[3] = LEFT_NEAR + (SMALL + 1) * (2 * is_put + 1) + found[THEIR_LEFT_NOW]
    if kind == moves.PUT:
        return put_features(s, card, move_row(move), found)
    return play_features(s, move, found)


def put_features(s: Table, card: int, row: int, found: Cells) -> int:
    """Append the features of a discard; return the new size, of four before."""
    me = s.to_move
    pile = supply_pile(me, row)
    wanted = found[WANTED_NOW]
    below = top_card(s, pile) if s.tops[pile] else NOTHING
    fits = s.fits >> 3 * card
    found[4] = COVERED + CARDS * card + below
    found[5] = GAP + (abs(card - wanted) if table.SCISSORS not in (card, wanted) else FROM_SCISSORS)
    found[6] = BURIED + (1 if below != NOTHING and rows_for(s, below) else 0)
    found[7] = STILL_FITS + (fits & 1) + (fits >> 1 & 1) + (fits >> 2 & 1)
    found[8] = ROW_LENGTH + min(pile_size(s, pile), LONGEST)
    found[9] = EQUALS + MOST_COPIES + copies(s.hands[me], card) - 1
    before = least_now(found, MINE_NOW, NONE_OF_THEM)
    found[10] = (
        PUT_DISTANCE
        + DISTANCES * before
        + distance_after(s, NONE_OF_THEM, FAR_OFF, wanted, have_after(s, moves.PUT, card, card, row, found), found)
    )
    found[11] = THEIRS_NEAR + least_now(found, NEXT_NOW, NONE_OF_THEM)
    found[12] = HAND_SIZE + hand_size(s.hands[me])
    found[13] = CUTS + min(found[CUTS_NOW], MOST_CUTS)
    found[14] = DUE_PUT + found[DUE_NOW + card]
    if below == NOTHING:
        return 15
    found[15] = DUE_COVERED + found[DUE_NOW + below]
    found[16] = ORDER + NEVER_DUE + found[DUE_NOW + card] - found[DUE_NOW + below]
    return 17


def play_features(s: Table, move: int, found: Cells) -> int:
    """Append the features of a play; return the new size, of four before."""
    kind, card, source, row = move_kind(move), move_card(move), move_source(move), move_row(move)
    me = s.to_move
    step, way = row_behind(s, row, card, kind)
    have = have_after(s, kind, card, source, row, found)
    theirs = found[THEIRS_NOW]
    fear = min(least_now(found, NEXT_NOW, row), distance_on_row(step, way, found[FEARED_NOW], theirs))
    found[4] = ROW_BEFORE + level(s, row) + (LEVELS if card == table.SCISSORS else 0)
    found[5] = RUN_AFTER + run(step, way, have)
    found[6] = FOLLOWED + (1 if run(step, way, theirs) else 0)
    found[7] = THEIRS_AFTER + DISTANCES * least_now(found, NEXT_NOW, NONE_OF_THEM) + fear
    size = 8
    if source == PERSONAL_SOURCE:
        return size
    if source < table.KINDS_OF_CARDS:
        found[size] = EQUALS + copies(s.hands[me], card) - 1
        size += 1
    else:
        under = slot_below(slot(s, top_slot(s, source_pile(s, source))))
        below = slot_card(slot(s, under)) if under else NOTHING
        found[size] = UNCOVERED + 2 * below + (1 if under and rows_for(s, below) else 0)
        found[size + 1] = DUE_UNDER + (found[DUE_NOW + below] if under else NEVER_DUE + 1)
        size += 2
    wanted = found[WANTED_NOW]
    before = least_now(found, MINE_NOW, NONE_OF_THEM)
    after = distance_after(s, row, distance_on_row(step, way, wanted, have), wanted, have, found)
    found[size] = DISTANCE_AFTER + DISTANCES * before + after
    found[size + 1] = STEPS_LEFT + steps_left(step, way, wanted, have)
    used = 1 if card == table.SCISSORS else 0
    short = shortage(before - found[CUTS_NOW])
    found[size + 2] = SHORT + SHORTAGES * short + shortage(after - found[CUTS_NOW] + used)
    return size + 3


def shortage(number: int) -> int:
    return min(max(number, LEAST_SHORT), MOST_SHORT) - LEAST_SHORT


def due_in(s: Table, card: int) -> int:
    """In how many steps the first row takes a card, or `NEVER_DUE`."""
    if card == table.SCISSORS:
        return 0
    least = NEVER_DUE
    for row in range(table.ROWS):
        step = s.reach[row] + s.waiting[row]
        if s.way[row] != table.DOWN and card >= step:
            least = min(least, card - step)
        if s.way[row] != table.UP and table.HIGHEST - card >= step:
            least = min(least, table.HIGHEST - card - step)
    return least


def row_behind(s: Table, row: int, card: int, kind: int) -> tuple[int, int]:
    """The step and the direction of a row after a play."""
    if kind == moves.SAME:
        return s.reach[row], s.way[row]
    if kind == moves.GO_DOWN and card > 0:
        return table.COMPLETE - card, table.DOWN
    return row_after(s, row, card)


def have_after(s: Table, kind: int, card: int, source: int, row: int, found: Cells) -> int:
    """The set of cards in hand and on top of supply rows that the mover has after a move."""
    have = found[HELD_NOW]
    if source < table.KINDS_OF_CARDS:
        if copies(s.hands[s.to_move], card) == 1:
            have &= ~(1 << card)
        if kind != moves.PUT:
            return have | found[TOPS_NOW]
    for place in range(table.PERSONAL):
        number = top_slot(s, supply_pile(s.to_move, place))
        if kind == moves.PUT and place == row:
            have |= 1 << card
            continue
        if source == table.KINDS_OF_CARDS + place:
            number = slot_below(slot(s, number))
        if number:
            have |= 1 << slot_card(slot(s, number))
    return have


def least_now(found: Cells, first: int, row: int) -> int:
    """The least of the prepared distances of all rows but one, at most `FAR_OFF`."""
    least = FAR_OFF
    for other in range(table.ROWS):
        if other != row:
            least = min(least, found[first + other])
    return least


def distance_after(s: Table, row: int, least: int, wanted: int, have: int, found: Cells) -> int:
    """How many cards the mover misses after a move, at most `FAR_OFF`."""
    if have == found[HELD_NOW] | found[TOPS_NOW]:
        return min(least, least_now(found, MINE_NOW, row))
    for other in range(table.ROWS):
        if other != row:
            least = min(least, distance(s, other, wanted, have))
    return min(least, FAR_OFF)


def steps_left(step: int, way: int, wanted: int, have: int) -> int:
    """A number for the steps of a row up to a wanted card, and the cards missing there."""
    if wanted == table.SCISSORS:
        return 0
    falls = way == table.DOWN or (way == table.NO_WAY and table.HIGHEST - wanted < wanted)
    steps = table.HIGHEST - wanted - step if falls else wanted - step
    if steps < 0:
        return PAST
    lacking = min(count(due_before(step, wanted, 1 if falls else 0) & ~have), FEW - 1)
    return (PAST + 1) * lacking + steps
