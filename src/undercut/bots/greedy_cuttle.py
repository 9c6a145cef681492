"""How good a table of Cuttle looks to a seat that thinks one move ahead."""

from __future__ import annotations

from math import exp

from undercut.games.bits import count, lowest
from undercut.games.cuttle.moves import takeable
from undercut.games.cuttle.table import (
    DISCARDING,
    DRAWN,
    EIGHTS,
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

# What a card is worth while it is held, ace to king. A ten put down on an empty side is worth about 4.6.
HELD = (2.0, 3.6, 1.6, 1.8, 2.2, 1.8, 2.0, 2.2, 2.4, 2.2, 3.6, 3.0, 3.2)
UNKNOWN_CARD = 2.4
QUEEN, GLASSES, EXPOSED = 2.6, 0.8, 0.25
WIN = 1000.0


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
    worth = race(need) + (25.0 if need <= 0 else 0.0)
    worth += QUEEN * count(s.permanents[side] & QUEENS) + GLASSES * count(s.permanents[side] & EIGHTS)
    worth += _held(s, side) if side == viewer else UNKNOWN_CARD * count(s.hands[side])
    if s.permanents[1 - side] & EIGHTS:
        worth -= EXPOSED * count(s.hands[side])
    return worth + _pending(s, side)


def _held(s: Table, side: int) -> float:
    worth = 0.0
    left = s.hands[side]
    while left:
        worth += HELD[lowest(left) >> 2]
        left &= left - 1
    return worth


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
