"""Fixed numbers of moves, observations and histories of any small game; every host runs these functions."""

from undercut.engine.bits import count
from undercut.engine.contract import Cells, Numbers, is_over, mover, winners
from undercut.engine.rows import list_set, set_columns
from undercut.games.base.derived.piles import OWNED, PILES, DerivedTable, cards_of, number_of, owners, sees

# What `columns` lays out for one game.
TO_MOVE = TURN = PHASE = WINNER = END = 0
"""The first columns of the blocks that every game has."""
CARDS_AT, SIZES_AT = Numbers(), Numbers()
"""By pile: the first column of its cards, and of its sizes; -1: there is none."""
NUMBERS_AT, LEAST, IS_SEAT, WHILE_IN = Numbers(), Numbers(), Numbers(), Numbers()
"""By number: its first column, its least value, whether it is a seat, and the pile without which it means nothing."""
PLACES = Numbers()
"""By pile: its place in a history."""
PACK, CHOICES, FIRST_CHOICE = 0, 1, 0
"""The number of cards, of choices with a card, and the code of the first move with a choice."""


def action(move: int) -> int:
    return move


def move_of(s: DerivedTable, number: int) -> int:  # noqa: ARG001  other games look at the table
    return number


def observe(s: DerivedTable, seat: int, row: Cells) -> None:
    """Write what a seat may know."""
    row[TURN + (s.to_move - seat) % s.seats] = 1
    if is_over(s):
        row[PHASE + 1] = 1
        row[END + s.reason - 1] = 1
        won = winners(s)
        for other in range(s.seats):
            if won >> other & 1:
                row[WINNER + (other - seat) % s.seats] = 1
    else:
        row[PHASE] = 1
        row[TO_MOVE + (mover(s) - seat) % s.seats] = 1
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            observe_pile(s, seat, pile, owner, row)
    for number in range(len(NUMBERS_AT)):
        if WHILE_IN[number] < 0 or cards_of(s, WHILE_IN[number], 0):
            observe_number(s, seat, number, row)


def observe_pile(s: DerivedTable, seat: int, pile: int, owner: int, row: Cells) -> None:
    """Write the cards of a pile that the seat sees, and the size of one that it may not see."""
    cards = cards_of(s, pile, owner)
    place = (owner - seat) % s.seats if OWNED[pile] else 0
    if sees(seat, pile, owner):
        set_columns(row, CARDS_AT[pile] + place * PACK, PACK, cards)
    if SIZES_AT[pile] >= 0:
        row[SIZES_AT[pile] + place] = count(cards)


def observe_number(s: DerivedTable, seat: int, number: int, row: Cells) -> None:
    value = number_of(s, number)
    if IS_SEAT[number]:
        row[NUMBERS_AT[number] + (value - seat) % s.seats] = 1
    else:
        row[NUMBERS_AT[number]] = value - LEAST[number]


def seen_cards(s: DerivedTable, seat: int) -> int:
    """Every card that a seat sees, as a set."""
    found = 0
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            if sees(seat, pile, owner):
                found |= cards_of(s, pile, owner)
    return found


def news(before: DerivedTable, s: DerivedTable, seat: int, move: int, found: Cells) -> int:
    """List the cards that a move (-1: the start) reveals to a seat, and return their number."""
    known = 0
    if move >= 0:
        known = seen_cards(before, seat)
        if move < PACK:
            known |= 1 << move
        if move >= FIRST_CHOICE:
            known |= 1 << (move - FIRST_CHOICE) // CHOICES
    size = 0
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            if sees(seat, pile, owner):
                relative = (owner - seat) % s.seats if OWNED[pile] else -1
                size = list_set(found, size, cards_of(s, pile, owner) & ~known, PLACES[pile], relative)
    return size
