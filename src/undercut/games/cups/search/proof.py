"""Proofs for Cups: a hash of a table, and which moves are certain although cards are hidden.

A move is not certain if a hidden card would be drawn, or if another seat could play one.
"""

from __future__ import annotations

from undercut.engine.bits import mix
from undercut.engine.contract import Cells
from undercut.games.cups.moves import DRAW, GIVE, KEEP, SIDE_RUN, UNSEEN, answered, effect, move_card, move_kind
from undercut.games.cups.search.belief import hidden_cards, is_hidden_in_hand
from undercut.games.cups.table import AWAY, FIRST_COURT, HELD, KINDS, Table, is_cup, kind_of, place


def hash_state(s: Table) -> int:
    """Hash everything that the rules depend on."""
    found = 0
    for kind in range(KINDS):
        found = mix(found, s.where[kind])
    for seat in range(s.seats):
        found = mix(found, s.graves[seat])
    small = (s.stack << 9 | s.dump) << 9 | s.side
    small = (small << 1 | s.side_active) << 1 | (1 if s.direction > 0 else 0)
    found = mix(found, (small << 9 | s.idle) << 2 | s.moved << 1 | s.called)
    small = (s.turn << 3 | s.to_move) << 4 | s.phase
    small = (small << 8 | s.emptied) << 8 | s.out
    found = mix(found, small << 1 | s.run)
    small = (s.dealing << 9 | s.dealt) << 9 | s.pool
    return mix(found, (small << 9 | s.missing) << 9 | s.cups)


def knows_all(s: Table, seat: int, buffer: Cells) -> bool:
    """Whether a seat can deduce the place of every card: all hidden ones are in one hand, put away, or equal."""
    away, size = hidden_cards(s, seat, buffer)
    if size == away or size < 2:  # noqa: PLR2004  a single hidden card has only one place
        return True
    alike = in_one_hand = True
    for number in range(size):
        if kind_of(buffer[number]) != kind_of(buffer[0]):
            alike = False
        if place(s, buffer[number]) & (AWAY | HELD | 7) != place(s, buffer[0]) & (HELD | 7):
            in_one_hand = False
    return alike or (in_one_hand and place(s, buffer[0]) & (AWAY | HELD) == HELD)


def relax(s: Table, seat: int, goal: int, buffer: Cells) -> int:
    """Hide cards whose place is not certain (`undercut.search.contract.relax`)."""
    if knows_all(s, seat, buffer) and knows_all(s, goal, buffer):
        return 0
    return s.stack_size + 1 if seat == goal else -1


def is_sure(s: Table, move: int, goal: int, relaxed: int) -> bool:
    """Tell whether a move has the same effect for every arrangement of the hidden cards."""
    if relaxed == 0:
        return True
    if s.stack_size != relaxed - 1:
        return False
    kind = move_kind(move)
    if s.to_move != goal and holds_hidden(s, s.to_move, goal):
        return False
    if kind <= UNSEEN:
        card = move_card(move)
        burns = is_cup(card) and s.cup_burns != 0 and card < FIRST_COURT
        return not burns and effect(s, card, answered(s, kind)) != DRAW
    return kind in (GIVE, KEEP, SIDE_RUN)


def holds_hidden(s: Table, owner: int, seat: int) -> bool:
    """CP-4: whether a hand holds a card that a seat cannot know."""
    for kind in range(KINDS):
        for copy in range(s.decks):
            at = place(s, kind + 64 * copy)
            if at & 7 == owner and is_hidden_in_hand(at, seat):
                return True
    return False
