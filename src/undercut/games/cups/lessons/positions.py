"""Positions of Cups for lessons, from the cards that matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from undercut.cards import LATIN
from undercut.games.base.parts.lessons import Position
from undercut.games.base.questions import recommended
from undercut.games.base.reader import JSON
from undercut.games.base.registry import spec
from undercut.lessons.positions import cards, rest


def cups(
    hands: Sequence[str],
    dump: str,
    *,
    top: str = "",
    graveyards: Sequence[str] = (),
    more: Mapping[str, JSON] | None = None,
) -> Position:
    """Return a position of Cups with you to move."""
    graves = [*graveyards, *[""] * (len(hands) - len(graveyards))]
    named = cards(" ".join([*hands, dump, top, *graves]))
    return {
        "game": "cups",
        "rules": recommended(spec("cups")),
        "seats": len(hands),
        "hands": [[*cards(hand)] for hand in hands],
        "graveyards": [[[*cards(grave)]] if grave else [] for grave in graves],
        "dump": [*cards(dump)],
        "stack": [*cards(top), *rest(LATIN.texts, named)],
        "direction": 1,
        "turn": 0,
        "to_move": 0,
        "phase": "play",
        **(more or {}),
    }
