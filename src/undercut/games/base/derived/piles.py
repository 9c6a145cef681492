"""The piles of any small game: who sees them, draws from the stock, hidden cards dealt again; every host runs this.

`writing` fills in what is particular to a game: the constants below, and the functions that are not implemented.
"""

from typing import Protocol

from undercut.engine.bits import count, list_members
from undercut.engine.chance import shuffle
from undercut.engine.contract import Cells, Numbers

STOCK, HANDS, DUE = "stock", "hands", "due"
"""The piles and the field of draws from the stock: `due` cards of it go to the hand of the seat to move."""

EVERYONE, OWNER, NOBODY = range(3)


class DerivedTable(Protocol):
    """The fields of a table that derived functions use."""

    seats: int
    to_move: int
    reason: int
    due: int
    stock: int
    hands: Cells


PILES = 0  # the number of piles
OWNED = Numbers()  # by pile: whether each seat has one
SEEN_BY = Numbers()  # by pile: who sees its cards


def cards_of(s: DerivedTable, pile: int, owner: int) -> int:
    """Return a pile as a set of cards; if it is shared, the owner is 0."""
    raise NotImplementedError


def put_cards(s: DerivedTable, pile: int, owner: int, cards: int) -> None:
    raise NotImplementedError


def number_of(s: DerivedTable, number: int) -> int:
    """Return one of the table's numbers, in the order of the words."""
    raise NotImplementedError


def owners(s: DerivedTable, pile: int) -> int:
    """Return how many piles there are of this name."""
    return s.seats if OWNED[pile] else 1


def sees(seat: int, pile: int, owner: int) -> bool:
    return SEEN_BY[pile] == EVERYONE or (SEEN_BY[pile] == OWNER and owner == seat)


# --- Draws: rules of a game with a stock, hands and a number of cards that are due ---


def chance_need(s: DerivedTable) -> int:
    return s.due


def chance_pool(s: DerivedTable, cards: Cells) -> int:
    return list_members(s.stock, cards, 0)


def apply_chance(s: DerivedTable, cards: Cells) -> None:
    """Put the cards that are due into the hand of the seat to move."""
    for place in range(s.due):
        s.hands[s.to_move] |= 1 << cards[place]
        s.stock ^= 1 << cards[place]
    s.due = 0


# --- Hidden cards ---


def determinize(s: DerivedTable, seat: int, generator: Cells, pool: Cells) -> None:
    """Redeal the cards that a seat cannot see (`undercut.search.contract.determinize`)."""
    unseen = 0
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            if not sees(seat, pile, owner):
                unseen |= cards_of(s, pile, owner)
    size = list_members(unseen, pool, 0)
    shuffle(generator, pool, size, size)
    dealt = 0
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            if not sees(seat, pile, owner):
                number = count(cards_of(s, pile, owner))
                put_cards(s, pile, owner, gather(pool, dealt, number))
                dealt += number


def deal_unseen(s: DerivedTable, seat: int, generator: Cells, buffer: Cells) -> None:
    """Redeal the same cards for a ranking of moves (`undercut.search.contract.deal_unseen`)."""
    determinize(s, seat, generator, buffer)


def gather(cards: Cells, first: int, number: int) -> int:
    found = 0
    for place in range(first, first + number):
        found |= 1 << cards[place]
    return found
