"""Practice tables: everything can be taken back, and only bots sit there."""

import pytest

from tests.server.making import begun, do, play
from undercut.errors import BadRules
from undercut.games.base.facts import TABLE_REASONS
from undercut.table import commands as asked
from undercut.table import permissions
from undercut.table.opening import next_table
from undercut.table.permissions import undoable
from undercut.table.showing import listing, scene
from undercut.table.wishes import read_wish

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
def test_every_move_of_a_practice_game_can_be_taken_back(game):
    table = begun(game, ["random"], name="Ann", practice=True)
    positions = []
    while table.phase == "playing" and len(table.steps) < 60:
        positions.append(table.state.position())
        play(table)
        own = [place for place, step in enumerate(table.steps) if step.seat == 0]
        if table.phase == "playing" and len(own) == 2:
            before = len(table.steps)
            do(table, 0, asked.TakeBack)
            assert len(table.steps) == own[-1] < before
            assert table.state.position() == positions[own[-1]]
            del positions[own[-1] :]
            break
    else:
        pytest.fail("no move was taken back")


def test_a_take_back_after_the_answer_to_a_move_needs_practice():
    for practice in (False, True):
        table = begun("cuttle", ["random"], name="Ann", practice=practice)
        play(table)
        plain = table.steps[0]._replace(revealed=frozenset(), chance=False)
        table.steps[:] = [plain, plain._replace(seat=1, answer=True, person=False)]
        expected = 2 if practice else "Your move has already been answered."
        assert undoable(table, 0) == expected


@pytest.mark.parametrize(
    "others", [{"opponents": ["open"]}, {"opponents": ["easy"], "seat": "none"}, {"opponents": ["easy", "open"]}]
)
def test_practice_is_refused_with_a_second_person(others):
    draft = read_wish({"game": "cups", "practice": True} | others)
    assert any(fault.startswith("practice: only against bots") for fault in draft.faults)
    with pytest.raises(BadRules):
        draft.checked()


def test_the_form_sends_practice_as_a_ticked_box():
    form = {"game": "cuttle", "opponents": ["easy"], "rules": {"shown": "pagat", "set": "pagat"}}
    assert not read_wish(form).practice
    assert read_wish(form | {"practice": "true"}).checked().practice


def test_a_practice_game_is_marked_in_the_lobby_on_the_page_and_in_its_rematch():
    table = begun("cuttle", ["random"], name="Ann", practice=True)
    assert (listing(table).practice, scene(table, 0).practice) == (True, True)
    assert not listing(begun("cuttle", ["random"], name="Ann")).practice
    do(table, 0, asked.Resign)
    assert table.state.result.reason in TABLE_REASONS
    assert next_table(table)[0].practice
