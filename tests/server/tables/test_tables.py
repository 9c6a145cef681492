import msgspec
import pytest

import undercut
from tests.server.making import begun, build, do, from_cards, opened, play, refused
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.commands import NotPossible, NotYours, TooLate
from undercut.table.decisions.decide import MOST_SEAT_CHANGES, By, decide
from undercut.table.decisions.permissions import undoable
from undercut.table.opening.new_table import play_on
from undercut.table.opening.records import import_record
from undercut.table.replay import state_at
from undercut.table.showing import scene, scene_at
from undercut.table.table import Table


def test_the_last_to_sit_down_starts_the_game():
    table = begun("cups", ["open", "easy"], name="Ann")
    assert (table.phase, [seat.kind for seat in table.seats]) == ("open", ["person", "open", "bot"])
    assert scene(table, 0).invite
    decision = do(table, None, asked.Sit, name="Bob")
    assert [type(event) for event in decision.events] == [happened.Sat, happened.Dealt]
    assert decision.holders == {1: "guest None"}
    assert (table.phase, table.names) == ("playing", ["Ann", "Bob", "Ben"])


def test_a_refusal_ends_the_question_until_somebody_moves():
    table = from_cards("7h 8h", "6d")
    do(table, 0, asked.Play, move="7h")
    do(table, 0, asked.TakeBack)
    assert do(table, 0, asked.TakeBack).events == []
    do(table, 0, asked.TakeBack, accept=False)
    assert scene(table, 1).offers.take_back is None
    refused(table, 1, asked.TakeBack, NotYours, "no longer open", accept=True)
    do(table, 0, asked.TakeBack)
    do(table, 1, asked.TakeBack, accept=False)
    refused(table, 0, asked.TakeBack, NotYours, "was refused")
    do(table, 1, asked.Play, move="draw")
    do(table, 0, asked.TakeBack)
    assert scene(table, 1).can.answer_take_back is True
    do(table, 1, asked.TakeBack, accept=True)
    assert (table.to_move, len(table.steps)) == (0, 0)
    assert table.view(0)["points"] == [[], []]


def test_nothing_is_taken_back_once_a_hidden_card_was_seen():
    table = from_cards("7h 8h", "6d")
    do(table, 0, asked.Play, move="draw")
    refused(table, 0, asked.TakeBack, NotYours, "seen a hidden card")
    do(table, 1, asked.Play, move="6d")
    # Bob has shown a card of his own and seen nothing; Ann would go back to a time when she did not know it.
    assert undoable(table, 1) == 1
    do(table, 0, asked.Play, move="7h")
    with pytest.raises(NotPossible):
        undoable(table, 1)


def test_nothing_is_taken_back_once_it_was_answered_from_a_hidden_hand():
    table = from_cards("8h Ac", "6d 2c")
    do(table, 0, asked.Play, move="8h")
    do(table, 1, asked.Play, move="6d")
    do(table, 0, asked.Play, move="Ac!")
    assert undoable(table, 0) == 1
    do(table, 1, asked.Play, move="ok")
    refused(table, 0, asked.TakeBack, NotYours, "already been answered")
    do(table, 1, asked.Play, move="2c")
    assert undoable(table, 1) == 1


def test_nothing_is_taken_back_across_a_shuffle():
    table = opened("cups")
    while not (table.steps and table.steps[-1].chance):
        table = opened("cups") if table.phase == "over" else table
        play(table)
    with pytest.raises(NotPossible):
        undoable(table, table.steps[-1].seat)


def test_a_draw_needs_everybody():
    table = opened("cut_the_rope", ["open", "open"])
    do(table, 0, asked.Draw)
    assert do(table, 0, asked.Draw).events == []
    do(table, 1, asked.Draw, accept=True)
    assert table.phase == "playing"
    do(table, 2, asked.Draw, accept=True)
    assert (table.phase, table.state.result.reason, scene(table, 0).result.winners) == ("over", "agreed", [])


def test_a_draw_lapses_with_the_others_next_move_and_may_not_be_offered_twice():
    table = opened()
    do(table, 0, asked.Draw)
    play(table)
    assert table.offers.draw
    play(table)
    assert not table.offers.draw
    table = opened()
    do(table, 1, asked.Draw)
    do(table, 0, asked.Draw, accept=False)
    refused(table, 1, asked.Draw, NotYours, "make a move")
    do(table, 0, asked.Draw)
    do(table, 0, asked.Draw, accept=False)
    assert not table.offers.draw, "it is withdrawn"
    refused(table, 1, asked.Draw, NotYours, "no longer open", accept=True)
    refused(table, 0, asked.Draw, NotYours, "make a move")


def test_bots_agree_to_no_draw():
    refused(opened(opponents=["easy"]), 0, asked.Draw, NotYours, "Bots do not agree")


def test_one_gives_up_whatever_has_happened_meanwhile():
    table = from_cards("7h 8h", "6d")
    late = table.version
    do(table, 0, asked.Play, move="7h")
    refused(table, 1, asked.Draw, TooLate, version=late)
    for version in (late, 0, table.version + 1):
        events = decide(table, asked.Resign(version=version), By("guest 1", 1)).events
        assert events == [happened.Resigned(1), happened.Ended([0], "resigned")]
    refused(table, None, asked.Resign, NotYours, "do not have a seat", version=0)
    do(table, 1, asked.Resign)
    for seat in (0, 1):
        refused(table, seat, asked.Resign, TooLate, version=late)
    refused(begun("cuttle", ["open"]), 0, asked.Resign, TooLate, version=0)


def test_a_bot_takes_over_only_a_seat_that_was_left_and_gives_it_back():
    table = opened()
    refused(table, 0, asked.TakeOver, NotPossible, "has left", seat=1)
    do(table, 0, asked.TakeOver, seat=1, absent=[1])
    assert scene(table, 0).seats[1].kind == "bot"
    refused(table, 1, asked.Resign, NotYours, "take it back first")
    do(table, 1, asked.Sit)
    assert table.seats[1].kind == "person"
    do(table, 1, asked.Leave)
    do(table, 0, asked.TakeOver, seat=1, level="greedy")
    refused(table, 0, asked.TakeOver, NotPossible, "not one of", seat=1, level="god")


def test_before_the_deal_a_seat_that_was_left_is_open_again():
    table = begun("cuttle", ["open"])
    decision = do(table, 0, asked.Leave)
    assert (decision.holders, table.seats[0].kind) == ({0: None}, "open")


def test_a_rematch_moves_the_seats_on():
    table = opened("cups", ["open", "easy"], name="Ann")
    table.apply(happened.Ended([0], "resigned"), 1.0)
    assert do(table, 0, asked.Rematch).rematch is None
    assert do(table, 0, asked.Rematch).events == []
    following = build(do(table, 1, asked.Rematch).rematch)
    assert following.names == ["Ben", "Ann", "Calm Heron"]
    assert following.phase == "playing"
    assert [seat.key for seat in following.seats] != [seat.key for seat in table.seats]


@pytest.mark.parametrize("game", ["cuttle", "cups", "cut_the_rope"])
def test_a_finished_game_is_stepped_through_taken_along_and_brought_back(game):
    table = opened(game, ["open"])
    while table.phase == "playing" and len(table.steps) < 400:
        play(table)
    if table.phase == "playing":
        do(table, 0, asked.Resign)
    record = table.state.record()
    brought = build(import_record(msgspec.json.decode(msgspec.json.encode(record))).events)
    assert brought.phase == "over"
    assert brought.state.record() == record
    for step in (0, 1, len(table.steps) // 2, len(table.steps)):
        shown = scene_at(brought, step, None)
        assert shown.view == scene_at(table, step, 0).view
        assert (shown.step, shown.steps) == (step, len(table.steps))
    with pytest.raises(NotPossible):
        state_at(table, len(table.steps) + 1)
    opening = play_on(brought, 1, asked.PlayOn(level="easy"), "guest")
    other = build(opening.events)
    assert other.state.position() == state_at(table, 1).position()
    assert other.seats[other.to_move].kind == "person"


def test_an_unfinished_record_can_be_stepped_through():
    state = undercut.game("cuttle").deal(seed=7)
    state.play("draw")
    table = build(import_record(state.record()).events)
    assert (table.phase, scene(table, None).result) == ("over", None)
    assert scene_at(table, 0, None).to_move == 0


def test_a_log_of_another_version_is_read_as_far_as_it_can_be():
    table = build([happened.read_event(b'{"type":"opened","game":"cuttle","rules":"sipie","seats":2,"weather":300}')])
    assert table.game.name == "cuttle"
    with pytest.raises(happened.DamagedLog):
        happened.read_event(b'{"type":"rained","seat":1}')
    event = happened.read_event(b'{"type":"opened","game":"cuttle","rules":"sipie","seats":2}')
    assert event == happened.Opened("cuttle", "sipie", 2)
    assert (event.practice, event.clock, scene(build([event]), None).match) == (False, None, None)
    assert happened.read_event(b'{"type":"moved","seat":0,"move":"draw"}').time_left is None


@pytest.mark.parametrize(
    "event",
    [
        happened.Moved(0, "Kh"),
        happened.Moved(1, "draw"),
        happened.Moved(0, "draw", [["Ah"]]),
        happened.Moved(0, "draw", [["Zz"]]),
        happened.Moved(0, "no move"),
        happened.Dealt({"game": "cuttle", "hands": 3}),
        happened.RulesChanged(0, {"set": "none"}, -1),
        happened.Renamed(-1, "Eve"),
        happened.Said(2, "thanks"),
        happened.TakenBack(0, -1),
        happened.Sat(0, "person", "Eve"),
        happened.TakenBack(0, 3),
        happened.Left(7),
        happened.Opened("cuttle", "sipie", 2),
        happened.Ended([0], "boredom"),
        happened.Ended([5], "resigned"),
    ],
)
def test_an_event_that_cannot_have_happened_is_noticed(event):
    table = from_cards("7h", "6d")
    with pytest.raises(happened.DamagedLog):
        table.apply(event, 1.0)


def test_a_fault_of_the_program_is_not_taken_for_a_damaged_log(monkeypatch):
    table = from_cards("7h", "6d")
    monkeypatch.setattr(Table, "_refresh_views", lambda _table: {}["lost"])
    with pytest.raises(KeyError):
        table.apply(happened.Moved(0, "draw"), 1.0)


def come_and_go(table: Table, seat: int, by: int | None) -> None:
    for _ in range(MOST_SEAT_CHANGES):
        do(table, by, asked.Sit)
        do(table, seat, asked.Leave)


def test_seats_are_not_taken_and_left_without_end():
    table = begun("cups", ["open", "open"])
    with pytest.raises(NotPossible, match="taken and left seats"):
        come_and_go(table, 1, None)
    assert table.version < MOST_SEAT_CHANGES + 10
    table = from_cards("7h", "6d")
    do(table, 1, asked.Leave)
    with pytest.raises(NotPossible, match="taken and left seats"):
        come_and_go(table, 1, 1)
    assert table.version < MOST_SEAT_CHANGES + 10
