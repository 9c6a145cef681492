"""The whole table in one viewport: only places scroll, within themselves, and nothing lies over what is played."""

from __future__ import annotations

import random

import pytest

from tests.browser.people import PHONE, measures
from undercut.play.game import game
from undercut.play.loading import from_position

SIZES = [(360, 560), (390, 844), (820, 1180), (1440, 900)]

OUT_OF_SIGHT = """() => {
    const page = document.documentElement;
    const faults = [];
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) {
        faults.push(["the page scrolls", page.scrollWidth, page.scrollHeight]);
    }
    const whole = ".bar, .dock, .own .tray, .level, .pile, .zone-dump, .zone-side, .own .points, .own .permanents, "
        + ".other .points, .stage:has(*), .chip, .aim";
    for (const one of document.querySelectorAll(`${whole}, .hand .slot`)) {
        const box = one.getBoundingClientRect();
        if (!box.width) continue;
        const clipped = one.closest(".scroll") && (box.left > innerWidth - 28 || box.right < 28);
        if (clipped) continue; // it is counted, and scrolls into sight
        const name = one.className;
        if (box.top < -1 || box.bottom > innerHeight + 1 || box.left < -1) faults.push(["outside", name, box.toJSON()]);
        const [x, y] = [box.left + Math.min(14, box.width / 2), box.top + Math.min(10, box.height / 2)];
        const hit = document.elementFromPoint(x, y);
        if (hit?.closest("input:checked + .slot")) continue; // raised, the chosen card lies over its neighbours
        if (!one.contains(hit)) faults.push(["covered", name, hit?.className?.baseVal ?? hit?.className]);
    }
    return faults;
}"""


def later(name: str, seats: int, moves: int, rules=None):
    """A game after some moves that happened to be chosen, with seat 0 to move."""
    state, chance = game(name, seats=seats, rules=rules).deal(seed=5), random.Random(5)
    while state.result is None and (len(state.moves) < moves or state.to_move):
        state.play(chance.choice(state.legal_moves()))
    return state


def with_forty_cards():
    position = dict(game("cups", seats=2).deal(seed=2).position())
    stack, (own, other) = position["stack"], position["hands"]
    missing = 40 - len(own)
    return from_position(position | {"hands": [own + stack[:missing], other], "stack": stack[missing:]})


def with_a_duel():
    state = game("cuttle").deal(seed=5)
    chance = random.Random(1)
    while state.position()["phase"] != "counter" or state.to_move:
        moves = state.legal_moves()
        state.play(chance.choice([move for move in moves if move.kind == "one-off"] or moves))
    return state


STATES = {
    "cuttle, in the middle": lambda: later("cuttle", 2, 12),
    "cuttle, a duel": with_a_duel,
    "cuttle, over": lambda: later("cuttle", 2, 1000),
    "cups, forty cards": with_forty_cards,
    "cups, eight players": lambda: later("cups", 8, 30, {"set": "democratic-league", "hand_size": 6}),
    "cut the rope, two players": lambda: later("cut_the_rope", 2, 40),
    "cut the rope, eight players": lambda: later("cut_the_rope", 8, 90),
}


@pytest.mark.parametrize("what", STATES)
def test_the_whole_table_is_in_sight_and_nothing_is_covered(site, newcomer, what):
    state = STATES[what]()
    laid = site.lay(state, [f"Player {seat}" for seat in range(state.game.seats)])
    ann = newcomer(laid.seats[0], **PHONE)
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        measures(ann.page, OUT_OF_SIGHT, [])
        for card in ann.page.locator(".hand .pick:not(.idle) > label").all()[:1]:
            card.tap()
            measures(ann.page, OUT_OF_SIGHT, [])
            ann.page.keyboard.press("Escape")
