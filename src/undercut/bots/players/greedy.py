"""The bot ``greedy``, which looks one turn ahead."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence

from undercut.bots.players.player import View
from undercut.bots.thinking.think import think
from undercut.engine.contract import Fields
from undercut.engine.host import Host
from undercut.games.base.facts import GameState, Move
from undercut.games.base.parts.levels import Budget, Settings
from undercut.play.determinize import determinize
from undercut.search.heuristics import BUFFER, STATES
from undercut.search.layers import can_rank, greedy_engine

_SHORT_SEARCH, _NEAR = Budget(iterations=8), Settings(limit=20)
"""The search in games without their own ranking of moves: a few milliseconds, and no further than the next turns."""


def ranks_of(state: GameState, moves: Sequence[Move]) -> list[int]:
    """Score legal moves by the game's own ranking; higher is better."""
    name = state.game.name
    engine, states = greedy_engine(name, Host.PLAIN), _scratch_states(name)
    table = state.table_copy()
    engine.load(table, states, 0)
    codes = [state.game.spec.parse(table, str(move)) for move in moves]
    ranks = [0] * len(codes)
    engine.functions.rank_moves(states, codes, len(codes), ranks, [0] * BUFFER)
    return ranks


_scratch = threading.local()


def _scratch_states(game: str) -> list[Fields]:
    """Return the states of a ranking, one set for each game and thread: making them takes longer than ranking."""
    kept: dict[str, list[Fields]] = _scratch.__dict__
    if game not in kept:
        engine = greedy_engine(game, Host.PLAIN)
        kept[game] = [engine.table() for _ in range(STATES)]
    return kept[game]


class Greedy:
    """Plays the move that leaves its own side looking best; a short search in a game without a ranking."""

    name = "greedy"

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose the move with the highest score."""
        if len(moves) == 1:
            return moves[0]
        if not can_rank(str(view["game"])):
            return think(view, _SHORT_SEARCH, self.chance, settings=_NEAR, host=Host.PLAIN).best.move
        ranks = ranks_of(determinize(view, self.chance), moves)
        # Less than a unit on top: it decides between equal ranks only.
        tied = [rank + self.chance.random() for rank in ranks]
        return moves[tied.index(max(tied))]
