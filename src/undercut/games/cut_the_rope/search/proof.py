"""Proofs for Cut the Rope: a hash of a table, and which moves are certain although cards are hidden.

Hidden cards become `BLANK`, which fits nowhere. The seat to prove a win for does without them; if another seat might
play one, nothing is certain any more.
"""

from __future__ import annotations

from undercut.engine.bits import mix
from undercut.engine.contract import Cells
from undercut.games.cut_the_rope.moves import move_kind
from undercut.games.cut_the_rope.search.belief import below_top, lay_pile, pool_hand, pool_pile
from undercut.games.cut_the_rope.table import (
    DECK,
    END,
    LEVELS,
    PERSONAL,
    PUT,
    SEAT_PILES,
    Table,
    hand_size,
    slot,
    top_card,
)

BLANK = 11


def hash_state(s: Table) -> int:
    """Hash everything that the rules depend on."""
    found = 0
    for seat in range(s.seats):
        found = mix(found, s.hands[seat])
        # Cards only ever leave personal decks, so the slot of the top card says which are left.
        found = mix(found, s.tops[SEAT_PILES * seat + PERSONAL])
        for row in range(PERSONAL):
            number = s.tops[SEAT_PILES * seat + row]
            while number:
                content = slot(s, number)
                found = mix(found, content & 15)
                number = content >> 5
            found = mix(found, BLANK)
    for row in range(3):
        top = top_card(s, LEVELS + row) if s.tops[LEVELS + row] else 15
        found = mix(found, ((s.reach[row] << 8 | s.waiting[row]) << 2 | s.way[row]) << 4 | top)
    # CR-18: the discards matter only to chance.
    small = s.tops[DECK] << 1 | (1 if s.discards else 0)
    small = (small << 4 | s.still) << 1 | s.moved
    return mix(found, (small << 3 | s.to_move) << 2 | s.phase)


def knows_all(s: Table, seat: int, buffer: Cells) -> bool:
    """Whether a seat can deduce the place of every card: all hidden ones are in one hand, or equal."""
    size = hands = 0
    for owner in range(s.seats):
        if owner != seat and s.hands[owner]:
            hands += 1
            size = pool_hand(s.hands[owner], buffer, size)
    in_hands = size
    for owner in range(s.seats):
        size = pool_pile(s, below_top(s, SEAT_PILES * owner + PERSONAL), buffer, size)
    size = pool_pile(s, s.tops[DECK], buffer, size)
    alike = True
    for place in range(1, size):
        alike = alike and buffer[place] == buffer[0]
    return alike or (hands == 1 and in_hands == size)


def relax(s: Table, seat: int, goal: int, buffer: Cells) -> int:
    """Hide cards whose place is not certain (`undercut.search.contract.relax`)."""
    if knows_all(s, seat, buffer) and knows_all(s, goal, buffer):
        return 0
    for owner in range(s.seats):
        if owner != seat:
            s.hands[owner] = hand_size(s.hands[owner]) << 3 * BLANK
        hide_pile(s, below_top(s, SEAT_PILES * owner + PERSONAL), buffer)
    hide_pile(s, s.tops[DECK], buffer)
    return 1


def hide_pile(s: Table, number: int, buffer: Cells) -> None:
    """Turn every card of a pile from a slot down into a blank."""
    size = pool_pile(s, number, buffer, 0)
    for place in range(size):
        buffer[place] = BLANK
    lay_pile(s, number, buffer, size)


def is_sure(s: Table, move: int, goal: int, relaxed: int) -> bool:
    """Tell whether a move has the same effect for every arrangement of the hidden cards."""
    if relaxed == 0:
        return True
    if s.to_move == goal:
        # CR-14: with hidden cards in the hand, the end of the turn is not certain.
        return move_kind(move) not in (PUT, END) or (s.hands[goal] >> 3 * BLANK == 0 and draws_nothing(s))
    pile = SEAT_PILES * s.to_move + PERSONAL
    return s.hands[s.to_move] >> 3 * BLANK == 0 and (s.tops[pile] == 0 or top_card(s, pile) != BLANK)


def draws_nothing(s: Table) -> bool:
    """CR-15, CR-18: whether there is nothing to draw at the end of a turn."""
    return s.tops[DECK] == 0 and not (s.reshuffle and s.discards)
