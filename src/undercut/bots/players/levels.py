"""Bot levels: the search settings and budgets of each game."""

from __future__ import annotations

from dataclasses import dataclass

from undercut.bots.thinking.think import Budget, Settings
from undercut.games import registry


@dataclass(frozen=True, slots=True)
class Levels:
    """Search settings and level budgets of a game, tuned in paired matches; `docs/bots.md` has the results.

    Each budget is a number of iterations, with a time limit for slow machines.
    """

    settings: Settings
    easy: Budget
    medium: Budget
    hard: Budget
    master: Budget

    @property
    def budgets(self) -> dict[str, Budget]:
        """The budget of each level by name, weakest first."""
        return dict(zip(LEVEL_NAMES, (self.easy, self.medium, self.hard, self.master), strict=True))


LEVEL_NAMES = ("easy", "medium", "hard", "master")
"""Levels of the search player, weakest first."""

USUAL = Levels(
    settings=Settings(limit=200),
    easy=Budget(iterations=5, seconds=0.5),
    medium=Budget(iterations=50, seconds=0.5),
    hard=Budget(iterations=500, seconds=1.0),
    master=Budget(iterations=5_000, seconds=5.0),
)
"""The default for games without their own levels."""


def levels_of(game: str) -> Levels:
    """Return a game's own levels, or the default.

    Example:
        >>> levels_of("cuttle").budgets["easy"].iterations
        5
    """
    own = registry.part(game, "levels", "undercut.bots.players.levels_{}")
    return own.LEVELS if own else USUAL
