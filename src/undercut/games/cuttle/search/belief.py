"""Determinization for Cuttle: redeal the cards that a seat cannot know."""

from __future__ import annotations

from undercut.engine.bits import count, lowest, nth
from undercut.engine.chance import below, shuffle
from undercut.engine.contract import Cells
from undercut.games.cuttle.moves import move_card
from undercut.games.cuttle.rules import open_cards
from undercut.games.cuttle.table import NONE, TURNED, Table


def hidden_hand(s: Table, seat: int) -> int:
    """CU-30, CU-36: the cards of the other hand that a seat does not know."""
    return s.hands[1 - seat] & ~open_cards(s, 1 - seat)


def determinize(s: Table, seat: int, generator: Cells, pool: Cells) -> None:
    """CU-30: redeal the unknown cards of the other hand and the stock below its known top."""
    left = hidden_hand(s, seat)
    in_hand = 0
    while left:
        pool[in_hand] = lowest(left)
        in_hand += 1
        left &= left - 1
    deep = s.stock_size - s.known_top
    size = pool_stock(s, pool, in_hand)
    shuffle(generator, pool, size, size)
    cards = s.hands[1 - seat] & ~hidden_hand(s, seat)
    for place in range(in_hand):
        cards |= 1 << pool[place]
    s.hands[1 - seat] = cards
    relay_stock(s, pool, in_hand, deep)


def pool_stock(s: Table, pool: Cells, size: int) -> int:
    """Append the cards of the stock below its known top; return the new size."""
    for place in range(s.stock_size - s.known_top):
        pool[size] = s.stock[place >> 3] >> ((place & 7) << 3) & 63
        size += 1
    return size


def shuffle_piles(s: Table, generator: Cells, pool: Cells) -> None:
    """CU-30: shuffle the stock below its known top."""
    deep = pool_stock(s, pool, 0)
    shuffle(generator, pool, deep, deep)
    relay_stock(s, pool, 0, deep)


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


def reconcile(start: Table, s: Table, seen: Table, seat: int, move: int, generator: Cells) -> bool:
    """Exchange cards so that a seat has its own hand, sees what it saw, and the other player can make its move."""
    other = 1 - seat
    fits = settle_cards(start, s, s.hands[seat], seen.hands[seat], generator)
    fits = settle_cards(start, s, s.revealed, seen.revealed, generator) and fits
    shown = seen.hands[other] & ~hidden_hand(seen, seat)
    card = move_card(move)
    if move >= 0 and seen.to_move == other and seen.phase != TURNED and card != NONE:
        shown |= seen.hands[other] & 1 << card
    return settle_cards(start, s, s.hands[other], shown, generator) and fits


def settle_cards(start: Table, s: Table, have: int, want: int, generator: Cells) -> bool:
    """Exchange cards of a pile, chosen by chance, for wanted ones that it lacks; return whether it had enough."""
    spare = have & ~want
    missing = want & ~have
    while missing:
        if not spare:
            return False
        left = nth(spare, below(generator, count(spare)))
        exchange(start, left, lowest(missing))
        exchange(s, left, lowest(missing))
        spare &= ~(1 << left)
        missing &= missing - 1
    return True


def supply(s: Table, seat: int, move: int) -> None:
    """Put the card of the other player's move into its hand, for one that a seat does not know there."""
    card, hidden = move_card(move), hidden_hand(s, seat)
    if card != NONE and hidden and s.to_move != seat:
        exchange(s, lowest(hidden), card)


def exchange(s: Table, one: int, other: int) -> None:
    """Let two cards change places, each in a hand, turned by a seven or in the stock."""
    both = 1 << one | 1 << other
    for seat in range(2):
        if (s.hands[seat] >> one ^ s.hands[seat] >> other) & 1:
            s.hands[seat] ^= both
        # A move that opens a hand marks its cards as known before they are exchanged.
        if (s.known[seat] >> one ^ s.known[seat] >> other) & 1:
            s.known[seat] ^= both
    if (s.revealed >> one ^ s.revealed >> other) & 1:
        s.revealed ^= both
    for place in range(s.stock_size):
        shift = (place & 7) << 3
        card = s.stock[place >> 3] >> shift & 63
        if card == one:
            s.stock[place >> 3] += (other - one) << shift
        elif card == other:
            s.stock[place >> 3] += (one - other) << shift
