"""Search settings and levels of Cut the Rope."""

from __future__ import annotations

from undercut.bots.players.level import Character, Level
from undercut.bots.players.levels import Levels
from undercut.bots.thinking.budget import Budget
from undercut.bots.thinking.settings import Settings
from undercut.games.cut_the_rope.habits import own_way, whole_table
from undercut.translation import N_

LEVELS = Levels(
    settings=Settings(sense=1.0, limit=12, races=True),
    beginner=Level(
        Character("Ada", N_("Ada judges her moves by a few deals, and takes luck for skill.")),
        Budget(iterations=18, seconds=0.5),
        crowd=Budget(iterations=14, seconds=0.5),
    ),
    easy=Level(
        Character("Ben", N_("Ben follows the way to his own card, is careless with others, and never looks at yours.")),
        Budget(iterations=10, seconds=0.5),
        own_way,
    ),
    medium=Level(
        Character("Cleo", N_("Cleo minds your card as well as hers, but judges only the move at hand.")),
        Budget(iterations=60, seconds=0.5),
        whole_table,
    ),
    hard=Level(
        Character("Dora", N_("Dora judges well at a glance, and always trusts that glance.")),
        Budget(iterations=1, seconds=1.0),
    ),
    expert=Level(
        Character("Emil", N_("Emil tries each move on a few dozen deals before he trusts it.")),
        Budget(iterations=300, seconds=1.0),
        crowd=Budget(iterations=1_000, seconds=1.0),
        same_from=6,
    ),
    master=Level(
        Character("Mira", N_("Mira tries each move on hundreds of deals, and proves the endgame.")),
        Budget(iterations=4_000, seconds=5.0),
        same_from=3,
    ),
)
