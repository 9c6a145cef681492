"""What each seat can know in Cuttle, held against an observer who only watches the table."""

import random

import pytest

from tests.conformance.suite import uniform
from undercut.play.checks import random_game


class Observer:
    """Remembers what lay open, from what everybody at the table sees."""

    def __init__(self, position: dict) -> None:
        self.before = position
        self.seen: list[set] = [set(), set()]
        self.top: list[str] = []

    def watch(self, after: dict, rules: dict) -> None:
        before = self.before
        for seat in range(2):
            hand, old = set(after["hands"][seat]), set(before["hands"][seat])
            for card in hand - old:
                place = before["stock"].index(card) if card in before["stock"] else -1
                # A card from the stock was seen only if it lay in the known top; any other one came openly.
                if place < len(self.top):
                    self.seen[seat].add(card)
            self.seen[seat] &= hand
            glasses = any(card[0] == "8" for card in after["permanents"][1 - seat])
            if glasses or (rules["open_end"] and not after["stock"]):
                self.seen[seat] |= hand
        self.watch_stock(before["stock"], after["stock"])
        self.before = after

    def watch_stock(self, before: list[str], after: list[str]) -> None:
        taken = [card for card in before if card not in after]
        self.top = [card for card in self.top if card not in taken]
        returned = [card for card in after[: len(after)] if card not in before]
        self.top = returned + self.top
        # Of two cards that a seven turned, one goes back on top, seen by both.
        revealed = self.before["revealed"]
        back = [card for card in revealed if card in after]
        self.top = back + [card for card in self.top if card not in back]


@pytest.mark.parametrize("part", range(6))
def test_views_show_what_an_observer_knows_and_no_more(part):
    for number in range(25):
        seed = 1000 * part + number
        chance = random.Random(seed)
        state = random_game("cuttle", chance).deal(seed=seed)
        observer = Observer(state.position())
        while not state.result:
            state.play(uniform(state, state.legal_moves(), chance))
            position = state.position()
            if state.result:
                break
            observer.watch(position, state.game.options)
            assert [set(cards) for cards in position["known"]] == observer.seen
            assert position["stock"][: position["known_top"]] == observer.top
            for viewer in (0, 1, None):
                view = state.view(viewer)
                for seat in {0, 1} - {viewer}:
                    assert {card for card in view["hands"][seat] if card != "?"} == observer.seen[seat]
                assert [card for card in view["stock"] if card != "?"] == observer.top
