"""Determinization: a complete position that a seat's view allows."""

from __future__ import annotations

import random
from collections import Counter

from undercut.bots.player import View
from undercut.games.reader import JSON
from undercut.games.registry import modules
from undercut.play.game import game as make_game
from undercut.play.loading import from_position
from undercut.play.state import State

_UNKNOWN = "?"


def imagine(view: View, chance: random.Random) -> State:
    """Deal the cards that a view hides at random, and set the game up so.

    Every card that the view shows stays where it is, so the result is one of the games that its seat cannot tell
    from the real one.

    Args:
        view: What a seat may know.
        chance: Where the hidden cards' places come from.

    Example:
        >>> import undercut
        >>> view = undercut.game("cuttle").deal(seed=7).view(0)
        >>> imagine(view, random.Random(1)).view(0) == view
        True
    """
    table = make_game(str(view["game"]), rules=view["rules"], seats=_seats(view))  # type: ignore[arg-type]
    hidden = Counter(table.modules.pack.text(card) for card in table.pack)
    piles = {name: view[name] for name in modules(table.name).piles}
    hidden.subtract(_cards_in(list(piles.values())))
    left = sorted(hidden.elements())
    chance.shuffle(left)
    if table.modules.arrange:
        table.modules.arrange(table.options, view, left, chance)
    filled = {name: _filled(pile, left) for name, pile in piles.items()}
    return from_position({**view, **filled}, seed=chance.getrandbits(62))


def _seats(view: View) -> int:
    seats = view["seats"]
    assert isinstance(seats, int)  # noqa: S101  a view is the library's own
    return seats


def _cards_in(value: JSON) -> list[str]:
    """List the known cards of a pile, however it is nested."""
    if isinstance(value, str):
        return [] if value == _UNKNOWN else [value]
    if isinstance(value, dict):
        value = [item for name, item in value.items() if name in ("card", "jacks")]
    if not isinstance(value, list):
        return []
    return [card for item in value for card in _cards_in(item)]


def _filled(value: JSON, left: list[str]) -> JSON:
    """Copy a pile with a card from those left in the place of each unknown one."""
    if value == _UNKNOWN:
        return left.pop()
    if isinstance(value, list):
        return [_filled(item, left) for item in value]
    return value
