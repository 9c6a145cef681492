"""Matches: several games in a row, won with more than half of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from undercut.games.base.facts import Outcome


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
