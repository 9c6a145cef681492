"""Features for the learned network of Cuttle: of a table, as a value or a policy sees it, and of a move.

To the features of `evaluation` they add what differs between rule sets, frozen cards, jacks by the point card under
them, and the known top of the stock.
"""

from undercut.engine.bits import lowest
from undercut.engine.contract import Cells, starts
from undercut.games.base.derived.writing import write_option_features
from undercut.games.cuttle import moves, table
from undercut.games.cuttle.moves import move_card, move_kind, move_target
from undercut.games.cuttle.options import OPTIONS, RULE_SETS
from undercut.games.cuttle.rules import has_open_end
from undercut.games.cuttle.search.evaluation import FEATURES, SIDE, side_features, table_features
from undercut.games.cuttle.table import Table, goal, is_buried, point_card_under, stock_card, total

# A side's further features.
(
    FROZEN,  # frozen cards in hand
    UNDER_JACK,  # the rank of a point card under a jack
    EXTRAS,
) = starts(1, 10)

# After the features of `evaluation` and the further ones of both sides:
(
    ON_TOP,  # the rank on top of the stock if it is known
    SCUTTLED,  # a card that a ten may bring back
    OPTIONS_START,
) = (FEATURES + 2 * EXTRAS + start for start in starts(13, 1))
OFF_TURN, options_module = write_option_features("cuttle", OPTIONS, RULE_SETS["sipie"], OPTIONS_START)
option_features = options_module.option_features
STATE_FEATURES = OFF_TURN + 1  # whether the seat to move answers in the other's turn

RANKS, POINT_RANKS = 14, 10
# The features of a move.
(
    WHAT,  # the kind of move, with each rank
    SCUTTLED_RANK,  # the ranks of both cards of a scuttle
    TAKEN_RANK,  # the rank that a jack takes, from the other side or the mover's own
    AIM,  # by one-off: the rank that it aims at, on the other side or the mover's own
    UNDER,  # the rank under a jack that is aimed at
    WINS,  # a play that reaches the goal
    UNDER_JACKS,  # a scuttled card with jacks on it
    DEPTH,  # the number of twos that lie on a one-off already, at a counter or without one
    MOVE_FEATURES,
) = starts(11 * RANKS, POINT_RANKS**2, 2 * POINT_RANKS, 3 * 2 * 13, POINT_RANKS, 1, 1, 8)


def value_features(s: Table, found: Cells) -> int:
    """List the features of a table with both hands open, the side on turn first."""
    me = s.to_move
    return seen_features(s, me, s.hands[me], s.hands[1 - me], found)


def policy_features(s: Table, found: Cells) -> int:
    """List the features of a table as the seat to move sees it (CU-30, CU-36), its own side first."""
    me = s.to_move
    is_open = s.permanents[me] & table.EIGHTS != 0 or has_open_end(s)
    return seen_features(s, me, s.hands[me], s.hands[1 - me] if is_open else s.known[1 - me], found)


def seen_features(s: Table, me: int, hand: int, other: int, found: Cells) -> int:
    size = side_features(s, me, hand, 0, found, 0)
    size = side_features(s, 1 - me, other, SIDE, found, size)
    size = table_features(s, found, size)
    size = extra_features(s, me, hand, FEATURES, found, size)
    size = extra_features(s, 1 - me, other, FEATURES + EXTRAS, found, size)
    if s.known_top:
        found[size] = ON_TOP + (stock_card(s, 0) >> 2)
        size += 1
    if s.scuttled:
        found[size] = SCUTTLED
        size += 1
    if me != s.turn:
        found[size] = OFF_TURN
        size += 1
    return option_features(s, found, size)


def extra_features(s: Table, side: int, hand: int, first: int, found: Cells, size: int) -> int:
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


def move_features(s: Table, move: int, found: Cells) -> int:
    kind, card, target = move_kind(move), move_card(move), move_target(move)
    rank = 13 if card == table.NONE else card >> 2
    found[0] = WHAT + kind * RANKS + rank
    if kind in (moves.COUNTER, moves.OK):
        depth = 0
        while s.counters >> 8 * depth:
            depth += 1
        found[1] = DEPTH + min(depth, 3) + (4 if kind == moves.OK else 0)
        return 2
    if kind == moves.POINTS:
        if total(s, s.turn) + rank + 1 >= goal(s, s.turn):
            found[1] = WINS
            return 2
        return 1
    if target == table.NONE:
        return 1
    return aim_features(s, kind, rank, target, found)


def aim_features(s: Table, kind: int, rank: int, target: int, found: Cells) -> int:
    """Append the features of a move with a target; return the new size, of one before."""
    aim = target >> 2
    me = s.turn
    lies_on = point_card_under(s, target) if s.jacks >> target & 1 else target
    own = (s.points[me] | s.permanents[me]) >> lies_on & 1
    if kind == moves.SCUTTLE:
        found[1] = SCUTTLED_RANK + rank * POINT_RANKS + aim
        if is_buried(s, target):
            found[2] = UNDER_JACKS
            return 3
        return 2
    if kind == moves.JACK:
        found[1] = TAKEN_RANK + aim + POINT_RANKS * own
        if not own and total(s, me) + aim + 1 >= goal(s, me):
            found[2] = WINS
            return 3
        return 2
    if kind != moves.ONE_OFF:
        return 1
    found[1] = AIM + 26 * (0 if rank == table.TWO else 2 if rank == table.EIGHT else 1) + 13 * own + aim
    if lies_on != target:
        found[2] = UNDER + (lies_on >> 2)
        return 3
    return 2
