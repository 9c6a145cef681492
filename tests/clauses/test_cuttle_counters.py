"""Cuttle, "One-offs and counters": CU-20 to CU-24."""

import pytest

from tests.clauses.cuttle_table import clause, moves_of, scrap, table, then, under
from tests.clauses.shared import allowed, moves, play, refused


@clause("CU-20")
@pytest.mark.parametrize("card", ["2c", "9c"])
def test_cu_20_a_two_and_a_nine_name_their_target(rules, card):
    state = table(rules, hands=(card, "3d"), permanents=("", "Kh 8s"))
    assert moves_of(state, f"{card}!") == {f"{card}!Kh", f"{card}!8s"}
    refused(state, f"{card}!")
    waiting = play(state, f"{card}!Kh").position()["waiting"]
    assert (waiting["card"], waiting["target"]) == (card, "Kh")


@clause("CU-20")
def test_cu_20_an_announced_card_lies_in_no_pile(rules):
    state = table(rules, hands=("Ah Kc", "3d"), points=("", "5d"))
    then(state, "Ah!", hands={0: "Kc"})
    assert scrap(state) == set()
    then(state, points=("", "5d"), waiting="Ah")


@clause("CU-20", "CU-21")
def test_cu_20_the_opponent_is_asked_while_the_turn_stays(rules):
    state = play(table(rules, hands=("3d", "Ah"), turn=1), "Ah!")
    at = state.position()
    assert (at["phase"], at["turn"], at["to_move"], state.to_move) == ("counter", 1, 0, 0)


@clause("CU-21")
def test_cu_21_the_window_opens_even_without_a_two(rules):
    state = play(table(rules, hands=("Ah", "Kd 3d")), "Ah!")
    assert moves(state) == {"ok"}


@clause("CU-21")
def test_cu_21_the_window_opens_even_for_an_empty_hand(rules):
    assert moves(play(table(rules, hands=("Ah", "")), "Ah!")) == {"ok"}


@clause("CU-21")
def test_cu_21_any_two_in_hand_may_counter(rules):
    state = play(table(rules, hands=("Ah 2h", "2d 2s Kd")), "Ah!")
    assert moves(state) == {"ok", "2d!", "2s!"}


@clause("CU-21")
def test_cu_21_letting_it_be_lets_the_effect_happen(rules):
    state = table(rules, hands=("Ah", "2d"), points=("", "5d"))
    then(state, "Ah!", "ok", turn=1, points={1: ""}, scrap="Ah 5d", hands={1: "2d"})


@clause("CU-21")
def test_cu_21_after_a_counter_the_announcer_is_asked(rules):
    state = play(table(rules, hands=("Ah 2h Kc", "2d 2s")), "Ah!", "2d!")
    then(state, to_move=0, phase="counter", counters="2d", moves="ok 2h!", hands={1: "2s"})


@clause("CU-21")
def test_cu_21_after_a_counter_the_window_opens_even_without_a_two(rules):
    state = play(table(rules, hands=("Ah", "2d")), "Ah!", "2d!")
    then(state, to_move=0, moves="ok")


@clause("CU-21")
def test_cu_21_a_countered_card_has_no_effect_and_is_scrapped(rules):
    state = table(rules, hands=("Ah", "2d"), points=("", "5d"))
    then(state, "Ah!", "2d!", "ok", turn=1, points={1: "5d"}, scrap="Ah 2d", waiting=None, counters="")


@clause("CU-21")
def test_cu_21_a_countered_counter_lets_the_effect_happen(rules):
    state = table(rules, hands=("Ah 2h", "2d"), points=("", "5d"))
    then(state, "Ah!", "2d!", "2h!", to_move=1)
    then(state, "ok", turn=1, points={1: ""}, scrap="Ah 2d 2h 5d")


@clause("CU-21")
def test_cu_21_three_counters_stop_the_effect(rules):
    state = table(rules, hands=("Ah 2h", "2d 2s"), points=("", "5d"))
    then(state, "Ah!", "2d!", "2h!", "2s!", to_move=0, moves="ok")
    then(state, "ok", points={1: "5d"}, scrap="Ah 2d 2h 2s")


@clause("CU-21")
def test_cu_21_four_counters_let_it_happen(rules):
    state = table(rules, hands=("Ah 2h 2c", "2d 2s"), points=("", "5d"))
    then(state, "Ah!", "2d!", "2h!", "2s!", "2c!", to_move=1, counters="2d 2h 2s 2c", moves="ok")
    then(state, "ok", points={1: ""})


@clause("CU-21", "CU-2a")
def test_cu_21_a_two_as_a_one_off_can_be_countered(rules):
    state = table(rules, hands=("2c", "2d"), permanents=("", "Kh"))
    then(state, "2c!Kh", "2d!", "ok", permanents={1: "Kh"}, scrap="2c 2d")


@clause("CU-21")
@pytest.mark.parametrize("move", ["5h", "9cx4d", "Jc>4d", "Kc+", "Qc+", "8h+"])
def test_cu_21_twos_counter_nothing_but_one_offs(rules, move):
    state = table(rules, hands=("5h 9c Jc Kc Qc 8h", "2d"), points=("", "4d"))
    then(state, move, turn=1)
    refused(state, "2d!")
    refused(state, "ok")


@clause("CU-21")
@pytest.mark.parametrize("move", ["draw", "Kd+", "5d", "2d", "pass"])
def test_cu_21_nothing_else_can_be_done_while_a_one_off_waits(rules, move):
    state = play(table(rules, hands=("Ah", "2d 5d Kd")), "Ah!")
    refused(state, move, "CU-4", "CU-20", "CU-21")


@clause("CU-21")
def test_cu_21_a_two_counters_only_from_hand(rules):
    state = play(table(rules, hands=("Ah", "Kd"), points=("", "2d"), scrap="2s"), "Ah!")
    assert moves(state) == {"ok"}
    refused(state, "2d!")


@clause("CU-21")
def test_cu_21_a_window_can_be_loaded(rules):
    more = {"waiting": {"card": "2c", "target": "Kh"}, "counters": "2d"}
    state = table(rules, hands=("2h", "2s"), permanents=("", "Kh"), phase="counter", **more)
    then(state, to_move=0, moves="ok 2h!")
    then(state, "2h!", "ok", scrap="2c 2d 2h Kh")


@clause("CU-22", queen_guards_oneoffs="all")
def test_cu_22_all_a_queen_guards_every_one_off(rules):
    state = table(rules, hands=("Ah", "2d"), permanents=("Qc", ""))
    then(state, "Ah!", moves="ok")
    refused(state, "2d!", "CU-22")


@clause("CU-22", queen_guards_oneoffs="all")
def test_cu_22_all_a_queen_guards_a_two_as_a_one_off(rules):
    state = table(rules, hands=("2c", "2d"), permanents=("Qc", "Kh"))
    refused(play(state, "2c!Kh"), "2d!", "CU-22")


@clause("CU-22", rules=under(queen_guards_oneoffs="all") + under(queen_guards_oneoffs="twos"))
def test_cu_22_all_and_twos_a_queen_guards_a_countering_two(rules):
    state = table(rules, hands=("Ah 2h", "2d"), points=("", "5d"), permanents=("", "Qc"))
    then(state, "Ah!", "2d!", moves="ok")
    refused(state, "2h!", "CU-22")
    then(state, "ok", points={1: "5d"})


@clause("CU-22", queen_guards_oneoffs="twos")
@pytest.mark.parametrize("card", ["Ah!", "9c!Kh"])
def test_cu_22_twos_other_one_offs_of_a_queens_player_can_be_countered(rules, card):
    state = table(rules, hands=("Ah 9c", "2d"), permanents=("Qc", "Kh"))
    then(state, card, moves="ok 2d!")


@clause("CU-22", queen_guards_oneoffs="twos")
def test_cu_22_twos_the_answer_of_a_queens_player_is_safe(rules):
    state = table(rules, hands=("Ah 2h", "2d 2s"), points=("", "5d"), permanents=("Qc", ""))
    then(state, "Ah!", "2d!", "2h!", moves="ok")
    refused(state, "2s!", "CU-22")
    then(state, "ok", points={1: ""})


@clause("CU-22", queen_guards_oneoffs="twos")
def test_cu_22_twos_a_two_as_a_one_off_is_safe_too(rules):
    state = table(rules, hands=("2c", "2d"), permanents=("Qc", "Kh"))
    refused(play(state, "2c!Kh"), "2d!", "CU-22")


@clause("CU-22", queen_guards_oneoffs="none")
def test_cu_22_none_queens_do_not_matter(rules):
    state = table(rules, hands=("Ah 2h", "2d 2s"), permanents=("Qc", "Qd"))
    then(state, "Ah!", moves="ok 2d! 2s!")
    then(state, "2d!", moves="ok 2h!")
    then(state, "2h!", moves="ok 2s!")


@clause("CU-22")
def test_cu_22_the_opponents_queen_does_not_guard_your_one_off(rules):
    state = table(rules, hands=("Ah", "2d"), permanents=("", "Qc"))
    then(state, "Ah!", moves="ok 2d!")


@clause("CU-22", "CU-31", rules=under(queen_guards_oneoffs="all") + under(queen_guards_oneoffs="twos"))
def test_cu_22_a_queen_under_attack_still_guards_the_two_that_saves_it(rules):
    state = table(rules, hands=("2c 2h", "2d"), permanents=("", "Qs"))
    play(state, "2c!Qs", "2d!")
    refused(state, "2h!", "CU-22")
    then(state, "ok", permanents={1: "Qs"})


@clause("CU-23", "CU-3a")
def test_cu_23_a_three_cannot_take_itself(rules):
    state = table(rules, hands=("3c", "4d"), scrap="Kd 6d")
    then(state, "3c!", "ok", moves="+Kd +6d")
    refused(state, "+3c")


@clause("CU-23", "CU-21")
def test_cu_23_a_three_can_take_the_twos_of_its_own_chain(rules):
    state = table(rules, hands=("3c 2h", "2d"), scrap="Kd")
    then(state, "3c!", "2d!", "2h!", "ok", moves="+Kd +2d +2h")
    then(state, "+2d", hands={0: "2d"})


@clause("CU-24", "CU-2a")
def test_cu_24_a_two_needs_a_target(rules):
    state = table(rules, hands=("2c", "4d"), points=("5d", "6d"))
    assert moves_of(state, "2c!") == set()


@clause("CU-24", "CU-9a")
def test_cu_24_a_nine_needs_a_target(rules):
    state = table(rules, hands=("9c", "4d"))
    assert moves_of(state, "9c") == {"9c"}


@clause("CU-24", "CU-3a")
def test_cu_24_a_three_needs_a_card_in_the_scrap(rules):
    refused(table(rules, hands=("3c", "4d")), "3c!", "CU-24")
    allowed(table(rules, hands=("3c", "4d"), scrap="Kd"), "3c!")


@clause("CU-24", "CU-4a")
def test_cu_24_a_four_needs_a_card_in_the_other_hand(rules):
    refused(table(rules, hands=("4c Kc", "")), "4c!", "CU-24")
    allowed(table(rules, hands=("4c", "5d")), "4c!")


@clause("CU-24", "CU-5a", "CU-7a")
@pytest.mark.parametrize("card", ["5c", "7c"])
def test_cu_24_a_five_and_a_seven_need_a_card_in_the_stock(rules, card):
    refused(table(rules, hands=(card, "4d"), rest="scrap"), f"{card}!", "CU-24")
    allowed(table(rules, hands=(card, "4d"), stock="Kd", rest="scrap"), f"{card}!")


@clause("CU-24", "CU-A", "CU-6a")
def test_cu_24_an_ace_and_a_six_may_always_be_played(rules):
    state = table(rules, hands=("Ac 6c", ""), rest="scrap")
    allowed(state, "Ac!", "6c!")


@clause("CU-24", "CU-4a")
def test_cu_24_a_four_that_meets_an_empty_hand_does_nothing(rules):
    state = table(rules, hands=("4c 2h", "2d"))
    then(state, "4c!", "2d!", "2h!", "ok", turn=1, scrap="4c 2d 2h")


@clause("CU-24", "CU-23")
def test_cu_24_the_scrap_must_hold_a_card_before_the_three_is_announced(rules):
    # The two that may counter the three would be there in time, but only the moment of the announcement counts.
    refused(table(rules, hands=("3c 2h", "2d")), "3c!", "CU-24")
