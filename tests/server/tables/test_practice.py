"""Practice tables: everything can be taken back, and only bots sit there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.server.making import begun, do, opened, play
from undercut.errors import BadRules
from undercut.games.base.game_types import TABLE_REASONS
from undercut.pages.board.table_page import board_context
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.decisions import permissions
from undercut.table.decisions.permissions import is_free, undoable
from undercut.table.listing import listing
from undercut.table.opening.new_table import next_table
from undercut.table.opening.terms import read_choices
from undercut.table.showing import scene

GAMES = ["cuttle", "cups", "cut_the_rope"]


def test_no_game_goes_on_for_ever(monkeypatch):
    table = begun("cuttle", ["random"], name="Ann", practice=True)
    play(table)
    monkeypatch.setattr(permissions, "MOST_EVENTS", table.version + 1)
    do(table, 0, asked.TakeBack)
    assert table.version > permissions.MOST_EVENTS
    play(table)
    with pytest.raises(asked.NotYours, match="too long"):
        do(table, 0, asked.TakeBack)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_taking_back_against_bots_is_free_and_makes_the_game_practice(game, data):
    table = begun(game, ["hard", "hard"] if game == "cups" else ["hard"], name="Ann", hints=False)
    before = {}
    for _ in range(data.draw(st.integers(1, 25), "moves")):
        if table.phase == "playing":
            before[len(table.steps)] = table.state.position()
            play(table)
    if table.phase != "playing" or all(step.seat for step in table.steps):
        return
    own = max(place for place, step in enumerate(table.steps) if step.seat == 0)
    assert (table.is_practice, listing(table).practice) == (False, False)
    do(table, 0, asked.TakeBack)
    assert len(table.steps) == own
    assert table.state.position() == before[own]
    assert (table.is_practice, listing(table).practice, scene(table, None).practice) == (True, True, True)
    assert table.lines[-1].for_reader(0).text.endswith("this game is practice and counts for nothing.")
    do(table, 0, asked.Resign)
    assert not listing(table).counted
    assert not next_table(table)[0].practice
    assert ("practice", "true") not in [field for other in ending_of(table).others for field in other.fields]


def ending_of(table):
    return board_context(scene(table, 0))["table"].end


def test_what_was_taken_back_by_earlier_rules_changes_no_game():
    table = begun("cuttle", ["random"], name="Ann")
    play(table)
    table.apply(happened.TakenBack(table.steps[-1].seat, 1), 1.0)
    assert not table.is_practice


@pytest.mark.parametrize(
    "more",
    [{"clock": {"time": "game 300 5"}}, {"best_of": 3}, {"opponents": ["open"]}, {"opponents": ["random", "open"]}],
)
def test_take_backs_are_not_free_with_a_clock_in_a_match_or_with_people(more):
    table = opened(**{"game": "cups", "opponents": ["random"], "name": "Ann"} | more)
    assert not is_free(table, 0)
    play(table)
    assert not table.is_practice


def test_take_backs_are_not_free_once_a_person_has_resigned_or_others_play_the_deal():
    table = opened("cups", ["random", "open"], name="Ann")
    do(table, 2, asked.Resign)
    assert not is_free(table, 0)
    table = begun("cuttle", ["random"], name="Ann")
    assert is_free(table, 0)
    table.opened = replace(table.opened, chance="secret")
    assert not is_free(table, 0)


def test_a_take_back_after_the_answer_to_a_move_needs_practice():
    for clock in (None, {"time": "game 300 5"}):
        table = begun("cuttle", ["random"], name="Ann", clock=clock)
        play(table)
        plain = table.steps[0]._replace(revealed=frozenset(), chance=False)
        table.steps[:] = [plain, plain._replace(seat=1, answer=True, person=False)]
        expected = "Your move has already been answered." if clock else 2
        assert undoable(table, 0) == expected


@pytest.mark.parametrize(
    "others", [{"opponents": ["open"]}, {"opponents": ["easy"], "seat": "none"}, {"opponents": ["easy", "open"]}]
)
def test_practice_is_refused_with_a_second_person(others):
    draft = read_choices({"game": "cups", "practice": True} | others)
    assert any(fault.startswith("practice: only against bots") for fault in draft.faults)
    with pytest.raises(BadRules):
        draft.checked()


def test_the_form_sends_practice_as_a_ticked_box():
    form = {"game": "cuttle", "opponents": ["easy"], "rules": {"shown": "pagat", "set": "pagat"}}
    assert not read_choices(form).practice
    assert read_choices(form | {"practice": "true"}).checked().practice


def test_a_practice_game_is_marked_in_the_lobby_on_the_page_and_in_its_rematch():
    table = begun("cuttle", ["random"], name="Ann", practice=True)
    assert (listing(table).practice, scene(table, 0).practice) == (True, True)
    assert not listing(begun("cuttle", ["random"], name="Ann")).practice
    do(table, 0, asked.Resign)
    assert table.state.result.reason in TABLE_REASONS
    assert next_table(table)[0].practice
