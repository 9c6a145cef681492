"""How each game is searched, and how long at the levels that people choose."""

from __future__ import annotations

from dataclasses import dataclass

from undercut.bots.thinking.think import Budget, Settings
from undercut.games import registry


@dataclass(frozen=True, slots=True)
class Levels:
    """How a game is searched, tuned in paired matches; `docs/bots.md` has the figures.

    Args:
        settings: How the search goes about it.
        easy: The budget of the weakest level: so many iterations, and no more time than people like to wait.
        medium: The budget of the next one.
        hard: The budget of the next one.
        master: The budget of the strongest one.
    """

    settings: Settings
    easy: Budget
    medium: Budget
    hard: Budget
    master: Budget

    @property
    def budgets(self) -> dict[str, Budget]:
        """Every level's budget by its name, the weakest first."""
        return dict(zip(LEVEL_NAMES, (self.easy, self.medium, self.hard, self.master), strict=True))


LEVEL_NAMES = ("easy", "medium", "hard", "master")
"""The levels of the opponent that searches, the weakest first."""

USUAL = Levels(
    settings=Settings(limit=200),
    easy=Budget(iterations=5, seconds=0.5),
    medium=Budget(iterations=50, seconds=0.5),
    hard=Budget(iterations=500, seconds=1.0),
    master=Budget(iterations=5_000, seconds=5.0),
)
"""What suits most games."""


def levels_of(game: str) -> Levels:
    """Find out how a game is searched: as its own object says, else in a way that suits most games.

    Args:
        game: The game's name.

    Example:
        >>> levels_of("cuttle").budgets["easy"].iterations
        5
    """
    own = registry.part(game, "levels", "undercut.bots.players.levels_{}")
    return own.LEVELS if own else USUAL
