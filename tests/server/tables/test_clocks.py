import itertools
import random

import pytest
from msgspec.structs import replace

from tests.clauses import cups_table
from tests.server.making import begun, build, do, from_cards, happen, opened, refused
from undercut.errors import BadRules
from undercut.pages.board.table_page import board_context
from undercut.pages.lobby.rows import rows
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.decisions import clocks
from undercut.table.decisions.decide import play_move
from undercut.table.events import Clock
from undercut.table.listing import listing
from undercut.table.opening.new_table import next_table
from undercut.table.opening.terms import read_choices
from undercut.table.showing import scene
from undercut.table.table import EVEN_SECONDS, Table


def table_with(clock, game="cuttle", opponents=("easy",)):
    return begun(game, opponents, clock=clock)


def first_move(table):
    return play_move(table, table.to_move, str(table.state.legal_moves()[0])).events


def test_each_move_of_a_game_clock_costs_its_time_and_adds_the_increment():
    table = table_with({"time": "game 300 5"})
    assert (table.opened.clock, table.due) == (Clock("game", 300, 5), 301.0)
    (move,) = clocks.charge_clock(table, first_move(table), 12.5)
    assert move.time_left == 292.5
    happen(table, [move], 13.5)
    assert (table.budget(0), table.budget(1), table.clocks.turn_began) == (292.5, 300.0, 13.5)


def test_moves_that_are_taken_back_give_their_time_back():
    table = table_with({"time": "game 300 5"}, game="cut_the_rope")
    for spent in (12.5, 20.0):
        before = table.to_move, table.budget(table.to_move)
        happen(table, clocks.charge_clock(table, first_move(table), spent), 50.0)
    happen(table, [happened.TakenBack(before[0], 1)], 90.0)
    assert (table.to_move, table.budget(table.to_move), table.clocks.turn_began) == (*before, 90.0)
    happen(table, [happened.TakenBack(0, 1)], 95.0)
    assert table.clocks.time_left == {}


@pytest.mark.parametrize("time", ["move 30", "game 300 5"])
def test_no_move_against_bots_alone_is_taken_back_against_the_clock(time, monkeypatch):
    monkeypatch.setattr("undercut.play.sources._SYSTEM", random.Random(0))  # the first move shows no hidden card
    table = table_with({"time": time}, game="cut_the_rope")
    happen(table, first_move(table), 20.0)
    refused(table, 0, asked.TakeBack, asked.NotYours, "Against the clock")
    people = table_with({"time": time}, "cut_the_rope", ["open"])
    do(people, None, asked.Sit)
    happen(people, first_move(people), 20.0)
    do(people, 0, asked.TakeBack)
    assert people.offers.take_back.seat == 0


@pytest.mark.parametrize(
    ("people", "clock", "pace"), [({0}, None, 0.0), ({0, 2}, None, 0.7), ({0}, Clock("move", 30), 0.7), ((), None, 0.7)]
)
def test_bots_hurry_once_every_person_sits_out_a_game_without_a_clock(people, clock, pace):
    hands, graveyards = ("", "3s 3w", "5s 5w"), ("6d", "", "")
    position = cups_table.position("children", hands, graveyards, dump="9s", turn=1, out=[0])
    kinds = [("person", None) if seat in people else ("bot", "easy") for seat in range(3)]
    sitting = [happened.Sat(seat, kind, f"Player {seat}", level) for seat, (kind, level) in enumerate(kinds)]
    opening = happened.Opened("cups", position["rules"], 3, clock=clock)
    assert clocks.pace_at(build([opening, *sitting, happened.Dealt(position)]), 0.7) == pace


@pytest.mark.parametrize("other", ["bot", "person"])
def test_a_bury_waits_for_the_player(other):
    position = cups_table.position("simple", ("2c 4c", "6c 6d"), dump="9s", rest="away")
    sitting = [happened.Sat(0, "person", "Ann"), happened.Sat(1, other, "Bob", "easy" if other == "bot" else None)]
    table = build([happened.Opened("cups", position["rules"], 2), *sitting, happened.Dealt(position)])
    assert scene(table, 0).answer_after is None
    lane = board_context(scene(table, 0))["table"].lane
    assert (lane.text, lane.move, lane.pauses) == ("No card fits: bury your hand until next turn", "bury", "")


def test_there_is_time_to_read_what_another_bot_has_played(monkeypatch):
    monkeypatch.setattr("undercut.play.sources._SYSTEM", random.Random(0))
    table = begun("cups", ("easy", "easy"))
    assert clocks.pace_at(table, 0.7) == 0.7
    for seat in range(2):
        happen(table, first_move(table))
        assert (clocks.pace_at(table, 0.7) > 1.1) == (seat == 1)
    table.skipped = True
    assert clocks.pace_at(table, 0.7) < 0.1


def test_a_practice_table_has_no_clock():
    given = {"game": "cuttle", "opponents": ["easy"], "practice": True, "clock": {"time": "game 300 5"}}
    with pytest.raises(BadRules, match="clock: a practice table has none"):
        read_choices(given).checked()
    draft = read_choices(given | {"players": "2", "rules": {"shown": "sipie", "set": "sipie"}})
    assert (draft.checked().opened.clock, draft.fixes[-1][:33]) == (None, "Practice games have no clock, bec")


def test_the_clock_of_an_earlier_practice_table_stands_still():
    table = table_with({"time": "game 300 5"})
    events = [happened.Opened("cuttle", table.opened.rules, 2, practice=True, clock=table.opened.clock)]
    events += [happened.Sat(seat, "person", name, key=name) for seat, name in enumerate(("Ann", "Bob"))]
    early = build([*events, happened.Dealt(dict(table.state.position()))])
    happen(early, [happened.Moved(0, str(early.state.legal_moves()[0]), time_left=295.0)], 5.0)
    assert (early.clock, early.due, early.phase) == (None, None, "playing")
    assert clocks.charge_clock(early, first_move(early), 1000.0)[0].time_left is None


@pytest.mark.parametrize(
    ("clock", "name"),
    [
        (None, ""),
        ({"time": "game 300 5"}, "5 minutes a game, and 5 seconds more for each move"),
        ({"time": "move 30"}, "30 seconds a move"),
    ],
)
def test_lists_of_tables_name_the_clock(clock, name):
    assert rows([listing(table_with(clock))])[0].clock == name


def test_a_clock_per_move_gives_each_move_the_same_time():
    table = table_with({"time": "move 30"})
    (move,) = clocks.charge_clock(table, first_move(table), 29.0)
    assert move.time_left is None
    happen(table, [move], 30.0)
    assert table.due == 60.0


@pytest.mark.parametrize("kind", ["move 30", "game 60 2"])
def test_a_player_whose_time_is_up_loses(kind):
    table = table_with({"time": kind, "zero": "lose"})
    happen(table, clocks.time_out(table).events, 100.0)
    assert (table.state.result.winners, table.state.result.reason, table.due) == ((1,), "time", None)
    assert "You have run out of time." in [line.for_reader(0).text for line in table.lines]


def test_a_bot_takes_over_with_the_full_time():
    table = table_with({"time": "game 60 2", "zero": "bot"})
    happen(table, clocks.time_out(table).events, 100.0)
    assert (table.seats[0].kind, table.seats[0].key is not None, table.due) == ("bot", True, 160.0)


@pytest.mark.parametrize("game", ["cuttle", "cups", "cut_the_rope"])
def test_a_move_is_made_and_little_time_is_left(game):
    table = table_with({"time": "game 60 2", "zero": "move"}, game)
    for at in (100.0, 200.0):
        seat = table.to_move
        happen(table, clocks.time_out(table).events, at)
        assert len(table.steps) == at // 100
        assert table.budget(seat) == 10.0
    assert table.phase == "playing"


@pytest.mark.parametrize("time", ["game 300", "move", "move 5", "move 99999999", "days 3", "game 60 9999", "move ٣٠"])
def test_a_clock_that_cannot_be_read_is_refused(time):
    with pytest.raises(BadRules, match="clock"):
        table_with({"time": time})


OTHERS = ["Ah", "3d", "5s", "2h"]


def questioned(hand: tuple[str, ...], *, even: bool = False, clock: happened.Clock | None = None) -> Table:
    """Ann has announced the six of clubs; Bob holds some of the other cards, the rest are in the stock."""
    table = from_cards("6c 9d", " ".join(hand), even_answers=even, clock=clock)
    table.apply(play_move(table, 0, "6c!").events[0], 2.0)
    return table


def test_the_time_is_the_same_whatever_the_hand_holds() -> None:
    delays = set()
    for hand in itertools.combinations(OTHERS, 2):
        table = questioned(hand)
        shown = scene(table, 1)
        if "2h" in hand:
            assert shown.answer_after is None, "there is a choice"
        else:
            delays.add(shown.answer_after)
    assert len(delays) == 1
    assert clocks.SHORTEST <= delays.pop() <= clocks.LONGEST


def test_the_time_for_which_an_answer_is_held_back_is_charged_to_nobody() -> None:
    table = questioned(("Ah", "2h"), even=True, clock=happened.Clock("game", 60, 0, "lose"))
    assert (table.budget(0), table.budget(1), table.due) == (60.0, 60.0 + EVEN_SECONDS, 2.0 + 60.0 + EVEN_SECONDS)
    (answer,) = clocks.charge_clock(table, play_move(table, 1, "ok").events, EVEN_SECONDS + 1.0)
    table.apply(answer, 8.0)
    assert (table.clocks.time_left[1], table.budget(0), table.budget(1)) == (59.0, 60.0, 59.0)


def test_nobody_else_learns_whether_there_is_a_choice() -> None:
    for reader in (0, None):
        seen = {repr(replace(scene(questioned(hand), reader), view=None)) for hand in itertools.combinations(OTHERS, 2)}
        assert len(seen) == 1


def test_where_all_answers_take_the_same_time_they_are_held_back_whatever_the_hand() -> None:
    tables = [questioned(hand, even=True) for hand in itertools.combinations(OTHERS, 2)]
    waits = {clocks.answer_wait(table, 1, 3.0) for table in tables}
    assert waits == {EVEN_SECONDS - 1}
    table = questioned(("Ah", "2h"), even=True)
    assert [clocks.answer_wait(table, seat, 3.0) for seat in (0, None)] == [0, 0]
    assert clocks.answer_wait(table, 1, 100.0) == 0
    assert clocks.answer_wait(questioned(("Ah", "2h")), 1, 3.0) == 0
    table.apply(play_move(table, 1, "ok").events[0], 8.0)
    assert clocks.answer_wait(table, table.to_move, 8.0) == 0, "an ordinary move"


def test_the_time_is_drawn_anew_for_every_question_and_seat() -> None:
    drawn = {clocks.answer_delay(key, version) for key in ("one", "two") for version in range(50)}
    assert len(drawn) > 60


def test_a_table_and_its_rematch_keep_that_all_answers_take_the_same_time() -> None:
    table = opened(even_answers=True)
    assert table.opened.even_answers
    table.apply(happened.Ended([0], "resigned"), 2.0)
    assert next_table(table)[0].even_answers
