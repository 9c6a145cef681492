"""Features of a table of Cuttle for the network: a list of parts, each a number.

The player on turn's own side comes first. A part that occurs several times is listed several times.
"""

from __future__ import annotations

from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells
from undercut.games.cuttle.moves import counter_cards
from undercut.games.cuttle.table import (
    COUNTERING,
    EIGHTS,
    JACKS,
    KINGS,
    NONE,
    POINT_CARDS,
    QUEENS,
    Table,
    goal,
    point_card_under,
    total,
)

HIGHEST, FAR = 10, 21
# For each side: cards in hand and point cards by rank, missing points, size of the hand, then a few single cards.
HELD, LAID, MISSING, SIZE, HAS_QUEENS, HAS_KINGS, GLASSES, TAKEN, POINT_WINS, JACK_WINS, SEEN, SIDE = (
    0, 13, 23, 45, 54, 56, 59, 60, 61, 62, 63, 64,
)  # fmt: skip
LARGE_HAND, MANY_QUEENS, MANY_KINGS = 8, 2, 3
# For both sides: the scrap by rank, the stock, passes, the phase, then a waiting one-off.
SCRAPPED, STOCK, PASSED, PHASE, TWO_TO_DISCARD, REVEALED, WAITING, TARGET, SUSPENDED, COUNTERABLE, PARTS = (
    128, 141, 158, 160, 167, 168, 181, 207, 233, 234, 235,
)  # fmt: skip
SMALL_STOCK, LARGE_STOCK = 8, 16


def parts(s: Table, found: Cells) -> int:
    """List the parts of a table.

    Returns:
        How many are filled in.
    """
    size = side_parts(s, s.turn, s.hands[s.turn], 0, found, 0)
    size = side_parts(s, 1 - s.turn, s.hands[1 - s.turn], SIDE, found, size)
    return table_parts(s, found, size)


def table_parts(s: Table, found: Cells, size: int) -> int:
    """Append the parts that belong to neither side; return the new size."""
    size = ranks(s.scrap, SCRAPPED, found, size)
    left = s.stock_size
    found[size] = STOCK + (left if left < SMALL_STOCK else min(SMALL_STOCK - 2 + (left >> 2), LARGE_STOCK))
    found[size + 1] = PHASE + s.phase
    size += 2
    if s.passes:
        found[size] = PASSED + s.passes - 1
        size += 1
    if s.to_discard > 1:
        found[size] = TWO_TO_DISCARD
        size += 1
    if s.suspended:
        found[size] = SUSPENDED
        size += 1
    if s.revealed:
        size = ranks(s.revealed, REVEALED, found, size)
    return waiting_parts(s, found, size) if s.phase == COUNTERING else size


def side_parts(s: Table, side: int, hand: int, first: int, found: Cells, size: int) -> int:
    """Append the parts of one side; return the new size."""
    permanents, points = s.permanents[side], s.points[side]
    size = ranks(hand, first + HELD, found, size)
    size = ranks(points, first + LAID, found, size)
    missing = goal(s, side) - total(s, side)
    found[size] = first + MISSING + min(max(missing, 0), FAR)
    found[size + 1] = first + SIZE + min(count(s.hands[side]), LARGE_HAND)
    size += 2
    queens, kings = count(permanents & QUEENS), count(permanents & KINGS)
    if queens:
        found[size] = first + HAS_QUEENS + min(queens, MANY_QUEENS) - 1
        size += 1
    if kings:
        found[size] = first + HAS_KINGS + min(kings, MANY_KINGS) - 1
        size += 1
    if permanents & EIGHTS:
        found[size] = first + GLASSES
        size += 1
    left = s.jacks
    while left:
        if points >> point_card_under(s, lowest(left)) & 1:
            found[size] = first + TAKEN
            size += 1
        left &= left - 1
    left = hand & s.known[side]
    while left:
        found[size] = first + SEEN
        size += 1
        left &= left - 1
    if missing > HIGHEST:
        return size
    enough = worth(missing)
    if hand & enough:
        found[size] = first + POINT_WINS
        size += 1
    if hand & JACKS and s.points[1 - side] & enough and not s.permanents[1 - side] & QUEENS:
        found[size] = first + JACK_WINS
        size += 1
    return size


def ranks(cards: int, first: int, found: Cells, size: int) -> int:
    """Append the rank of each card of a set; return the new size."""
    while cards:
        found[size] = first + (lowest(cards) >> 2)
        size += 1
        cards &= cards - 1
    return size


def waiting_parts(s: Table, found: Cells, size: int) -> int:
    """Append a waiting one-off, who may counter it, and its target; return the new size."""
    found[size] = WAITING + (13 if s.to_move == s.turn else 0) + (s.waiting >> 2)
    size += 1
    if counter_cards(s):
        found[size] = COUNTERABLE
        size += 1
    if s.target != NONE:
        lies_on = point_card_under(s, s.target) if s.jacks >> s.target & 1 else s.target
        own = (s.points[s.turn] | s.permanents[s.turn]) >> lies_on & 1
        found[size] = TARGET + (0 if own else 13) + (s.target >> 2)
        size += 1
    return size


def worth(points: int) -> int:
    """CU-1: the point cards worth at least this many points, as a set."""
    return POINT_CARDS if points <= 1 else POINT_CARDS & ~((1 << 4 * (points - 1)) - 1)
