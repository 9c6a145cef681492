"""Cut the Rope, plays onto level rows: CR-10 to CR-13, without the short game's equal cards."""

import pytest

from tests.clauses.rope_table import (
    NUMBERS,
    clause,
    cleared,
    falling,
    level,
    personal,
    plain,
    rising,
    scissors,
    supply,
    table,
    takes,
    then,
)
from tests.clauses.shared import allowed, moves, play, refused, turn_of

plain_set = plain()

# A number that does not fit a begun row may also be refused in the short game's words.
NOT_EQUAL = ("CR-20", "CR-21")


@clause("CR-10", "CR-14")
def test_cr_10_the_three_sources_and_nothing_else(rules):
    state = table(rules, hands=("1 5",), personal=("10 8",), supply=("4 1 |  | 3",))
    onto = {f"{source}>{row}" for source in ("1", "s1", "p") for row in "123"}
    assert moves(state) == onto | {f"{card}/{row}" for card in "15" for row in "123"}


@clause("CR-10")
def test_cr_10_a_hand_card_leaves_the_hand(rules):
    state = play(table(rules, hands=("1 1 5",)), "1>2")
    then(state, turn=0, hands={0: "1 5"}, levels={2: "up 1"})


@clause("CR-10")
def test_cr_10_only_the_top_of_a_supply_row(rules):
    state = table(rules, hands=("5",), supply=("1 5 | | 5 1",))
    refused(state, "s1>1", "CR-11")
    allowed(state, "s3>1")


@clause("CR-10")
def test_cr_10_the_next_supply_card_is_laid_free(rules):
    state = play(table(rules, hands=("5",), supply=("2 1 | | ",)), "s1>1", "s1>1")
    then(state, turn=0, levels={1: "up 1 2"}, supply={0: " |  | "})


@clause("CR-10")
def test_cr_10_the_next_personal_card_is_turned_up_and_may_be_played(rules):
    state = play(table(rules, hands=("5",), personal=("1 2 9",)), "p>1", "p>1")
    then(state, levels={1: "up 1 2"}, personal={0: "9"})
    refused(state, "p>1", "CR-11", *NOT_EQUAL)
    assert turn_of(state, 0)


@clause("CR-10")
def test_cr_10_as_many_plays_as_you_like(rules):
    state = table(rules, hands=("1 2 3 10 X 5",), supply=("4 | | ",), personal=("8 7 7",))
    then(
        state,
        "1>1",
        "2>1",
        "10>3",
        "X>3",
        "3>1",
        "s1>1",
        "p>3",
        "p>3",
        turn=0,
        levels={1: "up 1 2 3 4", 2: "", 3: "down 10 X 8 7"},
        hands={0: "5"},
    )


@clause("CR-10", "CR-14")
def test_cr_10_no_play_at_all(rules):
    state = play(table(rules, hands=("1 5",), personal=("1 8",)), "1/1")
    then(state, turn=1, levels={1: "", 2: "", 3: ""})


@clause("CR-10")
def test_cr_10_a_card_that_is_not_in_the_hand(rules):
    refused(table(rules, hands=("5", "1"), supply=("1 5 | | ",)), "1>1", "CR-10")


@clause("CR-10")
def test_cr_10_an_empty_supply_row(rules):
    refused(table(rules, hands=("1",)), "s2>1", "CR-10")


@clause("CR-10", "CR-2")
def test_cr_10_not_from_another_players_supply_rows_or_personal_deck(rules):
    state = table(rules, hands=("5", "1"), personal=("9 9", "1 1"), supply=("9 | | ", "1 | 1 | 1"))
    assert moves(state) == {"5/1", "5/2", "5/3"}
    state = play(state, "5/1", "s1>1", "p>2")
    assert supply(state, 0) == [["9", "5"], [], []]
    assert supply(state, 1)[:2] == [[], ["1"]]
    assert (personal(state, 0), personal(state, 1)) == (["9", "9"], ["1"])


@clause("CR-11")
def test_cr_11_an_empty_row_takes_1_10_or_scissors(rules):
    assert takes(rules, "") == {"1", "10", "X"}


@clause("CR-11")
@pytest.mark.parametrize("card", NUMBERS[1:9])
def test_cr_11_an_empty_row_refuses_other_numbers(rules, card):
    refused(table(rules, hands=(card,)), f"{card}>1", "CR-11")


@clause("CR-11")
def test_cr_11_a_1_makes_the_row_go_up_and_a_10_down(rules):
    state = play(table(rules, hands=("1 10 5",)), "1>1", "10>2")
    assert (level(state, 1), level(state, 2), level(state, 3)) == ("up 1", "down 10", "")


@clause("CR-11", rules=plain_set)
@pytest.mark.parametrize("top", range(1, 10))
def test_cr_11_upwards_strictly_by_one(rules, top):
    assert takes(rules, rising(top)) == {str(top + 1), "X"}


@clause("CR-11", rules=plain_set)
@pytest.mark.parametrize("top", range(2, 11))
def test_cr_11_downwards_strictly_by_one(rules, top):
    assert takes(rules, falling(top)) == {str(top - 1), "X"}


@clause("CR-11", rules=plain_set)
@pytest.mark.parametrize("card", ["3", "5", "2", "1", "10"])
def test_cr_11_a_card_that_is_not_due(rules, card):
    refused(table(rules, hands=(f"{card} 6",), levels=("up 1 2 3",)), f"{card}>1", "CR-11", *NOT_EQUAL)


@clause("CR-11")
def test_cr_11_a_card_may_fit_several_rows(rules):
    state = table(rules, hands=("3 6",), levels=("up 1 2", falling(4), "up X 2"))
    allowed(state, "3>1", "3>2", "3>3")
    play(state, "3>2")
    assert [level(state, row) for row in (1, 2, 3)] == ["up 1 2", falling(3), "up X 2"]


@clause("CR-11")
def test_cr_11_three_begun_rows_leave_no_place_for_another(rules):
    state = table(
        rules, hands=("1 10 5",), personal=("1 1",), supply=("7 | | ",), levels=("up 1 2", "up 1 2", "down 10 9")
    )
    assert {move for move in moves(state) if ">" in move} == set()
    for row in (1, 2, 3):
        refused(state, f"1>{row}", "CR-11", *NOT_EQUAL)


@clause("CR-11", "CR-2")
@pytest.mark.parametrize("move", ["1>4", "1>0", "X>4", "p>4", "s1>4", "s4>1", "s0>1"])
def test_cr_11_there_is_no_fourth_row(rules, move):
    refused(table(rules, hands=("1 X",), personal=("1 8",), supply=("1 | 1 | 1",)), move)


@clause("CR-12", rules=plain_set)
@pytest.mark.parametrize("k", range(1, 10))
def test_cr_12_what_follows_k_scissors(rules, k):
    assert takes(rules, scissors(k)) == {str(k + 1), str(10 - k), "X"}
    assert k + 1 != 10 - k


@clause("CR-12", rules=plain_set)
@pytest.mark.parametrize("k", range(1, 10))
def test_cr_12_other_numbers_after_k_scissors_are_refused(rules, k):
    for card in set(NUMBERS) - {str(k + 1), str(10 - k)}:
        refused(table(rules, hands=(f"{card} 6",), levels=(scissors(k),)), f"{card}>1", "CR-11", "CR-12")


@clause("CR-12", rules=plain_set)
@pytest.mark.parametrize("k", range(1, 9))
def test_cr_12_k_plus_1_makes_the_row_go_up(rules, k):
    state = play(table(rules, hands=(f"{k + 1} 6",), levels=(scissors(k),)), f"{k + 1}>1")
    assert level(state) == f"up {scissors(k)} {k + 1}"
    assert takes(rules, level(state)) == {str(k + 2), "X"}


@clause("CR-12", rules=plain_set)
@pytest.mark.parametrize("k", range(1, 9))
def test_cr_12_10_minus_k_makes_the_row_go_down(rules, k):
    state = play(table(rules, hands=(f"{10 - k} 6",), levels=(scissors(k),)), f"{10 - k}>1")
    assert level(state) == f"down {scissors(k)} {10 - k}"
    assert takes(rules, level(state)) == {str(9 - k), "X"}


@clause("CR-12", "CR-13", rules=plain_set)
@pytest.mark.parametrize("card", ["10", "1"])
def test_cr_12_after_nine_scissors_10_or_1_completes_the_row(rules, card):
    state = play(table(rules, hands=(f"{card} 6",), levels=("", scissors(9))), f"{card}>2")
    then(state, levels={2: ""}, discards=f"{scissors(9)} {card}")


@clause("CR-12")
def test_cr_12_scissors_alone_have_no_direction(rules):
    state = play(table(rules, hands=("X X X 6",)), "X>1", "X>1", "X>3")
    assert (level(state, 1), level(state, 3)) == ("X X", "X")


@clause("CR-12", rules=plain_set)
@pytest.mark.parametrize(
    ("row", "due"),
    [
        ("up 1 X", "3"),
        ("up 1 X X X", "5"),
        ("up 1 2 X 4 X X", "7"),
        ("up X X 3 X", "5"),
        ("up X 2 X X X X X X X", "10"),
        ("down 10 X", "8"),
        ("down 10 9 X X 6 X", "4"),
        ("down X X 8 X", "6"),
        ("down X 9 X X X X X X X", "1"),
    ],
)
def test_cr_12_scissors_stand_for_the_card_that_is_due(rules, row, due):
    assert takes(rules, row) == {due, "X"}


@clause("CR-12")
def test_cr_12_scissors_leave_the_direction_as_it_is(rules):
    state = play(table(rules, hands=("X X 6",), levels=("up 1", "down 10")), "X>1", "X>2")
    assert (level(state, 1), level(state, 2)) == ("up 1 X", "down 10 X")


@clause("CR-12", "CR-10")
def test_cr_12_scissors_from_every_source(rules):
    state = table(rules, hands=("X 6",), personal=("X 8 8",), supply=("X | | ",), levels=("up 1 2",))
    then(state, "X>1", "p>1", "s1>1", levels={1: "up 1 2 X X X"})


@clause("CR-12", "CR-20", rules=plain_set)
@pytest.mark.parametrize("move", ["X>1=", "X>1u", "2>1u", "9>1d", "2>1="])
def test_cr_12_no_move_needs_a_suffix(rules, move):
    refused(table(rules, hands=("X 2 9 6",), levels=("X",)), move)


TENTHS = [
    pytest.param(rising(9), "10", id="up-10"),
    pytest.param(rising(9), "X", id="up-scissors"),
    pytest.param(falling(2), "1", id="down-1"),
    pytest.param(falling(2), "X", id="down-scissors"),
    pytest.param("up X 2 3 X 5 6 7 X 9", "10", id="up-mixed-10"),
    pytest.param("up X 2 3 X 5 6 7 X 9", "X", id="up-mixed-scissors"),
    pytest.param("down X X 8 7 6 5 4 X 2", "1", id="down-mixed-1"),
]


@clause("CR-13")
@pytest.mark.parametrize(("row", "tenth"), TENTHS)
def test_cr_13_ten_cards_complete_a_level_and_the_turn_goes_on(rules, row, tenth):
    state = play(table(rules, hands=(f"{tenth} 6 6",), levels=("", "", row), discards="7 X"), f"{tenth}>3")
    then(state, turn=0, levels={3: ""}, discards=f"7 X {row.split(' ', 1)[1]} {tenth}", hands={0: "6 6"})


@clause("CR-13", "CR-12", rules=plain_set)
def test_cr_13_ten_scissors_complete_a_level(rules):
    state = play(table(rules, hands=("X 6",), levels=(scissors(9),)), "X>1")
    then(state, turn=0, levels={1: ""}, discards=["X"] * 10)


@clause("CR-13", "CR-12", rules=plain_set)
@pytest.mark.parametrize(("row", "tenth"), [("up 1 2 3 X X X X X X", "X"), ("down 10 X X X X X X X X", "1")])
def test_cr_13_trailing_scissors_count_as_cards_of_the_level(rules, row, tenth):
    assert cleared(play(table(rules, hands=(f"{tenth} 6",), levels=(row,)), f"{tenth}>1"))


@clause("CR-13")
def test_cr_13_nine_cards_do_not_complete_it(rules):
    state = play(table(rules, hands=("9 2 6",), levels=(rising(8), falling(3))), "9>1", "2>2")
    then(state, levels={1: rising(9), 2: falling(2)}, discards="")


@clause("CR-13")
def test_cr_13_other_rows_stay(rules):
    state = play(table(rules, hands=("10 6",), levels=("up 1 2", rising(9), "X X")), "10>2")
    assert [level(state, row) for row in (1, 2, 3)] == ["up 1 2", "", "X X"]


@clause("CR-13", "CR-10")
@pytest.mark.parametrize("source", ["s2", "p"])
def test_cr_13_a_supply_or_a_personal_card_completes_a_level_too(rules, source):
    state = table(rules, hands=("6",), supply=(" | 10 | ",), personal=("10 8",), levels=(rising(9),))
    then(state, f"{source}>1", levels={1: ""}, discards=NUMBERS)


@clause("CR-13", "CR-11")
def test_cr_13_the_empty_row_may_be_begun_anew_in_the_same_turn(rules):
    state = play(table(rules, hands=("10 10 9 6",), levels=(rising(9), "up 1 2", "up 1 2")), "10>1", "10>1", "9>1")
    then(state, turn=0, levels={1: "down 10 9"})
