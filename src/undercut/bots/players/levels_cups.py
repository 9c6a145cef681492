"""Search settings and levels of Cups."""

from __future__ import annotations

from undercut.bots.players.habits_cups import cards_gained, hand_without_cups, whole_hand
from undercut.bots.players.level import Character, Level
from undercut.bots.players.levels import Levels
from undercut.bots.thinking.budget import Budget
from undercut.bots.thinking.settings import Settings
from undercut.translation import N_

RACE = Settings(sense=1.0, races=True)
"""With three or more seats a race does better than a tree."""

LEVELS = Levels(
    settings=Settings(sense=1.0),
    beginner=Level(
        Character("Ada", N_("Ada counts the cards that a play makes her draw, and never looks at what she keeps.")),
        Budget(iterations=2, seconds=0.5),
        cards_gained,
    ),
    easy=Level(
        Character("Ben", N_("Ben keeps runs together, but forgets how hard cups are to get rid of.")),
        Budget(iterations=5, seconds=0.5),
        hand_without_cups,
    ),
    medium=Level(
        Character("Cleo", N_("Cleo gets rid of cups early and keeps runs together, but never thinks of your hand.")),
        Budget(iterations=50, seconds=0.5),
        whole_hand,
    ),
    hard=Level(
        Character("Dora", N_("Dora plays the game to its end in her head, but too seldom to tell good from lucky.")),
        Budget(iterations=200, seconds=1.0),
        crowd=Budget(iterations=1_000, seconds=1.0),
    ),
    expert=Level(
        Character("Emil", N_("Emil plans through to the last card, but leaves no time to check a close call.")),
        Budget(iterations=1_400, seconds=1.0),
        crowd=Budget(iterations=3_000, seconds=1.0),
        crowd_settings=RACE,
    ),
    master=Level(
        Character("Mira", N_("Mira weighs thousands of ways to the last card, and proves the endgame.")),
        Budget(iterations=6_000, seconds=5.0),
        crowd_settings=RACE,
        same_from=3,
    ),
)
