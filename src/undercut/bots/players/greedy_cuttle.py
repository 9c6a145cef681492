"""Move scores for Cuttle, one move ahead."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import cast

from undercut.engine.bits import count, lowest
from undercut.games.cuttle.moves import takeable
from undercut.games.cuttle.table import (
    DISCARDING,
    DRAWN,
    EIGHTS,
    KINGS,
    LIMITING,
    OVER,
    QUEENS,
    RECYCLING,
    TAKING,
    TURNED,
    Table,
    goal,
    total,
)
from undercut.play.facts import Move
from undercut.play.state import State

# Value of a card in hand, ace to king. A ten played to an empty side is worth about 4.6. In paired matches, doubling or
# halving these values, or changing the slope of the race, did not improve play.
HELD = (1.6, 3.0, 1.4, 1.4, 1.6, 1.5, 1.6, 1.8, 2.0, 2.0, 2.8, 1.8, 1.6)
UNKNOWN_CARD = 1.8
QUEEN, GLASSES, EXPOSED = 3.2, 1.5, 0.3
WIN = 1000.0
KING = 0.8
FADING = 0.7
ANSWERS = 3  # a one-off, its effect and one more step: enough to resolve any move


def rank(state: State, moves: Sequence[Move], seat: int) -> list[float]:
    """Score the legal moves of a seat, assuming that no move is countered; higher is better."""
    return [_value_after(state, move, seat) for move in moves]


def _value_after(state: State, move: Move, seat: int) -> float:
    after = state.copy()
    after.play(move)
    for _ in range(ANSWERS):
        if after.result or "ok" not in map(str, after.legal_moves()):
            break
        after.play("ok")
    return value(cast("Table", after.table_copy()), seat)


def race(need: int) -> float:
    """Value of being `need` points short of the goal; it rises more steeply near the goal."""
    return 30.0 * exp(-max(need, 0) / 7.5)


def value(s: Table, seat: int) -> float:
    """Evaluate a table for a seat; hidden cards are only counted."""
    if s.phase == OVER:
        return 0.0 if s.winner == DRAWN else WIN if s.winner == seat else -WIN
    return _side(s, seat, seat) - _side(s, 1 - seat, seat)


def _side(s: Table, side: int, viewer: int) -> float:
    need = goal(s, side) - total(s, side)
    # A side that has reached its goal has nearly won: the opponent has one turn to stop it.
    worth = race(need) + (25.0 if need <= 0 else 0.0) + KING * count(s.permanents[side] & KINGS)
    worth += QUEEN * count(s.permanents[side] & QUEENS) + GLASSES * count(s.permanents[side] & EIGHTS)
    worth += _held(s, side) if side == viewer else UNKNOWN_CARD * count(s.hands[side])
    if s.permanents[1 - side] & EIGHTS:
        worth -= EXPOSED * count(s.hands[side])
    return worth + _pending(s, side)


def _held(s: Table, side: int) -> float:
    cards: list[float] = []
    left = s.hands[side]
    while left:
        cards.append(HELD[lowest(left) >> 2])
        left &= left - 1
    # Each further card helps less, since only one is played per turn.
    return sum(card * FADING**place for place, card in enumerate(sorted(cards, reverse=True)))


def _pending(s: Table, side: int) -> float:
    """Expected value of a pending effect, before any choice is made."""
    if s.phase in (DISCARDING, LIMITING) and s.to_move == side:
        return -0.8 * UNKNOWN_CARD * s.to_discard
    if s.turn != side:
        return 0.0
    if s.phase == RECYCLING:
        return UNKNOWN_CARD * min(3, s.stock_size) - min(HELD)
    if s.phase == TAKING:
        return max((HELD[card >> 2] for card in range(52) if takeable(s) >> card & 1), default=0.0)
    return 3.5 if s.phase == TURNED else 0.0
