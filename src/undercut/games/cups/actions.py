"""The fixed numbers of the moves of Cups: the same under all rule sets, and only ever appended to."""

from __future__ import annotations

from undercut.engine.contract import Numbers
from undercut.games.base.layout import ActionNumbers
from undercut.games.cups.moves import (
    ACE,
    BURY,
    BURY_OPEN,
    CALL,
    GIVE,
    KEEP,
    NO_CARD,
    OK,
    PLAY,
    SIDE_RUN,
    UNSEEN,
    card_sets,
    coded,
)
from undercut.games.cups.notation import write
from undercut.games.cups.table import KINDS, Table

LAYOUT = 1
"""The version of the numbers."""

_BURY, _BURY_OPEN, _KEEP, _CALL, _OK, _ACES, _CARDS = 0, 1, 2, 3, 4, 5, 9


def action(move: int) -> int:
    """Return the number of a move; a run on the side pile has that of an ordinary play."""
    kind, card = move >> 6, move & 63
    if kind in (PLAY, SIDE_RUN):
        return _CARDS + card
    if kind == UNSEEN:
        return _CARDS + KINDS + card
    if kind == GIVE:
        return _CARDS + 2 * KINDS + card
    if kind == ACE:
        return _ACES + card
    if kind == BURY:
        return _BURY
    if kind == BURY_OPEN:
        return _BURY_OPEN
    if kind == KEEP:
        return _KEEP
    return _CALL if kind == CALL else _OK


def codes() -> list[int]:
    """List the codes of all moves, in the order of their numbers."""
    return [
        *(coded(kind, NO_CARD) for kind in (BURY, BURY_OPEN, KEEP, CALL, OK)),
        *(coded(ACE, card) for card in range(4)),
        *(coded(kind, card) for kind in (PLAY, UNSEEN, GIVE) for card in range(KINDS)),
    ]


_CODES = Numbers(codes())


def move_of(s: Table, number: int) -> int:
    """Return the code of a legal move by its number; a play that no other clause allows is a run on the side pile."""
    move = _CODES[number]
    if move >> 6 == PLAY and not card_sets(s)[0] >> (move & 63) & 1:
        return coded(SIDE_RUN, move & 63)
    return move


ACTIONS = ActionNumbers(action, tuple(map(write, codes())), LAYOUT)
