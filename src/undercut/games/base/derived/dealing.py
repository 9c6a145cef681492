"""Draws from the stock, and hidden cards dealt again, for any small game; every host runs these functions."""

from undercut.engine.bits import count, list_members
from undercut.engine.chance import shuffle
from undercut.engine.contract import Cells
from undercut.games.base.derived.facts import PILES, DerivedTable, cards_of, owners, put_cards, sees

# --- Draws: rules of a game with a stock, hands and a number of cards that are due ------------------------------------


def chance_need(s: DerivedTable) -> int:
    return s.due


def chance_pool(s: DerivedTable, cards: Cells) -> int:
    return list_members(s.stock, cards, 0)


def apply_chance(s: DerivedTable, cards: Cells) -> None:
    """Put the cards that are due into the hand of the seat to move."""
    for place in range(s.due):
        s.hands[s.to_move] |= 1 << cards[place]
        s.stock ^= 1 << cards[place]
    s.due = 0


# --- Hidden cards -----------------------------------------------------------------------------------------------------


def determinize(s: DerivedTable, seat: int, generator: Cells, pool: Cells) -> None:
    """Redeal the cards that a seat cannot see (`undercut.search.contract.determinize`)."""
    unseen = 0
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            if not sees(seat, pile, owner):
                unseen |= cards_of(s, pile, owner)
    size = list_members(unseen, pool, 0)
    shuffle(generator, pool, size, size)
    dealt = 0
    for pile in range(PILES):
        for owner in range(owners(s, pile)):
            if not sees(seat, pile, owner):
                number = count(cards_of(s, pile, owner))
                put_cards(s, pile, owner, gather(pool, dealt, number))
                dealt += number


def deal_unseen(s: DerivedTable, seat: int, generator: Cells, buffer: Cells) -> None:
    """Redeal the same cards for a ranking of moves (`undercut.search.contract.deal_unseen`)."""
    determinize(s, seat, generator, buffer)


def gather(cards: Cells, first: int, number: int) -> int:
    """Return some neighbouring cards of a list as a set."""
    found = 0
    for place in range(first, first + number):
        found |= 1 << cards[place]
    return found
