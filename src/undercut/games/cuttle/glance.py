"""Cuttle at a glance, for playouts: a move that is not silly, and what a table is worth."""

from __future__ import annotations

from math import exp

from undercut.games.bits import count, lowest
from undercut.games.contract import Cells
from undercut.games.cuttle.moves import coded, jack_targets, playable_cards, random_move
from undercut.games.cuttle.table import (
    ACE,
    COUNTERING,
    EIGHTS,
    JACK,
    JACKS,
    KINGS,
    NONE,
    ONE_OFF,
    PERMANENT,
    PLAYING,
    POINT_CARDS,
    POINTS,
    QUEENS,
    SCUTTLE,
    SIX,
    TURNED,
    TWO,
    Table,
    goal,
    total,
)

NINE = 8
TRIES = 4
TEMPO, SCALE = 1.5, 6.0
_STIR = 0x9E3779B9


def sensible_move(s: Table, k: int) -> int:
    """Find a sensible move (the contract's)."""
    if s.phase in (PLAYING, TURNED):
        move = winning_move(s)
        if move >= 0:
            return move
    move = random_move(s, k)
    if s.phase not in (PLAYING, TURNED, COUNTERING):
        return move
    for _ in range(TRIES):
        if not is_silly(s, move):
            break
        # Other random bits out of the same ones.
        k = (k * 5 + _STIR) & 0xFFFFFFFF
        move = random_move(s, k)
    return move


def worth(points: int) -> int:
    """CU-1: the point cards that are worth so many points or more, as a set."""
    return POINT_CARDS if points <= 1 else POINT_CARDS & ~((1 << 4 * (points - 1)) - 1)


def winning_move(s: Table) -> int:
    """CU-6, CU-7: a play that reaches the goal at once and that nobody can counter, or -1."""
    me = s.turn
    cards = playable_cards(s)
    missing = goal(s, me) - total(s, me)
    if missing > 10:  # noqa: PLR2004  no card is worth more
        return king_move(s, cards)
    points = cards & worth(missing)
    if points:
        return coded(POINTS, lowest(points), NONE)
    jacks = cards & JACKS
    if jacks:
        prey = jack_targets(s) & s.points[1 - me] & worth(missing)
        if prey:
            return coded(JACK, lowest(jacks), lowest(prey))
    return king_move(s, cards)


def king_move(s: Table, cards: int) -> int:
    """CU-6, CU-33: a king that lowers the goal to what is there, or -1."""
    kings = cards & KINGS
    if kings and total(s, s.turn) >= s.kings[count(s.permanents[s.turn] & KINGS) + 1]:
        return coded(PERMANENT, lowest(kings), NONE)
    return -1


def is_silly(s: Table, move: int) -> bool:
    """Whether a move only helps the other side."""
    kind = move >> 12
    me = s.turn
    target = move & 63
    if kind in (JACK, SCUTTLE):
        return s.points[me] >> target & 1 != 0
    if kind != ONE_OFF:
        return False
    rank = (move >> 6 & 63) >> 2
    if rank == ACE:
        return total(s, me) >= total(s, 1 - me)
    if rank == SIX:
        return count(s.permanents[me]) >= count(s.permanents[1 - me]) and s.jacks == 0
    return rank in (TWO, NINE) and (s.points[me] | s.permanents[me]) >> target & 1 != 0


def outlook(s: Table, shares: Cells) -> None:
    """Judge by missing points, cards in hand and queens (the contract's)."""
    lead = side_worth(s, 0) - side_worth(s, 1)
    # The turn is worth about as much as a card.
    lead += TEMPO if s.turn == 0 else -TEMPO
    shares[0] = int(1000.0 / (1.0 + exp(-lead / SCALE)))
    shares[1] = 1000 - shares[0]


def side_worth(s: Table, side: int) -> float:
    """What a side is worth, on the scale of a card in the hand: about 2.4."""
    missing = goal(s, side) - total(s, side)
    worth = 30.0 * exp(-max(missing, 0) / 7.5)
    worth += 2.6 * count(s.permanents[side] & QUEENS) + 0.8 * count(s.permanents[side] & EIGHTS)
    worth += 2.4 * count(s.hands[side])
    return worth
