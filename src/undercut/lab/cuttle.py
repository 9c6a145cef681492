"""What the lab measures in Cuttle."""

from __future__ import annotations

from undercut.engine.contract import Cells
from undercut.games.cuttle.table import COUNTER, ONE_OFF, PLAYING, SCUTTLE, Table, goal, total

FACTS = ("scuttles", "one_offs", "counters")


def starts_turn(s: Table) -> bool:
    """CU-4: every turn is one move, and the answers to it."""
    return s.phase == PLAYING


def standing(s: Table, seat: int) -> int:
    """The points that a seat misses, as a negative number."""
    return total(s, seat) - goal(s, seat)


def note(s: Table, move: int, row: Cells, facts: int) -> None:  # noqa: ARG001  part of the contract
    """Count scuttles, one-offs and counters."""
    kind = move >> 12
    if kind == SCUTTLE:
        row[facts] += 1
    elif kind == ONE_OFF:
        row[facts + 1] += 1
    elif kind == COUNTER:
        row[facts + 2] += 1
