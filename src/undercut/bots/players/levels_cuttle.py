"""Search settings and level budgets for Cuttle."""

from __future__ import annotations

from undercut.bots.players.levels import Levels
from undercut.bots.thinking.think import Budget, Settings

LEVELS = Levels(
    settings=Settings(exploration=0.2, limit=0, widening=1.0, recall=True),
    easy=Budget(iterations=5, seconds=0.5),
    medium=Budget(iterations=15, seconds=0.5),
    hard=Budget(iterations=80, seconds=1.0),
    master=Budget(iterations=40_000, seconds=5.0),
)
