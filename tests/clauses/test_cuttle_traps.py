"""Cuttle, where other engines went wrong: each trap is one test."""

import pytest

from tests.clauses.cuttle_table import clause, hand, known, moves_of, permanents, points, scrap, table, then, won
from tests.clauses.shared import moves, play, refused, turn_of


@clause("CU-21")
@pytest.mark.parametrize("card", ["Kd", "Ad", "9d", "3d", "Qd", "Jd"])
def test_cu_21_trap_only_a_two_counters(rules, card):
    state = play(table(rules, hands=("Ah", card), points=("", "5d")), "Ah!")
    assert moves(state) == {"ok"}
    refused(state, f"{card}!")


@clause("CU-21")
def test_cu_21_trap_a_player_does_not_counter_his_own_one_off(rules):
    state = play(table(rules, hands=("Ah 2h", "5d")), "Ah!")
    assert state.to_move == 1
    refused(state, "2h!")


@clause("CU-7a", "CU-24", seven=1)
@pytest.mark.parametrize("card", ["5h", "7h"])
def test_cu_7a_trap_a_seven_that_turns_the_last_card(rules, card):
    state = table(rules, hands=("7c", "3d"), points=("", "4d"), stock=card, rest="scrap")
    then(state, "7c!", "ok", stock="", moves={card, f"{card}x4d"})
    refused(state, f"{card}!", "CU-24")
    then(state, card, turn=1)


@clause("CU-7a", "CU-24", seven=2)
@pytest.mark.parametrize("card", ["5h", "7h"])
def test_cu_7a_trap_the_last_card_with_two_to_turn(rules, card):
    state = table(rules, hands=("7c", "3d"), points=("", "4d"), stock=card, rest="scrap")
    then(state, "7c!", "ok", moves={card, f"{card}x4d"})
    refused(state, f"{card}!", "CU-24")


@clause("CU-7a", seven=1)
def test_cu_7a_trap_the_last_card_is_a_jack_without_a_target(rules):
    state = table(rules, hands=("7c", "3d"), stock="Jh", rest="scrap")
    play(state, "7c!", "ok", "-Jh")
    assert {"7c", "Jh"} <= scrap(state)
    assert turn_of(state, 1)


@clause("CU-7a", "CU-24", seven=1)
@pytest.mark.parametrize("card", ["2h", "9h"])
def test_cu_7a_trap_a_two_or_nine_without_a_target_is_still_points(rules, card):
    state = play(table(rules, hands=("7c", "3d"), stock=card), "7c!", "ok")
    assert moves(state) == {card}


@clause("CU-4a", four="choose")
def test_cu_4a_trap_the_same_card_cannot_be_discarded_twice(rules):
    state = play(table(rules, hands=("4c", "Kd 9s Td")), "4c!", "ok", "-Kd")
    refused(state, "-Kd")
    assert moves(state) == {"-9s", "-Td"}


@clause("CU-35", hand_limit=3)
def test_cu_35_trap_the_same_card_cannot_be_discarded_twice(rules):
    state = play(table(rules, hands=("3c 4c 6c 8c", "3d"), stock="9h"), "draw", "-3c")
    refused(state, "-3c")
    assert moves(state) == {"-4c", "-6c", "-8c", "-9h"}


@clause("CU-4a", four="choose")
def test_cu_4a_trap_only_the_opponent_discards_and_only_his_own(rules):
    state = play(table(rules, hands=("4c Kc", "Kd 9s Td")), "4c!", "ok")
    refused(state, "-Kc")


@clause("CU-4a", "CU-24", four="choose")
def test_cu_4a_trap_one_card_or_none(rules):
    one = play(table(rules, hands=("4c", "Kd")), "4c!", "ok", "-Kd")
    assert turn_of(one, 1)
    none = table(rules, hands=("4c", ""))
    refused(none, "4c!", "CU-24")
    emptied = play(table(rules, hands=("4c 2h", "2d")), "4c!", "2d!", "2h!", "ok")
    assert turn_of(emptied, 1)


@clause("CU-4a", "CU-24", "CU-7a", four="choose", seven=1)
def test_cu_4a_trap_a_four_from_a_seven_against_an_empty_hand(rules):
    state = play(table(rules, hands=("7c", ""), stock="4h"), "7c!", "ok")
    assert moves(state) == {"4h"}


@clause("CU-32", buried_jacks=True)
def test_cu_32_trap_a_buried_jack_leaves_the_others_on_the_card(rules):
    state = table(rules, hands=("2c 6c", "3d"), points=("", "Td:JcJd"))
    then(state, "2c!Jc", "ok", points={0: "Td:Jd"})
    then(state, "draw", "6c!", "ok", points={1: "Td"})


@clause("CU-32", buried_jacks=False)
def test_cu_32_trap_a_buried_jack_is_out_of_reach(rules):
    state = table(rules, hands=("2c", "3d"), points=("", "Td:JcJd"))
    assert moves_of(state, "2c!") == {"2c!Jd"}


@clause("CU-9a", "CU-21", nine_freeze=True, nine_to="controller", nine_targets="all")
def test_cu_9a_trap_a_frozen_two_does_not_counter(rules):
    state = table(rules, hands=("9d 2h", "Ad"), points=("", "2c"))
    then(state, "9d!2c", "ok", "Ad!", "2h!", hands={1: "2c"}, moves="ok")
    refused(state, "2c!", "CU-9a")


@clause("CU-9a", "CU-21", nine_freeze=True, nine_to="controller", nine_targets="all")
def test_cu_9a_trap_a_thawed_two_counters(rules):
    state = table(rules, hands=("9d Ah", "Ad"), points=("", "2c"))
    then(state, "9d!2c", "ok", "draw", "Ah!", moves="ok 2c!")


@clause("CU-9a", "CU-32", nine_targets="permanents", nine_to="controller")
def test_cu_9a_trap_permanents_on_a_jacked_card_the_nine_takes_the_jack(rules):
    state = table(rules, hands=("9d", "3d"), points=("", "Td:Jc"))
    refused(state, "9d!Td", "CU-9a")
    then(state, "9d!Jc", "ok", points={0: "Td"})
    assert "Jc" in hand(state, 1)


@clause("CU-9a", "CU-32", nine_targets="all", nine_to="stock")
def test_cu_9a_trap_all_a_jacked_card_goes_onto_the_stock_without_its_jack(rules):
    state = table(rules, hands=("9d", "3d"), points=("", "Td:Jc"), stock="Ac")
    then(state, "9d!Td", "ok", top="Td Ac", scrap="9d Jc", points=("", ""))


@clause("CU-13", jack_side="any")
def test_cu_13_trap_any_a_jack_that_can_only_take_ones_own_card(rules):
    state = table(rules, hands=("Jc", "3d"), points=("4d", ""))
    assert moves(state) == {"draw", "Jc>4d"}


@clause("CU-13", jack_side="opponent")
def test_cu_13_trap_opponent_a_jack_that_could_only_take_ones_own_card(rules):
    state = table(rules, hands=("Jc", "3d"), points=("4d", ""))
    assert moves(state) == {"draw"}


@clause("CU-7a", "CU-13", "CU-31", jack_side="any", seven=1)
def test_cu_13_trap_any_from_a_seven_ones_own_card_although_the_other_is_guarded(rules):
    stops = table(rules, hands=("7c", "3d"), points=("4d", "5d"), permanents=("", "Qs"), stock="Jc")
    then(stops, "7c!", "ok", moves={"-Jc"} if rules == "denexa" else {"Jc>4d"})


@clause("CU-7", "CU-2a", win="turn_end")
def test_cu_7_trap_turn_end_not_on_the_others_turn(rules):
    # The six gives seat 1 twenty-one points; he draws, and only then he has won.
    state = table(rules, hands=("6c Kd", "3d"), points=("Td:Jc", "Th Ah"))
    play(state, "6c!", "ok")
    assert state.result is None
    assert won(play(state, "draw"), 1)


@clause("CU-7", win="turn_end")
def test_cu_7_trap_turn_end_a_goal_lost_before_ones_turn_ends_does_not_win(rules):
    state = table(rules, hands=("6c", "Ac"), points=("Td:Jc", "Th Ah"))
    then(state, "6c!", "ok", "Ac!", "ok", turn=0)


@clause("CU-7", win="at_once")
def test_cu_7_trap_at_once_on_the_others_turn(rules):
    state = table(rules, hands=("6c Kd", "3d"), points=("Td:Jc", "Th Ah"))
    assert won(play(state, "6c!", "ok"), 1)


@clause("CU-A", "CU-32")
def test_cu_a_trap_an_ace_leaves_no_jack_behind(rules):
    state = table(rules, hands=("Ah", "3d"), points=("9d:Jc", ""))
    play(state, "Ah!", "ok")
    assert (points(state, 0), permanents(state, 0)) == ({}, set())
    assert scrap(state) == {"Ah", "9d", "Jc"}


@clause("CU-30", "CU-2a")
def test_cu_30_trap_glasses_that_are_gone_show_no_new_card(rules):
    state = table(rules, hands=("Kc", "2d"), permanents=("8s", ""), stock="9h 9s", turn=1)
    play(state, "2d!8s", "ok", "draw", "draw")
    assert known(state, 1) == set()


@clause("CU-24", "CU-3a")
def test_cu_24_trap_a_three_on_an_empty_scrap(rules):
    state = table(rules, hands=("3c", "4d"))
    assert moves(state) == {"draw", "3c"}
