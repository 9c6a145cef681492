"""The levels that people choose, and how each game is searched."""

from __future__ import annotations

from undercut.bots.thinking.think import Budget, Settings

SETTINGS: dict[str, Settings] = {
    "cuttle": Settings(exploration=0.2, limit=0, widening=1.0, recall=True),
    "cups": Settings(sense=1.0),
    "cut_the_rope": Settings(sense=1.0, limit=12, races=True),
}
"""How each game is searched, tuned in paired matches; `docs/bots.md` has the figures."""

LEVELS: dict[str, dict[str, Budget]] = {
    "cuttle": {
        "easy": Budget(iterations=5, seconds=0.5),
        "medium": Budget(iterations=15, seconds=0.5),
        "hard": Budget(iterations=80, seconds=1.0),
        "master": Budget(iterations=40_000, seconds=5.0),
    },
    "cups": {
        "easy": Budget(iterations=2, seconds=0.5),
        "medium": Budget(iterations=50, seconds=0.5),
        "hard": Budget(iterations=1_000, seconds=1.0),
        "master": Budget(iterations=6_000, seconds=5.0),
    },
    "cut_the_rope": {
        "easy": Budget(iterations=10, seconds=0.5),
        "medium": Budget(iterations=60, seconds=0.5),
        "hard": Budget(iterations=150, seconds=1.0),
        "master": Budget(iterations=4_000, seconds=5.0),
    },
}
"""Every level's budget by game, the weakest first: so many iterations, and no more time than people like to wait."""
