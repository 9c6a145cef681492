"""How many numbers a seat of Cut the Rope needs before its personal card fits. In sets, bit n is card n."""

from __future__ import annotations

from undercut.engine.bits import count
from undercut.games.cut_the_rope.table import (
    COMPLETE,
    DOWN,
    NO_WAY,
    PERSONAL,
    SCISSORS,
    SEAT_PILES,
    UP,
    Table,
    top_card,
)

NUMBERS = 10
UNREACHABLE = 99


def held_numbers(hand: int) -> int:
    found = 0
    for card in range(NUMBERS):
        if hand >> 3 * card & 7:
            found |= 1 << card
    return found


def supply_tops(s: Table, seat: int) -> int:
    """The set of the cards on top of a seat's supply rows, scissors among them."""
    found = 0
    for row in range(PERSONAL):
        pile = SEAT_PILES * seat + row
        if s.tops[pile]:
            found |= 1 << top_card(s, pile)
    return found


def personal_card(s: Table, seat: int) -> int:
    """The personal card that a seat wants to play; scissors, which fit anywhere, if the deck is empty."""
    pile = SEAT_PILES * seat + PERSONAL
    return top_card(s, pile) if s.tops[pile] else SCISSORS


def due_before(step: int, wanted: int, falls: int) -> int:
    """The set of cards that a row takes from a step on before a wanted number; -1 if the row has passed it."""
    if falls:
        return (1 << NUMBERS - step) - (1 << wanted + 1) if step < NUMBERS - wanted else -1
    return (1 << wanted) - (1 << step) if step <= wanted else -1


def due_to_end(step: int, falls: int) -> int:
    """The set of cards that a row takes from a step on until it is complete."""
    return (1 << COMPLETE - step) - 1 if falls else (1 << COMPLETE) - (1 << step)


def distance_from_empty(wanted: int, have: int) -> int:
    """How many missing cards an empty row needs before it takes a wanted number."""
    return min(count(due_before(0, wanted, 0) & ~have), count(due_before(0, wanted, 1) & ~have))


def distance_on_row(step: int, way: int, wanted: int, have: int) -> int:
    """How many missing cards a row needs before it takes a wanted card, if necessary after it is complete."""
    if wanted == SCISSORS:
        return 0
    least = UNREACHABLE
    if way != DOWN:
        due = due_before(step, wanted, 0)
        if due >= 0:
            least = count(due & ~have)
    if way != UP:
        due = due_before(step, wanted, 1)
        if due >= 0:
            least = min(least, count(due & ~have))
    if least == UNREACHABLE and way != NO_WAY and step < COMPLETE:
        due = due_to_end(step, way == DOWN)
        # A card that completes the row is gone when the next row begins.
        least = count(due & ~have) + distance_from_empty(wanted, have & ~due)
    return least


def distance(s: Table, row: int, wanted: int, have: int) -> int:
    """How many missing cards a row needs in its current state before it takes a wanted card."""
    return distance_on_row(s.reach[row] + s.waiting[row], s.way[row], wanted, have)


def least_distance(s: Table, wanted: int, have: int, most: int) -> int:
    """How many missing cards the nearest row needs before it takes a wanted card; at most ``most``."""
    least = most
    for row in range(3):
        least = min(least, distance(s, row, wanted, have))
    return least
