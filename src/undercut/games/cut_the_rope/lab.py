"""Lab measures of Cut the Rope."""

from undercut.engine.contract import Cells
from undercut.games.base.parts.figures import TURNS
from undercut.games.cut_the_rope import moves, table
from undercut.games.cut_the_rope.moves import move_card, move_kind, move_source
from undercut.games.cut_the_rope.table import (
    Table,
    copies,
    fill_slot,
    next_seat,
    personal_left,
    pile_size,
    slot,
    slot_below,
    slot_card,
    top_slot,
)
from undercut.translation import N_

BEHIND = 5
FACTS = {
    "scissors": N_("scissors played in a game"),
    "deck_out": N_("games in which the deck runs out"),
    "no_discards": N_("turns without a discard in a game"),
}
WHEN = {"deck_out": N_("turn in which the deck first runs out")}
KINDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "X")
WAYS = ("from hand", "from supply", "from personal deck", "discard")
ALL_WAYS = len(WAYS)
HAND, SUPPLY, PERSONAL, DISCARD = range(ALL_WAYS)


def starts_turn(s: Table) -> bool:
    """CR-3: no card has moved in this turn."""
    return s.moved == 0


def score(s: Table, seat: int) -> int:
    """The personal cards that a seat has left, as a negative number."""
    return -personal_left(s, seat)


def note(s: Table, move: int, row: Cells, facts: int) -> None:
    """Count plays of scissors and turns that end without a discard, and keep the turn when the deck first ran out."""
    kind = move_kind(move)
    if kind == moves.END:
        row[facts + 2] += 1
    elif kind != moves.PUT and move_card(move) == table.SCISSORS:
        row[facts] += 1
    if s.tops[table.DECK] == 0 and row[facts + 1] == 0:
        row[facts + 1] = row[TURNS]


def count_kind(s: Table, seat: int, kind: int) -> int:
    """The cards of a value in a hand."""
    return copies(s.hands[seat], kind)


def stock_size(s: Table) -> int:
    return pile_size(s, table.DECK)


def exchange(s: Table, seat: int, kind: int, which: int, depth: int) -> None:  # noqa: ARG001  equal cards do not differ
    """Exchange a card of a hand and one of the deck."""
    number = top_slot(s, table.DECK)
    for _ in range(depth):
        number = slot_below(slot(s, number))
    content = slot(s, number)
    fill_slot(s, number, content & ~15 | kind)
    s.hands[seat] += (1 << 3 * slot_card(content)) - (1 << 3 * kind)


def skip_turn(s: Table) -> bool:
    """CR-3: play goes to the left; a skipped turn does not count as a turn without a move (CR-19)."""
    s.to_move = next_seat(s, s.to_move)
    return True


def may_win(s: Table) -> bool:
    """CR-16, CR-19: a win needs a personal deck of one card, or a game that is about to stall."""
    return personal_left(s, s.to_move) <= 1 or s.still + 1 >= s.seats


def use_of(s: Table, move: int) -> int:  # noqa: ARG001  part of the contract
    """Tell from where a card is played, or that it is put on a supply row."""
    kind = move_kind(move)
    card = move_card(move)
    source = move_source(move)
    if kind == moves.END:
        return -1
    if kind == moves.PUT:
        return card * ALL_WAYS + DISCARD
    if source < table.KINDS_OF_CARDS:
        return card * ALL_WAYS + HAND
    return card * ALL_WAYS + (PERSONAL if source - table.KINDS_OF_CARDS == table.PERSONAL else SUPPLY)
