"""The levels of a game: who plays each, and how they find their moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from undercut.games.base.game_types import GameState, Move
from undercut.games.base.parts.searching import Budget, Settings
from undercut.games.base.parts.training import Recipe
from undercut.translation import _

Ranking = Callable[[GameState, Sequence[Move]], Sequence[float]]
"""Scores legal moves, higher is better, from a position whose hidden cards were dealt at random."""


@dataclass(frozen=True, slots=True)
class Character:
    """Player behind a level."""

    name: str
    style: str

    @property
    def text(self) -> str:
        """The style in the reader's language."""
        return _(self.style)


@dataclass(frozen=True, slots=True)
class Level:
    """How a level finds its moves."""

    character: Character
    budget: Budget
    ranking: Ranking | None = None  # how it ranks its moves; None: it searches
    settings: Settings | None = None  # search parameters; None: the game's
    crowd: Budget | None = None  # search limit with three or more seats; None: the same
    same_from: int = 0

    @property
    def wants_history(self) -> bool:
        """Whether it weighs the hidden cards by what the others have done."""
        return self.settings is not None and self.settings.pasts > 0


LEVEL_NAMES = ("beginner", "easy", "medium", "hard", "expert", "master")
"""Names of the levels, weakest first."""


@dataclass(frozen=True, slots=True)
class Levels:
    """Search settings and levels of a game, tuned in paired matches; `docs/bots_results.md` has the results.

    Each budget is a number of iterations, with a time limit for slow machines.
    """

    settings: Settings
    beginner: Level
    easy: Level
    medium: Level
    hard: Level
    expert: Level
    master: Level
    # Search settings of hints and analyses; None: those of the levels.
    advice: Settings | None = field(default=None, kw_only=True)
    # How its networks are trained; None: as its search suggests.
    training: Recipe | None = field(default=None, kw_only=True)

    @property
    def levels(self) -> Mapping[str, Level]:
        """The levels by name, weakest first."""
        levels = (self.beginner, self.easy, self.medium, self.hard, self.expert, self.master)
        return dict(zip(LEVEL_NAMES, levels, strict=True))

    def style(self, name: str, seats: int) -> str:
        """Say how a level plays, and whether it is stronger than the one below at a number of seats."""
        level = self.levels[name]
        if not 0 < level.same_from <= seats:
            return level.character.text
        below = LEVEL_NAMES[LEVEL_NAMES.index(name) - 1]
        same = _("With {seats} players {name} is about as strong as the level {below}.").format(
            seats=seats, name=level.character.name, below=_(below)
        )
        return f"{level.character.text} {same}"

    @property
    def budgets(self) -> dict[str, Budget]:
        """The budget of each level by name, weakest first."""
        return {name: level.budget for name, level in self.levels.items()}
