"""What a seat may know of a table of Cuttle: all that players, bots and spectators get to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.bits import count
from undercut.games.cuttle.observation import open_cards
from undercut.games.cuttle.position import stock_texts, texts, write_with
from undercut.games.cuttle.table import Table, goal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undercut.games.base.reader import JSON

UNKNOWN = "?"


def view(s: Table, seat: int | None) -> dict[str, JSON]:
    """Write what one seat may know of a table."""
    return views(s, [seat])[0]


def views(s: Table, seats: Sequence[int | None]) -> list[dict[str, JSON]]:
    """Write what some seats may know of a table; the views share what they have in common."""
    stock = stock_texts(s, s.known_top)
    stock += [UNKNOWN] * (s.stock_size - s.known_top)
    shared = write_with(s, [], stock)
    return [{**shared, "hands": [_hand(s, owner, seat) for owner in range(2)]} for seat in seats]


def _hand(s: Table, owner: int, seat: int | None) -> JSON:
    visible = s.hands[owner] if owner == seat else open_cards(s, owner)
    hidden: list[JSON] = [UNKNOWN] * count(s.hands[owner] & ~visible)
    return texts(visible) + hidden


def goals(s: Table) -> list[int] | None:
    """CU-6, CU-33: the total that each seat needs."""
    return [goal(s, seat) for seat in range(2)]


def hides(s: Table, move: int, seat: int | None) -> bool:
    """Whether a seat may not know the card of a move: never, since all cards are played openly."""
    del s, move, seat
    return False
