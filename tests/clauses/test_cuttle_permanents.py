import pytest

from tests.clauses.cuttle_table import EVERY_SET, clause, moves_of, option, table, then, won
from tests.clauses.shared import allowed, play, refused

KINGS = ("", "Kc", "Kc Kd", "Kc Kd Kh", "Kc Kd Kh Ks")
# Point cards that make this total; clubs and diamonds only.
MAKING = {20: "Tc Td", 19: "Tc 9d", 13: "Tc 3d", 12: "Tc 2d"}
MAKING |= {number: f"{number}c" for number in range(3, 10)}

ODD_KINGS = [10, 9, 7, 6, 5]


def holds_goal(rules, number, goal):
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


@clause("CU-31", "CU-32")
@pytest.mark.parametrize("card", ["2c", "9c"])
def test_cu_31_a_queen_guards_her_side_but_not_herself_from_twos_and_nines(rules, card):
    state = table(rules, hands=(card, "3d"), points=("", "Td:Jc"), permanents=("", "Qs Kh 8d"))
    assert moves_of(state, f"{card}!") == {f"{card}!Qs"}
    for target in ("Kh", "8d", "Jc"):
        refused(state, f"{card}!{target}", "CU-31")


@clause("CU-13", "CU-31")
def test_cu_31_a_queen_guards_against_jacks(rules):
    state = table(rules, hands=("Jc", "3d"), points=("", "Td 4d:Jd"), permanents=("", "Qs"))
    refused(state, "Jc>Td", "CU-31")
    refused(state, "Jc>4d", "CU-31")


@clause("CU-31", "CU-32", buried_jacks=True, target_side="any")
def test_cu_31_a_buried_jack_is_guarded_where_its_pile_lies(rules):
    # The lower jack was played by seat 0 itself; the pile lies on the other side.
    piles = {"points": ("", "Td:JcJd"), "jacked_by": {"Jc": 0, "Jd": 1}}
    refused(table(rules, hands=("2c", "3d"), permanents=("", "Qs"), **piles), "2c!Jc", "CU-31")
    allowed(table(rules, hands=("2c", "3d"), permanents=("Qs", ""), **piles), "2c!Jc")


@clause("CU-31", "CU-9a", nine_targets="all")
def test_cu_31_a_queen_guards_point_cards_against_a_nine(rules):
    state = table(rules, hands=("9c", "3d"), points=("", "Td 4d:Jd"), permanents=("", "Qs"))
    assert moves_of(state, "9c!") == {"9c!Qs"}
    refused(state, "9c!Td", "CU-31")


@clause("CU-31", "CU-11")
def test_cu_31_a_queen_does_not_guard_against_scuttles_nor_the_other_side(rules):
    allowed(table(rules, hands=("9c", "3d"), points=("", "4d"), permanents=("", "Qs")), "9cx4d")
    allowed(table(rules, hands=("2c Jc", "3d"), points=("", "Td"), permanents=("Qs", "Kh")), "2c!Kh", "Jc>Td")


@clause("CU-31", "CU-A", "CU-6a")
def test_cu_31_a_queen_does_not_guard_against_what_takes_all(rules):
    table_of = {"points": ("", "4d"), "permanents": ("", "Qs Kh")}
    then(table(rules, hands=("Ac", "3d"), **table_of), "Ac!", "ok", points={1: ""}, permanents={1: "Qs Kh"})
    then(table(rules, hands=("6c", "3d"), **table_of), "6c!", "ok", points={1: "4d"}, permanents={1: ""})


@clause("CU-31")
def test_cu_31_without_the_queen_the_others_are_open(rules):
    state = table(rules, hands=("2c 2h", "3d"), permanents=("", "Qs Kh"))
    allowed(then(state, "2c!Qs", "ok", "draw", permanents={1: "Kh"}), "2h!Kh")


@clause("CU-31")
@pytest.mark.parametrize("guards", [True, False])
def test_cu_31_an_option_says_whether_queens_guard_queens(rules, guards):
    state = table({"set": rules, "queen_guards_queens": guards}, hands=("2c 9c", "3d"), permanents=("", "Qs Qh Kh"))
    for move in ("2c!Qs", "2c!Qh", "9c!Qs", "9c!Qh"):
        refused(state, move, "CU-31") if guards else allowed(state, move)
    assert len(moves_of(state, "2c!") | moves_of(state, "9c!")) == (0 if guards else 4)


@clause("CU-31", "CU-34", queen_guards_queens=True, target_side="any")
def test_cu_31_ones_own_queens_never_stop_oneself(rules):
    state = table(rules, hands=("2c 9c", "3d"), permanents=("Qs Qh Kh", ""))
    allowed(state, "2c!Qs", "2c!Qh", "2c!Kh", "9c!Qs", "9c!Qh", "9c!Kh")


@clause("CU-31", "CU-34", "CU-13", queen_stops="targets", target_side="any", jack_side="any")
def test_cu_31_targets_ones_own_cards_may_be_chosen(rules):
    state = table(rules, hands=("2c 9c Jc", "3d"), points=("3h 4d:Jd", "5d"), permanents=("Kh", "Qs"))
    allowed(state, "2c!Kh", "2c!Jd", "9c!Kh", "9c!Jd", "Jc>3h", "Jc>4d")
    refused(state, "Jc>5d", "CU-31")


@clause("CU-31", "CU-34", "CU-13", queen_stops="effects", target_side="any", jack_side="any")
def test_cu_31_effects_nothing_but_queens_may_be_chosen(rules):
    state = table(rules, hands=("2c 9c Jc", "3d"), points=("3h 4d:Jd", "5d"), permanents=("Kh Qh", "Qs Kd"))
    # Also one's own.
    assert moves_of(state, "2c!") == {"2c!Qh", "2c!Qs"}
    assert moves_of(state, "9c!") == {"9c!Qh", "9c!Qs"}
    assert moves_of(state, "Jc") == set()
    for move in ("2c!Kh", "2c!Jd", "9c!Kh", "2c!Kd", "Jc>3h", "Jc>5d"):
        refused(state, move, "CU-31")


@clause("CU-31", queen_stops="effects", target_side="any", jack_side="any")
def test_cu_31_effects_only_the_opponents_queen_counts(rules):
    state = table(rules, hands=("2c Jc", "3d"), points=("Td", "5d"), permanents=("Qh", "Kd"))
    allowed(state, "2c!Qh", "2c!Kd", "Jc>Td", "Jc>5d")


@clause("CU-31", "CU-9a", queen_stops="effects", nine_targets="all")
def test_cu_31_effects_a_nine_for_all_is_stopped_too(rules):
    state = table(rules, hands=("9c", "3d"), points=("4h", "5d"), permanents=("", "Qs"))
    assert moves_of(state, "9c!") == {"9c!Qs"}


@clause("CU-31", "CU-13", "CU-7a", jack_side="any", seven=1)
def test_cu_31_a_jack_from_a_seven_takes_ones_own_card_where_queens_stop_targets_alone(rules):
    state = table(rules, hands=("7c", "3d"), points=("4d", "5d"), permanents=("", "Qs"), stock="Jc")
    then(state, "7c!", "ok", moves="-Jc" if option(rules, "queen_stops") == "effects" else "Jc>4d")


@clause("CU-31", "CU-22", queen_stops="effects", queen_guards_oneoffs="none")
def test_cu_31_effects_does_not_forbid_counters(rules):
    then(table(rules, hands=("Ah", "2d"), permanents=("Qs", "")), "Ah!", moves="ok 2d!")


@clause("CU-31", queen_stops="effects", queen_guards_queens=True)
def test_cu_31_effects_with_queens_that_guard_each_other(rules):
    assert moves_of(table(rules, hands=("2c", "3d"), permanents=("", "Qs Qh")), "2c!") == set()


@clause("CU-13", "CU-32")
def test_cu_32_each_jack_changes_the_side(rules):
    state = table(rules, hands=("Jc Jh", "Jd Js"), points=("", "5d"))
    then(state, "Jc>5d", points=("5d:Jc", ""))
    then(state, "Jd>5d", points=("", "5d:JcJd"))
    then(state, "Jh>5d", points=("5d:JcJdJh", ""))
    then(state, "Js>5d", points=("", "5d:JcJdJhJs"))


@clause("CU-32", "CU-2a", buried_jacks=True)
def test_cu_32_true_a_two_may_choose_a_buried_jack(rules):
    state = table(rules, hands=("2c 6c", "3d"), points=("", "Td:JcJdJh"))
    assert moves_of(state, "2c!") == {"2c!Jc", "2c!Jd", "2c!Jh"}
    then(state, "2c!Jd", "ok", points={0: "Td:JcJh"}, scrap="2c Jd")
    then(state, "draw", "6c!", "ok", points={0: "Td"})


@clause("CU-32", "CU-2a", "CU-9a", buried_jacks=False)
def test_cu_32_false_only_the_top_jack_may_be_chosen(rules):
    state = table(rules, hands=("2c 9c", "3d"), points=("", "Td:JcJd"))
    assert moves_of(state, "2c!") == {"2c!Jd"}
    allowed(state, "9c!Jd")
    refused(state, "2c!Jc", "CU-32")
    refused(state, "9c!Jc", "CU-32")


@clause("CU-32")
def test_cu_32_the_side_of_a_loaded_pile_is_where_it_lies(rules):
    then(table(rules, hands=("2c", "3d"), points=("", "Td:JcJd")), "2c!Jd", "ok", points={0: "Td:Jc"})


@clause("CU-34", target_side="any")
def test_cu_34_any_both_sides_may_be_chosen(rules):
    state = table(rules, hands=("2c 9c", "3d"), points=("4d:Jd", "5d:Jh"), permanents=("Kh", "8s"))
    allowed(state, "2c!Kh", "2c!8s", "2c!Jd", "2c!Jh", "9c!Kh", "9c!8s", "9c!Jd", "9c!Jh")


@clause("CU-34", target_side="opponent")
def test_cu_34_opponent_only_the_other_side_may_be_chosen(rules):
    state = table(rules, hands=("2c 9c", "3d"), points=("4d:Jd", "5d:Jh"), permanents=("Kh", "8s"))
    assert moves_of(state, "2c!") == {"2c!8s", "2c!Jh"}
    for move in ("2c!Kh", "2c!Jd", "9c!Kh", "9c!Jd"):
        refused(state, move, "CU-34")


@clause("CU-34", "CU-32", target_side="opponent", buried_jacks=True)
def test_cu_34_opponent_a_buried_jack_lies_where_its_pile_lies(rules):
    state = table(rules, hands=("2c", "3d"), points=("Td:JcJd", ""), jacked_by={"Jc": 1, "Jd": 0})
    refused(state, "2c!Jc", "CU-34")


@clause("CU-34", "CU-9a", target_side="opponent", nine_targets="all")
def test_cu_34_opponent_point_cards_for_a_nine_too(rules):
    state = table(rules, hands=("9c", "3d"), points=("4d", "5d"))
    assert moves_of(state, "9c!") == {"9c!5d"}
    refused(state, "9c!4d", "CU-34")


@clause("CU-34", "CU-9a", target_side="any", nine_targets="all")
def test_cu_34_any_ones_own_point_cards_for_a_nine_too(rules):
    assert moves_of(table(rules, hands=("9c", "3d"), points=("4d", "5d")), "9c!") == {"9c!5d", "9c!4d"}
