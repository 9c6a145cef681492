"""Positions for lessons, from the cards that matter: the rest of the pack fills the hidden piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from undercut.cards import FRENCH, LATIN, ROPE
from undercut.games.base.questions import recommended
from undercut.games.base.reader import JSON
from undercut.games.base.registry import spec
from undercut.lessons.lesson import Position

_COPIES, _SCISSORS = 14, 20


def cards(text: str) -> list[str]:
    """Split cards in notation, separated by spaces."""
    return text.split()


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
    named += [card for field in ("counters", "suspended", "revealed") for card in _texts(more.get(field))]
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
        "stock": [*cards(top), *_rest(FRENCH.texts, named)],
        "turn": 0,
        "to_move": 0,
        "phase": "play",
        **more,
    }


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
        "stack": [*cards(top), *_rest(LATIN.texts, named)],
        "direction": 1,
        "turn": 0,
        "to_move": 0,
        "phase": "play",
        **(more or {}),
    }


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
        "deck": [*cards(top), *_rest(pack, named)],
        "turn": 0,
        "to_move": 0,
        "phase": "play",
    }


def _texts(value: JSON) -> list[str]:
    return [str(card) for card in value] if isinstance(value, list) else []


def _rest(pack: Iterable[str], named: Iterable[str]) -> list[str]:
    """Return the cards of a pack without those named."""
    left = Counter(pack)
    left.subtract(named)
    return [*left.elements()]
