"""What a seat may know of a table of Cups: the only way out to players, bots and spectators.

Shown are one's own hand and graveyard, the uncovered layer of the other graveyards, the dump and the side pile, whose
cards were all played openly, and a gift to the two who know it. Of what was put away only the number is shown, with
`cups_apart` its cups as well (CP-38). What a hand took up from the dump or a graveyard is shown no longer, and nor is
what a covered layer hides: views remember no more than a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from undercut.games.cups.moves import GIVE
from undercut.games.cups.position import gift_entries, hand_kinds, texts, write
from undercut.games.cups.table import GIVER, HELD, KINDS, REDEALING, Table, pile_size, place

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from undercut.engine.contract import Value
    from undercut.games.reader import JSON

UNKNOWN = "?"


def view(s: Table, seat: int | None) -> dict[str, JSON]:
    """Write a table as one seat may know it.

    Args:
        seat: Whose view; None: the public, which sees no hand and knows of no gift.
    """
    shown = write(s)
    graveyards = cast("list[list[list[JSON]]]", shown["graveyards"])
    for owner in range(s.seats):
        if owner != seat:
            graveyards[owner] = [_unknown(len(layer)) for layer in graveyards[owner][:-1]] + graveyards[owner][-1:]
    away = cast("list[JSON]", shown["away"])
    shown["hands"] = [_hand(s, owner, seat) for owner in range(s.seats)]
    shown["stack"] = _unknown(pile_size(s, s.stack))
    apart = [card for card in away if s.cups_apart and str(card).endswith("c")]
    shown["away"] = apart + _unknown(len(away) - len(apart))
    shown["given"] = gift_entries(s, [seat], [seat])
    if s.phase != REDEALING or seat != s.to_move:
        shown["dealt"] = None
    return shown


def _hand(s: Table, owner: int, seat: int | None) -> list[JSON]:
    kinds = hand_kinds(s, owner)
    if owner == seat:
        return texts(kinds)
    known = [] if seat is None else _given(s, seat, owner)
    return texts(known) + _unknown(len(kinds) - len(known))


def _given(s: Table, giver: int, owner: int) -> list[int]:
    """CP-13: the kinds of the cards in a hand that a seat gave."""
    mark = HELD | owner | (giver + 1) * GIVER
    return [kind for kind in range(KINDS) for copy in range(s.decks) if place(s, kind + 64 * copy) == mark]


def _unknown(number: int) -> list[JSON]:
    return [UNKNOWN] * number


def arrange(options: Mapping[str, Value], seen: dict[str, JSON], left: list[str], chance: random.Random) -> None:
    """Put hidden cards in an order in which they may lie where a view hides them, all such orders equally likely.

    Args:
        options: Every option's value.
        seen: A view.
        left: The hidden cards in random order; they go to the unknown places of the view's piles from the last card
            to the first, hands first, the cards put away last.
        chance: For more random choices.
    """
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
        # CP-26: everybody can see that the player who is asked has an ace.
        if not asks or any(card.startswith("A") for card in left[start:end]):
            return
        chance.shuffle(left)


def goals(s: Table) -> list[int] | None:
    """There are no points in Cups, and so no totals to reach.

    Returns:
        None.
    """
    del s
    return None


def hides(s: Table, move: int, seat: int | None) -> bool:
    """CP-13: tell whether a seat may not know the card that a move names: a gift from a hand is given face down.

    Args:
        s: The table before the move.
        move: The move's code.
        seat: Whose eyes; None: the public's.
    """
    return move >> 6 == GIVE and seat not in (s.to_move, s.turn) and s.hands[s.to_move] != 0
