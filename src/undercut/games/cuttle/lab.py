"""Lab measures of Cuttle."""

from undercut.engine.bits import count, nth
from undercut.engine.contract import Cells
from undercut.games.cuttle import moves, table
from undercut.games.cuttle.moves import move_card, move_kind
from undercut.games.cuttle.rules import next_turn
from undercut.games.cuttle.table import Table, exchange_stock_card, goal, total
from undercut.translation import N_

BEHIND = 10
FACTS = {
    "scuttles": N_("scuttles in a game"),
    "one_offs": N_("one-offs in a game"),
    "counters": N_("counters in a game"),
}
KINDS = tuple("A23456789TJQK")
WAYS = ("points", "scuttle", "permanent", "one-off", "counter")
ALL_WAYS = len(WAYS)
WAY_OF_KIND = (-1, -1, 0, 1, 2, 2, 3, 4, -1, -1, -1)
"""By kind of move: the way to use a card; a jack counts as a permanent."""

MOST_POINTS = 10


def starts_turn(s: Table) -> bool:
    """CU-4: every turn is one move, and the answers to it."""
    return s.phase == table.PLAYING


def score(s: Table, seat: int) -> int:
    """The points that a seat still needs, as a negative number."""
    return total(s, seat) - goal(s, seat)


def note(s: Table, move: int, row: Cells, facts: int) -> None:  # noqa: ARG001  part of the contract
    """Count scuttles, one-offs and counters."""
    kind = move_kind(move)
    if kind == moves.SCUTTLE:
        row[facts] += 1
    elif kind == moves.ONE_OFF:
        row[facts + 1] += 1
    elif kind == moves.COUNTER:
        row[facts + 2] += 1


def count_kind(s: Table, seat: int, kind: int) -> int:
    """The cards of a rank in a hand."""
    return count(s.hands[seat] & 15 << 4 * kind)


def stock_size(s: Table) -> int:
    return s.stock_size


def exchange(s: Table, seat: int, kind: int, which: int, depth: int) -> None:
    """Exchange two cards; what is known of the place in the hand, and a freeze, stay with the place."""
    card = nth(s.hands[seat] & 15 << 4 * kind, which)
    other = exchange_stock_card(s, depth, card)
    both = 1 << card | 1 << other
    s.hands[seat] ^= both
    if s.known[seat] >> card & 1:
        s.known[seat] ^= both
    if s.frozen >> card & 1:
        s.frozen ^= both


def skip_turn(s: Table) -> bool:
    """CU-4, CU-9a: frozen cards thaw as at the end of any turn; passes stay as they are."""
    s.frozen &= ~s.hands[s.turn]
    next_turn(s)
    return True


def may_win(s: Table) -> bool:
    """CU-1, CU-6, CU-33: a play of one card gains at most ten points, or a king."""
    if s.phase != table.PLAYING:
        return True
    mine, kings = total(s, s.turn), count(s.permanents[s.turn] & table.KINGS)
    return mine + MOST_POINTS >= s.kings[kings] or mine >= s.kings[min(kings + 1, 4)]


def use_of(s: Table, move: int) -> int:  # noqa: ARG001  part of the contract
    """Tell how a card is played."""
    way = WAY_OF_KIND[move_kind(move)]
    return (move_card(move) >> 2) * ALL_WAYS + way if way >= 0 else -1
