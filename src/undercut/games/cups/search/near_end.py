"""When a game of Cups can be near its end."""

from __future__ import annotations

from typing import cast

from undercut.bots.players.player import View

_SUITS = 4


def may_end(view: View) -> bool:
    """Return whether the game may end before the seat to move moves again.

    It may if a player has at most one card in hand (CP-13, CP-18), or if no cup is left in hands and piles (CP-22).

    Example:
        >>> import undercut
        >>> may_end(undercut.game("cups").deal(seed=7).view(0))
        False
    """
    hands = cast("list[list[str]]", view["hands"])
    graveyards = cast("list[list[list[str]]]", view["graveyards"])
    dump, side, stack, away = (cast("list[str]", view[pile]) for pile in ("dump", "side", "stack", "away"))
    if any(len(hand) < 2 for hand in hands):  # noqa: PLR2004  one card goes out
        return True
    layers = [layer for graveyard in graveyards for layer in graveyard]
    cards = sum(map(len, [*hands, *layers, dump, side, stack, away]))
    spent = sum(card.endswith("c") for card in (*dump, *side, *away))
    return spent == cards // _SUITS
