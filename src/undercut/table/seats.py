"""The seats of a table, what one seat asks of the others, and the match that they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from undercut.games.base.facts import Outcome
from undercut.table.events import Proposed
from undercut.table.scene import Kind


@dataclass(slots=True)
class Seat:
    """A seat and its player."""

    kind: Kind = "open"
    name: str = ""
    level: str | None = None
    key: str | None = None  # the secret of the seat link; None if the seat belongs to no person
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


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match at one of its games."""

    best_of: int = 0
    wins: tuple[int, ...] = ()

    @property
    def needed(self) -> int:
        """Number of wins that decide the match."""
        return self.best_of // 2 + 1

    @property
    def decided(self) -> bool:
        """Whether a seat has won the match."""
        return self.best_of > 0 and max(self.wins, default=0) >= self.needed

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; several if the last game had several winners."""
        return tuple(seat for seat, wins in enumerate(self.wins) if self.decided and wins >= self.needed)


def match_of(best_of: int, before: Sequence[int], seats: int, outcome: Outcome | None) -> Match:
    """Return the state of a match.

    Example:
        >>> match_of(3, [1, 0], 2, Outcome((0,), "points")).winners
        (0,)
    """
    if not best_of:
        return Match()
    wins = list(before) or [0] * seats
    for seat in outcome.winners if outcome else ():
        wins[seat] += 1
    return Match(best_of, tuple(wins))
