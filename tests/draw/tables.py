import random
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree as ET

from hypothesis import strategies as st

from tests.touring import played, varied
from undercut.cards import UNKNOWN, Pack
from undercut.games.base import registry
from undercut.play.piles import cards

SVG = "{http://www.w3.org/2000/svg}"

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

TOP = 4
"""How many cards of an open pile of Cups are drawn."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """What seat 0 sees of a position, but with all cards of the piles that lie face down, and what is open there."""

    position: dict[str, object]
    seats: int
    pack: Pack
    seen: list[str]


@cache
def dealt(name: str, seed: int) -> Dealt:
    state = played(varied(name, seed), seed, random.Random(seed).randrange(90))
    position, view = state.position(), state.view(0)
    hidden = {pile: position[pile] for pile in ("stock", "stack", "deck") if pile in view}
    tops = {pile: view[pile][-TOP:] for pile in ("dump", "side") if pile in view}
    seen = [card for pile in state.game.spec.piles if pile != "away" for card in cards([(view | tops).get(pile)])]
    return Dealt(view | hidden, state.game.seats, state.game.spec.pack, [card for card in seen if card != UNKNOWN])


ANY = st.builds(dealt, st.sampled_from(registry.own_names()), st.integers(0, 400))
"""A random position of any game."""
OF_MANY = st.builds(dealt, st.sampled_from(("cups", "cut_the_rope")), st.integers(0, 400))
"""A random position of a game for more than two."""


def drawn_cards(document: str) -> list[ET.Element]:
    found: list[ET.Element] = []
    for element in ET.fromstring(document).iter(f"{SVG}g"):
        if element.get("data-card") is not None:
            told = element.get("aria-label", "").split(", ")
            times = [int(part.removesuffix(" times")) for part in told if part.endswith(" times")]
            found += [element] * (times[0] if times else 1)
    return found
