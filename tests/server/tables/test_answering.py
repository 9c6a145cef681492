"""The time of an automatic answer tells nothing about the hand that is asked."""

from __future__ import annotations

import itertools

from msgspec.structs import replace

import undercut
from undercut.server.tables import events as happened
from undercut.server.tables.answering import LONGEST, SHORTEST, answer_delay
from undercut.server.tables.decide import moved
from undercut.server.tables.showing import scene
from undercut.server.tables.table import Table

OTHERS = ["Ah", "3d", "5s", "2h"]


def asked(hand: tuple[str, ...]) -> Table:
    """Ann has announced the six of clubs; Bob holds some of the other cards, the rest are in the stock."""
    pack = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
    position = {"game": "cuttle", "rules": "sipie", "hands": [["6c", "9d"], list(hand)]}
    position["stock"] = [card for card in pack if card not in ("6c", "9d", *hand)]
    start = undercut.from_position(position).position()
    table = Table("a table")
    for event in (
        happened.Opened("cuttle", "sipie", 2),
        *(happened.Sat(seat, "person", name, key=f"key of {name}") for seat, name in enumerate(("Ann", "Bob"))),
        happened.Dealt(start),
    ):
        table.apply(event, 1.0)
    table.apply(moved(table, 0, "6c!").events[0], 2.0)
    return table


def test_the_time_is_the_same_whatever_the_hand_holds() -> None:
    delays = set()
    for hand in itertools.combinations(OTHERS, 2):
        table = asked(hand)
        shown = scene(table, 1)
        if "2h" in hand:
            assert shown.answer_after is None, "there is a choice"
        else:
            delays.add(shown.answer_after)
    assert len(delays) == 1
    assert SHORTEST <= delays.pop() <= LONGEST


def test_nobody_else_learns_whether_there_is_a_choice() -> None:
    for reader in (0, None):
        seen = {repr(replace(scene(asked(hand), reader), view=None)) for hand in itertools.combinations(OTHERS, 2)}
        assert len(seen) == 1


def test_the_time_is_drawn_anew_for_every_question_and_seat() -> None:
    drawn = {answer_delay(key, version) for key in ("one", "two") for version in range(50)}
    assert len(drawn) > 60
