"""Levels of each game, from beginner to master."""

from __future__ import annotations

import random
from collections.abc import Sequence

from undercut.bots.players.player import Player
from undercut.bots.players.ranked import Ranked
from undercut.bots.players.search import Search
from undercut.bots.thinking.clock import Watch
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.levels import LEVEL_NAMES, Budget, Character, Level, Levels, Settings
from undercut.translation import N_

_USUAL = (
    ("Ada", N_("Ada tries two or three moves and plays the best of them."), Budget(iterations=3, seconds=0.5)),
    ("Ben", N_("Ben compares a handful of moves and looks no further."), Budget(iterations=12, seconds=0.5)),
    ("Cleo", N_("Cleo looks at your answer, seldom at what follows."), Budget(iterations=50, seconds=0.5)),
    ("Dora", N_("Dora looks a few moves ahead, but not at every move."), Budget(iterations=250, seconds=1.0)),
    ("Emil", N_("Emil looks ahead along all moves that seem good."), Budget(iterations=1_000, seconds=1.0)),
    ("Mira", N_("Mira thinks the longest of all."), Budget(iterations=5_000, seconds=5.0)),
)

USUAL = Levels(Settings(limit=200), *(Level(Character(name, style), budget) for name, style, budget in _USUAL))
"""The default for games without their own levels."""


def levels_of(game: str) -> Levels:
    """Return a game's own levels, or the default.

    Example:
        >>> levels_of("cuttle").hard.budget.iterations
        80
    """
    return registry.spec(game).bots() or USUAL


def advice_settings(game: str) -> Settings:
    """Return the search settings of a game's hints and analyses.

    Example:
        >>> advice_settings("cups").guidance > 0
        True
    """
    levels = levels_of(game)
    return levels.advice or levels.settings


def other_levels(levels: Sequence[str], *, won: bool | None) -> list[tuple[str, ...]]:
    """Return the levels to offer a person after a game: one step up after a win, one down after a loss, both else.

    Returns:
        The levels of the same opponents, the stronger ones first; the steps that lead off the ladder are left out.

    Example:
        >>> other_levels(["easy", "hard"], won=True), other_levels(["easy"], won=None)
        ([('medium', 'hard')], [('medium',), ('beginner',)])
    """
    if not levels or any(level not in LEVEL_NAMES for level in levels):
        return []
    steps = [LEVEL_NAMES.index(level) for level in levels]
    found: list[list[int]] = []
    if won is not False and min(steps) + 1 < len(LEVEL_NAMES):
        found.append([max(step, min(steps) + 1) for step in steps])
    if not won and max(steps) > 0:
        found.append([min(step, max(steps) - 1) for step in steps])
    return [tuple(LEVEL_NAMES[step] for step in each) for each in found]


def level_player(
    name: str, game: str, chance: random.Random, *, host: Host | None = None, watch: Watch | None = None
) -> Player:
    """Make the player of a level."""
    levels = levels_of(game)
    level = levels.levels[name]
    if level.ranking:
        return Ranked(chance, level.ranking, name=name, host=host)
    settings = level.settings or levels.settings
    return Search(chance, level.budget, settings, name=name, host=host, crowd=level.crowd, watch=watch)
