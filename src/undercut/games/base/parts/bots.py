"""The bots of a game: how they search, their levels, how networks are trained; the persons behind levels."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType

from undercut.games.base.game_types import GameState, Move, View
from undercut.translation import N_, _


@dataclass(frozen=True, slots=True)
class Search:
    """The modules of a game's search."""

    # Modules with functions of `undercut.search.contract` that only the loops of a search need.
    modules: tuple[ModuleType, ...] = ()
    # Modules with functions of `undercut.search.contract` that simulations compile too.
    ranking: tuple[ModuleType, ...] = ()
    # Whether the game may end before the seat to move moves again, which saves time; None: it always may.
    may_end: Callable[[View], bool] | None = None
    network: Path | None = None  # the file of the network; None if the game has none
    # How many features a network knows for a state, and for a move; None: it cannot have a network.
    features: tuple[int, int] | None = None


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


BY_NETWORK = Settings(guidance=0.5, first_play=0.2, pasts=256)
"""A search by the game's network that weighs past games."""

GUIDED = replace(BY_NETWORK, pasts=0)  # a search by a network, without past games

EXPLORING = replace(GUIDED, spread=0.15)  # the same, with all moves of the root tried


@dataclass(frozen=True, slots=True)
class SelfPlayPlan:
    """How games of a search against itself are played."""

    settings: Settings
    fast_iterations: int = 120
    full_iterations: int = 1_000
    full_share: float = 0.25  # how often a search has the full iterations, 0 to 1
    opening_moves: int = 20  # the greatest number of moves at the start that are not chosen by the search alone
    random_share: float = 0.15  # how many of the opening moves are random, 0 to 1
    rollout_share: float = 0.25  # how many of them are those of a rollout, 0 to 1
    usual: float = 0.67  # how often the default rule set is played, 0 to 1


NETWORK_PLAN = SelfPlayPlan(EXPLORING, fast_iterations=100, full_iterations=600)  # of a search by a network


@dataclass(frozen=True, slots=True)
class NetworkSizes:
    """The size of the networks, and how long they are fitted."""

    units: int = 64
    inner: int = 16
    policy: int = 64
    epochs: int = 10
    rate: float = 4e-3


@dataclass(frozen=True, slots=True)
class GradientPlan:
    """How a linear policy follows the gradient of its own games."""

    imitation_steps: int = 150
    steps: int = 500
    tables: int = 10
    games: int = 30
    usual: float = 0.67
    trace: float = 0.9
    rate: float = 0.03


@dataclass(frozen=True, slots=True)
class Recipe:
    """The training of one game."""

    first: SelfPlayPlan
    later: SelfPlayPlan = NETWORK_PLAN
    games: int = 25_000
    window: int = 3
    trust: float = 0.8
    # Quick games whose positions teach a first network the game's own evaluation, or the results of rollouts.
    warm: SelfPlayPlan | None = None
    warm_games: int = 0
    sizes: NetworkSizes = NetworkSizes()
    # How the value network is fitted from scratch; None: as in `sizes`, from the network that the warm games taught.
    values: NetworkSizes | None = None
    deals: int = 100
    iterations: int = 4_000
    reference: str = "search:40000"
    # How a linear policy for a race is trained; None: networks are fitted to searches.
    tuning: GradientPlan | None = None


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


PERSONS = {
    "beginner": ("Ada", "Oskar", "Lili", "Tom"),
    "easy": ("Ben", "Rosa", "Jiro", "Nell"),
    "medium": ("Cleo", "Hugo", "Amara", "Pavel"),
    "hard": ("Dora", "Sven", "Leila", "Kofi"),
    "expert": ("Emil", "Ingrid", "Chen", "Salma"),
    "master": ("Mira", "Victor", "Yuki", "Bruno"),
    "greedy": ("Max",),
}
"""The first names of the persons of each level; the first is the one whose way of playing the games describe."""

ALL_NAMES = frozenset(name for names in PERSONS.values() for name in names)

HELLO = {
    "beginner": N_("I just learned this. Be gentle!"),
    "easy": N_("Quick game? I'm ready."),
    "medium": N_("Let's see what you've got."),
    "hard": N_("I've been looking forward to this."),
    "expert": N_("Take your time. I will."),
    "master": N_("I've got all evening."),
}
"""Opening remarks by level."""

WON = {
    "beginner": N_("I won? I won!"),
    "easy": N_("That went well for me."),
    "medium": N_("Good game. Another one?"),
    "hard": N_("That went my way. Again?"),
    "expert": N_("A fine game."),
    "master": N_("A pleasure. Shall we play another?"),
}
LOST = {
    "beginner": N_("You're good at this."),
    "easy": N_("Next time I'll watch your side of the table, too."),
    "medium": N_("Well played."),
    "hard": N_("I know where I went wrong."),
    "expert": N_("You earned that."),
    "master": N_("Beautifully played."),
}
"""Closing remarks by level."""

HIT = {
    "beginner": N_("Oh no, I just played that!"),
    "easy": N_("That was careless of me."),
    "medium": N_("I should have seen that."),
    "hard": N_("Too early. My mistake."),
    "expert": N_("I misjudged you there."),
    "master": N_("Hm. I walked into that."),
}
"""Remarks by level when the card just played is hit."""


def free_names(level: str, taken: Collection[str]) -> Iterator[str]:
    """Return names for bots of a level that no player has: of its own persons first, then of the others."""
    others = (name for other, names in PERSONS.items() if other != level for name in names)
    return (name for name in (*PERSONS.get(level, ()), *others) if name not in taken)


def level_of_person(name: str) -> str:
    """Return the level that a person plays; empty for other names."""
    return next((level for level, names in PERSONS.items() if name in names), "")


def portrait_of(name: str, level: str) -> str:
    """Return whose portrait a bot has: its own, or that of the first person of its level."""
    return (name if name in ALL_NAMES else PERSONS[level][0]).lower()
