"""The persons who play the levels, several for each: names, remarks, portraits."""

from __future__ import annotations

from collections.abc import Collection, Iterator

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
"""Opening remarks by level."""

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
