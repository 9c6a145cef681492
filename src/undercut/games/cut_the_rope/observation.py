"""Observations of Cut the Rope: what a seat's view shows as integers, and the cards that a move reveals.

Like the rules, these functions run both as plain Python and compiled.
"""

from itertools import product

from undercut.cards import ROPE
from undercut.engine.contract import Cells, starts
from undercut.engine.rows import list_equal
from undercut.games.base.layout import Block, Observations, course, relative_seats
from undercut.games.cut_the_rope import table
from undercut.games.cut_the_rope.moves import PERSONAL_SOURCE, move_source
from undercut.games.cut_the_rope.position import PHASES
from undercut.games.cut_the_rope.table import (
    Table,
    copies,
    hand_size,
    next_seat,
    personal_left,
    personal_pile,
    pile_size,
    slot,
    slot_below,
    slot_card,
    top_card,
    top_slot,
)
from undercut.games.cut_the_rope.words import WORDS

LAYOUT = 1  # the version of the columns and of the history's rows
PLACES = ("", "hand", "top of a personal deck")
HISTORY_ROOM = 2048
HAND, PERSONAL_TOP = 1, 2
NO_COUNTS = -3 * table.KINDS_OF_CARDS

_CARDS, _SEATS, _ROWS = ROPE.texts, relative_seats(8), ("row 1", "row 2", "row 3")
_SUPPLY_ROWS = tuple(map(" ".join, product(_SEATS, _ROWS)))
_SUPPLY_CARDS = tuple(map(" ".join, product(_SUPPLY_ROWS, _CARDS)))
_PERSONAL_CARDS = tuple(map(" ".join, product(_SEATS, _CARDS)))
_WAYS = tuple(map(" ".join, product(_ROWS, ("up", "down"))))

BLOCKS = (
    *course(8, PHASES, WORDS.reasons[1:]),
    Block("hand", "such cards in your hand", _CARDS, "cards", 6),
    Block("hand size", "cards in the hand of this seat", _SEATS, "cards", 6),
    Block("personal size", "cards in the personal deck of this seat", _SEATS, "cards", 74),
    Block("personal top", "the card lies on top of this seat's personal deck", _PERSONAL_CARDS),
    Block("supply size", "cards in the supply row of this seat", _SUPPLY_ROWS, "cards", 160),
    Block("supply top", "the card lies on top of this seat's supply row", _SUPPLY_CARDS),
    Block("supply", "such cards in this seat's supply row", _SUPPLY_CARDS, "cards", 20),
    Block("level size", "cards on the level row", _ROWS, "cards", 160),
    Block("level reach", "numbers that the level row has reached", _ROWS, "steps", 10),
    Block("level scissors", "scissors on top of the level row whose value is open", _ROWS, "cards", 20),
    Block("level way", "the level row goes this way", _WAYS),
    Block("discards", "such cards among the discards", _CARDS, "cards", 20),
    Block("deck size", "cards in the deck", unit="cards", greatest=160),
    Block("moved", "a card has moved in this turn"),
    Block("still", "turns in a row in which no card moved", unit="turns", greatest=8),
    Block(
        "order",
        "the cards of all supply rows, yours first, then of the level rows, each from its top: 1 + the card, and 16 "
        "more for scissors with the value of the card below",
        tuple(map(str, range(1, 161))),
        "code",
        27,
    ),
)
"""The columns, in blocks."""

_STARTS = starts(*(block.length for block in BLOCKS))
_TO_MOVE, _TURN, _PHASE, _WINNER, _END = _STARTS[:5]
_HAND, _HAND_SIZE, _PERSONAL_SIZE, _PERSONAL_TOP, _SUPPLY_SIZE, _SUPPLY_TOP, _SUPPLY = _STARTS[5:12]
_LEVEL_SIZE, _REACH, _SCISSORS, _WAY, _DISCARDS, _DECK_SIZE, _MOVED, _STILL, _ORDER = _STARTS[12:21]


def observe(s: Table, seat: int, row: Cells) -> None:
    """Write what a seat may know."""
    at, owner = _ORDER, seat
    for place in range(s.seats):
        observe_seat(s, owner, place, row)
        at = observe_piles(s, table.SEAT_PILES * owner, row, at, _SUPPLY + 3 * table.KINDS_OF_CARDS * place)
        owner = next_seat(s, owner)
    if s.phase <= table.OVER:
        row[_PHASE + s.phase] = 1
    if s.phase == table.OVER:
        row[_END + s.reason - 1] = 1
    hand, discards = s.hands[seat], s.discards
    for card in range(table.KINDS_OF_CARDS):
        row[_HAND + card] = copies(hand, card)
        row[_DISCARDS + card] = discards >> 5 * card & 31
    for level in range(3):
        row[_LEVEL_SIZE + level] = pile_size(s, table.LEVELS + level)
        row[_REACH + level] = s.reach[level]
        row[_SCISSORS + level] = s.waiting[level]
        row[_WAY + 2 * level] = 1 if s.way[level] == table.UP else 0
        row[_WAY + 2 * level + 1] = 1 if s.way[level] == table.DOWN else 0
    observe_piles(s, table.LEVELS, row, at, NO_COUNTS)
    row[_DECK_SIZE] = pile_size(s, table.DECK)
    row[_MOVED] = s.moved
    row[_STILL] = s.still


def observe_seat(s: Table, owner: int, place: int, row: Cells) -> None:
    """Write whether it is a seat's turn, the sizes of its piles and their top cards."""
    place = max(place, 0)  # as in `observe_piles`
    row[_TURN + place] = 1 if owner == s.to_move else 0
    if s.phase == table.OVER:
        row[_WINNER + place] = s.winners >> owner & 1
    else:
        row[_TO_MOVE + place] = 1 if owner == s.to_move else 0
    row[_HAND_SIZE + place] = hand_size(s.hands[owner])
    row[_PERSONAL_SIZE + place] = personal_left(s, owner)
    pile = table.SEAT_PILES * owner
    if s.tops[pile + table.PERSONAL]:
        row[_PERSONAL_TOP + table.KINDS_OF_CARDS * place + top_card(s, pile + table.PERSONAL)] = 1
    for line in range(3):
        size = pile_size(s, pile + line)
        row[_SUPPLY_SIZE + 3 * place + line] = size
        # Slot 0, the top of an empty row, holds 0.
        row[_SUPPLY_TOP + table.KINDS_OF_CARDS * (3 * place + line) + top_card(s, pile + line)] = min(size, 1)


def observe_piles(s: Table, pile: int, row: Cells, at: int, counts: int) -> int:
    """Write three neighbouring piles, each from its top, side by side: a step down one need not wait for another.

    Return the next column of the order. Their cards are counted from the column `counts` on, if it is not negative.
    """
    at = max(at, 0)  # compiled code that knows it does not test for negative columns
    first, second, third = top_slot(s, pile), top_slot(s, pile + 1), top_slot(s, pile + 2)
    one, two, three = pile_size(s, pile), pile_size(s, pile + 1), pile_size(s, pile + 2)
    for depth in range(max(one, two, three)):
        first = observe_card(s, first, depth < one, row, at + depth, counts)
        second = observe_card(s, second, depth < two, row, at + one + depth, counts + table.KINDS_OF_CARDS)
        third = observe_card(s, third, depth < three, row, at + one + two + depth, counts + 2 * table.KINDS_OF_CARDS)
    return at + one + two + three


def observe_card(s: Table, number: int, is_there: bool, row: Cells, at: int, counts: int) -> int:  # noqa: FBT001  compiled
    """Write the card of a slot, if it is there; return the slot below.

    Processors guess branches, and nothing tells where a pile ends: below it, slot 0 is written to a column that
    `observe` fills later.
    """
    content = slot(s, number)
    row[at if is_there else _STILL] = (content & 31) + 1
    if counts >= 0:
        row[counts + slot_card(content)] += 1 if is_there else 0
    return slot_below(content)


def news(before: Table, s: Table, seat: int, move: int, found: Cells) -> int:
    """List the cards that a move (-1: the start) reveals to a seat, and return their number.

    They are: the cards that it draws, and turned tops of personal decks.
    """
    if move < 0:
        size = list_drawn(found, 0, 0, s.hands[seat])
        for place in range(s.seats):
            size = list_top(s, (seat + place) % s.seats, place, found, size)
        return size
    mover, source, old = before.to_move, move_source(move), before.hands[seat]
    if mover == seat and source < table.KINDS_OF_CARDS:
        old -= 1 << 3 * source
    size = list_drawn(found, 0, old, s.hands[seat])
    if source == PERSONAL_SOURCE:
        size = list_top(s, mover, (mover - seat) % s.seats, found, size)
    return size


def list_drawn(found: Cells, size: int, old: int, new: int) -> int:
    """Append the cards by which a hand has grown; return the new size."""
    for card in range(table.KINDS_OF_CARDS):
        size = list_equal(found, size, card, copies(new, card) - copies(old, card), HAND, 0)
    return size


def list_top(s: Table, owner: int, place: int, found: Cells, size: int) -> int:
    """Append the top card of a personal deck, if there is one; return the new size."""
    pile = personal_pile(owner)
    if s.tops[pile]:
        size = list_equal(found, size, top_card(s, pile), 1, PERSONAL_TOP, place)
    return size


OBSERVATIONS = Observations(LAYOUT, BLOCKS, PLACES, HISTORY_ROOM, observe, news)
