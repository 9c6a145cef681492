"""The time of an automatic answer tells nothing about the hand that is asked."""

from __future__ import annotations

import itertools

from msgspec.structs import replace

from tests.server.making import filled, from_cards, opened
from undercut.table import events as happened
from undercut.table.decide import EVEN_SECONDS, LONGEST, SHORTEST, answer_delay, answer_wait, charged, moved
from undercut.table.opening.new_table import next_table
from undercut.table.showing import scene
from undercut.table.table import Table

OTHERS = ["Ah", "3d", "5s", "2h"]


def asked(hand: tuple[str, ...], *, even: bool = False, clock: happened.Clock | None = None) -> Table:
    """Ann has announced the six of clubs; Bob holds some of the other cards, the rest are in the stock."""
    table = from_cards(filled(["6c", "9d"], list(hand)), even_answers=even, clock=clock)
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


def test_the_time_for_which_an_answer_is_held_back_is_charged_to_nobody() -> None:
    table = asked(("Ah", "2h"), even=True, clock=happened.Clock("game", 60, 0, "lose"))
    assert (table.budget(0), table.budget(1), table.due) == (60.0, 60.0 + EVEN_SECONDS, 2.0 + 60.0 + EVEN_SECONDS)
    (answer,) = charged(table, moved(table, 1, "ok").events, EVEN_SECONDS + 1.0)
    table.apply(answer, 8.0)
    assert (table.left[1], table.budget(0), table.budget(1)) == (59.0, 60.0, 59.0)


def test_nobody_else_learns_whether_there_is_a_choice() -> None:
    for reader in (0, None):
        seen = {repr(replace(scene(asked(hand), reader), view=None)) for hand in itertools.combinations(OTHERS, 2)}
        assert len(seen) == 1


def test_where_all_answers_take_the_same_time_they_are_held_back_whatever_the_hand() -> None:
    waits = {answer_wait(asked(hand, even=True), 1, 3.0) for hand in itertools.combinations(OTHERS, 2)}
    assert waits == {EVEN_SECONDS - 1}
    table = asked(("Ah", "2h"), even=True)
    assert [answer_wait(table, seat, 3.0) for seat in (0, None)] == [0, 0]
    assert answer_wait(table, 1, 100.0) == 0
    assert answer_wait(asked(("Ah", "2h")), 1, 3.0) == 0
    table.apply(moved(table, 1, "ok").events[0], 8.0)
    assert answer_wait(table, table.to_move, 8.0) == 0, "an ordinary move"


def test_the_time_is_drawn_anew_for_every_question_and_seat() -> None:
    drawn = {answer_delay(key, version) for key in ("one", "two") for version in range(50)}
    assert len(drawn) > 60


def test_a_table_and_its_rematch_keep_that_all_answers_take_the_same_time() -> None:
    table = opened(even_answers=True)
    assert table.opened.even_answers
    table.apply(happened.Ended([0], "resigned"), 2.0)
    assert next_table(table)[0].even_answers
