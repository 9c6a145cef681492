"""The bot that ranks its moves by a character's taste, without a search."""

from __future__ import annotations

import random
from collections.abc import Sequence

from undercut.bots.players.player import View
from undercut.bots.thinking.prove import glance
from undercut.engine.host import Host
from undercut.games.base.facts import Move
from undercut.games.base.parts.levels import Ranking
from undercut.play.determinize import determinize
from undercut.play.state import State


class Ranked:
    """Takes a win at once; otherwise plays the move that it likes best and that gives no win to an opponent.

    Args:
        host: The host on which it looks one move ahead; None: see `default_host`.
    """

    def __init__(self, chance: random.Random, ranking: Ranking, *, name: str, host: Host | None = None) -> None:
        """Create the bot."""
        self.chance = chance
        self.ranking = ranking
        self.name = name
        self.host = host

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Choose a move."""
        if len(moves) == 1:
            return moves[0]
        deal = determinize(view, self.chance)
        win, losing = glance(view, deal=deal, host=self.host)
        if win:
            return next(move for move in moves if str(move) in win.moves)
        safe = [move for move in moves if str(move) not in losing] or _on_turn(deal, moves) or moves
        ranks = self.ranking(deal, safe)
        return max(zip(ranks, (self.chance.random() for _ in safe), safe, strict=True), key=_rank)[2]


def _rank(each: tuple[float, float, Move]) -> tuple[float, float]:
    return each[:2]


def _on_turn(deal: State, moves: Sequence[Move]) -> list[Move]:
    """List the moves after which the same seat is to move; where all lose, they lose the latest."""
    seat, found = deal.to_move, list[Move]()
    for move in moves:
        after = deal.copy()
        after.play(str(move))
        if after.to_move == seat:
            found.append(move)
    return found
