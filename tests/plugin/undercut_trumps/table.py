"""The state of Trumps as one field table; sets of cards are masks."""

from typing import Annotated

from undercut.engine.bits import count, nth
from undercut.engine.contract import Cells, Fields, field_table

PACK_SIZE = 52
MAX_MOVES = 5
HAND = 5
SUIT = 0x1111111111111  # all clubs; a card's code is 4 * rank + suit


@field_table
class Table(Fields):
    """The state of a table of Trumps."""

    seats: int
    hands: Annotated[Cells, 4]
    won: Annotated[Cells, 4]  # the cards of the tricks that each seat has won
    trick: int
    up: int  # the one card whose suit is trumps
    stock: int
    lead: int  # the suit led to the trick; valid only during a trick
    best: int  # the seat whose card wins the trick so far; likewise
    to_move: int
    reason: int


def following(s: Table) -> int:
    """TR-2: the cards that the player to move may play."""
    hand = s.hands[s.to_move]
    same = hand & SUIT << s.lead if s.trick else 0
    return same or hand


def top_card(s: Table) -> int:
    """TR-3: the highest trump in the trick, or else the highest card of the suit led."""
    cards = s.trick & SUIT << (nth(s.up, 0) & 3)
    if cards == 0:
        cards = s.trick & SUIT << s.lead
    return nth(cards, count(cards) - 1)
