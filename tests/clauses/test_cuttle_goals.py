"""Cuttle, kings and winning: CU-6, CU-7, CU-33."""

import pytest

from tests.clauses.cuttle_table import EVERY_SET, clause, option, table, then, won
from tests.clauses.shared import play

KINGS = ("", "Kc", "Kc Kd", "Kc Kd Kh", "Kc Kd Kh Ks")
# Point cards that make this total; clubs and diamonds only.
MAKING = {
    20: "Tc Td",
    19: "Tc 9d",
    13: "Tc 3d",
    12: "Tc 2d",
    9: "9c",
    8: "8c",
    7: "7c",
    6: "6c",
    5: "5c",
    4: "4c",
    3: "3c",
}

ODD_KINGS = [10, 9, 7, 6, 5]


def holds_goal(rules, number, goal):
    """Hold that with so many kings an ace wins when it makes the goal, and not when a point is missing."""
    for before, enough in ((goal - 1, True), (goal - 2, False)):
        state = table(rules, hands=("Ah", "4d"), points=(MAKING[before], ""), permanents=(KINGS[number], ""))
        assert won(play(state, "Ah"), 0) is enough


@pytest.mark.parametrize("rules", EVERY_SET)
@pytest.mark.parametrize("number", range(4))
@pytest.mark.clause("CU-6", "CU-33")
def test_cu_6_the_goal_with_up_to_three_kings(rules, number):
    holds_goal(rules, number, option(rules, "kings")[number])


@clause("CU-6", "CU-33", kings=[21, 14, 10, 7, 5])
def test_cu_6_four_kings_need_five_points(rules):
    holds_goal(rules, 4, 5)


@clause("CU-6", "CU-33", kings=[21, 14, 10, 5, 0])
def test_cu_6_four_kings_need_no_points(rules):
    state = table(rules, hands=("Ks", "4d"), permanents=("Kc Kd Kh", ""))
    assert won(play(state, "Ks+"), 0)


@clause("CU-6", "CU-33", kings=ODD_KINGS)
@pytest.mark.parametrize("number", range(5))
def test_cu_6_kings_may_be_set_to_other_numbers(rules, number):
    holds_goal(rules, number, ODD_KINGS[number])


@clause("CU-6", "CU-13", "CU-33")
@pytest.mark.parametrize(
    ("hand", "points", "kings", "move", "wins"),
    [
        ("Kh", ("Tc 4c", ""), ("", ""), "Kh+", True),  # a king may be the winning card
        ("9c", ("Tc Td", ""), ("", ""), "9c", True),  # more than the goal wins too
        ("Jc", ("Tc 9c", "2d"), ("", ""), "Jc>2d", True),  # a card taken by a jack counts for its taker
        ("4c", ("Tc", ""), ("", "Kc Kd"), "4c", False),  # the other player's kings do not help
        ("4c Kh Kd", ("Tc", ""), ("", ""), "4c", False),  # nor do kings in hand
    ],
)
def test_cu_6_ones_own_total_and_the_kings_in_front_of_one_count(rules, hand, points, kings, move, wins):
    assert won(play(table(rules, hands=(hand, "4d"), points=points, permanents=kings), move), 0) is wins


@clause("CU-7")
def test_cu_7_ones_own_goal_on_ones_own_turn_wins_under_both(rules):
    state = table(rules, hands=("4d", "2h"), points=("", "Tc 9c"), turn=1)
    then(state, "2h", phase="over", to_move=None, moves="", result={"winners": [1], "reason": "points"})
    assert won(state, 1)
    assert state.position()["turn"] == 1


@clause("CU-7", "CU-6a", win="turn_end")
def test_cu_7_turn_end_a_goal_reached_on_the_others_turn_waits_for_the_end_of_ones_own(rules):
    state = table(rules, hands=("6c", "4d Ac"), points=("Td:Jc", "Th Ah"))
    then(state, "6c!", "ok", turn=1)
    assert won(play(state.copy(), "draw"), 1)
    # A goal lost before does not win.
    then(state, "Ac!", "ok", turn=0)


@clause("CU-7", "CU-6a", win="at_once")
def test_cu_7_at_once_a_goal_reached_on_the_others_turn_wins(rules):
    state = table(rules, hands=("6c", "4d"), points=("Td:Jc", "Th Ah"))
    assert won(play(state, "6c!", "ok"), 1)
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


@clause("CU-7", "CU-5", "CU-21", win="turn_end")
@pytest.mark.parametrize(
    ("line", "rest"), [("draw", "stock"), ("Qd+", "stock"), ("4c", "stock"), ("Ah! 2d! ok", "stock"), ("pass", "scrap")]
)
def test_cu_7_turn_end_any_move_that_ends_the_turn_wins(rules, line, rest):
    state = table(rules, hands=("Qd 4c Ah", "4d 2d"), points=("Tc 9c 2c", ""), rest=rest)
    *before, last = line.split()
    then(state, *before, result=None)
    assert won(play(state, last), 0)


@clause("CU-7", "CU-4a", win="turn_end", four="choose")
def test_cu_7_turn_end_waits_for_the_discards_of_a_four(rules):
    state = table(rules, hands=("4c", "5d 6d 7d"), points=("Tc 9c 2c", ""))
    then(state, "4c!", "ok", "-5d", result=None)
    assert won(play(state, "-6d"), 0)


@clause("CU-7", "CU-A", win="turn_end")
def test_cu_7_turn_end_tests_the_total_after_the_effect_and_only_of_the_player_whose_turn_ends(rules):
    then(table(rules, hands=("Ah", "4d"), points=("Tc 9c 2c", "")), "Ah!", "ok", turn=1)
    then(table(rules, hands=("4c", "4d"), points=("", "Tc 9c 2c")), "4c", turn=1)


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
    then(state, "2c!Jc", result=None)
    assert won(play(state, "ok"), 0)


@clause("CU-7", "CU-7a")
def test_cu_7_a_card_from_a_seven_can_win(rules):
    state = table(rules, hands=("7c", "4d"), points=("Tc 9c", ""), stock="2d Ks")
    assert won(play(state, "7c!", "ok", "2d"), 0)
