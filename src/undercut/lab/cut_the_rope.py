"""What the lab measures in Cut the Rope."""

from __future__ import annotations

from undercut.engine.contract import Cells
from undercut.games.cut_the_rope.table import DECK, END, PERSONAL, PUT, SCISSORS, SEAT_PILES, Table, pile_size
from undercut.lab.columns import TURNS

FACTS = ("scissors", "deck_out", "no_discards")


def starts_turn(s: Table) -> bool:
    """CR-3: no card has moved in this turn."""
    return s.moved == 0


def standing(s: Table, seat: int) -> int:
    """The personal cards that a seat has left, as a negative number."""
    return -pile_size(s, SEAT_PILES * seat + PERSONAL)


def note(s: Table, move: int, row: Cells, facts: int) -> None:
    """Count plays of scissors and turns that end without a discard, and keep the turn when the deck first ran out."""
    kind = move >> 10
    if kind == END:
        row[facts + 2] += 1
    elif kind != PUT and move >> 6 & 15 == SCISSORS:
        row[facts] += 1
    if s.tops[DECK] == 0 and row[facts + 1] == 0:
        row[facts + 1] = row[TURNS]
