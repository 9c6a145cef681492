"""The bot that searches before every move."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field

from undercut.bots.players.player import View
from undercut.bots.thinking.budget import Watch
from undercut.bots.thinking.prove import glance
from undercut.bots.thinking.think import think
from undercut.engine.host import Host, default_host
from undercut.games.base.facts import Move
from undercut.games.base.parts.levels import Budget, Settings

_DUEL = 2


@dataclass(slots=True, eq=False)
class Search:
    """Plays the best move found by an information-set Monte Carlo tree search."""

    chance: random.Random
    budget: Budget
    settings: Settings
    _: KW_ONLY
    name: str = "search"
    host: Host | None = None
    crowd: Budget | None = None  # the budget with three or more seats; None: the same
    watch: Watch | None = None
    wants_history: bool = field(init=False)

    def __post_init__(self) -> None:
        # Plain Python would take longer over past games than over the move.
        self.wants_history = self.settings.pasts > 0 and (self.host or default_host()) is not Host.PLAIN

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Take a win at once; otherwise search, and choose the best move that gives no win to an opponent."""
        if len(moves) == 1:
            return moves[0]
        win, losing = glance(view, host=self.host)
        if win:
            return next(move for move in moves if str(move) in win.moves)
        seats = view["seats"]
        is_crowd = isinstance(seats, int) and seats > _DUEL
        budget = self.crowd if self.crowd and is_crowd else self.budget
        found = think(view, budget, self.chance, settings=self.settings, host=self.host, watch=self.watch)
        return next((one.move for one in found.moves if str(one.move) not in losing), found.best.move)
