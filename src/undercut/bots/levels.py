"""The levels that people choose, and how each game is searched."""

from __future__ import annotations

from undercut.bots.searching import Budget, Settings

SETTINGS: dict[str, Settings] = {
    "cuttle": Settings(exploration=0.2, sense=1.0, limit=4, widening=1.0),
    "cups": Settings(sense=1.0),
    "cut_the_rope": Settings(exploration=0.2, sense=1.0, limit=40, bias=1.0, widening=0.2),
}
"""How each game is searched, tuned in paired matches; `docs/bots.md` has the figures."""

LEVELS: dict[str, dict[str, Budget]] = {
    name: {
        "easy": Budget(iterations=12),
        "medium": Budget(iterations=200),
        "hard": Budget(iterations=10_000, seconds=1.0),
        "master": Budget(seconds=5.0),
    }
    for name in SETTINGS
}
"""Every level's budget, by game, the weakest first."""
