import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.server.making import begun, build, do, opened, play, refused, waiting
from undercut.errors import BadRules
from undercut.games.base.game_types import TABLE_REASONS
from undercut.lessons.learner import score_of
from undercut.pages.board.invitation import invitation
from undercut.pages.board.table_page import board_context
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.commands import NotPossible, NotYours
from undercut.table.decisions import permissions
from undercut.table.decisions.permissions import is_free, undoable
from undercut.table.events import read_event, write_event
from undercut.table.listing import listing
from undercut.table.opening.new_table import next_table, open_table
from undercut.table.opening.terms import read_choices
from undercut.table.showing import scene


def test_the_host_changes_rules_and_seats_and_everyone_sees_it():
    table = waiting()
    do(table, None, asked.Sit, name="Bob")
    do(table, 0, asked.Change, rules="children", players=8, best_of=3)
    assert len(table.seats) == 4
    do(table, 1, asked.AnswerProposal, accept=True)
    for reader in (0, 1, 7, None):
        seen = scene(table, reader)
        assert (seen.rules, len(seen.seats), seen.match.best_of) == ({"set": "children", "hand_size": 6}, 8, 3)
        assert seen.log[-1].text.startswith("You change" if reader == 0 else "Ann changes")
        assert seen.log[1].text.startswith("You sit" if reader == 0 else "Ann sits")
    assert scene(table, 0).host == 0
    refused(table, 1, asked.Change, NotYours, rules="simple")


def test_fewer_seats_deal_to_those_who_are_here():
    table = waiting()
    do(table, None, asked.Sit, name="Bob")
    refused(waiting(seat=3), 3, asked.Change, NotPossible, "That would remove a taken seat", players=2)
    assert invitation(scene(table, 0)).may_deal
    do(table, 0, asked.Change, players=2)
    assert scene(table, 1).offers.proposal.deal
    do(table, 1, asked.AnswerProposal, accept=True)
    assert (table.phase, table.names) == ("playing", ["Ann", "Bob"])
    refused(table, 0, asked.Change, NotYours, players=3)


def test_who_came_next_is_host_when_the_host_leaves():
    table = waiting()
    do(table, None, asked.Sit, name="Bob")
    do(table, 0, asked.Leave)
    assert table.host == 1
    do(table, None, asked.Sit, name="Ann again")
    assert invitation(scene(table, None)).title == "Bob invites you to play Cups"
    do(table, 1, asked.Leave)
    assert table.host == 0


def test_wrong_rules_and_matches_are_refused():
    table = waiting()
    refused(table, 0, asked.Change, BadRules, rules="wild")
    refused(table, 0, asked.Change, NotPossible, "best_of", best_of=4)
    assert table.host == 0


def resign(table, seat):
    do(table, seat, asked.Resign)
    return table


def test_a_match_goes_on_with_exchanged_seats_until_it_is_won():
    table = waiting("cuttle", 2, best_of=3)
    do(table, None, asked.Sit, name="Bob")
    resign(table, 1)
    assert (scene(table, None).match.wins, scene(table, None).match.winners) == ([1, 0], [])
    table = build([read_event(write_event(event)) for event in next_table(table)])
    assert (table.names, scene(table, None).match.wins) == (["Bob", "Ann"], [0, 1])
    resign(table, 0)
    assert (scene(table, None).match.wins, scene(table, None).match.winners) == ([0, 2], [1])
    table = build(next_table(table))
    assert scene(table, None).match.wins == [0, 0]


def against_bots(strength=1.0, **wish):
    wish = {"game": "cuttle", "opponents": ["adaptive"], **wish}
    return build(open_table(read_choices(wish).checked(), "guest", strength).events)


def bots(table):
    return [(seat.name, seat.level) for seat in table.seats if seat.kind == "bot"]


def test_it_says_which_level_it_plays_and_why():
    table = against_bots(2.0)
    assert bots(table) == [("Cleo", "medium")]
    told = "The adaptive bot plays as medium now: one level up when you win, down when you lose."
    assert told in str(table.lines[0].for_reader(None))


@pytest.mark.parametrize(("winner", "level"), [(0, "hard"), (1, "easy"), (None, "medium")])
def test_a_rematch_follows_the_result(winner, level):
    table = against_bots(2.0)
    table.apply(happened.Ended([] if winner is None else [winner], "resigned" if winner is not None else "agreed"), 1.0)
    following = build(next_table(table))
    assert bots(following) == [({"easy": "Ben", "medium": "Cleo", "hard": "Dora"}[level], level)]
    assert f"plays as {level}" in str(following.lines[0].for_reader(None))


def test_practice_changes_no_level():
    table = against_bots(2.0, practice=True)
    table.apply(happened.Ended([0], "resigned"), 1.0)
    assert bots(build(next_table(table))) == [("Cleo", "medium")]


def test_several_are_different_persons():
    table = against_bots(2.0, game="cups", opponents=["adaptive", "hard", "adaptive"])
    table.apply(happened.Ended([2], "resigned"), 1.0)
    assert bots(build(next_table(table))) == [("Hugo", "medium"), ("Cleo", "medium"), ("Dora", "hard")]


@pytest.mark.parametrize(
    ("levels", "winners"),
    [(["", "hard"], None), (["", ""], [0]), (["", "greedy"], [0]), (["easy", "hard"], [0]), ([], [0])],
)
def test_games_without_people_levels_or_a_result_say_nothing(levels, winners):
    assert score_of(levels, winners) is None


def test_no_game_goes_on_for_ever(monkeypatch):
    table = begun("cuttle", ["random"], name="Ann", practice=True)
    play(table)
    monkeypatch.setattr(permissions, "MOST_EVENTS", table.version + 1)
    do(table, 0, asked.TakeBack)
    assert table.version > permissions.MOST_EVENTS
    play(table)
    refused(table, 0, asked.TakeBack, asked.NotYours, "too long")


@pytest.mark.parametrize("game", ["cuttle", "cups", "cut_the_rope"])
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
    assert table.lines[-1].for_reader(0).text.endswith("This game is now practice and does not count.")
    do(table, 0, asked.Resign)
    assert not listing(table).counted
    assert not next_table(table)[0].practice
    end = board_context(scene(table, 0))["table"].end
    assert ("practice", "true") not in [field for other in end.others for field in other.fields]


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
        if clock:
            with pytest.raises(NotPossible, match="already been answered"):
                undoable(table, 0)
        else:
            assert undoable(table, 0) == 2


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
    assert read_choices(form | {"practice": "true"}).checked().opened.practice


def test_a_practice_game_is_marked_in_the_lobby_on_the_page_and_in_its_rematch():
    table = begun("cuttle", ["random"], name="Ann", practice=True)
    assert (listing(table).practice, scene(table, 0).practice) == (True, True)
    assert not listing(begun("cuttle", ["random"], name="Ann")).practice
    do(table, 0, asked.Resign)
    assert table.state.result.reason in TABLE_REASONS
    assert next_table(table)[0].practice
