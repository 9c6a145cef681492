"""How the weaker characters rank their moves at Cups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from undercut.bots.players.greedy import ranks_of
from undercut.engine.ahead import table_after
from undercut.engine.host import Host
from undercut.games.cups.table import Table
from undercut.games.engines import load
from undercut.play.facts import Move
from undercut.play.state import State
from undercut.search.cups.greedy import CARD, CUP, cards_of


def cards_gained(state: State, moves: Sequence[Move]) -> list[float]:
    """Count the cards that each move gains, and nothing else."""
    engine = load(state.game.name, Host.PLAIN)
    table = cast("Table", state.table_copy())
    seat = cast("int", state.to_move)
    buffer = [0] * 512
    ranks = list[float]()
    for move in moves:
        after = table_after(engine, table, state.game.spec.parse(table, str(move)))
        while not engine.functions.is_over(after) and engine.functions.chance_need(after):
            engine.functions.chance_pool(after, buffer)
            engine.functions.apply_chance(after, buffer)
        ranks.append(-float(cards_of(after, seat)))
    return ranks


def whole_hand(state: State, moves: Sequence[Move]) -> list[float]:
    """Value the hand that each move leaves, its runs and cups included, one move ahead."""
    return [*map(float, ranks_of(state, moves))]


def hand_without_cups(state: State, moves: Sequence[Move]) -> list[float]:
    """Value the hand that each move leaves as if cups were cards like any others."""
    ranks = zip(whole_hand(state, moves), moves, strict=True)
    return [rank - (CUP - CARD) * _is_cup(move) for rank, move in ranks]


def _is_cup(move: Move) -> bool:
    return move.card is not None and move.card[1] == "c"
