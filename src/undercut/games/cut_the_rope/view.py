"""What a seat may know of a table of Cut the Rope: the only way out to players, bots and spectators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.cards import ROPE
from undercut.games.cut_the_rope.position import hand_texts, write
from undercut.games.cut_the_rope.table import DECK, PERSONAL, SEAT_PILES, Table, hand_size, pile_size, top_card

if TYPE_CHECKING:
    from undercut.games.reader import JSON

UNKNOWN = "?"


def view(s: Table, seat: int | None) -> dict[str, JSON]:
    """CR-4: write a table as one seat may know it; the personal decks below their tops are hidden from all.

    Args:
        seat: Whose view; None: the public, which sees no hand.
    """
    shown = write(s)
    hands: list[JSON] = []
    personal: list[JSON] = []
    for owner in range(s.seats):
        hand = s.hands[owner]
        hands.append(hand_texts(hand) if owner == seat else _unknown(hand_size(hand)))
        personal.append(_top_only(s, SEAT_PILES * owner + PERSONAL))
    shown["hands"] = hands
    shown["personal"] = personal
    shown["deck"] = _unknown(pile_size(s, DECK))
    return shown


def _unknown(number: int) -> list[JSON]:
    return [UNKNOWN] * number


def _top_only(s: Table, pile: int) -> list[JSON]:
    if not s.tops[pile]:
        return []
    return [ROPE.text(top_card(s, pile)), *_unknown(pile_size(s, pile) - 1)]


def goals(s: Table) -> list[int] | None:
    """There are no points in Cut the Rope, and so no totals to reach.

    Returns:
        None.
    """
    del s
    return None


def hides(s: Table, move: int, seat: int | None) -> bool:
    """Tell whether a seat may not know the card that a move names: never, all cards are played openly.

    Args:
        s: The table before the move.
        move: The move's code.
        seat: Whose eyes; None: the public's.
    """
    del s, move, seat
    return False
