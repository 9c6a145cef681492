"""The levels of each game, and their players."""

import random
from collections.abc import Sequence
from dataclasses import replace

from undercut.bots.players import Player, Ranked, SearchPlayer
from undercut.bots.thinking.budget import QUIET, Watch
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES, Budget, Character, Level, Levels, Settings
from undercut.translation import N_

_USUAL = (
    ("Ada", N_("Ada tries two or three moves and plays the best of them."), Budget(iterations=3, seconds=0.5)),
    ("Ben", N_("Ben compares a handful of moves and looks no further."), Budget(iterations=12, seconds=0.5)),
    ("Cleo", N_("Cleo looks at your reply, but rarely at what follows."), Budget(iterations=50, seconds=0.5)),
    ("Dora", N_("Dora looks a few moves ahead, but not at every move."), Budget(iterations=250, seconds=1.0)),
    ("Emil", N_("Emil looks ahead along all moves that seem good."), Budget(iterations=1_000, seconds=1.0)),
    ("Mira", N_("Mira thinks the longest of all."), Budget(iterations=5_000, seconds=5.0)),
)

ADAPTIVE = "adaptive"  # the name of the opponent whose level follows the results

USUAL = Levels(Settings(limit=200), *(Level(Character(name, style), budget) for name, style, budget in _USUAL))
"""The default for games without their own levels."""


def levels_of(game: str) -> Levels:
    """Return a game's own levels, or the default."""
    return registry.spec(game).bots() or USUAL


def advice_settings(game: str) -> Settings:
    levels = levels_of(game)
    return levels.advice or levels.settings


def other_levels(levels: Sequence[str], *, won: bool | None) -> list[tuple[str, ...]]:
    """Return the levels to offer a person after a game: one step up after a win, one down after a loss, both else."""
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
    name: str,
    game: str,
    chance: random.Random,
    *,
    host: Host | None = None,
    watch: Watch = QUIET,
    timed: bool = True,
) -> Player:
    """Make the player of a level; one that is not timed has a limit of iterations alone, and is the same everywhere."""
    levels = levels_of(game)
    level = levels.levels[name]
    if level.ranking:
        return Ranked(chance, level.ranking, name=name, host=host)
    settings = level.settings or levels.settings
    budget, crowd = level.budget, level.crowd
    if not timed:
        budget, crowd = replace(budget, seconds=None), replace(crowd, seconds=None) if crowd else None
    return SearchPlayer(chance, budget, settings, name=name, host=host, crowd=crowd, watch=watch)
