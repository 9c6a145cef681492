"""Cuttle, who knows what: CU-30, CU-36, and the views of positions.md."""

import pytest

import undercut
from tests.clauses.cuttle_table import clause, known, seen, table, then
from tests.clauses.shared import play


@clause("CU-3", "CU-30")
def test_cu_30_without_glasses_a_hand_is_closed(rules):
    state = table(rules, hands=("Kc 4c", "3d Kd 9s"))
    assert seen(state, 0, 0) == ["4c", "Kc"]
    assert seen(state, 0, 1) == ["?", "?", "?"]
    assert seen(state, 1, 0) == ["?", "?"]
    assert seen(state, 1, 1) == ["3d", "9s", "Kd"]


@clause("CU-30")
def test_cu_30_the_public_sees_no_hand_and_no_stock(rules):
    state = undercut.game("cuttle", rules=rules, seats=2).deal(seed=3)
    view = state.view(None)
    assert view["hands"] == [["?"] * 5, ["?"] * 6]
    assert view["stock"] == ["?"] * 41


@clause("CU-30")
@pytest.mark.parametrize("seat", [0, 1])
def test_cu_30_nobody_sees_the_stock(rules, seat):
    state = undercut.game("cuttle", rules=rules, seats=2).deal(seed=3)
    assert state.view(seat)["stock"] == ["?"] * 41


@clause("CU-10", "CU-12", "CU-30")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_cu_30_the_table_and_the_scrap_are_open_to_all(rules, viewer):
    state = table(rules, hands=("Kc", "3d"), points=("Td:Jc", "4h"), permanents=("Qs", "Kh"), scrap="5c 6c")
    view = state.view(viewer)
    assert view["points"] == [[{"card": "Td", "jacks": ["Jc"]}], [{"card": "4h", "jacks": []}]]
    assert view["permanents"] == [["Qs"], ["Kh"]]
    assert sorted(view["scrap"]) == ["5c", "6c"]


@clause("CU-30")
def test_cu_30_what_a_seat_cannot_know_does_not_change_its_view(rules):
    one = table(rules, hands=("Kc 4c", "3d"), stock="9h 9s")
    other = table(rules, hands=("Kc 4c", "9s"), stock="3d 9h")
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)


@clause("CU-30")
@pytest.mark.parametrize("owner", [0, 1])
def test_cu_30_glasses_open_the_other_hand(rules, owner):
    state = table(rules, hands=("Kc 4c", "3d Kd"), permanents=(("8s", ""), ("", "8s"))[owner])
    hands = [["4c", "Kc"], ["3d", "Kd"]]
    assert seen(state, owner, 1 - owner) == hands[1 - owner]
    assert seen(state, 1 - owner, owner) == ["?", "?"]


@clause("CU-30", "CU-10")
def test_cu_30_an_eight_for_points_opens_nothing(rules):
    state = table(rules, hands=("Kc 8s", "3d Kd"))
    play(state, "8s")
    assert seen(state, 0, 1) == ["?", "?"]
    assert known(state, 1) == set()


@clause("CU-30")
def test_cu_30_the_open_hand_is_known_from_the_move_on(rules):
    state = table(rules, hands=("Kc 8s", "3d Kd"))
    assert known(state, 1) == set()
    then(state, "8s+", known={1: "3d Kd"})
    assert known(state, 0) == set()


@clause("CU-30")
def test_cu_30_a_card_drawn_under_glasses_is_known(rules):
    state = table(rules, hands=("Kc", "3d"), permanents=("8s", ""), stock="9h", turn=1)
    then(state, "draw", known={1: "3d 9h"})
    assert seen(state, 0, 1) == ["3d", "9h"]


@clause("CU-30")
def test_cu_30_what_was_seen_stays_known_when_the_glasses_are_gone(rules):
    state = table(rules, hands=("Kc", "2d 3d Kd"), permanents=("8s", ""), stock="9h 9s", turn=1)
    then(state, "2d!8s", "ok", known={1: "3d Kd"})
    then(state, "draw", "draw", known={1: "3d Kd"})
    assert seen(state, 0, 1) == ["3d", "?", "Kd"]


@clause("CU-30")
def test_cu_30_a_card_that_leaves_the_hand_is_no_longer_known(rules):
    state = table(rules, hands=("Kc", "3d Kd"), known=("", "3d Kd"), turn=1)
    then(state, "Kd+", known={1: "3d"})


@clause("CU-30")
def test_cu_30_loading_makes_nothing_known(rules):
    state = table(rules, hands=("Kc", "3d"), permanents=("8s", ""))
    assert known(state, 1) == set()


@clause("CU-3a", "CU-30")
def test_cu_3a_a_card_taken_openly_is_seen_by_the_other(rules):
    state = table(rules, hands=("3c 9s", "4d"), scrap="Kd")
    play(state, "3c!", "ok", "+Kd")
    assert seen(state, 1, 0) == ["?", "Kd"]
    play(state, "draw", "Kd+")
    assert known(state, 0) == set()
    assert seen(state, 1, 0) == ["?"]


@clause("CU-4")
def test_cu_4_a_card_drawn_is_seen_by_its_drawer_only(rules):
    state = play(table(rules, hands=("Kc", "3d"), stock="9h"), "draw")
    assert seen(state, 0, 0) == ["9h", "Kc"]
    assert seen(state, 1, 0) == ["?", "?"]
    assert known(state, 0) == set()


@clause("CU-4", "CU-9a")
def test_cu_4_a_card_drawn_from_the_known_top_is_known(rules):
    state = table(rules, hands=("Kc", "3d"), stock="9h 9s 9d", known_top=2)
    assert state.view(0)["stock"][:3] == ["9h", "9s", "?"]
    then(state, "draw", known={0: "9h"}, known_top=1)
    assert state.view(1)["stock"][:2] == ["9s", "?"]
    assert seen(state, 1, 0) == ["9h", "?"]


@clause("CU-5a", five="draw2")
def test_cu_5a_draw2_a_known_top_card_stays_known(rules):
    state = table(rules, hands=("5c", "3d"), stock="9h 9s 9d", known_top=1)
    then(state, "5c!", "ok", known={0: "9h"}, known_top=0)


@clause("CU-7a", seven=1)
@pytest.mark.parametrize("viewer", [0, 1])
def test_cu_7a_one_both_see_the_turned_card(rules, viewer):
    state = play(table(rules, hands=("7c", "3d"), stock="9h 9s"), "7c!", "ok")
    assert state.view(viewer)["revealed"] == ["9h"]
    assert state.view(viewer)["stock"][0] == "?"


@clause("CU-7a", seven=2)
@pytest.mark.parametrize("viewer", [0, 1])
def test_cu_7a_two_both_see_the_turned_cards(rules, viewer):
    state = play(table(rules, hands=("7c", "3d"), stock="9h 9s 6d"), "7c!", "ok")
    assert sorted(state.view(viewer)["revealed"]) == ["9h", "9s"]
    assert state.view(viewer)["stock"][0] == "?"


@clause("CU-20", "CU-21")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_cu_20_all_see_what_waits_and_what_counters(rules, viewer):
    state = play(table(rules, hands=("9c 4c", "2d 5d"), permanents=("", "Kh")), "9c!Kh", "2d!")
    view = state.view(viewer)
    assert (view["waiting"]["card"], view["waiting"]["target"], view["counters"]) == ("9c", "Kh", ["2d"])


@clause("CU-9a", nine_freeze=True, nine_to="controller")
@pytest.mark.parametrize("viewer", [0, 1])
def test_cu_9a_both_see_what_is_frozen(rules, viewer):
    state = play(table(rules, hands=("9c", "3d"), permanents=("", "Kh")), "9c!Kh", "ok")
    assert state.view(viewer)["frozen"] == ["Kh"]
    assert "Kh" in seen(state, viewer, 1)


@clause("CU-21")
def test_cu_21_the_window_does_not_tell_who_holds_a_two(rules):
    one = play(table(rules, hands=("Ah", "2d 5d"), stock="9h"), "Ah!")
    other = play(table(rules, hands=("Ah", "9h 5d"), stock="2d"), "Ah!")
    assert one.view(0) == other.view(0)


@clause("CU-36", open_end=True)
def test_cu_36_true_both_hands_are_open_without_stock(rules):
    state = table(rules, hands=("Kc 4c", "3d"), rest="scrap")
    assert seen(state, 0, 1) == ["3d"]
    assert seen(state, 1, 0) == ["4c", "Kc"]


@clause("CU-36", open_end=True)
def test_cu_36_true_the_last_card_drawn_opens_the_hands(rules):
    state = table(rules, hands=("Kc 4c", "3d"), stock="9h", rest="scrap")
    assert seen(state, 0, 1) == ["?"]
    play(state, "draw")
    assert (seen(state, 0, 1), seen(state, 1, 0)) == (["3d"], ["4c", "9h", "Kc"])
    assert (known(state, 0), known(state, 1)) == ({"4c", "9h", "Kc"}, {"3d"})


@clause("CU-36", open_end=False)
def test_cu_36_false_the_hands_stay_closed(rules):
    state = table(rules, hands=("Kc 4c", "3d"), stock="9h", rest="scrap")
    play(state, "draw")
    assert (seen(state, 0, 1), seen(state, 1, 0)) == (["?"], ["?", "?", "?"])
    assert (known(state, 0), known(state, 1)) == (set(), set())


@clause("CU-36", "CU-7a", open_end=True, seven=1)
def test_cu_36_true_turned_cards_are_not_stock(rules):
    state = table(rules, hands=("7c 4c", "3d"), stock="9h", rest="scrap")
    then(state, "7c!", "ok", phase="seven", stock="")
    assert (seen(state, 0, 1), seen(state, 1, 0)) == (["3d"], ["4c"])
    assert (known(state, 0), known(state, 1)) == ({"4c"}, {"3d"})


@clause("CU-36", "CU-7a", open_end=True, seven=2)
def test_cu_36_true_what_was_seen_stays_known_when_a_card_goes_back(rules):
    state = table(rules, hands=("7c 4c", "3d"), stock="9h Th", rest="scrap")
    play(state, "7c!", "ok")
    assert seen(state, 0, 1) == ["3d"]
    then(state, "Th", stock="9h", known=("4c", "3d"))


@clause("CU-36", "CU-9a", open_end=True, nine_to="stock")
def test_cu_36_true_a_nine_onto_the_stock_ends_the_open_hands(rules):
    state = table(rules, hands=("9c 4c", "3d"), permanents=("", "Kh"), rest="scrap")
    play(state, "9c!Kh", "ok")
    # Seen while the nine waited, and so known for good.
    then(state, known=("4c", "3d"), stock="Kh")


@clause("CU-36", open_end=True)
def test_cu_36_true_one_card_of_stock_keeps_the_hands_closed(rules):
    state = table(rules, hands=("Kc 4c", "3d"), stock="9h", rest="scrap")
    play(state, "4c")
    assert (seen(state, 0, 1), seen(state, 1, 0)) == (["?"], ["?"])
    assert (known(state, 0), known(state, 1)) == (set(), set())
