"""Positions of Cuttle for lessons, from the cards that matter."""

from __future__ import annotations

from collections.abc import Mapping

from undercut.cards import FRENCH
from undercut.games.base.parts.lessons import Position
from undercut.games.base.questions import recommended
from undercut.games.base.reader import JSON
from undercut.games.base.registry import spec
from undercut.lessons.positions import cards, rest, texts


def cuttle(
    yours: str,
    theirs: str,
    *,
    points: tuple[str, str] = ("", ""),
    permanents: tuple[str, str] = ("", ""),
    top: str = "",
    scrap: str = "",
    more: Mapping[str, JSON] | None = None,
) -> Position:
    """Return a position of Cuttle with you to move."""
    more = more or {}
    rows = [[pile.split("/") for pile in side.split()] for side in points]
    named = [*cards(yours), *cards(theirs), *(card for side in permanents for card in cards(side)), *cards(scrap)]
    named += [card for row in rows for pile in row for card in pile] + cards(top)
    named += [card for field in ("counters", "suspended", "revealed") for card in texts(more.get(field))]
    waiting = more.get("waiting")
    named += [str(waiting["card"])] if isinstance(waiting, dict) else []
    return {
        "game": "cuttle",
        "rules": recommended(spec("cuttle")),
        "seats": 2,
        "hands": [[*cards(yours)], [*cards(theirs)]],
        "points": [[{"card": pile[0], "jacks": [*pile[1:]]} for pile in row] for row in rows],
        "permanents": [[*cards(side)] for side in permanents],
        "scrap": [*cards(scrap)],
        "stock": [*cards(top), *rest(FRENCH.texts, named)],
        "turn": 0,
        "to_move": 0,
        "phase": "play",
        **more,
    }
