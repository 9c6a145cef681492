"""The levels that people choose, and how each game is searched."""

from __future__ import annotations

from undercut.bots.searching import Budget, Settings

SETTINGS: dict[str, Settings] = {
    "cuttle": Settings(exploration=0.2, sense=1.0, limit=1, widening=1.0),
    "cups": Settings(sense=1.0),
    "cut_the_rope": Settings(exploration=0.2, sense=1.0, limit=20, bias=1.0, widening=0.2),
}
"""How each game is searched, tuned in paired matches; `docs/bots.md` has the figures."""

LEVELS: dict[str, dict[str, Budget]] = {
    "cuttle": {
        "easy": Budget(iterations=7, seconds=0.5),
        "medium": Budget(iterations=30, seconds=0.5),
        "hard": Budget(iterations=300, seconds=1.0),
        "master": Budget(iterations=20_000, seconds=5.0),
    },
    "cups": {
        "easy": Budget(iterations=2, seconds=0.5),
        "medium": Budget(iterations=10, seconds=0.5),
        "hard": Budget(iterations=100, seconds=1.0),
        "master": Budget(iterations=2_000, seconds=5.0),
    },
    "cut_the_rope": {
        "easy": Budget(iterations=12, seconds=0.5),
        "medium": Budget(iterations=200, seconds=0.5),
        "hard": Budget(iterations=2_000, seconds=1.0),
        "master": Budget(iterations=20_000, seconds=5.0),
    },
}
"""Every level's budget by game, the weakest first: so many iterations, and no more time than people like to wait."""
