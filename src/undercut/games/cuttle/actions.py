"""The fixed numbers of Cuttle's moves: the same under all rule sets, and only ever appended to."""

from __future__ import annotations

from itertools import chain, permutations, product

from undercut.engine.contract import Numbers, starts
from undercut.games.base.layout import ActionNumbers
from undercut.games.cuttle.moves import coded
from undercut.games.cuttle.notation import write
from undercut.games.cuttle.table import (
    COUNTER,
    DISCARD,
    DRAW,
    FIRST_JACK,
    JACK,
    NONE,
    OK,
    ONE_OFF,
    PACK_SIZE,
    PASS,
    PERMANENT,
    POINTS,
    SCUTTLE,
    TAKE,
    Table,
)

LAYOUT = 2
"""The version of the numbers."""

_FIRST_TWO, _FIRST_GLASSES, _FIRST_NINE, _FIRST_TEN, _FIRST_QUEEN = 4, 28, 32, 36, 44
_TWOS, _GLASSES, _NINES, _TENS = range(4, 8), range(28, 32), range(32, 36), range(36, 40)
_JACKS, _ROYALS = range(FIRST_JACK, _FIRST_QUEEN), range(FIRST_JACK, PACK_SIZE)

_SECTIONS = (
    [coded(kind, NONE, NONE) for kind in (DRAW, PASS, OK)],
    [coded(POINTS, card, NONE) for card in range(FIRST_JACK)],
    [coded(SCUTTLE, card, target) for card in range(FIRST_JACK) for target in range(card)],
    [coded(PERMANENT, card, NONE) for card in (*_GLASSES, *range(_FIRST_QUEEN, PACK_SIZE))],
    [coded(JACK, card, target) for card, target in product(_JACKS, range(FIRST_JACK))],
    [coded(ONE_OFF, card, NONE) for card in (*range(4), *range(8, 28))],
    [coded(ONE_OFF, card, target) for card, target in product(_TWOS, (*_GLASSES, *_ROYALS))],
    [coded(ONE_OFF, card, target) for card, target in product(_NINES, range(PACK_SIZE))],
    [coded(COUNTER, card, NONE) for card in _TWOS],
    [coded(TAKE, card, NONE) for card in range(PACK_SIZE)],
    [coded(DISCARD, card, NONE) for card in range(PACK_SIZE)],
    # Since version 2:
    [coded(ONE_OFF, card, target) for card, target in permutations(_GLASSES, 2)],
    [coded(ONE_OFF, card, NONE) for card in _TENS],
)

_STARTS = starts(*map(len, _SECTIONS))
_POINTS, _SCUTTLES, _PERMANENTS, _JACKS_ON, _ONE_OFFS, _TWOS_ON, _NINES_ON = _STARTS[1:8]
_COUNTERS, _TAKES, _DISCARDS, _EIGHTS_ON, _TENS_ALONE = _STARTS[8:13]


def action(move: int) -> int:
    """Return the number of a move."""
    kind, card, target = move >> 12, move >> 6 & 63, move & 63
    if kind == SCUTTLE:
        return _SCUTTLES + (card * (card - 1) >> 1) + target
    if kind == POINTS:
        return _POINTS + card
    if kind == ONE_OFF:
        return _one_off(card, target)
    if kind == JACK:
        return _JACKS_ON + (card - FIRST_JACK) * FIRST_JACK + target
    if kind == PERMANENT:
        return _PERMANENTS + (card - _FIRST_GLASSES if card < FIRST_JACK else card - FIRST_JACK)
    if kind == DISCARD:
        return _DISCARDS + card
    if kind == TAKE:
        return _TAKES + card
    if kind == COUNTER:
        return _COUNTERS + card - _FIRST_TWO
    return 0 if kind == DRAW else 1 if kind == PASS else 2


def _one_off(card: int, target: int) -> int:
    if target == NONE:
        if card >= _FIRST_TEN:
            return _TENS_ALONE + card - _FIRST_TEN
        return _ONE_OFFS + (card if card < _FIRST_TWO else card - _FIRST_TWO)
    if card < _FIRST_GLASSES:
        place = target - _FIRST_GLASSES if target < FIRST_JACK else target - FIRST_JACK + 4
        return _TWOS_ON + (card - _FIRST_TWO) * 16 + place
    if card < _FIRST_NINE:
        return _EIGHTS_ON + (card - _FIRST_GLASSES) * 3 + target - _FIRST_GLASSES - (target > card)
    return _NINES_ON + (card - _FIRST_NINE) * PACK_SIZE + target


def codes() -> list[int]:
    """List the codes of all moves, in the order of their numbers."""
    return [*chain(*_SECTIONS)]


_CODES = Numbers(codes())


def move_of(s: Table, number: int) -> int:  # noqa: ARG001  other games look at the table
    """Return the code of a legal move by its number."""
    return _CODES[number]


ACTIONS = ActionNumbers(action, tuple(map(write, _CODES)), LAYOUT)
