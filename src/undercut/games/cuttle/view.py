"""What a seat may know of a table of Cuttle: all that players, bots and spectators get to see."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.engine.bits import count
from undercut.games.base.reader import JSON, unknown
from undercut.games.cuttle.observation import open_cards
from undercut.games.cuttle.position import stock_texts, texts, write_with
from undercut.games.cuttle.table import Table, goal


def views(s: Table, seats: Sequence[int | None]) -> list[dict[str, JSON]]:
    """Write what some seats may know of a table; the views share what they have in common."""
    stock = stock_texts(s, s.known_top)
    stock += unknown(s.stock_size - s.known_top)
    shared = write_with(s, [], stock)
    return [{**shared, "hands": [_hand(s, owner, seat) for owner in range(2)]} for seat in seats]


def _hand(s: Table, owner: int, seat: int | None) -> JSON:
    visible = s.hands[owner] if owner == seat else open_cards(s, owner)
    return texts(visible) + unknown(count(s.hands[owner] & ~visible))


def goals(s: Table) -> list[int] | None:
    """CU-6, CU-33: the total that each seat needs."""
    return [goal(s, seat) for seat in range(2)]
