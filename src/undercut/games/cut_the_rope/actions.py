"""The fixed numbers of the moves of Cut the Rope: the same under all rule sets, and only ever appended to."""

from __future__ import annotations

from undercut.engine.contract import Numbers
from undercut.games.base.layout import ActionNumbers
from undercut.games.cut_the_rope.moves import ENDING, coded, source_card
from undercut.games.cut_the_rope.notation import write
from undercut.games.cut_the_rope.table import (
    END,
    GO_DOWN,
    GO_UP,
    KINDS_OF_CARDS,
    NONE,
    PLAY,
    PUT,
    SAME,
    SEAT_PILES,
    Table,
)

LAYOUT = 1
"""The version of the numbers."""

_ROWS = 3
_PLACES = (KINDS_OF_CARDS + SEAT_PILES) * _ROWS
"""Number of ways from a source to a row."""


def action(move: int) -> int:
    """Return the number of a move."""
    kind, place = move >> 10, _ROWS * (move >> 2 & 15) + (move & 3)
    if kind == END:
        return 0
    return 1 + kind * _PLACES + place


def codes() -> list[int]:
    """List a code of each move, in the order of their numbers, without the cards of supply rows and personal decks."""
    sources = range(KINDS_OF_CARDS + SEAT_PILES)
    return [
        ENDING,
        *(
            coded(kind, source if source < KINDS_OF_CARDS else NONE, source, row)
            for kind in (PLAY, SAME, GO_UP, GO_DOWN)
            for source in sources
            for row in range(_ROWS)
        ),
        *(coded(PUT, source, source, row) for source in range(KINDS_OF_CARDS) for row in range(_ROWS)),
    ]


_CODES = Numbers(codes())


def move_of(s: Table, number: int) -> int:
    """Return the code of a legal move by its number."""
    move = _CODES[number]
    source = move >> 2 & 15
    return coded(move >> 10, source_card(s, source), source, move & 3) if number else move


ACTIONS = ActionNumbers(action, tuple(map(write, codes())), LAYOUT)
