"""Proofs for Cuttle: a hash of a table, and which moves are certain although cards are hidden.

Hidden cards are assumed to be the worst case: the opponent holds every card that they could hold, and the seat to
prove a win for holds only cards that are sure. The hidden part of the stock consists of `BLANK` cards, which cannot be
played. A win on such a table is a win for every arrangement of the hidden cards.
"""

from __future__ import annotations

from undercut.engine.bits import count, mix
from undercut.engine.contract import Cells
from undercut.games.cuttle.moves import move_card, move_kind, striking_cards
from undercut.games.cuttle.search.belief import hidden_hand, relay_stock
from undercut.games.cuttle.table import ONE_OFF, PACK_SIZE, PLAYING, TURNED, Table, stock_card

BLANK = 60
BLANK_BIT = 1 << BLANK


def hash_state(s: Table) -> int:
    """Hash everything that the rules depend on."""
    found = 0
    for side in range(2):
        found = mix(found, s.hands[side])
        found = mix(found, s.points[side])
        found = mix(found, s.permanents[side])
    for word in range((s.stock_size + 7) >> 3):
        found = mix(found, s.stock[word])
    for suit in range(4):
        found = mix(found, s.jack_under[suit])
    found = mix(found, s.jacks)
    found = mix(found, s.jack_by)
    found = mix(found, s.scrap)
    found = mix(found, s.counters)
    found = mix(found, s.suspended)
    found = mix(found, s.revealed)
    found = mix(found, s.frozen)
    if s.scuttled:
        found = mix(found, s.scuttled)
    small = s.stock_size << 6 | s.waiting
    small = small << 6 | s.target
    small = small << 6 | s.to_discard
    small = small << 2 | s.passes
    small = small << 4 | s.phase
    return mix(found, small << 2 | s.turn << 1 | s.to_move)


def unseen(s: Table, seat: int) -> int:
    """CU-30: the cards that a seat does not see: in the other hand, or in the stock below its known top."""
    found = hidden_hand(s, seat)
    for depth in range(s.known_top, s.stock_size):
        found |= 1 << stock_card(s, depth)
    return found


def knows_all(s: Table, seat: int) -> bool:
    """Whether a seat can deduce the place of every card: the unseen ones have only one arrangement."""
    deep = s.stock_size - s.known_top
    return deep == 0 or (deep == 1 and hidden_hand(s, seat) == 0)


def relax(s: Table, seat: int, goal: int, buffer: Cells) -> int:
    """Hide cards whose place is not certain (`undercut.search.contract.relax`)."""
    if knows_all(s, seat) and knows_all(s, goal):
        return 0
    deep = s.stock_size - s.known_top
    other = 1 - goal
    everything = unseen(s, seat) | unseen(s, goal)
    hidden = hidden_hand(s, seat)
    if goal != seat and hidden:
        # CU-4a: cards that a four may take.
        s.hands[goal] = s.hands[goal] & ~hidden | BLANK_BIT
    # CU-5a: the blank is a card that a five may discard.
    s.hands[other] |= everything & ~s.hands[goal] | BLANK_BIT
    for place in range(deep):
        buffer[place] = BLANK
    relay_stock(s, buffer, 0, deep)
    # CU-35: the assumed cards must not force a discard; for 1 and more see `is_sure`.
    limit = s.hand_limit or PACK_SIZE
    s.hand_limit = 0
    return limit


def is_sure(s: Table, move: int, goal: int, relaxed: int) -> bool:
    """Tell whether a move has the same effect for every arrangement of the hidden cards."""
    if relaxed == 0:
        return True
    if s.revealed & BLANK_BIT:
        return False
    strikes = move_kind(move) == ONE_OFF and striking_cards(s) >> move_card(move) & 1 != 0
    if s.to_move != goal:
        # CU-4a, CU-24: it is not certain which cards a four takes, or whether there are any.
        if s.hands[goal] == 0:
            return s.phase not in (PLAYING, TURNED)
        return not (strikes and s.hands[goal] & BLANK_BIT)
    # CU-24: it is not certain that there is a card for a four to take.
    if strikes:
        return False
    # CU-35: nor which cards are left after a discard.
    return s.phase != PLAYING or count(s.hands[goal]) <= relaxed
