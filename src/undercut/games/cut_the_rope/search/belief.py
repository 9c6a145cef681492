"""Determinization for Cut the Rope: redeal the cards that a seat cannot know."""

from __future__ import annotations

from undercut.engine.chance import shuffle
from undercut.engine.contract import Cells
from undercut.games.cut_the_rope.table import (
    DECK,
    KINDS_OF_CARDS,
    PERSONAL,
    SEAT_PILES,
    Table,
    fill_slot,
    hand_size,
    slot,
)


def determinize(s: Table, seat: int, generator: Cells, pool: Cells) -> None:
    """CR-4: redeal the other hands, the deck and all personal decks below their tops."""
    size = hidden_cards(s, seat, pool)
    shuffle(generator, pool, size, size)
    lay_hidden(s, seat, pool, size)


def hidden_cards(s: Table, seat: int, pool: Cells) -> int:
    """List the cards that a seat cannot know; return how many there are."""
    size = 0
    for owner in range(s.seats):
        if owner != seat:
            size = pool_hand(s.hands[owner], pool, size)
    for owner in range(s.seats):
        size = pool_pile(s, below_top(s, SEAT_PILES * owner + PERSONAL), pool, size)
    return pool_pile(s, s.tops[DECK], pool, size)


def lay_hidden(s: Table, seat: int, pool: Cells, size: int) -> None:
    """Lay cards where the hidden cards lay."""
    for owner in range(s.seats):
        if owner != seat:
            number = hand_size(s.hands[owner])
            s.hands[owner] = 0
            for place in range(size - number, size):
                s.hands[owner] += 1 << 3 * pool[place]
            size -= number
    for owner in range(s.seats):
        size = lay_pile(s, below_top(s, SEAT_PILES * owner + PERSONAL), pool, size)
    lay_pile(s, s.tops[DECK], pool, size)


def pool_hand(hand: int, pool: Cells, size: int) -> int:
    """Append the cards of a hand; return the new size."""
    for card in range(KINDS_OF_CARDS):
        for _ in range(hand >> 3 * card & 7):
            pool[size] = card
            size += 1
    return size


def below_top(s: Table, pile: int) -> int:
    """The slot right below the top card of a pile, or 0."""
    return slot(s, s.tops[pile]) >> 5 if s.tops[pile] else 0


def pool_pile(s: Table, number: int, pool: Cells, size: int) -> int:
    """Append the cards of a pile from a slot down; return the new size."""
    while number:
        content = slot(s, number)
        pool[size] = content & 15
        size += 1
        number = content >> 5
    return size


def lay_pile(s: Table, number: int, pool: Cells, size: int) -> int:
    """Replace the cards of a pile from a slot down with the last ones of the pool; return how many are left."""
    while number:
        content = slot(s, number)
        size -= 1
        fill_slot(s, number, content & ~31 | pool[size])
        number = content >> 5
    return size
