"""Search settings and level budgets for Cut the Rope."""

from __future__ import annotations

from undercut.bots.players.levels import Levels
from undercut.bots.thinking.think import Budget, Settings

LEVELS = Levels(
    settings=Settings(sense=1.0, limit=12, races=True),
    easy=Budget(iterations=10, seconds=0.5),
    medium=Budget(iterations=60, seconds=0.5),
    hard=Budget(iterations=150, seconds=1.0),
    master=Budget(iterations=4_000, seconds=5.0),
)
