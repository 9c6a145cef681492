"""Inputs of the learned network for Cuttle: parts of a table, as a value or a policy sees it, and parts of a move.

To the parts of `features` they add what differs between rule sets, frozen cards, jacks by the point card under them,
and the known top of the stock.
"""

from __future__ import annotations

from undercut.engine.bits import lowest
from undercut.engine.contract import Cells
from undercut.games.cuttle.rules import has_open_end
from undercut.games.cuttle.search.features import PARTS, SIDE, side_parts, table_parts
from undercut.games.cuttle.table import (
    COUNTER,
    EIGHT,
    EIGHTS,
    JACK,
    NONE,
    OK,
    ONE_OFF,
    POINTS,
    SCUTTLE,
    TWO,
    Table,
    goal,
    point_card_under,
    stock_card,
    total,
)

# After the parts of `features`: by side, the frozen cards in hand and the ranks under jacks; then the rank on top of
# the stock if it is known, a card that a ten may bring back, each option that is not as in the default rule set, and
# whether the seat to move answers in the other's turn.
FROZEN, UNDER_JACK, EXTRAS = 0, 1, 11
ON_TOP = PARTS + 2 * EXTRAS
SCUTTLED = ON_TOP + 13
OPTIONS = SCUTTLED + 1
OFF_TURN = OPTIONS + 24
STATE_PARTS = OFF_TURN + 1
"""How many parts of a table there are."""

# The parts of a move: what is done with which rank; the pair of ranks of a scuttle; the rank that a jack takes, or that
# a one-off aims at, the mover's own or not; the rank under a jack that is aimed at; a play that reaches the goal; a
# scuttled card with jacks on it; and the number of twos that lie on a one-off already.
RANKS, SCUTTLED_RANK, TAKEN_RANK, AIM, UNDER, WINS, UNDER_JACKS, DEPTH = 14, 154, 254, 274, 352, 362, 363, 364
MOVE_PARTS = 372
"""How many parts of moves there are."""


def value_parts(s: Table, found: Cells) -> int:
    """List the parts of a table with both hands open, the side on turn first."""
    me = s.to_move
    return seen_parts(s, me, s.hands[me], s.hands[1 - me], found)


def policy_parts(s: Table, found: Cells) -> int:
    """List the parts of a table as the seat to move sees it (CU-30, CU-36), its own side first."""
    me = s.to_move
    is_open = s.permanents[me] & EIGHTS != 0 or has_open_end(s)
    return seen_parts(s, me, s.hands[me], s.hands[1 - me] if is_open else s.known[1 - me], found)


def seen_parts(s: Table, me: int, hand: int, other: int, found: Cells) -> int:
    """List the parts of a table of which some cards are seen."""
    size = side_parts(s, me, hand, 0, found, 0)
    size = side_parts(s, 1 - me, other, SIDE, found, size)
    size = table_parts(s, found, size)
    size = extra_parts(s, me, hand, PARTS, found, size)
    size = extra_parts(s, 1 - me, other, PARTS + EXTRAS, found, size)
    if s.known_top:
        found[size] = ON_TOP + (stock_card(s, 0) >> 2)
        size += 1
    if s.scuttled:
        found[size] = SCUTTLED
        size += 1
    if me != s.turn:
        found[size] = OFF_TURN
        size += 1
    return option_parts(s, found, size)


def extra_parts(s: Table, side: int, hand: int, first: int, found: Cells, size: int) -> int:
    """Append a side's frozen cards and the ranks under jacks; return the new size."""
    left = hand & s.frozen
    while left:
        found[size] = first + FROZEN
        size += 1
        left &= left - 1
    left = s.jacks
    while left:
        card = point_card_under(s, lowest(left))
        if s.points[side] >> card & 1:
            found[size] = first + UNDER_JACK + (card >> 2)
            size += 1
        left &= left - 1
    return size


UNLEARNED: tuple[str, ...] = ()
"""Options that the trained network does not know, such as those added after its training."""


def option_parts(s: Table, found: Cells, size: int) -> int:
    """Append each option that differs from the default rule set; return the new size."""
    place = OPTIONS
    for differs in (
        s.win != 0,
        s.kings[3] != 7,  # noqa: PLR2004  the default rule set's
        s.scuttle != 0,
        s.target_side != 1,
        s.jack_side != 1,
        s.buried_jacks != 1,
        s.queen_stops != 0,
        s.queen_guards_queens != 1,
        s.queen_guards_oneoffs == 1,
        s.queen_guards_oneoffs == 2,  # noqa: PLR2004  the option's code
        s.three_takes_threes != 1,
        s.four != 0,
        s.five != 0,
        s.seven != 1,
        s.seven_leaves == 1,
        s.seven_leaves == 2,  # noqa: PLR2004  the option's code
        s.eight_scraps_eight != 0,
        s.nine_targets != 0,
        s.nine_to == 1,
        s.nine_to == 2,  # noqa: PLR2004  the option's code
        s.nine_freeze != 0,
        s.ten_undoes_scuttle != 0,
        s.hand_limit != 0,
        s.open_end != 0,
    ):
        if differs:
            found[size] = place
            size += 1
        place += 1
    return size


def move_parts(s: Table, move: int, found: Cells) -> int:
    """List the parts of a move."""
    kind, card, target = move >> 12, move >> 6 & 63, move & 63
    rank = 13 if card == NONE else card >> 2
    found[0] = kind * RANKS + rank
    if kind in (COUNTER, OK):
        depth = 0
        while s.counters >> 8 * depth:
            depth += 1
        found[1] = DEPTH + min(depth, 3) + (4 if kind == OK else 0)
        return 2
    if kind == POINTS:
        if total(s, s.turn) + rank + 1 >= goal(s, s.turn):
            found[1] = WINS
            return 2
        return 1
    if target == NONE:
        return 1
    return aim_parts(s, kind, rank, target, found)


def aim_parts(s: Table, kind: int, rank: int, target: int, found: Cells) -> int:
    """Append the parts of a move with a target; return the new size, of one before."""
    aim = target >> 2
    me = s.turn
    lies_on = point_card_under(s, target) if s.jacks >> target & 1 else target
    own = (s.points[me] | s.permanents[me]) >> lies_on & 1
    if kind == SCUTTLE:
        found[1] = SCUTTLED_RANK + rank * 10 + aim
        if is_under_jacks(s, target):
            found[2] = UNDER_JACKS
            return 3
        return 2
    if kind == JACK:
        found[1] = TAKEN_RANK + aim + 10 * own
        if not own and total(s, me) + aim + 1 >= goal(s, me):
            found[2] = WINS
            return 3
        return 2
    if kind != ONE_OFF:
        return 1
    found[1] = AIM + 26 * (0 if rank == TWO else 2 if rank == EIGHT else 1) + 13 * own + aim
    if lies_on != target:
        found[2] = UNDER + (lies_on >> 2)
        return 3
    return 2


def is_under_jacks(s: Table, card: int) -> bool:
    """Tell whether jacks lie on a point card."""
    left = s.jacks
    while left:
        if point_card_under(s, lowest(left)) == card:
            return True
        left &= left - 1
    return False
