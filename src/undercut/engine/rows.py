"""Rows of small integers for learning programs: columns of an observation, events of a history."""

from undercut.engine.bits import lowest
from undercut.engine.contract import Cells

# An event: its kind; the seat that moved or owns the card, counted from 1 for the observing one (0: nobody); the number
# of the move, or the card, counted from 1 (0: hidden); and where the card lies.
EVENT_WIDTH = 4
KIND, OWNER, WHAT, PLACE = range(EVENT_WIDTH)
MOVE, CARD = 1, 2  # the kinds of events: a move, and a revealed card

CARD_BITS, PLACE_BITS = 9, 3
"""The bits of a sighting that hold its card, and above them where it lies; those above say who owns it."""


def set_columns(row: Cells, start: int, length: int, cards: int) -> None:
    """Write a set of cards into columns that are 0: one for each of the first `length` cards, a constant.

    The compiled host writes all these columns at once.
    """
    cards &= (1 << length) - 1
    while cards:
        row[start + lowest(cards)] = 1
        cards &= cards - 1


def sighting(card: int, place: int, owner: int) -> int:
    """Encode a revealed card as one integer."""
    return ((owner + 1) << PLACE_BITS | place) << CARD_BITS | card


def card_of(code: int) -> int:
    return code & (1 << CARD_BITS) - 1


def list_equal(found: Cells, size: int, card: int, number: int, place: int, owner: int) -> int:
    """Append a number of equal cards to a list of sightings; return its new size.

    Examples:
        >>> found = [0, 0, 0]
        >>> list_equal(found, 1, 7, 2, 1, -1), found
        (3, [0, 519, 519])
    """
    code = sighting(card, place, owner)
    for _ in range(number):
        found[size] = code
        size += 1
    return size


def list_set(found: Cells, size: int, cards: int, place: int, owner: int) -> int:
    """Append the cards of a set to a list of sightings; return its new size."""
    while cards:
        size = list_equal(found, size, lowest(cards), 1, place, owner)
        cards &= cards - 1
    return size


def append_event(rows: Cells, size: int, kind: int, owner: int, what: int, place: int) -> int:
    """Append an event to a history, if there is room; return the number of events, with those that found no room.

    Examples:
        >>> rows = [0] * 8
        >>> append_event(rows, 0, MOVE, 1, 25, 0), append_event(rows, 2, MOVE, 1, 25, 0)
        (1, 3)
        >>> rows
        [1, 1, 25, 0, 0, 0, 0, 0]
    """
    start = EVENT_WIDTH * size
    if start < len(rows):
        rows[start + KIND] = kind
        rows[start + OWNER] = owner
        rows[start + WHAT] = what
        rows[start + PLACE] = place
    return size + 1


def append_sightings(rows: Cells, size: int, found: Cells, number: int) -> int:
    """Append an event for each revealed card; return the new number of events."""
    for place in range(number):
        code, where = found[place], found[place] >> CARD_BITS
        owner = where >> PLACE_BITS
        size = append_event(rows, size, CARD, owner, card_of(code) + 1, where & (1 << PLACE_BITS) - 1)
    return size
