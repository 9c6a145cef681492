"""Cuttle, "One-offs and counters": CU-20 to CU-22, CU-24, and CU-23 where no seven is in it."""

import pytest

from tests.clauses.cuttle_table import clause, moves_of, table, then, under
from tests.clauses.shared import allowed, play, refused


@clause("CU-20")
@pytest.mark.parametrize("card", ["2c", "9c"])
def test_cu_20_a_two_and_a_nine_name_their_target(rules, card):
    state = table(rules, hands=(card, "3d"), permanents=("", "Kh 8s"))
    assert moves_of(state, f"{card}!") == {f"{card}!Kh", f"{card}!8s"}
    refused(state, f"{card}!")
    assert play(state, f"{card}!Kh").position()["waiting"] == {"card": card, "target": "Kh"}


@clause("CU-20", "CU-21")
def test_cu_20_an_announced_card_lies_in_no_pile_and_the_opponent_is_asked(rules):
    state = table(rules, hands=("5d 3d", "Ah Kc"), points=("5h", ""), turn=1)
    then(state, "Ah!", phase="counter", to_move=0, waiting="Ah", hands={1: "Kc"}, points=("5h", ""), scrap="")
    assert state.position()["turn"] == 1


@clause("CU-21")
@pytest.mark.parametrize(
    ("twos", "asked", "answers", "stopped"),
    [
        ("", 1, "2d! 2s!", False),
        ("2d", 0, "2h! 2c!", True),
        ("2d 2h", 1, "2s!", False),
        ("2d 2h 2s", 0, "2c!", True),
        ("2d 2h 2s 2c", 1, "", False),
    ],
)
def test_cu_21_twos_answer_each_other_until_somebody_lets_it_be(rules, twos, asked, answers, stopped):
    state = table(rules, hands=("Ah 2h 2c Kc", "2d 2s Kd"), points=("", "5d"))
    play(state, "Ah!", *(f"{two}!" for two in twos.split()))
    then(state, phase="counter", to_move=asked, waiting="Ah", counters=twos, moves=f"ok {answers}")
    then(state, "ok", turn=1, waiting=None, counters="", scrap=f"Ah {twos}" if stopped else f"Ah 5d {twos}")
    then(state, points={1: "5d" if stopped else ""})


@clause("CU-21")
@pytest.mark.parametrize("hand", ["", "Kd 3d", "Ad", "9d", "Qd", "Jd"])
def test_cu_21_the_window_opens_even_without_a_two_and_nothing_else_counters(rules, hand):
    state = table(rules, hands=("Ah 2h", hand), points=("", "2d 5d"), scrap="2s")
    then(state, "Ah!", to_move=1, moves="ok")
    # Neither another card, nor a two that is not in hand, nor one of the announcer's own.
    for card in ("2d", "2s", "2h", *hand.split()):
        refused(state, f"{card}!")


@clause("CU-21", "CU-2a", "CU-5a", "CU-7a", "CU-9a")
@pytest.mark.parametrize("move", ["2c!Kh", "5c!", "7c!", "9c!Kh"])
def test_cu_21_a_countered_one_off_has_no_effect(rules, move):
    state = table(rules, hands=(f"{move[:2]} Kd", "2d"), permanents=("", "Kh"), stock="6h Th 4d")
    then(
        state, move, "2d!", "ok", turn=1, hands=("Kd", ""), permanents={1: "Kh"}, scrap=f"{move[:2]} 2d", top="6h Th 4d"
    )


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
    refused(play(table(rules, hands=("Ah", "2d 5d Kd")), "Ah!"), move, "CU-4", "CU-20", "CU-21")


@clause("CU-21")
def test_cu_21_a_window_can_be_loaded(rules):
    more = {"waiting": {"card": "2c", "target": "Kh"}, "counters": "2d"}
    state = table(rules, hands=("2h", "2s"), permanents=("", "Kh"), phase="counter", **more)
    then(state, to_move=0, moves="ok 2h!")
    then(state, "2h!", "ok", scrap="2c 2d 2h Kh")


@clause("CU-22", queen_guards_oneoffs="all")
@pytest.mark.parametrize("move", ["Ah!", "9c!Kh", "2c!Kh"])
def test_cu_22_all_a_queen_guards_every_one_off(rules, move):
    state = table(rules, hands=("Ah 9c 2c", "2d"), permanents=("Qc", "Kh"))
    then(state, move, moves="ok")
    refused(state, "2d!", "CU-22")


@clause("CU-22", rules=under(queen_guards_oneoffs="all") + under(queen_guards_oneoffs="twos"))
def test_cu_22_all_and_twos_a_queen_guards_a_countering_two(rules):
    state = table(rules, hands=("Ah 2h", "2d"), points=("", "5d"), permanents=("", "Qc"))
    then(state, "Ah!", "2d!", moves="ok")
    refused(state, "2h!", "CU-22")
    then(state, "ok", points={1: "5d"})


@clause("CU-22", queen_guards_oneoffs="twos")
@pytest.mark.parametrize(("move", "answers"), [("Ah!", "ok 2d!"), ("9c!Kh", "ok 2d!"), ("2c!Kh", "ok")])
def test_cu_22_twos_of_the_one_offs_only_the_two_is_safe(rules, move, answers):
    state = table(rules, hands=("Ah 9c 2c", "2d"), permanents=("Qc", "Kh"))
    then(state, move, moves=answers)
    if answers == "ok":
        refused(state, "2d!", "CU-22")


@clause("CU-22", queen_guards_oneoffs="twos")
def test_cu_22_twos_the_answer_of_a_queens_player_is_safe(rules):
    state = table(rules, hands=("Ah 2h", "2d 2s"), points=("", "5d"), permanents=("Qc", ""))
    then(state, "Ah!", "2d!", "2h!", moves="ok")
    refused(state, "2s!", "CU-22")
    then(state, "ok", points={1: ""})


@clause("CU-22", queen_guards_oneoffs="none")
def test_cu_22_none_queens_do_not_matter(rules):
    state = table(rules, hands=("Ah 2h", "2d 2s"), permanents=("Qc", "Qd"))
    then(state, "Ah!", moves="ok 2d! 2s!")
    then(state, "2d!", moves="ok 2h!")
    then(state, "2h!", moves="ok 2s!")


@clause("CU-22")
def test_cu_22_the_opponents_queen_does_not_guard_your_one_off(rules):
    then(table(rules, hands=("Ah", "2d"), permanents=("", "Qc")), "Ah!", moves="ok 2d!")


@clause("CU-22", "CU-31", rules=under(queen_guards_oneoffs="all") + under(queen_guards_oneoffs="twos"))
def test_cu_22_a_queen_under_attack_still_guards_the_two_that_saves_it(rules):
    state = table(rules, hands=("2c 2h", "2d"), permanents=("", "Qs"))
    refused(play(state, "2c!Qs", "2d!"), "2h!", "CU-22")
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


@clause("CU-24", "CU-2a", "CU-9a", nine_targets="permanents")
def test_cu_24_a_two_and_a_nine_need_a_target(rules):
    state = table(rules, hands=("2c 9c", "4d"), points=("5d", "6d"))
    assert moves_of(state, "2c!") | moves_of(state, "9c!") == set()


@clause("CU-24", "CU-9a", nine_targets="all")
def test_cu_24_all_a_nine_needs_a_card_on_the_table(rules):
    assert moves_of(table(rules, hands=("9c", "4d")), "9c") == {"9c"}


# The two that may counter the three would be in the scrap in time, but only the moment of the announcement counts.
@clause("CU-24", "CU-3a", "CU-4a", "CU-5a", "CU-7a")
@pytest.mark.parametrize(
    ("move", "without", "enough"),
    [
        ("3c!", {"hands": ("3c 2h", "2d")}, {"hands": ("3c", "4d"), "scrap": "Kd"}),
        ("4c!", {"hands": ("4c Kc", "")}, {"hands": ("4c", "5d")}),
        ("5c!", {"hands": ("5c", "4d"), "rest": "scrap"}, {"hands": ("5c", "4d"), "stock": "Kd", "rest": "scrap"}),
        ("7c!", {"hands": ("7c", "4d"), "rest": "scrap"}, {"hands": ("7c", "4d"), "stock": "Kd", "rest": "scrap"}),
    ],
)
def test_cu_24_a_one_off_needs_something_to_act_on(rules, move, without, enough):
    refused(table(rules, **without), move, "CU-24")
    allowed(table(rules, **enough), move)


@clause("CU-24", "CU-A", "CU-6a")
def test_cu_24_an_ace_and_a_six_may_always_be_played(rules):
    allowed(table(rules, hands=("Ac 6c", ""), rest="scrap"), "Ac!", "6c!")


@clause("CU-24", "CU-4a")
def test_cu_24_a_four_that_meets_an_empty_hand_does_nothing(rules):
    then(table(rules, hands=("4c 2h", "2d")), "4c!", "2d!", "2h!", "ok", turn=1, scrap="4c 2d 2h")
