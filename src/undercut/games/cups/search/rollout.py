"""Rollout policy for Cups: of a few random moves, the one that gains the fewest cards."""

from __future__ import annotations

from undercut.games.cups.moves import (
    CALL,
    DRAW,
    GIFTS,
    KEEP,
    PLAYING,
    TAKE,
    UNSEEN,
    answered,
    effect,
    random_move,
)
from undercut.games.cups.table import FIRST_COURT, Table

TRIES = 3
DEAR = 100
_STIR = 0x9E3779B9


def rollout_move(s: Table, k: int) -> int:
    """Choose a move for a rollout (`undercut.search.contract.rollout_move`)."""
    best = random_move(s, k)
    least = gain(s, best)
    for _ in range(TRIES - 1):
        if least == 0:
            break
        # Derive further random bits from the same number.
        k = (k * 5 + _STIR) & 0xFFFFFFFF
        move = random_move(s, k)
        cards = gain(s, move)
        if cards < least:
            least = cards
            best = move
    return best


def gain(s: Table, move: int) -> int:
    """Roughly how many cards a move gains; keeping a card instead of giving it, and a call, count as costly."""
    kind = move >> 6
    if s.phase != PLAYING:
        return DEAR if kind == KEEP else 0
    if kind > UNSEEN:
        return DEAR if kind == CALL else 0
    card = move & 63
    clause = effect(s, card, answered(s, kind))
    if clause == DRAW:
        return (card >> 2) + 1 if card < FIRST_COURT else s.seats
    if clause == TAKE:
        return 3
    return 1 if clause == GIFTS else 0
