"""Cuttle, kings and winning: CU-6, CU-7, CU-33."""

import pytest

from tests.clauses.cuttle_table import EVERY_SET, clause, option, phase, table, then, won
from tests.clauses.shared import play

KINGS = ("", "Kc", "Kc Kd", "Kc Kd Kh", "Kc Kd Kh Ks")
# Point cards that make this total; clubs and diamonds only.
MAKING = {20: "Tc Td", 19: "Tc 9d", 13: "Tc 3d", 12: "Tc 2d", 9: "9c", 8: "8c", 6: "6c", 5: "5c", 4: "4c", 3: "3c"}

ODD_KINGS = [10, 9, 7, 6, 5]


def kings_cases(numbers):
    return [pytest.param(name, number, id=f"{name}-{number}") for name in EVERY_SET for number in numbers]


@pytest.mark.parametrize(("rules", "number"), kings_cases(range(4)))
@pytest.mark.clause("CU-6", "CU-33")
def test_cu_6_the_goal_with_up_to_three_kings(rules, number):
    goal = option(rules, "kings")[number]
    state = table(rules, hands=("Ah", "4d"), points=(MAKING[goal - 1], ""), permanents=(KINGS[number], ""))
    assert won(play(state, "Ah"), 0)


@pytest.mark.parametrize(("rules", "number"), kings_cases(range(4)))
@pytest.mark.clause("CU-6", "CU-33")
def test_cu_6_one_point_short_of_the_goal(rules, number):
    goal = option(rules, "kings")[number]
    state = table(rules, hands=("Ah", "4d"), points=(MAKING[goal - 2], ""), permanents=(KINGS[number], ""))
    then(state, "Ah", turn=1)


@clause("CU-6", "CU-33", kings=[21, 14, 10, 7, 5])
def test_cu_6_four_kings_need_five_points(rules):
    short = table(rules, hands=("Ah", "4d"), points=("3c", ""), permanents=("Kc Kd Kh Ks", ""))
    then(short, "Ah", turn=1)
    enough = table(rules, hands=("Ah", "4d"), points=("4c", ""), permanents=("Kc Kd Kh Ks", ""))
    assert won(play(enough, "Ah"), 0)


@clause("CU-6", "CU-33", kings=[21, 14, 10, 5, 0])
def test_cu_6_four_kings_need_no_points(rules):
    state = table(rules, hands=("Ks", "4d"), permanents=("Kc Kd Kh", ""))
    assert won(play(state, "Ks+"), 0)


@clause("CU-6", "CU-33", kings=ODD_KINGS)
@pytest.mark.parametrize("number", range(5))
def test_cu_6_kings_may_be_set_to_other_numbers(rules, number):
    goal = ODD_KINGS[number]
    making = {10: "9c", 9: "8c", 7: "6c", 6: "5c", 5: "4c"}
    state = table(rules, hands=("Ah", "4d"), points=(making[goal], ""), permanents=(KINGS[number], ""))
    assert won(play(state, "Ah"), 0)


@clause("CU-6", "CU-33")
def test_cu_6_a_king_may_be_the_winning_card(rules):
    state = table(rules, hands=("Kh", "4d"), points=("Tc 4c", ""))
    assert won(play(state, "Kh+"), 0)


@clause("CU-6")
def test_cu_6_the_other_players_kings_do_not_help(rules):
    state = table(rules, hands=("4c", "4d"), points=("Tc", ""), permanents=("", "Kc Kd"))
    then(state, "4c", turn=1)


@clause("CU-6")
def test_cu_6_kings_in_hand_do_not_help(rules):
    state = table(rules, hands=("4c Kh Kd", "4d"), points=("Tc", ""))
    then(state, "4c", turn=1)


@clause("CU-6")
def test_cu_6_more_than_the_goal_wins_too(rules):
    state = table(rules, hands=("9c", "4d"), points=("Tc Td", ""))
    assert won(play(state, "9c"), 0)


@clause("CU-6", "CU-13")
def test_cu_6_a_card_taken_by_a_jack_counts_for_its_taker(rules):
    state = table(rules, hands=("Jc", "4d"), points=("Tc 9c", "2d"))
    assert won(play(state, "Jc>2d"), 0)


@clause("CU-7")
def test_cu_7_ones_own_goal_on_ones_own_turn_wins_under_both(rules):
    state = table(rules, hands=("4d", "2h"), points=("", "Tc 9c"), turn=1)
    play(state, "2h")
    assert won(state, 1)
    assert state.position()["turn"] == 1
    assert (state.to_move, phase(state), state.legal_moves()) == (None, "over", [])


@clause("CU-7", "CU-6a", win="turn_end")
def test_cu_7_turn_end_a_goal_reached_on_the_others_turn_waits(rules):
    state = table(rules, hands=("6c", "4d"), points=("Td:Jc", "Th Ah"))
    then(state, "6c!", "ok", turn=1)
    assert won(play(state, "draw"), 1)


@clause("CU-7", "CU-6a", win="at_once")
def test_cu_7_at_once_a_goal_reached_on_the_others_turn_wins(rules):
    state = table(rules, hands=("6c", "4d"), points=("Td:Jc", "Th Ah"))
    play(state, "6c!", "ok")
    assert won(state, 1)
    assert state.position()["turn"] == 0


@clause("CU-7", "CU-13", win="turn_end", jack_side="any")
def test_cu_7_turn_end_a_gift_can_be_given_back_in_time(rules):
    state = table(rules, hands=("Jc Ts", "Jd 2h"), points=("Td", "Th Ah"))
    then(state, "Jc>Td", turn=1)
    # The receiver's own turn ends below the goal: nobody has won.
    then(state, "Jd>Td", turn=0)


@clause("CU-7", "CU-13", win="at_once", jack_side="any")
def test_cu_7_at_once_a_gift_wins_for_the_receiver(rules):
    state = table(rules, hands=("Jc Ts", "Jd 2h"), points=("Td", "Th Ah"))
    assert won(play(state, "Jc>Td"), 1)


@clause("CU-7", win="turn_end")
@pytest.mark.parametrize("last", ["draw", "Qd+", "4c"])
def test_cu_7_turn_end_any_move_that_ends_the_turn_wins(rules, last):
    state = table(rules, hands=("Qd 4c", "4d"), points=("Tc 9c 2c", ""))
    assert won(play(state, last), 0)


@clause("CU-7", "CU-5", win="turn_end")
def test_cu_7_turn_end_a_pass_ends_the_turn_too(rules):
    state = table(rules, hands=("4c", "4d"), points=("Tc 9c 2c", ""), rest="scrap")
    assert won(play(state, "pass"), 0)


@clause("CU-7", "CU-21", win="turn_end")
def test_cu_7_turn_end_a_countered_play_ends_the_turn_too(rules):
    state = table(rules, hands=("Ah", "2d"), points=("Tc 9c 2c", ""))
    play(state, "Ah!", "2d!")
    assert state.result is None
    assert won(play(state, "ok"), 0)


@clause("CU-7", "CU-4a", win="turn_end", four="choose")
def test_cu_7_turn_end_waits_for_the_discards_of_a_four(rules):
    state = table(rules, hands=("4c", "5d 6d 7d"), points=("Tc 9c 2c", ""))
    play(state, "4c!", "ok", "-5d")
    assert state.result is None
    assert won(play(state, "-6d"), 0)


@clause("CU-7", "CU-A", win="turn_end")
def test_cu_7_turn_end_tests_the_total_after_the_effect(rules):
    state = table(rules, hands=("Ah", "4d"), points=("Tc 9c 2c", ""))
    then(state, "Ah!", "ok", turn=1)


@clause("CU-7", win="turn_end")
def test_cu_7_turn_end_asks_only_the_player_whose_turn_ends(rules):
    state = table(rules, hands=("4c", "4d"), points=("", "Tc 9c 2c"))
    then(state, "4c", turn=1)


# Reading: no play can bring both there at once, but a position may be loaded in which both are, since loading tests
# nothing.
@clause("CU-7", win="at_once")
@pytest.mark.parametrize("turn", [0, 1])
def test_cu_7_at_once_the_player_whose_turn_it_is_goes_first(rules, turn):
    state = table(rules, hands=("Qc", "Qd"), points=("Tc 9c 2c", "Td 9d 2d"), turn=turn)
    assert won(play(state, ("Qc+", "Qd+")[turn]), turn)


@clause("CU-7", "CU-2a", "CU-32", win="at_once", target_side="any")
def test_cu_7_at_once_a_two_that_sends_a_card_home_can_lose_the_game(rules):
    state = table(rules, hands=("2c", "4d"), points=("Td:Jc", "Th Ah"))
    assert won(play(state, "2c!Jc", "ok"), 1)


@clause("CU-7", "CU-20")
def test_cu_7_an_announced_effect_has_not_happened_yet(rules):
    state = table(rules, hands=("2c", "4d"), points=("Tc Ac", "Td:Jc"))
    play(state, "2c!Jc")
    assert state.result is None
    assert won(play(state, "ok"), 0)


@clause("CU-7", "CU-7a")
def test_cu_7_a_card_from_a_seven_can_win(rules):
    state = table(rules, hands=("7c", "4d"), points=("Tc 9c", ""), stock="2d Ks")
    play(state, "7c!", "ok")
    assert won(play(state, "2d"), 0)
