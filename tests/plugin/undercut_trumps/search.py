"""Determinization for Trumps: redeal the cards that a seat cannot know."""

from undercut.engine.bits import count, nth
from undercut.engine.chance import shuffle
from undercut.engine.contract import Cells
from undercut_trumps.table import Table


def determinize(s: Table, seat: int, generator: Cells, pool: Cells) -> None:
    """TR-1: redeal the other hands and the stock."""
    unseen = s.stock
    for other in range(s.seats):
        if other != seat:
            unseen |= s.hands[other]
    size = count(unseen)
    for place in range(size):
        pool[place] = nth(unseen, place)
    shuffle(generator, pool, size, size)
    used = 0
    for other in range(s.seats):
        if other != seat:
            held = count(s.hands[other])
            s.hands[other] = gathered(pool, used, used + held)
            used += held
    s.stock = gathered(pool, used, size)


def gathered(cards: Cells, first: int, end: int) -> int:
    """Return some cards of a list as a set."""
    found = 0
    for place in range(first, end):
        found |= 1 << cards[place]
    return found
