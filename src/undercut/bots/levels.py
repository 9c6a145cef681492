"""The levels that people choose, and how each game is searched."""

from __future__ import annotations

from dataclasses import replace

from undercut.bots.searching import Budget, Settings

SETTINGS: dict[str, Settings] = {
    "cuttle": Settings(exploration=0.2, limit=0, widening=1.0, recall=True),
    "cups": Settings(sense=1.0),
    "cut_the_rope": Settings(exploration=0.2, sense=1.0, limit=12, bias=1.0, widening=0.2),
}
"""How each game is searched, tuned in paired matches; `docs/bots.md` has the figures."""

_CLUMSY: dict[str, dict[str, Settings]] = {
    "cut_the_rope": {
        "easy": replace(SETTINGS["cut_the_rope"], sense=0.8),
        "medium": replace(SETTINGS["cut_the_rope"], sense=0.92),
    }
}


def settings_of(game: str, level: str) -> Settings:
    """Say how a level goes about it: as its game is searched, but the weaker ones may see less at a glance.

    Args:
        game: The game's name.
        level: One of its levels.

    Example:
        >>> settings_of("cuttle", "hard") == SETTINGS["cuttle"]
        True
    """
    return _CLUMSY.get(game, {}).get(level, SETTINGS[game])


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
        "easy": Budget(iterations=20, seconds=0.5),
        "medium": Budget(iterations=20, seconds=0.5),
        "hard": Budget(iterations=60, seconds=1.0),
        "master": Budget(iterations=5_000, seconds=5.0),
    },
}
"""Every level's budget by game, the weakest first: so many iterations, and no more time than people like to wait."""
