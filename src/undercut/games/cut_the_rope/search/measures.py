"""What rollouts and the greedy ranking of Cut the Rope measure: a seat's distance to its personal card, worth of moves.

A distance counts the numbers that are missing before the card fits; in sets, bit n is card n. Worths are in hundredths
of a play from the hand, for each policy; those of rollouts were fitted, greedy's are a player's rules of thumb.
"""

from undercut.engine.bits import count
from undercut.games.cut_the_rope import table
from undercut.games.cut_the_rope.moves import PERSONAL_SOURCE, source_pile
from undercut.games.cut_the_rope.table import Table, copies, personal_pile, pile_size, rows_for, supply_pile, top_card

NUMBERS = 10
UNREACHABLE = 99


def held_numbers(hand: int) -> int:
    found = 0
    for card in range(NUMBERS):
        if copies(hand, card):
            found |= 1 << card
    return found


def supply_tops(s: Table, seat: int) -> int:
    """The set of the cards on top of a seat's supply rows, scissors among them."""
    found = 0
    for row in range(table.PERSONAL):
        pile = supply_pile(seat, row)
        if s.tops[pile]:
            found |= 1 << top_card(s, pile)
    return found


def personal_card(s: Table, seat: int) -> int:
    """The personal card that a seat wants to play; scissors, which fit anywhere, if the deck is empty."""
    pile = personal_pile(seat)
    return top_card(s, pile) if s.tops[pile] else table.SCISSORS


def due_before(step: int, wanted: int, falls: int) -> int:
    """The set of cards that a row takes from a step on before a wanted number; -1 if the row has passed it."""
    if falls:
        return (1 << NUMBERS - step) - (1 << wanted + 1) if step < NUMBERS - wanted else -1
    return (1 << wanted) - (1 << step) if step <= wanted else -1


def due_to_end(step: int, falls: int) -> int:
    """The set of cards that a row takes from a step on until it is complete."""
    return (1 << table.COMPLETE - step) - 1 if falls else (1 << table.COMPLETE) - (1 << step)


def distance_from_empty(wanted: int, have: int) -> int:
    """How many missing cards an empty row needs before it takes a wanted number."""
    return min(count(due_before(0, wanted, 0) & ~have), count(due_before(0, wanted, 1) & ~have))


def distance_on_row(step: int, way: int, wanted: int, have: int) -> int:
    """How many missing cards a row needs before it takes a wanted card, if necessary after it is complete."""
    if wanted == table.SCISSORS:
        return 0
    least = UNREACHABLE
    if way != table.DOWN:
        due = due_before(step, wanted, 0)
        if due >= 0:
            least = count(due & ~have)
    if way != table.UP:
        due = due_before(step, wanted, 1)
        if due >= 0:
            least = min(least, count(due & ~have))
    if least == UNREACHABLE and way != table.NO_WAY and step < table.COMPLETE:
        due = due_to_end(step, way == table.DOWN)
        # A card that completes the row is gone when the next row begins.
        least = count(due & ~have) + distance_from_empty(wanted, have & ~due)
    return least


def distance(s: Table, row: int, wanted: int, have: int) -> int:
    """How many missing cards a row needs in its current state before it takes a wanted card."""
    return distance_on_row(s.reach[row] + s.waiting[row], s.way[row], wanted, have)


def least_distance(s: Table, wanted: int, have: int, most: int) -> int:
    """How many missing cards the nearest row needs before it takes a wanted card; at most ``most``."""
    least = most
    for row in range(3):
        least = min(least, distance(s, row, wanted, have))
    return least


# --- The worth of moves ---

ROLLOUT, GREEDY = range(2)
# The cost of a card on the way to the personal card, and of scissors: in its place in a rollout, besides it for greedy.
FROM_HAND, FROM_SUPPLY, CUT = (100, 100), (80, 40), 250
# The gain of a play as such: from the hand, for which a card is drawn; from a supply row; the last card of a row.
DRAWN, CLEARED, EMPTIED = (34, 40), (20, 70), (-92, 0)
# The worth of putting a card away: scissors, each further equal card in the hand, each step between it and the personal
# card; on an empty row, on scissors, on a card that fits now; on a neighbour, on an equal card, on any other card and
# for each step between.
PUT_CUT, PUT_ALIKE, PUT_STEP = (-139, -100), (45, 5), (4, 0)
ON_EMPTY, ON_CUT, ON_FITTING = (-9, -15), (-102, -60), (-10, 0)
ON_NEIGHBOUR, ON_ALIKE, ON_OTHER, ON_STEP = (-54, -5), (28, -10), (-20, -20), (-3, -3)


def play_worth(s: Table, card: int, source: int, policy: int) -> int:
    """The worth of a play in itself: a card drawn in its place, or one supply card fewer, less the scissors spent."""
    worth = DRAWN[policy] if source < table.KINDS_OF_CARDS else CLEARED[policy]
    if table.KINDS_OF_CARDS <= source < PERSONAL_SOURCE:
        worth += EMPTIED[policy] if pile_size(s, source_pile(s, source)) == 1 else 0
    return worth - CUT if card == table.SCISSORS else worth


def put_worth(s: Table, card: int, row: int, wanted: int, policy: int) -> int:
    """The worth of putting a card of the hand on a supply row; best is one that is due before the card it covers."""
    worth = (copies(s.hands[s.to_move], card) - 1) * PUT_ALIKE[policy]
    if card == table.SCISSORS:
        worth += PUT_CUT[policy]
    elif wanted != table.SCISSORS:
        worth += PUT_STEP[policy] * abs(card - wanted)
    pile = supply_pile(s.to_move, row)
    return worth + (cover_worth(s, card, top_card(s, pile), policy) if s.tops[pile] else ON_EMPTY[policy])


def cover_worth(s: Table, card: int, below: int, policy: int) -> int:
    """The worth of putting a card on another one; to greedy, scissors are the number after ten."""
    if below == table.SCISSORS:
        return ON_CUT[policy]
    worth = ON_FITTING[policy] if rows_for(s, below) else 0
    gap = abs(card - below)
    if card == table.SCISSORS and policy == ROLLOUT:
        return worth
    if gap == 1:
        return worth + ON_NEIGHBOUR[policy]
    return worth + (ON_ALIKE[policy] if gap == 0 else ON_OTHER[policy] + ON_STEP[policy] * gap)
