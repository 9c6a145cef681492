"""A command comes too late only if the position has changed, and a move that is sent again is answered as before."""

import pytest

from tests.server.making import begun, do, from_cards, moved_twice, opened
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.commands import NotYours, TooLate
from undercut.table.decisions.decide import By, decide, event_of_move
from undercut.table.events import read_event, write_event

MEANWHILE = {
    "a phrase": (asked.Say, {"phrase": "hello"}),
    "an offer": (asked.Draw, {}),
    "a seat link": (asked.NewLink, {}),
    "leaving": (asked.Leave, {}),
}


def duel():
    return from_cards("7h 8h", "6d 5c")


def decided(table, seat, command, version, **fields):
    return decide(table, command(version=version, **fields), By(f"guest {seat}", seat))


@pytest.mark.parametrize("what", MEANWHILE)
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_but_the_position_makes_a_move_late(what, seat):
    table, (command, fields) = duel(), MEANWHILE[what]
    before = table.version
    do(table, seat, command, **fields)
    for event in (happened.Renamed(1, "Bea"), happened.Returned(1), happened.TakenOver(1, "easy", 0)):
        table.apply(event, 1.0)
    assert isinstance(decided(table, 0, asked.Play, before, move="7h").events[-1], happened.Moved)


def test_what_is_late_says_what_has_happened():
    table = duel()
    before = table.version
    do(table, 0, asked.Play, move="7h")
    after = table.version
    for command, fields in [(asked.Play, {"move": "6d"}), (asked.Draw, {}), (asked.TakeBack, {})]:
        with pytest.raises(TooLate, match=r"too late. Meanwhile: Ann plays") as caught:
            decided(table, 1, command, before, **fields)
        assert caught.value.version == table.version
    do(table, 0, asked.TakeBack)
    do(table, 1, asked.TakeBack, accept=False)
    assert decided(table, 1, asked.Play, after, move="6d").events, "a refused request makes no move late"


def test_sitting_down_is_no_reason_to_refuse_another_who_sits_down():
    table = begun("cups", ["open"] * 3)
    before = table.version
    do(table, None, asked.Sit)
    assert decided(table, None, asked.Sit, before).holders == {2: "guest None"}


def test_who_sits_down_has_seen_the_rules():
    table = begun("cups", ["open"] * 3)
    before = table.version
    do(table, 0, asked.Change, clock=asked.NewClock(time="game 10 0"))
    with pytest.raises(TooLate):
        decided(table, None, asked.Sit, before)


def test_a_move_sent_again_gets_the_first_answer():
    table = duel()
    before = table.version
    do(table, 0, asked.Play, move="7h")
    first = table.version
    for step in range(4):
        command = asked.Play(version=before, move="7h")
        assert decide(table, command, By("guest 0", 0)).events == []
        assert event_of_move(table, command, 0) == first
        if step == 0:
            do(table, 1, asked.Say, phrase="well")
        elif step == 1:
            do(table, 0, asked.TakeBack)
            do(table, 1, asked.TakeBack, accept=True)
        elif step == 2:
            do(table, 0, asked.Resign)
    with pytest.raises(TooLate):
        decided(table, 0, asked.Play, before, move="8h")
    with pytest.raises(TooLate):
        decided(table, 1, asked.Play, before, move="7h")


def test_the_same_move_for_the_position_after_is_a_new_one():
    table = duel()
    do(table, 0, asked.Play, move="7h")
    do(table, 0, asked.TakeBack)
    do(table, 1, asked.TakeBack, accept=True)
    assert isinstance(decided(table, 0, asked.Play, table.version, move="7h").events[0], happened.Moved)


def test_a_hint_that_comes_too_late_is_no_error():
    table = from_cards("7h 8h", "6d 5c", hints_with_people=True)
    before = table.version
    do(table, 0, asked.Play, move="7h")
    assert decided(table, 0, asked.Hint, before).events == []
    with pytest.raises(NotYours, match="not your move"):
        do(table, 0, asked.Hint)


def test_equal_wishes_that_cross_are_an_agreement():
    table = duel()
    do(table, 0, asked.Draw)
    do(table, 1, asked.Draw)
    assert table.state.result.reason == "agreed"
    before = table.version
    for seat in (0, 1):
        rematch = decided(table, seat, asked.Rematch, before).rematch
        do(table, seat, asked.Rematch)
    assert rematch


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_two_take_backs_that_cross_undo_what_both_want(first, second):
    table = moved_twice()
    do(table, first, asked.TakeBack)
    do(table, second, asked.TakeBack)
    assert len(table.steps) == 1
    assert table.take_back is None


def test_an_answer_is_never_given_to_a_later_question():
    table = opened("cut_the_rope", ["open", "open"])
    do(table, 0, asked.Draw)
    seen = table.version
    do(table, 2, asked.Draw, accept=False)
    do(table, 2, asked.Draw)
    for accept in (True, False):
        with pytest.raises(NotYours, match="no longer open"):
            decided(table, 1, asked.Draw, seen, accept=accept)


def test_a_rematch_can_be_declined_and_still_be_agreed_on():
    table = duel()
    do(table, 1, asked.Resign)
    with pytest.raises(NotYours):
        do(table, 1, asked.Rematch, accept=False)
    do(table, 0, asked.Rematch)
    do(table, 1, asked.Rematch, accept=False)
    assert not table.rematches
    with pytest.raises(NotYours, match="Bob does not want a rematch"):
        do(table, 0, asked.Rematch)
    do(table, 1, asked.Rematch)
    assert read_event(write_event(happened.RematchDeclined(1))) == happened.RematchDeclined(1)
    assert do(table, 0, asked.Rematch, accept=True).rematch
