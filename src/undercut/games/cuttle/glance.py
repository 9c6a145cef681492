"""Cuttle at a glance, for rollouts: a move that is not silly, and what a table is worth."""

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
HIGHEST, FAR = 10, 21
# What things are worth, in hundredths of the logarithm of the odds to win: fitted to 178,000 positions of 15,000 games
# that the search played against itself (`docs/bots.md`). By rank, a card in the hand; by missing points, the race.
SCALE = 100.0
HELD = (52, 68, 20, 27, 43, 59, 54, 59, 70, 91, 104, 5, 47)
RACE = (127, 127, 113, 113, 97, 74, 77, 59, 41, 20, 3, -12, -23, -32, -44, -46, -50, -81, -89, -110, -118, -119)
POINT_CARD, KING, QUEEN, GLASSES = 20, 38, 50, 38
TURN, WIN_IN_HAND, THREAT, WAITING = 31, 394, 54, 59
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
    if missing > HIGHEST:
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
    """Judge by the race to the goal, the cards in both hands and the turn (the contract's)."""
    me = s.turn
    lead = TURN + side_worth(s, me) - side_worth(s, 1 - me)
    if holds_win(s, me):
        lead += WIN_IN_HAND
    if holds_win(s, 1 - me):
        lead -= THREAT
    if s.phase == COUNTERING:
        # Whoever may counter the last card played has not agreed to what it does.
        lead += WAITING if s.to_move != me else -WAITING
    shares[me] = int(1000.0 / (1.0 + exp(-lead / SCALE)))
    shares[1 - me] = 1000 - shares[me]


def holds_win(s: Table, side: int) -> bool:
    """CU-7: whether a side has a point card in its hand that reaches its goal."""
    missing = goal(s, side) - total(s, side)
    return missing <= HIGHEST and s.hands[side] & worth(missing) != 0


def side_worth(s: Table, side: int) -> int:
    """What a side is worth, in hundredths of the logarithm of its odds."""
    missing = min(max(goal(s, side) - total(s, side), 0), FAR)
    value = RACE[missing] + POINT_CARD * count(s.points[side])
    value += KING * count(s.permanents[side] & KINGS) + QUEEN * count(s.permanents[side] & QUEENS)
    if s.permanents[side] & EIGHTS:
        value += GLASSES
    left = s.hands[side]
    while left:
        value += HELD[lowest(left) >> 2]
        left &= left - 1
    return value
