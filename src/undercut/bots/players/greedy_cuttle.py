"""How good a table of Cuttle looks to a seat that thinks one move ahead."""

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

# What a card is worth while it is held, ace to king. A ten put down on an empty side is worth about 4.6. Twice or half
# of these, and other slopes of the race, were tried in paired games against these: none did better.
HELD = (1.6, 3.0, 1.4, 1.4, 1.6, 1.5, 1.6, 1.8, 2.0, 2.0, 2.8, 1.8, 1.6)
UNKNOWN_CARD = 1.8
QUEEN, GLASSES, EXPOSED = 3.2, 1.5, 0.3
WIN = 1000.0
KING = 0.8
FADING = 0.7
ANSWERS = 3  # a one-off, its effect and one more step: enough to see what a move does


def rank(state: State, moves: Sequence[Move], seat: int) -> list[float]:
    """Say how good each move looks, if nobody counters it.

    Args:
        state: The game, what the seat cannot see made up.
        moves: The legal moves.
        seat: Whose they are.
    """
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
    """How near a seat is to its goal: the nearer, the steeper.

    Args:
        need: Points still missing.
    """
    return 30.0 * exp(-max(need, 0) / 7.5)


def value(s: Table, seat: int) -> float:
    """Judge a table by what the seat can see of it.

    Args:
        s: The table; hidden cards in it are only counted, never looked at.
        seat: Whose eyes to look with.
    """
    if s.phase == OVER:
        return 0.0 if s.winner == DRAWN else WIN if s.winner == seat else -WIN
    return _side(s, seat, seat) - _side(s, 1 - seat, seat)


def _side(s: Table, side: int, viewer: int) -> float:
    need = goal(s, side) - total(s, side)
    # Whoever needs nothing any more has as good as won: the other has one turn to stop it.
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
    # The more cards, the less another one helps: only one is played a turn.
    return sum(card * FADING**place for place, card in enumerate(sorted(cards, reverse=True)))


def _pending(s: Table, side: int) -> float:
    """What is still to come of an effect, as seen before anybody has chosen."""
    if s.phase in (DISCARDING, LIMITING) and s.to_move == side:
        return -0.8 * UNKNOWN_CARD * s.to_discard
    if s.turn != side:
        return 0.0
    if s.phase == RECYCLING:
        return UNKNOWN_CARD * min(3, s.stock_size) - min(HELD)
    if s.phase == TAKING:
        return max((HELD[card >> 2] for card in range(52) if takeable(s) >> card & 1), default=0.0)
    return 3.5 if s.phase == TURNED else 0.0
