"""Positions for the tests of drawing: hand-made ones, and random ones in which every card lies in one place."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from hypothesis import strategies as st

from undercut.cards import FRENCH, LATIN, ROPE, Pack

SVG = "{http://www.w3.org/2000/svg}"
PACKS = {"cuttle": FRENCH, "cups": LATIN, "cut_the_rope": ROPE}

COUNTERING: dict[str, object] = {
    "game": "cuttle",
    "seats": 2,
    "to_move": 1,
    "turn": 0,
    "phase": "counter",
    "hands": [["9s", "7h", "2d"], ["?", "9h", "?"]],
    "points": [[{"card": "Td", "jacks": ["Jc", "Js"]}, {"card": "6s"}], [{"card": "4h", "jacks": ["Jh"]}]],
    "permanents": [["Kh", "8s"], ["Qd"]],
    "scrap": ["9d", "5c", "4d"],
    "stock": ["4c", "?", "?"],
    "known_top": 1,
    "waiting": {"card": "2c", "target": "Qd"},
    "counters": ["2h"],
    "suspended": ["7c"],
    "frozen": ["9h"],
    "known": [["2d"], ["9h"]],
}
"""A view of seat 0: a two on a queen, countered once."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A random position, and the cards that must be seen on its table."""

    position: dict[str, object]
    seats: int
    pack: Pack
    seen: list[str]


class _Dealer:
    """Hands out the cards of a shuffled pack and keeps account of those that lie open."""

    def __init__(self, draw: st.DrawFn, cards: list[str]) -> None:
        self.draw = draw
        self.left = draw(st.permutations(cards))
        self.seen: list[str] = []

    def open(self, most: int) -> list[str]:
        taken = self.hidden(most)
        self.seen += taken
        return taken

    def hidden(self, most: int) -> list[str]:
        count = self.draw(st.integers(0, min(most, len(self.left))))
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def unknown(self, most: int) -> list[str]:
        return ["?"] * len(self.hidden(most))


@st.composite
def cuttle(draw: st.DrawFn) -> Dealt:
    dealer = _Dealer(draw, list(FRENCH.texts))
    points = [
        [{"card": card, "jacks": dealer.open(2)} for card in dealer.open(4) if card[0] in "A23456789T"]
        for _ in range(2)
    ]
    # A court card that was dealt as points lies in the scrap instead.
    spots = {str(pile["card"]) for row in points for pile in row}
    jacks = {jack for row in points for pile in row for jack in pile["jacks"]}
    scrap = [card for card in dealer.seen if card not in spots | jacks]
    position: dict[str, object] = {
        "game": "cuttle",
        "seats": 2,
        "to_move": 0,
        "points": points,
        "scrap": scrap + dealer.open(30),
        "hands": [dealer.open(8), dealer.unknown(8)],
        "permanents": [dealer.open(4), dealer.open(4)],
        "suspended": dealer.open(2),
        "revealed": dealer.open(2),
        "stock": dealer.left,
    }
    return Dealt(position, 2, FRENCH, dealer.seen)


@st.composite
def cups(draw: st.DrawFn) -> Dealt:
    seats = draw(st.integers(2, 8))
    dealer = _Dealer(draw, list(LATIN.texts) * 2)
    dump = dealer.unknown(9) + dealer.open(4)
    position: dict[str, object] = {
        "game": "cups",
        "seats": seats,
        "to_move": draw(st.integers(0, seats - 1)),
        "direction": draw(st.sampled_from([1, -1])),
        "hands": [dealer.open(9), *(dealer.unknown(9) for _ in range(1, seats))],
        "graveyards": [[dealer.unknown(3), dealer.open(5)] for _ in range(seats)],
        "dump": dump,
        "side": dealer.open(3),
        "side_active": draw(st.booleans()),
        "away": dealer.hidden(5),
        "stack": dealer.left,
    }
    return Dealt(position, seats, LATIN, dealer.seen)


@st.composite
def cut_the_rope(draw: st.DrawFn) -> Dealt:
    seats = draw(st.integers(2, 8))
    dealer = _Dealer(draw, [card for card in ROPE.texts for _ in range(14)])
    position: dict[str, object] = {
        "game": "cut_the_rope",
        "seats": seats,
        "to_move": draw(st.integers(0, seats - 1)),
        "hands": [dealer.open(6), *(dealer.unknown(6) for _ in range(1, seats))],
        "personal": [dealer.open(1) + dealer.unknown(5) for _ in range(seats)],
        "supply": [[dealer.open(5) for _ in range(3)] for _ in range(seats)],
        "levels": [dealer.open(9) for _ in range(3)],
        "directions": ["up", "down", None],
        "discards": dealer.open(30),
        "deck": dealer.left,
    }
    return Dealt(position, seats, ROPE, dealer.seen)


ANY = st.one_of(cuttle(), cups(), cut_the_rope())
"""A random position of any game."""


def drawn_cards(document: str) -> list[ET.Element]:
    """List the open cards of a drawn table, as often as each of them is said to lie there."""
    found: list[ET.Element] = []
    for element in ET.fromstring(document).iter(f"{SVG}g"):
        if element.get("data-card") is not None:
            told = element.get("aria-label", "").split(", ")
            times = [int(part.removesuffix(" times")) for part in told if part.endswith(" times")]
            found += [element] * (times[0] if times else 1)
    return found
