"""Search settings and levels of Cups."""

from __future__ import annotations

from dataclasses import replace

from undercut.bots.players.habits_cups import hand_without_cups, whole_hand
from undercut.bots.players.level import BY_NETWORK, Character, Level
from undercut.bots.players.levels import Levels
from undercut.bots.thinking.budget import Budget
from undercut.bots.thinking.settings import Settings
from undercut.translation import N_

NETWORK = replace(BY_NETWORK, pasts=0)
"""A search by the network: with three or more seats its hundred iterations beat a thousand rollouts."""

LEVELS = Levels(
    settings=Settings(sense=1.0),
    beginner=Level(
        Character("Ada", N_("Ada keeps runs together, but forgets how hard cups are to get rid of.")),
        Budget(iterations=5, seconds=0.5),
        hand_without_cups,
    ),
    easy=Level(
        Character("Ben", N_("Ben gets rid of cups early and keeps runs together, but never thinks of your hand.")),
        Budget(iterations=50, seconds=0.5),
        whole_hand,
        same_from=3,
    ),
    medium=Level(
        Character("Cleo", N_("Cleo plays the game to its end in her head, but too seldom to tell good from lucky.")),
        Budget(iterations=140, seconds=0.5),
        crowd=Budget(iterations=1_000, seconds=1.0),
    ),
    hard=Level(
        Character("Dora", N_("Dora plans ahead, but leaves no time to check a close call.")),
        Budget(iterations=900, seconds=1.0),
        crowd=Budget(iterations=100, seconds=1.0),
        crowd_settings=NETWORK,
    ),
    expert=Level(
        Character("Emil", N_("Emil weighs many ways to go on, but stops before small leads show.")),
        Budget(iterations=6_000, seconds=2.0),
        crowd=Budget(iterations=600, seconds=1.0),
        crowd_settings=NETWORK,
    ),
    master=Level(
        Character("Mira", N_("Mira weighs thousands of ways to go on, and proves the endgame.")),
        Budget(iterations=4_000, seconds=5.0),
        settings=NETWORK,
        same_from=3,
    ),
)
