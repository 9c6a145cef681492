"""Work on scratch states and cells."""

from __future__ import annotations

from typing import TypeVar

from undercut.engine.contract import Cells, Fields, copy_state

Table = TypeVar("Table", bound=Fields)


def copy_table(states: list[Table], source: int, target: int) -> None:
    """Copy one of some states, of a game's own type, over another."""
    copy_state(states, source, target)  # pyright: ignore[reportArgumentType]  neither list is kept


def sort_cards(cards: Cells, first: int, size: int, counts: int, codes: int) -> None:
    """Sort a part of a list of cards, so that what a generator deals does not depend on how they lay."""
    for code in range(codes):
        cards[counts + code] = 0
    for place in range(first, first + size):
        cards[counts + cards[place]] += 1
    place = first
    for code in range(codes):
        for _ in range(cards[counts + code]):
            cards[place] = code
            place += 1
