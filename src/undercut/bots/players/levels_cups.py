"""Search settings and level budgets for Cups."""

from __future__ import annotations

from undercut.bots.players.levels import Levels
from undercut.bots.thinking.think import Budget, Settings

LEVELS = Levels(
    settings=Settings(sense=1.0),
    easy=Budget(iterations=2, seconds=0.5),
    medium=Budget(iterations=50, seconds=0.5),
    hard=Budget(iterations=1_000, seconds=1.0),
    master=Budget(iterations=6_000, seconds=5.0),
)
