"""Lab measures of Cups."""

from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells
from undercut.games.cups import moves, table
from undercut.games.cups.moves import answered, effect, move_card, move_kind
from undercut.games.cups.rules import begin_turn
from undercut.games.cups.table import Table, below, held, holds, is_cup, kind_of, owned, place, put, rank_of, step
from undercut.translation import N_

BEHIND = 10
FACTS = {
    "run_outs": N_("new stacks in a game"),
    "redeals": N_("redeals in a game"),
    "buries": N_("hands laid down in a game"),
}
KINDS = tuple(rank + suit for suit in ("", "c") for rank in "A23456789TPNQK")
WAYS = ("lead", "cover", "identical", "take", "higher", "gifts", "draw", "given")
ALL_WAYS, GIVEN = len(WAYS), WAYS.index("given")


def starts_turn(s: Table) -> bool:
    """CP-3: every turn is one move, and a wrong call before it (CP-22)."""
    return s.phase == table.PLAYING and not s.called


def score(s: Table, seat: int) -> int:
    """The cards that a seat has in hand and graveyard, as a negative number."""
    return -owned(s, seat)


def note(s: Table, move: int, row: Cells, facts: int) -> None:
    """Count how often the stack is rebuilt (CP-20), redeals that an ace ends (CP-26), and hands buried (CP-17)."""
    kind = move_kind(move)
    if s.phase in (table.AFTER_PLAY, table.AFTER_BURY):
        row[facts] += 1
    elif kind == moves.ACE:
        row[facts + 1] += 1
    if kind in (moves.BURY, moves.BURY_OPEN):
        row[facts + 2] += 1


def note_turn(s: Table, row: Cells, facts: int) -> None:
    """Count whole redeals (CP-25): cards moved before the turn, and graveyards stay, as nobody picked up."""
    if s.moved and s.graves[s.turn] != table.NONE:
        row[facts + 1] += 1


def of_kind(kind: int) -> int:
    """The cards of a kind, as a set: three suits of a rank, or a cup (CP-1)."""
    return 0b1110 << table.SUITS * kind if kind < table.RANKS else 1 << table.SUITS * (kind - table.RANKS)


def count_kind(s: Table, seat: int, kind: int) -> int:
    """The cards of a rank, or the cups of a rank, in a hand."""
    if s.decks == 1:
        return count(s.hands[seat] & of_kind(kind))
    number = 0
    left = s.hands[seat] & of_kind(kind)
    while left:
        number += held(s, seat, lowest(left))
        left &= left - 1
    return number


def find_card(s: Table, seat: int, kind: int, which: int) -> int:
    """A card of a kind in a hand, by its place among them."""
    left = s.hands[seat] & of_kind(kind)
    while left:
        for copy in range(s.decks):
            card = lowest(left) + table.COPY * copy
            if holds(s, seat, card):
                if which == 0:
                    return card
                which -= 1
        left &= left - 1
    return -1


def stock_size(s: Table) -> int:
    return s.stack_size


def exchange(s: Table, seat: int, kind: int, which: int, depth: int) -> None:
    """Exchange a card of a hand and one of the stack; what the giver knows of the place in the hand stays."""
    card = find_card(s, seat, kind, which)
    above, other = -1, s.stack
    for _ in range(depth):
        above, other = other, below(s, other)
    in_hand, in_stack = place(s, card), place(s, other)
    put(s, card, in_stack)
    put(s, other, in_hand)
    if above == -1:
        s.stack = card
    else:
        put(s, above, card)
    stays = 0
    for copy in range(s.decks):
        if holds(s, seat, kind_of(card) + table.COPY * copy):
            stays = 1
    s.hands[seat] = s.hands[seat] & ~(1 << kind_of(card)) | stays << kind_of(card) | 1 << kind_of(other)


def skip_turn(s: Table) -> bool:
    """CP-3, CP-37: the next player's turn begins; a skipped turn does not count as a turn without a move (CP-27)."""
    seat = step(s, s.turn)
    while s.out >> seat & 1:
        seat = step(s, seat)
    begin_turn(s, seat)
    return True


def use_of(s: Table, move: int) -> int:
    """Tell under which clause a card is played, or that it is given away."""
    what = move_kind(move)
    card = move_card(move)
    if what not in (moves.PLAY, moves.UNSEEN, moves.GIVE):
        return -1
    way = GIVEN if what == moves.GIVE else effect(s, card, answered(s, 1 if what == moves.UNSEEN else 0))
    return (table.RANKS + rank_of(card) if is_cup(card) else rank_of(card)) * ALL_WAYS + way
