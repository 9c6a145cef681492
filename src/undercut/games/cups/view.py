"""What a seat may know of a table of Cups: all that players, bots and spectators get to see.

A view shows the seat's own hand and graveyard, the uncovered layer of the other graveyards, the dump and the side pile
(all of whose cards were played openly), and a gift to the two players who know it. Of the cards put away it shows only
the number, and under `cups_apart` the cups as well (CP-38). It no longer shows what a hand took from the dump or a
graveyard, nor what a layer covers: a view remembers no more than the table.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import cast

from undercut.engine.contract import Value
from undercut.games.base.reader import JSON, UNKNOWN, unknown
from undercut.games.cups.moves import GIVE
from undercut.games.cups.position import gift_entries, gifts, hand_kinds, texts, write_with
from undercut.games.cups.table import REDEALING, Table, count_hand


def views(s: Table, seats: Sequence[int | None]) -> list[dict[str, JSON]]:
    """Write what some seats may know of a table; the views share what they have in common."""
    known = gifts(s)
    shared = write_with(s, [], unknown(s.stack_size), [])
    away = cast("list[JSON]", shared["away"])
    apart = [card for card in away if s.cups_apart and str(card).endswith("c")]
    shared["away"] = apart + unknown(len(away) - len(apart))
    graveyards = cast("list[list[list[JSON]]]", shared["graveyards"])
    covered = [[*(unknown(len(layer)) for layer in layers[:-1]), *layers[-1:]] for layers in graveyards]
    found: list[dict[str, JSON]] = []
    for seat in seats:
        own: dict[str, JSON] = {
            "hands": [_hand(s, owner, seat, known) for owner in range(s.seats)],
            "graveyards": cast(
                "JSON", [graveyards[owner] if owner == seat else covered[owner] for owner in range(s.seats)]
            ),
            "given": gift_entries([gift for gift in known if seat in gift[:2]]),
        }
        if s.phase != REDEALING or seat != s.to_move:
            own["dealt"] = None
        found.append(shared | own)
    return found


def _hand(s: Table, owner: int, seat: int | None, some: list[tuple[int, int, int]]) -> list[JSON]:
    if owner == seat:
        return texts(hand_kinds(s, owner))
    known = [kind for giver, receiver, kind in some if (giver, receiver) == (seat, owner)]
    return texts(known) + unknown(count_hand(s, owner) - len(known))


def arrange(options: Mapping[str, Value], seen: dict[str, JSON], left: list[str], chance: random.Random) -> None:
    """Arrange hidden cards in an order that fits a view, all such orders equally likely."""
    hands = cast("list[list[JSON]]", seen["hands"])
    away = cast("list[JSON]", seen["away"]).count(UNKNOWN)
    asked = cast("int", seen["to_move"]) if seen["phase"] == "redeal" else 0
    end = len(left) - sum(hand.count(UNKNOWN) for hand in hands[:asked])
    start = end - hands[asked].count(UNKNOWN)
    asks = seen["phase"] == "redeal" and start < end
    while True:
        if options["cups_apart"]:
            # CP-38: no cup is among the cards put away unseen.
            plain = [card for card in left if not card.endswith("c")][:away]
            for card in plain:
                left.remove(card)
            left[:0] = plain
        # CP-26: everyone can see that the player who is asked has an ace.
        if not asks or any(card.startswith("A") for card in left[start:end]):
            return
        chance.shuffle(left)


def hides(s: Table, move: int, seat: int | None) -> bool:
    """CP-13: whether a seat may not know the card of a move: gifts from a hand are given face down."""
    return move >> 6 == GIVE and seat not in (s.to_move, s.turn) and s.hands[s.to_move] != 0
