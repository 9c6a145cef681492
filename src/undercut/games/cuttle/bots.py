"""Search settings and levels of Cuttle."""

from __future__ import annotations

from undercut.bots.players.level import BY_NETWORK, Character, Level
from undercut.bots.players.levels import Levels
from undercut.bots.thinking.budget import Budget
from undercut.bots.thinking.settings import Settings
from undercut.games.cuttle.habits import low_points, own_points
from undercut.translation import N_

LEVELS = Levels(
    settings=Settings(exploration=0.2, limit=0, widening=1.0, recall=True),
    beginner=Level(
        Character("Ada", N_("Ada lays out points and nothing else, small ones first: she saves her tens for later.")),
        Budget(iterations=5, seconds=0.5),
        low_points,
    ),
    easy=Level(
        Character("Ben", N_("Ben counts his own points as if no two could stop him, and never looks at yours.")),
        Budget(iterations=5, seconds=0.5),
        own_points,
    ),
    medium=Level(
        Character("Cleo", N_("Cleo looks at five or six moves and plays the best of them; the others escape her.")),
        Budget(iterations=30, seconds=0.5),
    ),
    hard=Level(
        Character("Dora", N_("Dora thinks about your answer to nine or ten moves, and seldom about what follows it.")),
        Budget(iterations=80, seconds=1.0),
    ),
    expert=Level(
        Character("Emil", N_("Emil plans several moves ahead, but never asks what your moves say about your hand.")),
        Budget(iterations=700, seconds=1.0),
    ),
    master=Level(
        Character("Mira", N_("Mira asks what your moves say about your hand, looks far ahead, proves the endgame.")),
        Budget(iterations=10_000, seconds=5.0),
        settings=BY_NETWORK,
    ),
)
