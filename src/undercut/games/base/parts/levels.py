"""A level of a game: the character that plays it, and how it finds its moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from undercut.games.base.facts import GameState, Move
from undercut.translation import _


@dataclass(frozen=True, slots=True)
class Budget:
    """Search limit in iterations, seconds or both; the first limit reached ends the search."""

    iterations: int | None = None  # number of games to play, over all trees
    seconds: float | None = None  # time limit
    threads: int = 1  # number of trees grown in parallel; they share the iterations; each may use the whole time


@dataclass(frozen=True, slots=True)
class Settings:
    """Search parameters."""

    exploration: float = 0.7
    sense: float = 0.0  # probability, 0 to 1, that a rollout move comes from the rollout policy instead of being random
    limit: int = 4_000
    widening: float = 100.0
    first: str = ""  # the move that starts every game, to measure its value; empty: the search chooses
    recall: bool = False
    races: bool = False
    guidance: float = 0.0
    first_play: float = 0.2
    spread: float = 0.0
    network: str = ""
    pasts: int = 0


Ranking = Callable[[GameState, Sequence[Move]], Sequence[float]]
"""Scores legal moves, higher is better, from a position whose hidden cards were dealt at random."""

BY_NETWORK = Settings(guidance=0.5, first_play=0.2, pasts=256)
"""A search by the game's network that weighs past games."""


@dataclass(frozen=True, slots=True)
class Character:
    """Who plays a level."""

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
