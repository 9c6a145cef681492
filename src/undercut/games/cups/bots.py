"""Search settings and levels of Cups."""

from __future__ import annotations

from dataclasses import replace

from undercut.bots.players.level import BY_NETWORK, Character, Level
from undercut.bots.players.levels import Levels
from undercut.bots.thinking.budget import Budget
from undercut.bots.thinking.settings import Settings
from undercut.games.cups.habits import cheap_draws, whole_hand
from undercut.translation import N_

NETWORK = replace(BY_NETWORK, pasts=0)
"""A search by the network: five of its iterations beat 260 rollouts."""

LEVELS = Levels(
    settings=Settings(sense=1.0),
    beginner=Level(
        Character("Ada", N_("Ada keeps runs together and sheds cups early, but never minds drawing a few cards.")),
        Budget(iterations=5, seconds=0.5),
        cheap_draws,
    ),
    easy=Level(
        Character("Ben", N_("Ben counts what a play costs him in cards and cups, but never thinks of your hand.")),
        Budget(iterations=50, seconds=0.5),
        whole_hand,
    ),
    medium=Level(
        Character("Cleo", N_("Cleo plays the game to its end in her head, but too seldom to tell good from lucky.")),
        Budget(iterations=260, seconds=0.5),
        crowd=Budget(iterations=600, seconds=1.0),
    ),
    hard=Level(
        Character("Dora", N_("Dora has a good eye for a hand, and hardly checks what it tells her.")),
        Budget(iterations=5, seconds=1.0),
        settings=NETWORK,
        crowd=Budget(iterations=12, seconds=1.0),
        same_from=5,
    ),
    expert=Level(
        Character("Emil", N_("Emil checks his first idea against others, but stops before small leads show.")),
        Budget(iterations=30, seconds=1.0),
        settings=NETWORK,
        crowd=Budget(iterations=1_000, seconds=1.0),
        same_from=6,
    ),
    master=Level(
        Character("Mira", N_("Mira weighs thousands of ways to go on, and proves the endgame.")),
        Budget(iterations=4_000, seconds=5.0),
        settings=NETWORK,
        same_from=3,
    ),
    advice=NETWORK,
)
