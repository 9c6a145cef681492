"""The seats of a table, and what one seat asks of the others."""

from __future__ import annotations

from dataclasses import dataclass, field

from undercut.table.events import Proposed
from undercut.table.scene import Kind


@dataclass(slots=True)
class Seat:
    """A seat and its player.

    Args:
        key: The secret of the seat link; None if the seat belongs to no person.
    """

    kind: Kind = "open"
    name: str = ""
    level: str | None = None
    key: str | None = None
    left: bool = False
    strength: float | None = None
    stand_in: bool = False
    out: bool = False


@dataclass(slots=True)
class Question:
    """An offer or request of one seat to the others."""

    seat: int
    number: int
    accepted: set[int] = field(default_factory=set[int])


@dataclass(slots=True)
class Proposal:
    """What the host wants to change, until all persons at the table have accepted it."""

    wanted: Proposed
    number: int
    accepted: set[int] = field(default_factory=set[int])
