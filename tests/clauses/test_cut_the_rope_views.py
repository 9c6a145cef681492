"""Cut the Rope, what is open and what is hidden: CR-4."""

import json

import pytest

from tests.clauses.rope_table import clause, table
from tests.clauses.shared import play

every_viewer = pytest.mark.parametrize("viewer", [0, 1, 2, None])

TABLE = {
    "seats": 3,
    "hands": ("1 3", "4 5 X", "6"),
    "personal": ("2 8 9", "10 1", "7"),
    "supply": ("5 6 | X | ", " | | 9 8", ""),
    "levels": ("up 1 2", "", "X"),
    "deck": "3 4 5",
    "discards": "9 9 X",
}


@clause("CR-4")
@every_viewer
def test_cr_4_level_rows_supply_rows_and_discards_are_open_to_all(rules, viewer):
    state = table(rules, **TABLE)
    at, view = state.position(), state.view(viewer)
    for field in ("levels", "directions", "supply"):
        assert view[field] == at[field]
    assert sorted(view["discards"]) == ["9", "9", "X"]
    assert view["supply"][1] == [[], [], ["9", "8"]]


@clause("CR-4")
@every_viewer
def test_cr_4_of_a_personal_deck_only_the_top_and_the_size(rules, viewer):
    assert table(rules, **TABLE).view(viewer)["personal"] == [["2", "?", "?"], ["10", "?"], ["7"]]


@clause("CR-4")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_cr_4_the_owner_does_not_see_under_his_own_top(rules, seat):
    state = table(rules, **{**TABLE, "turn": seat})
    assert set(state.view(seat)["personal"][seat][1:]) <= {"?"}


@clause("CR-4")
@every_viewer
def test_cr_4_of_the_deck_only_the_size(rules, viewer):
    state = table(rules, **TABLE)
    assert state.view(viewer)["deck"] == ["?"] * len(state.position()["deck"])


@clause("CR-4")
@every_viewer
def test_cr_4_of_other_hands_only_the_size(rules, viewer):
    hands = [["1", "3"], ["4", "5", "X"], ["6"]]
    view = table(rules, **TABLE).view(viewer)
    for seat, cards in enumerate(hands):
        expected = cards if seat == viewer else ["?"] * len(cards)
        assert sorted(view["hands"][seat]) == sorted(expected)


@clause("CR-4", "CR-10")
def test_cr_4_the_next_personal_card_is_seen_by_all_once_it_is_turned(rules):
    state = play(table(rules, hands=("4",), personal=("1 8 9", "7 3")), "p>1")
    for viewer in (0, 1, None):
        assert state.view(viewer)["personal"] == [["8", "?"], ["7", "?"]]


@clause("CR-4", "CR-15")
def test_cr_4_a_drawn_card_is_seen_by_its_owner_alone(rules):
    state = play(table(rules, hands=("5 4 4 4 4 4",), deck="9 8"), "5/1")
    assert sorted(state.view(0)["hands"][0]) == ["4", "4", "4", "4", "4", "9"]
    for viewer in (1, None):
        assert state.view(viewer)["hands"][0] == ["?"] * 6


@clause("CR-4", "CR-14")
def test_cr_4_a_card_put_on_a_supply_row_is_seen_by_all(rules):
    state = play(table(rules, hands=("5 4",), supply=("2 | | ",)), "5/1")
    for viewer in (0, 1, None):
        assert state.view(viewer)["supply"][0] == [["2", "5"], [], []]


@clause("CR-4", "CR-18")
def test_cr_4_shuffled_discards_are_hidden_again(rules):
    state = play(table(rules, hands=("5",), discards="1 2 3 4 9 10 X X", rest="supply"), "5/1")
    for viewer in (1, None):
        assert state.view(viewer)["hands"][0] == ["?"] * 6
    for viewer in (0, 1, None):
        assert state.view(viewer)["deck"] == ["?"] * 2
        assert state.view(viewer)["discards"] == []


# What a seat cannot know may change without changing one byte of its view.
HIDDEN_FROM_0 = [
    {"deck": "5 4 3"},
    {"hands": ("1 3", "2 9 9", "6")},
    {"hands": ("1 3", "4 5 X", "10")},
    {"personal": ("2 9 8", "10 1", "7")},
    {"personal": ("2 X X", "10 1", "7")},
    {"personal": ("2 8 9", "10 6", "7")},
]


@clause("CR-4")
@pytest.mark.parametrize("change", HIDDEN_FROM_0)
def test_cr_4_what_a_seat_cannot_know_does_not_change_its_view(rules, change):
    one, two = table(rules, **TABLE), table(rules, **{**TABLE, **change})
    assert one.position() != two.position()
    for viewer in (0, None):
        assert json.dumps(one.view(viewer)) == json.dumps(two.view(viewer))


@clause("CR-4")
def test_cr_4_the_public_does_not_see_any_hand(rules):
    one, two = table(rules, **TABLE), table(rules, **{**TABLE, "hands": ("10 9", "4 5 X", "6")})
    assert json.dumps(one.view(None)) == json.dumps(two.view(None))
    assert one.view(0) != two.view(0)
