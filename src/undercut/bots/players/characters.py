"""The persons who play the levels: several for each, so that bots at one table are different persons."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.translation import N_

PERSONS = dict(
    zip(
        LEVEL_NAMES,
        (
            ("Ada", "Oskar", "Lili", "Tom"),
            ("Ben", "Rosa", "Jiro", "Nell"),
            ("Cleo", "Hugo", "Amara", "Pavel"),
            ("Dora", "Sven", "Leila", "Kofi"),
            ("Emil", "Ingrid", "Chen", "Salma"),
            ("Mira", "Victor", "Yuki", "Bruno"),
        ),
        strict=True,
    )
)
"""The first names of the persons of each level; the first is the one whose way of playing the games describe."""

HELLO = {
    "beginner": N_("I just learned this. Be gentle!"),
    "easy": N_("A quick one? I am ready."),
    "medium": N_("Let us see what you have."),
    "hard": N_("I have been looking forward to this."),
    "expert": N_("Take your time. I will."),
    "master": N_("I have all evening."),
}
"""What a person of each level says at the beginning."""

BLUNDER = {
    "beginner": N_("Oh. Was that bad?"),
    "easy": N_("I did not see that coming."),
    "medium": N_("That was careless of me."),
    "hard": N_("Well spotted."),
    "expert": N_("I took a risk there."),
    "master": N_("You saw it. I hoped you would not."),
}
"""What a person of each level says after a blunder of theirs."""

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


def person(level: str, seats: Sequence[str], seat: int) -> str:
    """Return the person who plays a seat, given the level of each seat; a different one for each seat of a level.

    Example:
        >>> [person("easy", ["", "easy", "easy"], seat) for seat in (1, 2)]
        ['Ben', 'Rosa']
    """
    before = sum(1 for other in seats[:seat] if other == level)
    names = PERSONS[level]
    return names[before % len(names)]
