"""Cut the Rope, plays onto level rows: CR-10 to CR-13, without the short game's equal cards."""

import pytest

from tests.clauses.rope_table import NUMBERS, clause, falling, level, plain, rising, scissors, table, takes, then
from tests.clauses.shared import allowed, moves, play, refused

# A number that does not fit a begun row may also be refused in the short game's words.
NOT_EQUAL = ("CR-20", "CR-21")


@clause("CR-10", "CR-14")
def test_cr_10_the_three_sources_and_nothing_else(rules):
    state = table(rules, hands=("1 5",), personal=("10 8",), supply=("4 1 |  | 3",))
    onto = {f"{source}>{row}" for source in ("1", "s1", "p") for row in "123"}
    then(state, moves=onto | {f"{card}/{row}" for card in "15" for row in "123"})


@clause("CR-10")
def test_cr_10_a_hand_card_leaves_the_hand(rules):
    then(table(rules, hands=("1 1 5",)), "1>2", turn=0, hands={0: "1 5"}, levels={2: "up 1"})


@clause("CR-10")
def test_cr_10_only_the_top_of_a_supply_row_and_then_the_next_card(rules):
    state = table(rules, hands=("5",), supply=("2 5 1 | | 1 5",))
    refused(state, "s3>1", "CR-11")
    then(state, "s1>1", turn=0, levels={1: "up 1"}, supply={0: "2 5 | | 1 5"})
    refused(state, "s1>1", "CR-11", *NOT_EQUAL)
    state = table(rules, hands=("5",), supply=("2 1 | | ",))
    then(state, "s1>1", "s1>1", turn=0, levels={1: "up 1 2"}, supply={0: " | | "})


@clause("CR-10")
def test_cr_10_the_next_personal_card_is_turned_up_and_may_be_played(rules):
    state = table(rules, hands=("5",), personal=("1 2 9",))
    then(state, "p>1", "p>1", turn=0, levels={1: "up 1 2"}, personal={0: "9"})
    refused(state, "p>1", "CR-11", *NOT_EQUAL)


@clause("CR-10", "CR-14")
def test_cr_10_as_many_plays_as_you_like_none_included(rules):
    state = table(rules, hands=("1 2 3 10 X 5",), supply=("4 | | ",), personal=("8 7 7",))
    then(state.copy(), "1/1", turn=1, levels=dict.fromkeys((1, 2, 3), ""))
    play(state, "1>1", "2>1", "10>3", "X>3", "3>1", "s1>1", "p>3", "p>3")
    then(state, turn=0, levels={1: "up 1 2 3 4", 2: "", 3: "down 10 X 8 7"}, hands={0: "5"})


@clause("CR-10")
def test_cr_10_a_card_that_is_not_in_the_hand_and_an_empty_supply_row(rules):
    state = table(rules, hands=("5", "1"), supply=("1 5 | | ",))
    refused(state, "1>1", "CR-10")
    refused(state, "s2>1", "CR-10")


@clause("CR-10", "CR-2")
def test_cr_10_not_from_another_players_supply_rows_or_personal_deck(rules):
    state = table(rules, hands=("5", "1"), personal=("9 9", "1 1"), supply=("9 | | ", "1 | 1 | 1"))
    then(state, moves="5/1 5/2 5/3")
    then(state, "5/1", "s1>1", "p>2", supply=("9 5 | | ", " | 1 | 1"), personal=("9 9", "1"))


@clause("CR-11")
def test_cr_11_an_empty_row_takes_1_10_or_scissors(rules):
    assert takes(rules, "") == {"1", "10", "X"}
    for card in NUMBERS[1:9]:
        refused(table(rules, hands=(card,)), f"{card}>1", "CR-11")


@clause("CR-11")
def test_cr_11_a_1_makes_the_row_go_up_and_a_10_down(rules):
    then(table(rules, hands=("1 10 5",)), "1>1", "10>2", levels={1: "up 1", 2: "down 10", 3: ""})


@clause("CR-11", rules=plain())
@pytest.mark.parametrize("top", range(1, 10))
def test_cr_11_strictly_by_one_upwards_and_downwards(rules, top):
    assert takes(rules, rising(top)) == {str(top + 1), "X"}
    assert takes(rules, falling(11 - top)) == {str(10 - top), "X"}


@clause("CR-11", rules=plain())
@pytest.mark.parametrize("card", ["3", "5", "2", "1", "10"])
def test_cr_11_a_card_that_is_not_due(rules, card):
    refused(table(rules, hands=(f"{card} 6",), levels=("up 1 2 3",)), f"{card}>1", "CR-11", *NOT_EQUAL)


@clause("CR-11")
def test_cr_11_a_card_may_fit_several_rows(rules):
    state = table(rules, hands=("3 6",), levels=("up 1 2", falling(4), "up X 2"))
    allowed(state, "3>1", "3>2", "3>3")
    then(state, "3>2", levels={1: "up 1 2", 2: falling(3), 3: "up X 2"})


@clause("CR-11", "CR-2")
def test_cr_11_there_is_no_place_for_a_fourth_row(rules):
    state = table(
        rules, hands=("1 10 5",), personal=("1 1",), supply=("7 | | ",), levels=("up 1 2", "up 1 2", "down 10 9")
    )
    assert {move for move in moves(state) if ">" in move} == set()
    for row in (1, 2, 3):
        refused(state, f"1>{row}", "CR-11", *NOT_EQUAL)
    state = table(rules, hands=("1 X",), personal=("1 8",), supply=("1 | 1 | 1",))
    for move in ("1>4", "1>0", "X>4", "p>4", "s1>4", "s4>1", "s0>1"):
        refused(state, move)


@clause("CR-12", "CR-13", rules=plain())
@pytest.mark.parametrize("k", range(1, 10))
def test_cr_12_after_k_scissors_k_plus_1_goes_up_and_10_minus_k_goes_down(rules, k):
    up, down = str(k + 1), str(10 - k)
    assert up != down
    assert takes(rules, scissors(k)) == {up, down, "X"}
    for card in set(NUMBERS) - {up, down}:
        refused(table(rules, hands=(f"{card} 6",), levels=(scissors(k),)), f"{card}>1", "CR-11", "CR-12")
    for card, direction, due in ((up, "up", k + 2), (down, "down", 9 - k)):
        state = play(table(rules, hands=(f"{card} 6",), levels=(scissors(k),)), f"{card}>1")
        if k < 9:
            then(state, levels={1: f"{direction} {scissors(k)} {card}"})
            assert takes(rules, level(state)) == {str(due), "X"}
        else:
            then(state, levels={1: ""}, discards=f"{scissors(9)} {card}")


@clause("CR-12", rules=plain())
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


@clause("CR-12", "CR-10")
def test_cr_12_scissors_have_no_direction_of_their_own_whatever_their_source(rules):
    state = table(rules, hands=("X X 6",), personal=("X 8 8",), supply=("X | | ",), levels=("up 1", "down 10"))
    then(state, "X>1", "X>2", "p>3", "s1>3", levels={1: "up 1 X", 2: "down 10 X", 3: "X X"})


@clause("CR-12", "CR-20", rules=plain())
@pytest.mark.parametrize("move", ["X>1=", "X>1u", "2>1u", "9>1d", "2>1="])
def test_cr_12_no_move_needs_a_suffix(rules, move):
    refused(table(rules, hands=("X 2 9 6",), levels=("X",)), move)


@clause("CR-13")
@pytest.mark.parametrize(
    ("row", "tenth"),
    [
        (rising(9), "10"),
        (rising(9), "X"),
        (falling(2), "1"),
        (falling(2), "X"),
        ("up X 2 3 X 5 6 7 X 9", "10"),
        ("up X 2 3 X 5 6 7 X 9", "X"),
        ("down X X 8 7 6 5 4 X 2", "1"),
    ],
)
def test_cr_13_ten_cards_complete_a_level_and_the_turn_goes_on(rules, row, tenth):
    state = table(rules, hands=(f"{tenth} 6 6",), levels=("", "up 1 2", row), discards="7 X")
    then(state, f"{tenth}>3", turn=0, levels={1: "", 2: "up 1 2", 3: ""}, hands={0: "6 6"})
    then(state, discards=f"7 X {row.split(' ', 1)[1]} {tenth}")


@clause("CR-13", "CR-12", rules=plain())
@pytest.mark.parametrize(
    ("row", "tenth"), [(scissors(9), "X"), ("up 1 2 3 X X X X X X", "X"), ("down 10 X X X X X X X X", "1")]
)
def test_cr_13_scissors_count_as_cards_of_the_level(rules, row, tenth):
    state = table(rules, hands=(f"{tenth} 6",), levels=(row,))
    then(state, f"{tenth}>1", turn=0, levels={1: ""})
    assert len(state.position()["discards"]) == 10


@clause("CR-13")
def test_cr_13_nine_cards_do_not_complete_it(rules):
    state = table(rules, hands=("9 2 6",), levels=(rising(8), falling(3)))
    then(state, "9>1", "2>2", levels={1: rising(9), 2: falling(2)}, discards="")


@clause("CR-13", "CR-10")
@pytest.mark.parametrize("source", ["s2", "p"])
def test_cr_13_a_supply_or_a_personal_card_completes_a_level_too(rules, source):
    state = table(rules, hands=("6",), supply=(" | 10 | ",), personal=("10 8",), levels=(rising(9),))
    then(state, f"{source}>1", levels={1: ""}, discards=NUMBERS)


@clause("CR-13", "CR-10", "CR-11")
def test_cr_13_several_levels_in_one_turn_and_the_empty_row_may_be_begun_anew(rules):
    levels = (rising(9), falling(2), "down X 9 8 7 6 5 4 3 2")
    state = table(rules, hands=("10 X 10 9 6",), personal=("1 9",), levels=levels)
    then(state, "10>1", "X>2", "p>3", turn=0, levels=dict.fromkeys((1, 2, 3), ""))
    assert len(state.position()["discards"]) == 30
    then(state, "10>1", "9>1", turn=0, levels={1: "down 10 9"})
