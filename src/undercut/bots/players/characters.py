"""The persons who play the levels, several for each, and the level that is about as strong as a person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.translation import N_

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
"""What a person of each level says at the beginning."""

WON = {
    "beginner": N_("I won? I won!"),
    "easy": N_("That went well for me."),
    "medium": N_("Good game. Another one?"),
    "hard": N_("You made me work for it."),
    "expert": N_("A fine game."),
    "master": N_("You were closer than you think."),
}
LOST = {
    "beginner": N_("You are good at this."),
    "easy": N_("Next time I will look at your cards on the table, too."),
    "medium": N_("Well played."),
    "hard": N_("I know where I went wrong."),
    "expert": N_("You earned that."),
    "master": N_("Beautifully played."),
}
"""What a person of each level says at the end."""

HIT = {
    "beginner": N_("Oh no, I just played that!"),
    "easy": N_("That was careless of me."),
    "medium": N_("I should have seen that."),
    "hard": N_("Too early. My mistake."),
    "expert": N_("I misjudged you there."),
    "master": N_("Hm. I walked into that."),
}
"""What a person of each level says when the card that it has just played is hit."""


def free_names(level: str, taken: Collection[str]) -> Iterator[str]:
    """Return names for bots of a level that no player has: of its own persons first, then of the others.

    Examples:
        >>> next(free_names("easy", ["Ben"]))
        'Rosa'
    """
    others = (name for other, names in PERSONS.items() if other != level for name in names)
    return (name for name in (*PERSONS.get(level, ()), *others) if name not in taken)


def level_of_person(name: str) -> str:
    """Return the level that a person plays; empty for other names.

    Examples:
        >>> level_of_person("Rosa"), level_of_person("Carol")
        ('easy', '')
    """
    return next((level for level, names in PERSONS.items() if name in names), "")


def portrait_of(name: str, level: str) -> str:
    """Return whose portrait a bot has: its own, or that of the first person of its level.

    Examples:
        >>> portrait_of("Rosa", "easy"), portrait_of("Adaptive bot", "hard")
        ('rosa', 'dora')
    """
    return (name if name in ALL_NAMES else PERSONS[level][0]).lower()


# --- The level that follows the results of a person -------------------------------------------------------------------

# A win against a level at least as strong as the estimate raises it by one level. A loss against a level at most as
# strong lowers it: by one level with two seats, by half a level with three, by a third with four. So a person who wins
# a fair share of the games, one of as many as there are seats, stays at the level. A draw changes nothing.

ADAPTIVE = "adaptive"  # the name of the opponent whose level follows the results

START = LEVEL_NAMES.index("easy")


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game of a person against bots."""

    level: str
    won: bool | None  # whether the person won; None: a draw or a shared win
    seats: int = 2


def after(strength: float, result: Result) -> float:
    """Correct an estimate by a result."""
    level = LEVEL_NAMES.index(result.level)
    if result.won and level >= _place(strength):
        return min(strength + 1, len(LEVEL_NAMES) - 1.0)
    if result.won is False and level <= _place(strength):
        return max(strength - 1 / (result.seats - 1), 0.0)
    return strength


def strength_of(results: Iterable[Result]) -> float:
    """Estimate a person's place among the levels."""
    strength = float(START)
    for result in results:
        strength = after(strength, result)
    return strength


def level_at(strength: float) -> str:
    """Return the level of an estimate."""
    return LEVEL_NAMES[_place(strength)]


def _place(strength: float) -> int:
    return ceil(strength - 0.5)
