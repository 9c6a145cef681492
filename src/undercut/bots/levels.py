"""The levels of each game: their players, the persons behind them, and the level of adaptive bots."""

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import ceil

from undercut.bots.players import Player, Ranked, SearchPlayer
from undercut.bots.thinking.budget import QUIET, Watch
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES, Budget, Character, Level, Levels, Settings
from undercut.translation import N_, _

_USUAL = (
    ("Ada", N_("Ada tries two or three moves and plays the best of them."), Budget(iterations=3, seconds=0.5)),
    ("Ben", N_("Ben compares a handful of moves and looks no further."), Budget(iterations=12, seconds=0.5)),
    ("Cleo", N_("Cleo looks at your answer, seldom at what follows."), Budget(iterations=50, seconds=0.5)),
    ("Dora", N_("Dora looks a few moves ahead, but not at every move."), Budget(iterations=250, seconds=1.0)),
    ("Emil", N_("Emil looks ahead along all moves that seem good."), Budget(iterations=1_000, seconds=1.0)),
    ("Mira", N_("Mira thinks the longest of all."), Budget(iterations=5_000, seconds=5.0)),
)

USUAL = Levels(Settings(limit=200), *(Level(Character(name, style), budget) for name, style, budget in _USUAL))
"""The default for games without their own levels."""


def levels_of(game: str) -> Levels:
    """Return a game's own levels, or the default."""
    return registry.spec(game).bots() or USUAL


def advice_settings(game: str) -> Settings:
    levels = levels_of(game)
    return levels.advice or levels.settings


def other_levels(levels: Sequence[str], *, won: bool | None) -> list[tuple[str, ...]]:
    """Return the levels to offer a person after a game: one step up after a win, one down after a loss, both else."""
    if not levels or any(level not in LEVEL_NAMES for level in levels):
        return []
    steps = [LEVEL_NAMES.index(level) for level in levels]
    found: list[list[int]] = []
    if won is not False and min(steps) + 1 < len(LEVEL_NAMES):
        found.append([max(step, min(steps) + 1) for step in steps])
    if not won and max(steps) > 0:
        found.append([min(step, max(steps) - 1) for step in steps])
    return [tuple(LEVEL_NAMES[step] for step in each) for each in found]


def level_player(
    name: str,
    game: str,
    chance: random.Random,
    *,
    host: Host | None = None,
    watch: Watch = QUIET,
    timed: bool = True,
) -> Player:
    """Make the player of a level; one that is not timed has a limit of iterations alone, and is the same everywhere."""
    levels = levels_of(game)
    level = levels.levels[name]
    if level.ranking:
        return Ranked(chance, level.ranking, name=name, host=host)
    settings = level.settings or levels.settings
    budget, crowd = level.budget, level.crowd
    if not timed:
        budget, crowd = replace(budget, seconds=None), replace(crowd, seconds=None) if crowd else None
    return SearchPlayer(chance, budget, settings, name=name, host=host, crowd=crowd, watch=watch)


# --- The level of adaptive bots, which follows a person's results -----------------------------------------------------

# A win against a level at least as strong as the estimate raises it by one level. A loss against a level at most as
# strong lowers it: by one level with two seats, by half a level with three, by a third with four. So a person who wins
# a fair share of the games, one in n at a table of n, stays at the level. A draw changes nothing.

ADAPTIVE = "adaptive"  # the name of the opponent whose level follows the results

START = LEVEL_NAMES.index("easy")


@dataclass(frozen=True, slots=True)
class GameScore:
    """A finished game of a person against bots."""

    level: str
    won: bool | None  # whether the person won; None: a draw or a shared win
    seats: int = 2


def updated_strength(strength: float, score: GameScore) -> float:
    level = LEVEL_NAMES.index(score.level)
    if score.won and level >= _step(strength):
        return min(strength + 1, len(LEVEL_NAMES) - 1.0)
    if score.won is False and level <= _step(strength):
        return max(strength - 1 / (score.seats - 1), 0.0)
    return strength


def strength_of(scores: Iterable[GameScore]) -> float:
    return reduce(updated_strength, scores, float(START))


def level_at(strength: float) -> str:
    return LEVEL_NAMES[_step(strength)]


def _step(strength: float) -> int:
    return ceil(strength - 0.5)


def strength_note(strength: float) -> str:
    """Say which level adaptive bots play, and why."""
    note = _("the adaptive bot plays as {level} now: one level up when you win, down when you lose")
    return note.format(level=level_at(strength))


def score_of(levels: list[str], winners: list[int] | tuple[int, ...] | None) -> GameScore | None:
    """Return what a game says about the strength of the people in it; None if it says nothing."""
    bots = [level for level in levels if level in LEVEL_NAMES]
    if winners is None or not bots or "" not in levels:
        return None
    people_won = {not levels[seat] for seat in winners}
    won = people_won.pop() if len(people_won) == 1 else None
    return GameScore(max(bots, key=LEVEL_NAMES.index), won, len(levels))


# --- The persons behind levels ----------------------------------------------------------------------------------------

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
    "easy": N_("A quick one? I am ready."),
    "medium": N_("Let us see what you have."),
    "hard": N_("I have been looking forward to this."),
    "expert": N_("Take your time. I will."),
    "master": N_("I have all evening."),
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
    "beginner": N_("You are good at this."),
    "easy": N_("Next time I will look at your cards on the table, too."),
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
