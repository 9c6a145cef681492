"""Positions of Cut the Rope for lessons, from the cards that matter."""

from __future__ import annotations

from undercut.cards import ROPE
from undercut.games.base.parts.lessons import Position
from undercut.games.base.questions import recommended
from undercut.games.base.registry import spec
from undercut.lessons.positions import cards, rest

_COPIES, _SCISSORS = 14, 20


def rope(
    hands: tuple[str, str],
    personal: tuple[str, str],
    levels: tuple[str, str, str] = ("", "", ""),
    *,
    supply: tuple[tuple[str, str, str], tuple[str, str, str]] = (("", "", ""), ("", "", "")),
    directions: tuple[str, str, str] = ("", "", ""),
    top: str = "",
) -> Position:
    """Return a position of Cut the Rope for two with you to move."""
    named = cards(" ".join([*hands, *personal, *levels, *supply[0], *supply[1], top]))
    pack = [card for card in ROPE.texts for _ in range(_SCISSORS if card == "X" else _COPIES)]
    return {
        "game": "cut_the_rope",
        "rules": recommended(spec("cut_the_rope")),
        "seats": 2,
        "hands": [[*cards(hand)] for hand in hands],
        "personal": [[*cards(deck)] for deck in personal],
        "supply": [[[*cards(row)] for row in rows] for rows in supply],
        "levels": [[*cards(row)] for row in levels],
        "directions": [direction or None for direction in directions],
        "deck": [*cards(top), *rest(pack, named)],
        "turn": 0,
        "to_move": 0,
        "phase": "play",
    }
