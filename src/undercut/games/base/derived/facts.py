"""What the functions of `dealing` and `arrays` need to know of a game's table; `writing` fills it in for each game."""

from typing import Protocol

from undercut.engine.contract import Cells, Numbers

STOCK, HANDS, DUE = "stock", "hands", "due"
"""The piles and the field of draws from the stock: `due` cards of it go to the hand of the seat to move."""

PHASES = ("play", "over")

EVERYONE, OWNER, NOBODY = range(3)


class DerivedTable(Protocol):
    """The fields of a table that derived functions use."""

    seats: int
    to_move: int
    reason: int
    due: int
    stock: int
    hands: Cells


PILES = 0
"""The number of piles."""
OWNED = Numbers()
"""By pile: whether each seat has one."""
SEEN_BY = Numbers()
"""By pile: who sees its cards."""


def cards_of(s: DerivedTable, pile: int, owner: int) -> int:
    """Return a pile as a set of cards; if it is shared, the owner is 0."""
    raise NotImplementedError


def put_cards(s: DerivedTable, pile: int, owner: int, cards: int) -> None:
    """Replace the cards of a pile."""
    raise NotImplementedError


def number_of(s: DerivedTable, number: int) -> int:
    """Return one of the table's numbers, in the order of the words."""
    raise NotImplementedError


def owners(s: DerivedTable, pile: int) -> int:
    """Return how many piles there are of this name."""
    return s.seats if OWNED[pile] else 1


def sees(seat: int, pile: int, owner: int) -> bool:
    """Tell whether a seat sees the cards of a pile."""
    return SEEN_BY[pile] == EVERYONE or (SEEN_BY[pile] == OWNER and owner == seat)
