"""The seats of a table, and what one seat asks of the others."""

from __future__ import annotations

from dataclasses import dataclass, field

from undercut.server.tables.events import Proposed
from undercut.server.tables.scene import Kind


@dataclass(slots=True)
class Seat:
    """A seat and its player.

    Args:
        kind: The kind of player now.
        name: The player's name.
        level: A bot's level.
        key: The secret of the seat link; None if the seat belongs to no person.
        left: Whether the person has left the table.
        stand_in: Whether a bot plays for the person whose seat this is.
        out: Whether the person can no longer win: resigned, or ran out of time and has not returned.
        strength: What an adaptive bot's level follows from; see `undercut.bots.players.adaptive`.
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
    """An offer or request of one seat to the others.

    Args:
        seat: The seat that asks.
        number: The number of the event.
        accepted: The seats that have agreed.
    """

    seat: int
    number: int
    accepted: set[int] = field(default_factory=set[int])


@dataclass(slots=True)
class Proposal:
    """What the host wants to change, until all persons at the table have accepted it.

    Args:
        wanted: The change.
        number: The number of the event.
        accepted: The seats that have agreed.
    """

    wanted: Proposed
    number: int
    accepted: set[int] = field(default_factory=set[int])
