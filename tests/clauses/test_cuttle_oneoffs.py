"""Cuttle, the one-offs from ace to six: CU-A, CU-2a, CU-3a, CU-4a, CU-5a, CU-6a (sevens and nines have files of their
own).
"""

import pytest

import undercut
from tests.clauses.cuttle_table import (
    clause,
    moves_of,
    permanents,
    points,
    scrap,
    table,
    then,
)
from tests.clauses.shared import allowed, moves, play, refused


@clause("CU-A")
def test_cu_a_an_ace_scraps_the_point_cards_of_both_sides(rules):
    state = table(rules, hands=("Ah", "3d"), points=("4c 9s", "6d:JcJd Ts:Jh"))
    then(state, "Ah!", "ok", turn=1, points=("", ""), scrap="Ah 4c 9s 6d Jc Jd Ts Jh")


@clause("CU-A")
def test_cu_a_an_ace_leaves_the_permanents(rules):
    state = table(rules, hands=("Ah", "3d"), points=("4c", "6d"), permanents=("Kc", "8s Qd"))
    then(state, "Ah!", "ok", permanents=("Kc", "8s Qd"))


@clause("CU-A", "CU-31")
def test_cu_a_queens_do_not_protect_from_an_ace(rules):
    state = table(rules, hands=("Ah", "3d"), points=("", "6d"), permanents=("", "Qc Qd"))
    then(state, "Ah!", "ok", points={1: ""})


@clause("CU-2a")
@pytest.mark.parametrize("target", ["Qd", "Kd", "8s"])
def test_cu_2a_a_two_scraps_a_permanent(rules, target):
    state = table(rules, hands=("2c", "3d"), permanents=("", target))
    play(state, f"2c!{target}", "ok")
    assert permanents(state, 1) == set()
    then(state, turn=1, scrap={"2c", target})


@clause("CU-2a", "CU-32")
def test_cu_2a_a_two_on_a_jack_sends_the_point_card_across(rules):
    state = table(rules, hands=("2c", "3d"), points=("", "9h:Jc"))
    then(state, "2c!Jc", "ok", points=("9h", ""), scrap="2c Jc")


@clause("CU-2a")
def test_cu_2a_a_two_chooses_no_point_card(rules):
    state = table(rules, hands=("2c", "3d"), points=("4c", "9h 8d"), permanents=("", "Kd"))
    assert moves_of(state, "2c!") == {"2c!Kd"}
    refused(state, "2c!9h", "CU-2a")
    refused(state, "2c!8d", "CU-2a")


@clause("CU-2a", "CU-20")
def test_cu_2a_a_two_chooses_nothing_that_is_not_on_the_table(rules):
    state = table(rules, hands=("2c Kc", "3d Kh"), permanents=("", "Kd"), scrap="Ks")
    for target in ("Kc", "Kh", "Ks"):
        refused(state, f"2c!{target}")


@clause("CU-3a")
def test_cu_3a_a_three_takes_one_card_of_the_scrap(rules):
    state = table(rules, hands=("3c", "4d"), scrap="Kd 6d Ts")
    then(state, "3c!", "ok", to_move=0, phase="take", moves="+Kd +6d +Ts", waiting="3c")
    then(state, "+6d", turn=1, hands={0: "6d"}, scrap="Kd Ts 3c")


@clause("CU-3a")
def test_cu_3a_the_card_is_taken_openly(rules):
    state = table(rules, hands=("3c 9s", "4d"), scrap="Kd 6d")
    then(state, "3c!", "ok", "+6d", known={0: "6d"})


@clause("CU-3a")
def test_cu_3a_taking_is_a_move_also_without_a_choice(rules):
    state = table(rules, hands=("3c", "4d"), scrap="Kd")
    then(state, "3c!", "ok", moves="+Kd")


@clause("CU-3a")
def test_cu_3a_the_card_is_not_played(rules):
    state = table(rules, hands=("3c", "4d"), scrap="Kd")
    play(state, "3c!", "ok")
    refused(state, "Kd+")
    assert permanents(play(state, "+Kd"), 0) == set()


@clause("CU-3a", three_takes_threes=True)
def test_cu_3a_true_another_three_may_be_taken(rules):
    state = table(rules, hands=("3c", "4d"), scrap="3h")
    then(state, "3c!", "ok", moves="+3h")
    then(state, "+3h", hands={0: "3h"})


@clause("CU-3a", three_takes_threes=False)
def test_cu_3a_false_no_three_may_be_taken(rules):
    state = table(rules, hands=("3c", "4d"), scrap="3h Kd")
    then(state, "3c!", "ok", moves="+Kd")
    refused(state, "+3h", "CU-3a")


@clause("CU-3a", "CU-24", three_takes_threes=False)
def test_cu_3a_false_a_scrap_of_threes_is_not_enough(rules):
    refused(table(rules, hands=("3c", "4d"), scrap="3h 3s"), "3c!", "CU-3a", "CU-24")


@clause("CU-4a", four="choose")
def test_cu_4a_choose_the_opponent_discards_two_of_his_choice(rules):
    state = table(rules, hands=("4c", "Kd 9s Td"))
    play(state, "4c!", "ok")
    at = state.position()
    assert (at["phase"], at["turn"], at["to_move"], at["to_discard"]) == ("discard", 0, 1, 2)
    assert at["waiting"]["card"] == "4c"
    assert moves(state) == {"-Kd", "-9s", "-Td"}
    then(state, "-9s", to_move=1, to_discard=1, moves="-Kd -Td")
    then(state, "-Kd", turn=1, hands={1: "Td"}, scrap="4c 9s Kd")


@clause("CU-4a", four="choose")
def test_cu_4a_choose_one_card_is_all(rules):
    state = table(rules, hands=("4c", "Kd"))
    then(state, "4c!", "ok", moves="-Kd", to_discard=1)
    then(state, "-Kd", turn=1, scrap="4c Kd")


@clause("CU-4a", four="choose")
def test_cu_4a_choose_two_cards_go_by_two_moves(rules):
    state = table(rules, hands=("Kd 9s", "4c"), turn=1)
    then(state, "4c!", "ok", "-9s", moves="-Kd")
    then(state, "-Kd", turn=0)


@clause("CU-4a", "CU-21", four="choose")
def test_cu_4a_choose_a_countering_two_is_no_longer_in_hand(rules):
    state = table(rules, hands=("4c 2h", "2d 9s"))
    then(state, "4c!", "2d!", "2h!", "ok", moves="-9s")


@clause("CU-4a", four="random")
def test_cu_4a_random_two_cards_go_by_chance(rules):
    cards = {"Kd", "Kh", "9s", "Td"}
    state = table(rules, hands=("4c", "Kd Kh 9s Td"))
    play(state, "4c!", "ok")
    (gone,) = state.shuffles
    assert len(gone) == 2
    assert set(gone) < cards
    then(state, turn=1, scrap={"4c", *gone}, hands={1: cards - set(gone)})


@clause("CU-4a", four="random")
def test_cu_4a_random_a_record_fixes_the_two_cards(rules):
    record = play(table(rules, hands=("4c", "Kd Kh 9s Td")), "4c!", "ok").record()
    for gone in (["Kd", "Td"], ["9s", "Kh"]):
        state = undercut.replay({**record, "shuffles": [gone]})
        assert scrap(state) == {"4c", *gone}


@clause("CU-4a", four="random")
@pytest.mark.parametrize("cards", ["Kd", "Kd 9s"])
def test_cu_4a_random_two_cards_or_fewer_all_go_without_chance_or_moves(rules, cards):
    state = table(rules, hands=("4c", cards))
    play(state, "4c!", "ok")
    assert list(state.shuffles) == []
    then(state, turn=1, scrap={"4c", *cards.split()})


@clause("CU-5a", five="draw2")
def test_cu_5a_draw2_draws_two_cards(rules):
    state = table(rules, hands=("5c Kd", "3d"), stock="Ah Th 4d")
    then(state, "5c!", "ok", turn=1, hands={0: "Kd Ah Th"}, top="4d", scrap="5c")


@clause("CU-5a", five="draw2")
def test_cu_5a_draw2_draws_one_if_that_is_all(rules):
    state = table(rules, hands=("5c", "3d"), stock="Ah", rest="scrap")
    then(state, "5c!", "ok", turn=1, hands={0: "Ah"}, stock="")


@clause("CU-5a", five="recycle")
def test_cu_5a_recycle_discards_one_and_draws_three(rules):
    state = table(rules, hands=("5c Kd 9s", "3d"), stock="Ah Th 4d 6s")
    play(state, "5c!", "ok")
    at = state.position()
    assert (at["phase"], at["to_move"], at["to_discard"], at["waiting"]["card"]) == ("recycle", 0, 1, "5c")
    then(state, moves="-Kd -9s", top="Ah")
    then(state, "-Kd", turn=1, hands={0: "9s Ah Th 4d"}, scrap="5c Kd")


@clause("CU-5a", five="recycle")
def test_cu_5a_recycle_an_empty_hand_discards_nothing(rules):
    state = table(rules, hands=("5c", "3d"), stock="Ah Th 4d 6s")
    then(state, "5c!", "ok", turn=1, hands={0: "Ah Th 4d"})


@clause("CU-5a", five="recycle")
@pytest.mark.parametrize("left", ["Ah", "Ah Th"])
def test_cu_5a_recycle_draws_what_there_is(rules, left):
    state = table(rules, hands=("5c Kd", "3d"), stock=left, rest="scrap")
    then(state, "5c!", "ok", "-Kd", hands={0: set(left.split())}, stock="")
    assert "Kd" in scrap(state)


@clause("CU-5a", five="recycle")
def test_cu_5a_recycle_the_last_card_must_go_too(rules):
    state = table(rules, hands=("5c Kd", "3d"), stock="Ah Th 4d 6s")
    then(state, "5c!", "ok", moves="-Kd")
    then(state, "-Kd", hands={0: "Ah Th 4d"})


@clause("CU-5a", "CU-21")
def test_cu_5a_a_countered_five_draws_nothing(rules):
    state = table(rules, hands=("5c Kd", "2d"), stock="Ah Th 4d")
    then(state, "5c!", "2d!", "ok", hands={0: "Kd"}, top="Ah")


@clause("CU-6a")
def test_cu_6a_a_six_scraps_every_permanent(rules):
    state = table(rules, hands=("6c", "3d"), permanents=("Kc 8h", "Qd Kd 8s"))
    play(state, "6c!", "ok")
    assert (permanents(state, 0), permanents(state, 1)) == (set(), set())
    then(state, turn=1, scrap="6c Kc 8h Qd Kd 8s")


@clause("CU-6a", "CU-32")
def test_cu_6a_each_jack_lost_changes_the_side_once(rules):
    state = table(rules, hands=("6c", "3d"), points=("Td:Jc 5h:JdJh 2h", "9s:Js 3h"))
    then(state, "6c!", "ok", points=("5h 2h 9s", "Td 3h"), scrap="6c Jc Jd Jh Js")


@clause("CU-6a", "CU-32")
@pytest.mark.parametrize(("jacks", "side"), [("Jc", 0), ("JcJd", 1), ("JcJdJh", 0), ("JcJdJhJs", 1)])
def test_cu_6a_an_odd_number_of_jacks_changes_the_side(rules, jacks, side):
    state = table(rules, hands=("6c", "3d"), points=("", f"Td:{jacks}"))
    then(state, "6c!", "ok", points={side: "Td"})


@clause("CU-6a")
def test_cu_6a_point_cards_stay_eights_too(rules):
    state = table(rules, hands=("6c", "3d"), points=("8c", "8d 4h"))
    then(state, "6c!", "ok", points=("8c", "8d 4h"))


@clause("CU-6a", "CU-31")
def test_cu_6a_queens_do_not_protect_from_a_six(rules):
    state = table(rules, hands=("6c", "3d"), points=("", "Td:Jc"), permanents=("", "Qc Qd Kd"))
    play(state, "6c!", "ok")
    assert permanents(state, 1) == set()
    assert points(state, 0) == {"Td": []}


@clause("CU-2a", "CU-34", target_side="any")
def test_cu_2a_any_side_ones_own_permanents_too(rules):
    state = table(rules, hands=("2c", "3d"), points=("9h:Jc", ""), permanents=("Kc", "Kd"))
    allowed(state, "2c!Kc", "2c!Kd", "2c!Jc")
    then(state, "2c!Jc", "ok", points={1: "9h"})
