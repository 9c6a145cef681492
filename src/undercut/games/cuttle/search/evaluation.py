"""Evaluation of a table of Cuttle by a small neural network, in integers only, so that all hosts agree exactly.

Its features are listed as numbers, the side on turn first; one that occurs several times is listed several times.

Each hidden unit sums its weights of the features and is clipped to 0 to `FULL`. The log odds are a weighted sum of the
units and of the features themselves (`docs/bots.md`). The weights of several units are packed into one integer, `LANE`
bits each, and so added at once.
"""

import json
from pathlib import Path
from typing import cast

from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells, Numbers, starts
from undercut.games.cuttle import table
from undercut.games.cuttle.moves import counter_cards
from undercut.games.cuttle.table import Table, goal, point_card_under, total

HIGHEST, FAR = 10, 21
LARGE_HAND, MANY_QUEENS, MANY_KINGS = 8, 2, 3
SMALL_STOCK, LARGE_STOCK = 8, 16

# The features of each side.
(
    HELD,  # cards in hand, by rank
    LAID,  # point cards, by rank
    MISSING,  # the points that it needs
    SIZE,  # the size of the hand
    HAS_QUEENS,
    HAS_KINGS,
    GLASSES,
    TAKEN,  # a point card under a jack
    POINT_WINS,  # a card in hand that reaches the goal
    JACK_WINS,  # a jack in hand that does
    SEEN,  # a card in hand that the other side knows
    SIDE,
) = starts(13, 10, FAR + 1, LARGE_HAND + 1, MANY_QUEENS, MANY_KINGS, 1, 1, 1, 1, 1)

# The features that belong to neither side.
(
    SCRAPPED,  # cards in the scrap, by rank
    STOCK,
    PASSED,
    PHASE,
    TWO_TO_DISCARD,
    REVEALED,  # cards turned by a seven, by rank
    WAITING,  # by rank, and who is to move
    TARGET,  # by rank, and on whose side it is
    SUSPENDED,
    COUNTERABLE,
    FEATURES,
) = (2 * SIDE + start for start in starts(13, LARGE_STOCK + 1, 2, 7, 1, 13, 26, 26, 1, 1))


def features(s: Table, found: Cells) -> int:
    size = side_features(s, s.turn, s.hands[s.turn], 0, found, 0)
    size = side_features(s, 1 - s.turn, s.hands[1 - s.turn], SIDE, found, size)
    return table_features(s, found, size)


def table_features(s: Table, found: Cells, size: int) -> int:
    """Append the features that belong to neither side; return the new size."""
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
    return waiting_features(s, found, size) if s.phase == table.COUNTERING else size


def side_features(s: Table, side: int, hand: int, first: int, found: Cells, size: int) -> int:
    permanents, points = s.permanents[side], s.points[side]
    size = ranks(hand, first + HELD, found, size)
    size = ranks(points, first + LAID, found, size)
    missing = goal(s, side) - total(s, side)
    found[size] = first + MISSING + min(max(missing, 0), FAR)
    found[size + 1] = first + SIZE + min(count(s.hands[side]), LARGE_HAND)
    size += 2
    queens, kings = count(permanents & table.QUEENS), count(permanents & table.KINGS)
    if queens:
        found[size] = first + HAS_QUEENS + min(queens, MANY_QUEENS) - 1
        size += 1
    if kings:
        found[size] = first + HAS_KINGS + min(kings, MANY_KINGS) - 1
        size += 1
    if permanents & table.EIGHTS:
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
    if hand & table.JACKS and s.points[1 - side] & enough and not s.permanents[1 - side] & table.QUEENS:
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


def waiting_features(s: Table, found: Cells, size: int) -> int:
    """Append a waiting one-off, who may counter it, and its target; return the new size."""
    found[size] = WAITING + (13 if s.to_move == s.turn else 0) + (s.waiting >> 2)
    size += 1
    if counter_cards(s):
        found[size] = COUNTERABLE
        size += 1
    if s.target != table.NONE:
        lies_on = point_card_under(s, s.target) if s.jacks >> s.target & 1 else s.target
        own = (s.points[s.turn] | s.permanents[s.turn]) >> lies_on & 1
        found[size] = TARGET + (0 if own else 13) + (s.target >> 2)
        size += 1
    return size


def worth(points: int) -> int:
    """CU-1: the point cards worth at least this many points, as a set."""
    return table.POINT_CARDS if points <= 1 else table.POINT_CARDS & ~((1 << 4 * (points - 1)) - 1)


# --- The network -----------------------------------------------------------------------------------------------------

DATA = (Path(__file__).with_name("weights.json"),)  # the files whose contents are compiled in

_WEIGHTS = cast("dict[str, list[int]]", json.loads(DATA[0].read_text(encoding="utf-8")))
FIRST, START, DIRECT, LAST = (tuple(_WEIGHTS[name]) for name in ("first", "start", "direct", "last"))
UNITS, FULL = 32, 256

LANE, LANES = 15, 4
LEAST = -(1 << LANE - 1)  # no sum of a unit is below this, or above its negative
SCALE = FULL * 64
WORDS = UNITS // LANES


def _packed(weights: tuple[int, ...]) -> Numbers:
    """Pack the weights of neighbouring units into one integer."""
    return Numbers(
        sum(weight << LANE * lane for lane, weight in enumerate(weights[place : place + LANES]))
        for place in range(0, len(weights), LANES)
    )


_ROWS = _packed(FIRST)
# Offset by the lowest sum, no sum is negative, so none borrows from its neighbour.
_START = _packed(tuple(weight - LEAST for weight in START))
_DIRECT, _LAST = Numbers(DIRECT), Numbers(LAST)


def log_odds(s: Table, buffer: Cells) -> int:
    """Return the log odds that the player on turn wins, in units of 1 / `SCALE`."""
    size = features(s, buffer)
    value = _LAST[UNITS]
    for place in range(size):
        value += _DIRECT[buffer[place]]
    for word in range(WORDS):
        units = _START[word]
        for place in range(size):
            units += _ROWS[buffer[place] * WORDS + word]
        for lane in range(LANES):
            unit = (units >> LANE * lane & (1 << LANE) - 1) + LEAST
            if unit > 0:
                value += min(unit, FULL) * _LAST[LANES * word + lane]
    return value
