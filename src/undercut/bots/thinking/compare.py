"""Values of a few moves on the same deals, tree by tree, so that their difference has an honest error."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace

from undercut.bots.players.player import View
from undercut.bots.thinking.budget import Clock, Watch, edges_of
from undercut.bots.thinking.think import prepare
from undercut.bots.thinking.tree import Tree
from undercut.engine.host import Host
from undercut.games.base.facts import Move
from undercut.games.base.parts.levels import Budget, Settings
from undercut.play.determinize import determinize


def compare(
    view: View,
    moves: Sequence[Move],
    budget: Budget,
    chance: random.Random,
    *,
    settings: Settings,
    host: Host | None = None,
    watch: Watch | None = None,
) -> list[tuple[float, ...]]:
    """Grow as many trees for each move as the budget has threads; trees of the same place start from the same seed."""
    prepare(str(view["game"]), host)
    starts = [(determinize(view, chance), chance.getrandbits(62)) for _ in range(budget.threads)]
    edges = edges_of(budget, host)
    found: list[tuple[float, ...]] = []
    for move in moves:
        alone = replace(settings, first=str(move))
        trees = [Tree(deal, seed, alone, edges, host) for deal, seed in starts]
        Clock(budget, time.perf_counter(), watch or Watch()).grow_all(trees)
        found.append(tuple(tree.value(move) for tree in trees))
    return found
