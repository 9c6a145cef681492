import pytest

import undercut
from tests.clauses.cuttle_table import clause, table, then
from tests.clauses.shared import allowed, play, refused


@clause("CU-3", "CU-30")
def test_cu_30_without_glasses_a_hand_is_closed_and_the_public_sees_none(rules):
    state = table(rules, hands=("Kc 4c", "3d Kd 9s"))
    then(state, seen={(0, 0): "Kc 4c", (0, 1): "? ? ?", (1, 0): "? ?", (1, 1): "3d Kd 9s"})
    then(state, seen={(None, 0): "? ?", (None, 1): "? ? ?"})


@clause("CU-3", "CU-30")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_cu_30_nobody_sees_the_stock(rules, viewer):
    assert undercut.game("cuttle", rules=rules, seats=2).deal(seed=3).view(viewer)["stock"] == ["?"] * 41


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
    open_hand = ("Kc 4c", "3d Kd")[1 - owner]
    # Loading makes nothing known.
    then(state, known=("", ""), seen={(owner, 1 - owner): open_hand, (1 - owner, owner): "? ?"})


@clause("CU-30", "CU-10")
@pytest.mark.parametrize(("move", "known", "seen"), [("8s", "", "? ?"), ("8s+", "3d Kd", "3d Kd")])
def test_cu_30_the_open_hand_is_known_from_the_move_on_but_an_eight_for_points_opens_nothing(rules, move, known, seen):
    state = table(rules, hands=("Kc 8s", "3d Kd"))
    then(state, known=("", ""))
    then(state, move, known=("", known), seen={(0, 1): seen})


@clause("CU-30")
def test_cu_30_a_card_drawn_under_glasses_is_known(rules):
    state = table(rules, hands=("Kc", "3d"), permanents=("8s", ""), stock="9h", turn=1)
    then(state, "draw", known={1: "3d 9h"}, seen={(0, 1): "3d 9h"})


@clause("CU-30", "CU-2a")
def test_cu_30_what_was_seen_stays_known_when_the_glasses_are_gone_and_nothing_else(rules):
    state = table(rules, hands=("Kc", "2d 3d Kd"), permanents=("8s", ""), stock="9h 9s", turn=1)
    then(state, "2d!8s", "ok", known={1: "3d Kd"})
    then(state, "draw", "draw", known={1: "3d Kd"}, seen={(0, 1): "3d ? Kd"})


@clause("CU-30")
def test_cu_30_a_card_that_leaves_the_hand_is_no_longer_known(rules):
    then(table(rules, hands=("Kc", "3d Kd"), known=("", "3d Kd"), turn=1), "Kd+", known={1: "3d"})


@clause("CU-3a", "CU-30")
def test_cu_3a_a_card_taken_openly_is_seen_by_the_other(rules):
    state = table(rules, hands=("3c 9s", "4d"), scrap="Kd")
    then(state, "3c!", "ok", "+Kd", seen={(1, 0): "? Kd"})
    then(state, "draw", "Kd+", known={0: ""}, seen={(1, 0): "?"})


@clause("CU-4")
def test_cu_4_a_card_drawn_is_seen_by_its_drawer_only(rules):
    state = table(rules, hands=("Kc", "3d"), stock="9h")
    then(state, "draw", known={0: ""}, seen={(0, 0): "9h Kc", (1, 0): "? ?"})


@clause("CU-4", "CU-9a")
def test_cu_4_a_card_drawn_from_the_known_top_is_known(rules):
    state = table(rules, hands=("Kc", "3d"), stock="9h 9s 9d", known_top=2)
    assert state.view(0)["stock"][:3] == ["9h", "9s", "?"]
    then(state, "draw", known={0: "9h"}, known_top=1, seen={(1, 0): "9h ?"})
    assert state.view(1)["stock"][:2] == ["9s", "?"]


@clause("CU-5a", five="draw2")
def test_cu_5a_draw2_a_known_top_card_stays_known(rules):
    state = table(rules, hands=("5c", "3d"), stock="9h 9s 9d", known_top=1)
    then(state, "5c!", "ok", known={0: "9h"}, known_top=0)


@clause("CU-7a")
@pytest.mark.parametrize("viewer", [0, 1])
def test_cu_7a_both_see_the_turned_cards(rules, viewer):
    state = play(table(rules, hands=("7c", "3d"), stock="9h 9s 6d"), "7c!", "ok")
    view = state.view(viewer)
    assert sorted(view["revealed"]) == ["9h", "9s"][: len(state.position()["revealed"])]
    assert view["stock"][0] == "?"


@clause("CU-20", "CU-21")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_cu_20_all_see_what_waits_and_what_counters(rules, viewer):
    state = play(table(rules, hands=("9c 4c", "2d 5d"), permanents=("", "Kh")), "9c!Kh", "2d!")
    view = state.view(viewer)
    assert (view["waiting"], view["counters"]) == ({"card": "9c", "target": "Kh"}, ["2d"])


@clause("CU-9a", nine_freeze=True, nine_to="controller")
@pytest.mark.parametrize("viewer", [0, 1])
def test_cu_9a_both_see_what_is_frozen(rules, viewer):
    state = play(table(rules, hands=("9c", "3d"), permanents=("", "Kh")), "9c!Kh", "ok")
    view = state.view(viewer)
    assert view["frozen"] == ["Kh"]
    assert "Kh" in view["hands"][1]


@clause("CU-21")
def test_cu_21_the_window_does_not_tell_who_holds_a_two(rules):
    one = play(table(rules, hands=("Ah", "2d 5d"), stock="9h"), "Ah!")
    other = play(table(rules, hands=("Ah", "9h 5d"), stock="2d"), "Ah!")
    assert one.view(0) == other.view(0)


EIGHT = "Ac 3c 4c 6c 8c Tc Qc Kc"


@clause("CU-35", hand_limit=8)
@pytest.mark.parametrize("discarded", ["3c", "9h"])
def test_cu_35_a_ninth_card_must_be_discarded_be_it_the_one_just_drawn(rules, discarded):
    state = table(rules, hands=(EIGHT, "3d"), stock="9h")
    nine = [*EIGHT.split(), "9h"]
    then(state, "draw", phase="limit", to_move=0, to_discard=1, moves=[f"-{card}" for card in nine])
    assert state.position()["turn"] == 0
    for move in ("draw", "Kc+", "9h", "pass"):
        refused(state, move, "CU-35", "CU-4", "CU-5")
    then(state, f"-{discarded}", turn=1, scrap=discarded, hands={0: set(nine) - {discarded}})


@clause("CU-35", hand_limit=8)
def test_cu_35_only_more_than_eight_cards_at_the_end_of_ones_own_turn_are_too_many(rules):
    then(table(rules, hands=(EIGHT.removesuffix(" Kc"), "3d"), stock="9h"), "draw", turn=1)
    then(table(rules, hands=(f"{EIGHT} 9h", "3d")), "Ac", turn=1)
    state = table(rules, hands=("4h", f"{EIGHT} 9h"), stock="Th")
    then(state, "4h", turn=1)
    then(state, "draw", phase="limit", to_move=1, to_discard=2)


@clause("CU-35", hand_limit=8)
def test_cu_35_several_discards_one_after_the_other(rules):
    state = table(rules, hands=(f"{EIGHT} 9h 9s", "3d"), stock="Th")
    then(state, "draw", to_discard=3)
    then(state, "-9h", "-Th", to_move=0, phase="limit", to_discard=1)
    refused(state, "-9h")
    then(state, "-Ac", turn=1)


@clause("CU-35", "CU-5", "CU-21", hand_limit=8)
@pytest.mark.parametrize(("line", "rest"), [("pass", "scrap"), ("Ac! 2d! ok", "stock")])
def test_cu_35_a_pass_and_a_countered_one_off_end_a_turn_too(rules, line, rest):
    state = table(rules, hands=(f"{EIGHT} 9h 9s", "2d"), rest=rest)
    then(state, *line.split(), phase="limit", to_move=0)
    then(undercut.from_position(state.position()), *["-9h", "-9s"][: state.position()["to_discard"]], turn=1)


@clause("CU-35", "CU-5a", hand_limit=8, five="recycle")
def test_cu_35_after_a_five(rules):
    state = table(rules, hands=(EIGHT.replace("4c", "5c"), "3d"), stock="9h Th 4d")
    then(state, "5c!", "ok", "-Ac", phase="limit", to_discard=1)
    then(state, "-3c", turn=1, scrap="5c Ac 3c")


@clause("CU-35", hand_limit=0)
def test_cu_35_zero_is_no_limit(rules):
    then(table(rules, hands=(f"{EIGHT} 9h 9s", "3d"), stock="Th"), "draw", turn=1)


@clause("CU-35", hand_limit=3)
def test_cu_35_any_number_may_be_the_limit(rules):
    then(table(rules, hands=("3c 4c 6c", "3d"), stock="9h"), "draw", moves="-3c -4c -6c -9h")


@clause("CU-35", "CU-7", hand_limit=3, win="turn_end")
def test_cu_35_the_goal_is_tested_before_the_discards(rules):
    state = table(rules, hands=("3c 4c 6c", "3d"), points=("Th 9h 2h", ""), stock="9s")
    then(state, "draw", result={"winners": [0], "reason": "points"})


@clause("CU-35", "CU-9a", hand_limit=8, nine_freeze=True, nine_to="controller")
def test_cu_35_a_frozen_card_thaws_before_the_discards(rules):
    state = table(rules, hands=(EIGHT, "3d"), frozen="Kc", stock="9h")
    then(state, "draw", phase="limit", frozen="")
    allowed(state, "-Kc")
    then(state, "-Kc", turn=1)


@clause("CU-36", open_end=True)
def test_cu_36_true_the_last_card_drawn_opens_the_hands(rules):
    then(table(rules, hands=("Kc 4c", "3d"), rest="scrap"), seen={(0, 1): "3d", (1, 0): "Kc 4c"})
    state = table(rules, hands=("Kc 4c", "3d"), stock="9h", rest="scrap")
    then(state, seen={(0, 1): "?"})
    then(state, "draw", seen={(0, 1): "3d", (1, 0): "Kc 4c 9h"}, known=("Kc 4c 9h", "3d"))


@clause("CU-36", open_end=True)
def test_cu_36_true_one_card_of_stock_keeps_the_hands_closed(rules):
    state = table(rules, hands=("Kc 4c", "3d"), stock="9h", rest="scrap")
    then(state, "4c", seen={(0, 1): "?", (1, 0): "?"}, known=("", ""))


@clause("CU-36", open_end=False)
def test_cu_36_false_the_hands_stay_closed(rules):
    state = table(rules, hands=("Kc 4c", "3d"), stock="9h", rest="scrap")
    then(state, "draw", seen={(0, 1): "?", (1, 0): "? ? ?"}, known=("", ""))


@clause("CU-36", "CU-7a", open_end=True, seven=1)
def test_cu_36_true_turned_cards_are_not_stock(rules):
    state = table(rules, hands=("7c 4c", "3d"), stock="9h", rest="scrap")
    then(state, "7c!", "ok", phase="seven", stock="", seen={(0, 1): "3d", (1, 0): "4c"}, known=("4c", "3d"))


@clause("CU-36", "CU-7a", open_end=True, seven=2)
def test_cu_36_true_what_was_seen_stays_known_when_a_card_goes_back(rules):
    state = table(rules, hands=("7c 4c", "3d"), stock="9h Th", rest="scrap")
    then(state, "7c!", "ok", seen={(0, 1): "3d"})
    then(state, "Th", stock="9h", known=("4c", "3d"))


@clause("CU-36", "CU-9a", open_end=True, nine_to="stock")
def test_cu_36_true_a_nine_onto_the_stock_ends_the_open_hands(rules):
    state = table(rules, hands=("9c 4c", "3d"), permanents=("", "Kh"), rest="scrap")
    # Seen while the nine waited, and so known for good.
    then(state, "9c!Kh", "ok", known=("4c", "3d"), stock="Kh")
