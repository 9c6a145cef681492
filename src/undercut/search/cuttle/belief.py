"""Determinization for Cuttle: redeal the cards that a seat cannot know."""

from __future__ import annotations

from undercut.engine.bits import lowest
from undercut.engine.chance import shuffle
from undercut.engine.contract import Cells
from undercut.games.cuttle.table import EIGHTS, Table


def hidden_hand(s: Table, seat: int) -> int:
    """CU-30, CU-36: the cards of the other hand that a seat does not know."""
    other = 1 - seat
    if s.permanents[seat] & EIGHTS or (s.open_end and s.stock_size == 0):
        return 0
    return s.hands[other] & ~s.known[other]


def determinize(s: Table, seat: int, generator: Cells, pool: Cells) -> None:
    """CU-30: redeal the unknown cards of the other hand and the stock below its known top."""
    left = hidden_hand(s, seat)
    in_hand = 0
    while left:
        pool[in_hand] = lowest(left)
        in_hand += 1
        left &= left - 1
    deep = s.stock_size - s.known_top
    size = in_hand
    for place in range(deep):
        pool[size] = s.stock[place >> 3] >> ((place & 7) << 3) & 63
        size += 1
    shuffle(generator, pool, size, size)
    cards = s.hands[1 - seat] & ~hidden_hand(s, seat)
    for place in range(in_hand):
        cards |= 1 << pool[place]
    s.hands[1 - seat] = cards
    relay_stock(s, pool, in_hand, deep)


def relay_stock(s: Table, pool: Cells, start: int, deep: int) -> None:
    """Replace the lowest cards of the stock with cards of the pool."""
    for word in range((deep + 7) >> 3):
        kept = 0
        if deep < 8 * word + 8:
            # The cards that both players know lie above the unknown ones.
            kept = s.stock[word] >> ((deep & 7) << 3) << ((deep & 7) << 3)
        for place in range(8 * word, min(8 * word + 8, deep)):
            kept |= pool[start + place] << ((place & 7) << 3)
        s.stock[word] = kept
