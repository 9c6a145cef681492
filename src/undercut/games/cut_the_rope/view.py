"""What a seat may know of a table of Cut the Rope: all that players, bots and spectators get to see."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.cards import ROPE
from undercut.games.base.reader import JSON, unknown
from undercut.games.cut_the_rope.position import Piles, hand_texts, write_with
from undercut.games.cut_the_rope.table import DECK, PERSONAL, SEAT_PILES, Table, hand_size, top_card


def views(s: Table, seats: Sequence[int | None]) -> list[dict[str, JSON]]:
    """Write what some seats may know of a table; the views share what they have in common."""
    piles = Piles(s)
    personal: list[JSON] = [_top_only(s, piles, SEAT_PILES * owner + PERSONAL) for owner in range(s.seats)]
    shared = write_with(s, piles, [], personal, unknown(piles.size(DECK)))
    return [{**shared, "hands": [_hand(s.hands[owner], owner, seat) for owner in range(s.seats)]} for seat in seats]


def _hand(hand: int, owner: int, seat: int | None) -> JSON:
    return hand_texts(hand) if owner == seat else unknown(hand_size(hand))


def _top_only(s: Table, piles: Piles, pile: int) -> list[JSON]:
    if not s.tops[pile]:
        return []
    return [ROPE.text(top_card(s, pile)), *unknown(piles.size(pile) - 1)]
