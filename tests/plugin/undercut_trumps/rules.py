"""The rules of Trumps, clause by clause: plain functions over integers that run in plain Python and compiled."""

from undercut.engine.bits import count, nth
from undercut.engine.contract import Cells
from undercut_trumps.table import HAND, PACK_SIZE, Table, following, top_card

BY_TRICKS = 1


def deal(s: Table, order: Cells) -> None:
    """TR-1: deal five cards each, and turn one up for trumps."""
    dealt = 0
    for seat in range(s.seats):
        for place in range(dealt, dealt + HAND):
            s.hands[seat] |= 1 << order[place]
        dealt += HAND
    s.up = 1 << order[dealt]
    for place in range(dealt + 1, PACK_SIZE):
        s.stock |= 1 << order[place]


def legal_moves(s: Table, moves: Cells) -> int:
    """List the legal moves: a move is the card that is played."""
    cards = following(s)
    size = count(cards)
    for place in range(size):
        moves[place] = nth(cards, place)
    return size


def play(s: Table, move: int) -> None:
    """Play a card; the last one of a trick decides who wins it."""
    s.hands[s.to_move] ^= 1 << move
    if s.trick == 0:
        s.lead = move & 3
    s.trick |= 1 << move
    if top_card(s) == move:
        s.best = s.to_move
    s.to_move = (s.to_move + 1) % s.seats
    if count(s.trick) == s.seats:
        take_trick(s)


def take_trick(s: Table) -> None:
    """TR-3, TR-4: the winner of a trick leads the next one; after the last one the game is over."""
    s.won[s.best] |= s.trick
    s.trick = 0
    s.to_move = s.best
    if s.hands[s.to_move] == 0:
        s.reason = BY_TRICKS


def winners(s: Table) -> int:
    """TR-4: the seats with the most tricks, as a mask."""
    most = 0
    found = 0
    for seat in range(s.seats):
        cards = count(s.won[seat])
        if cards > most:
            most = cards
            found = 0
        if cards == most:
            found |= 1 << seat
    return found
