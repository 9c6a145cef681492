import pytest

import undercut
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
    then(state, move, "2d!", "ok", turn=1, hands=("Kd", ""), permanents={1: "Kh"})
    then(state, scrap=f"{move[:2]} 2d", top="6h Th 4d")


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


@clause("CU-A", "CU-31", "CU-32")
def test_cu_a_an_ace_scraps_the_point_cards_of_both_sides_with_their_jacks_and_nothing_else(rules):
    state = table(rules, hands=("Ah", "3d"), points=("4c 9s:Jc", "6d:JdJs Ts:Jh"), permanents=("Kc", "8s Qc Qd"))
    then(state, "Ah!", "ok", turn=1, points=("", ""), permanents=("Kc", "8s Qc Qd"))
    then(state, scrap="Ah 4c 9s Jc 6d Jd Js Ts Jh")


@clause("CU-2a")
@pytest.mark.parametrize("target", ["Qd", "Kd", "8s"])
def test_cu_2a_a_two_scraps_a_permanent(rules, target):
    state = table(rules, hands=("2c", "3d"), permanents=("", target))
    then(state, f"2c!{target}", "ok", turn=1, permanents={1: ""}, scrap=f"2c {target}")


@clause("CU-2a", "CU-32")
def test_cu_2a_a_two_on_a_jack_sends_the_point_card_across(rules):
    state = table(rules, hands=("2c", "3d"), points=("", "9h:Jc"))
    then(state, "2c!Jc", "ok", points=("9h", ""), scrap="2c Jc")


@clause("CU-2a", "CU-34", target_side="any")
def test_cu_2a_any_side_ones_own_permanents_too(rules):
    state = table(rules, hands=("2c", "3d"), points=("9h:Jc", ""), permanents=("Kc", "Kd"))
    allowed(state, "2c!Kc", "2c!Kd", "2c!Jc")
    then(state, "2c!Jc", "ok", points=("", "9h"))


@clause("CU-2a", "CU-20")
def test_cu_2a_a_two_chooses_no_point_card_and_nothing_that_is_not_on_the_table(rules):
    state = table(rules, hands=("2c Kc", "3d Kh"), points=("4c", "9h 8d"), permanents=("", "Kd"), scrap="Ks")
    assert moves_of(state, "2c!") == {"2c!Kd"}
    for target in ("9h", "8d"):
        refused(state, f"2c!{target}", "CU-2a")
    for target in ("Kc", "Kh", "Ks"):
        refused(state, f"2c!{target}")


@clause("CU-3a")
def test_cu_3a_a_three_takes_one_card_of_the_scrap_openly(rules):
    state = table(rules, hands=("3c 9s", "4d"), scrap="Kd 6d Ts")
    then(state, "3c!", "ok", phase="take", to_move=0, moves="+Kd +6d +Ts", waiting="3c")
    then(state, "+6d", turn=1, hands={0: "9s 6d"}, scrap="Kd Ts 3c", known={0: "6d"})


@clause("CU-3a")
def test_cu_3a_taking_is_a_move_also_without_a_choice_and_the_card_is_not_played(rules):
    state = table(rules, hands=("3c", "4d"), scrap="Kd")
    then(state, "3c!", "ok", moves="+Kd")
    refused(state, "Kd+")
    then(state, "+Kd", permanents={0: ""})


@clause("CU-3a", three_takes_threes=True)
def test_cu_3a_true_another_three_may_be_taken(rules):
    state = table(rules, hands=("3c", "4d"), scrap="3h")
    then(state, "3c!", "ok", moves="+3h")
    then(state, "+3h", hands={0: "3h"})


@clause("CU-3a", "CU-24", three_takes_threes=False)
def test_cu_3a_false_no_three_may_be_taken(rules):
    state = table(rules, hands=("3c", "4d"), scrap="3h Kd")
    then(state, "3c!", "ok", moves="+Kd")
    refused(state, "+3h", "CU-3a")
    refused(table(rules, hands=("3c", "4d"), scrap="3h 3s"), "3c!", "CU-3a", "CU-24")


@clause("CU-4a", four="choose")
def test_cu_4a_choose_the_opponent_discards_two_of_his_choice(rules):
    state = table(rules, hands=("4c Kc", "Kd 9s Td"))
    then(state, "4c!", "ok", phase="discard", to_move=1, to_discard=2, waiting="4c", moves="-Kd -9s -Td")
    refused(state, "-Kc")
    then(state, "-9s", to_move=1, to_discard=1, moves="-Kd -Td")
    refused(state, "-9s")
    then(state, "-Kd", turn=1, hands={1: "Td"}, scrap="4c 9s Kd")


@clause("CU-4a", "CU-21", four="choose")
def test_cu_4a_choose_two_cards_go_by_two_moves_and_a_countering_two_is_no_longer_in_hand(rules):
    state = table(rules, hands=("Kd 9s 2d", "4c 2h"), turn=1)
    then(state, "4c!", "2d!", "2h!", "ok", moves="-Kd -9s")
    then(state, "-9s", moves="-Kd")
    then(state, "-Kd", turn=0)
    then(table(rules, hands=("4c", "Kd")), "4c!", "ok", "-Kd", turn=1, scrap="4c Kd")


@clause("CU-4a", four="random")
def test_cu_4a_random_two_cards_go_by_chance_and_a_record_fixes_them(rules):
    cards = {"Kd", "Kh", "9s", "Td"}
    state = table(rules, hands=("4c", "Kd Kh 9s Td"))
    then(state, "4c!", "ok", turn=1)
    (gone,) = state.shuffles
    assert len(gone) == 2
    then(state, scrap={"4c", *gone}, hands={1: cards - set(gone)})
    for gone in (["Kd", "Td"], ["9s", "Kh"]):
        then(undercut.replay({**state.record(), "shuffles": [gone]}), scrap={"4c", *gone})


@clause("CU-4a", four="random")
@pytest.mark.parametrize("cards", ["Kd", "Kd 9s"])
def test_cu_4a_random_two_cards_or_fewer_all_go_without_chance_or_moves(rules, cards):
    state = table(rules, hands=("4c", cards))
    then(state, "4c!", "ok", turn=1, scrap=f"4c {cards}")
    assert list(state.shuffles) == []


@clause("CU-5a", five="draw2")
@pytest.mark.parametrize(("stock", "left"), [("Ah Th 4d", "4d"), ("Ah", "")])
def test_cu_5a_draw2_draws_two_cards_or_what_there_is(rules, stock, left):
    state = table(rules, hands=("5c Kd", "3d"), stock=stock, rest="scrap")
    then(state, "5c!", "ok", turn=1, hands={0: f"Kd {stock.removesuffix(' 4d')}"}, stock=left)


@clause("CU-5a", five="recycle")
def test_cu_5a_recycle_discards_one_and_draws_three(rules):
    state = table(rules, hands=("5c Kd 9s", "3d"), stock="Ah Th 4d 6s")
    then(state, "5c!", "ok", phase="recycle", to_move=0, to_discard=1, waiting="5c", moves="-Kd -9s", top="Ah")
    then(state, "-Kd", turn=1, hands={0: "9s Ah Th 4d"}, scrap="5c Kd")


@clause("CU-5a", five="recycle")
@pytest.mark.parametrize("last", [[], ["-Kd"]])
def test_cu_5a_recycle_the_last_card_must_go_too_and_an_empty_hand_discards_nothing(rules, last):
    state = table(rules, hands=("5c Kd" if last else "5c", "3d"), stock="Ah Th 4d 6s")
    play(state, "5c!", "ok")
    if last:
        then(state, moves="-Kd")
    then(state, *last, turn=1, hands={0: "Ah Th 4d"})


@clause("CU-5a", five="recycle")
@pytest.mark.parametrize("left", ["Ah", "Ah Th"])
def test_cu_5a_recycle_draws_what_there_is(rules, left):
    state = table(rules, hands=("5c Kd", "3d"), stock=left, rest="scrap")
    then(state, "5c!", "ok", "-Kd", hands={0: left}, stock="")
    assert "Kd" in state.position()["scrap"]


@clause("CU-6a", "CU-31")
def test_cu_6a_a_six_scraps_every_permanent_and_point_cards_stay_eights_too(rules):
    state = table(rules, hands=("6c", "3d"), points=("8c", "8d 4h"), permanents=("Kc 8h", "Qc Qd Kd 8s"))
    then(state, "6c!", "ok", turn=1, permanents=("", ""), points=("8c", "8d 4h"), scrap="6c Kc 8h Qc Qd Kd 8s")


@clause("CU-6a", "CU-31", "CU-32")
def test_cu_6a_each_jack_lost_changes_the_side_once_whatever_queens_there_are(rules):
    state = table(rules, hands=("6c", "3d"), points=("Td:Jc 5h:JdJh 2h", "9s:Js 3h"), permanents=("", "Qc Qd"))
    then(state, "6c!", "ok", points=("5h 2h 9s", "Td 3h"), scrap="6c Jc Jd Jh Js Qc Qd")


@clause("CU-6a", "CU-32")
@pytest.mark.parametrize(("jacks", "side"), [("Jc", 0), ("JcJd", 1), ("JcJdJh", 0), ("JcJdJhJs", 1)])
def test_cu_6a_an_odd_number_of_jacks_changes_the_side(rules, jacks, side):
    then(table(rules, hands=("6c", "3d"), points=("", f"Td:{jacks}")), "6c!", "ok", points={side: "Td"})
