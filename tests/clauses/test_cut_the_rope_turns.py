"""Cut the Rope, the end of a turn: CR-14, CR-15, CR-17."""

import pytest

from tests.clauses.rope_table import SEATS, clause, position, rising, table, takes, then
from tests.clauses.shared import allowed, moves, refused, replayed


@clause("CR-14")
def test_cr_14_any_hand_card_on_top_of_any_of_the_three_rows(rules):
    state = table(rules, hands=("3 5 5 9",), supply=("9 | | 4 4 4",), deck="3")
    then(state, moves={f"{card}/{row}" for card in "359" for row in "123"})
    # One of several equal cards leaves the hand once.
    then(state, "5/3", supply={0: "9 | | 4 4 4 5"})
    assert state.position()["hands"][0].count("5") == 1


@clause("CR-14")
def test_cr_14_a_supply_row_may_be_of_any_length(rules):
    row = "4 4 4 4 4 4 3 3 3 3 3 3 3"
    then(table(rules, hands=("5 9",), supply=(f"{row} | | ",)), "9/1", supply={0: f"{row} 9 | | "})


@clause("CR-14", "CR-3")
@pytest.mark.parametrize("seats", SEATS)
def test_cr_14_it_ends_the_turn(rules, seats):
    state = table(rules, hands=("1 5", "1 5"), seats=seats)
    then(state, "1>1", "5/2", turn=1, supply={0: " | 5 | ", 1: " | | "})


@clause("CR-14")
def test_cr_14_no_end_while_a_card_can_be_put_down_be_it_the_last(rules):
    state = table(rules, hands=("1 5",))
    refused(state, "end", "CR-14")
    refused(then(state, "1>1", hands={0: "5"}), "end", "CR-14")
    then(table(rules, hands=("5",)), moves="5/1 5/2 5/3")


@clause("CR-14", "CR-10", "CR-15")
def test_cr_14_without_a_hand_card_the_turn_just_ends_and_six_are_drawn(rules):
    state = table(rules, hands=("",), personal=("1 8",), supply=("10 | 3 | ",), deck="2 3 4 7 8 X 1")
    # It may end though other cards could be played.
    then(state, moves={"end"} | {f"{source}>{row}" for source in ("p", "s1") for row in "123"})
    then(state.copy(), "p>1", "end", turn=1)
    then(state, "end", turn=1, hands={0: "2 3 4 7 8 X"}, supply={0: "10 | 3 | "})


@clause("CR-14")
def test_cr_14_only_a_card_of_ones_hand(rules):
    refused(table(rules, hands=("5", "9")), "9/1", "CR-14", "CR-10")


@clause("CR-14", "CR-2")
@pytest.mark.parametrize("move", ["5/4", "5/0", "5/", "/1", "5", "11/1", "0/1", ""])
def test_cr_14_what_is_no_move(rules, move):
    refused(table(rules, hands=("5 9",)), move)


@clause("CR-14", "CR-10")
def test_cr_14_nothing_is_played_on_level_rows_after_that(rules):
    state = then(table(rules, hands=("5 1", "6"), personal=("10 8", "7 8")), "5/1", turn=1)
    assert {move for move in moves(state) if ">" in move} == set()
    refused(state, "1>1")


@clause("CR-15")
@pytest.mark.parametrize(
    ("hand", "line", "drawn", "left"),
    [
        ("5 9 9 9 9 9", "5/1", "2 9 9 9 9 9", "3 4"),  # one card put down, one drawn
        ("1 2 5 9", "1>1 2>1 5/1", "9 2 3 4 7 8", "X"),
        ("5", "5/1", "2 3 4 7 8 X", "1"),
    ],
)
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_cr_15_up_to_six_from_the_top_at_the_end_of_the_turn(rules, turn, hand, line, drawn, left):
    hands = tuple(hand if seat == turn else "6" for seat in range(3))
    state = table(rules, hands=hands, seats=3, turn=turn, deck="2 3 4 7 8 X 1")
    *before, last = line.split()
    then(state, *before, top="2 3 4 7 8 X")
    then(state, last, hands={**dict.fromkeys(range(3), "6"), turn: drawn}, top=left)


@clause("CR-15", "CR-14", refill="turn_end")
def test_cr_15_turn_end_a_hand_emptied_by_plays_waits_for_the_end(rules):
    state = table(rules, hands=("1 2",), deck="3 4 5 6 7 8")
    then(state, "1>1", "2>1", turn=0, hands={0: ""}, moves="end")
    then(state, "end", hands={0: "3 4 5 6 7 8"})


@clause("CR-15", refill="when_empty")
def test_cr_15_when_empty_a_hand_emptied_by_plays_is_filled_at_once(rules):
    state = table(rules, hands=("1 2",), deck="3 4 5 6 7 8 9")
    then(state, "1>1", "2>1", turn=0, hands={0: "3 4 5 6 7 8"}, top="9")
    allowed(state, "3>1", "8/2")
    refused(state, "end", "CR-14")


@clause("CR-15", refill="when_empty")
def test_cr_15_when_empty_several_times_in_one_turn(rules):
    state = table(rules, hands=("1",), deck="2 3 4 5 6 7 8 9 10 X X X 4")
    then(state, "1>1", "2>1", "3>1", "4>1", "5>1", "6>1", hands={0: "7"})
    then(state, "7>1", turn=0, hands={0: "8 9 10 X X X"}, top="4")


@clause("CR-15", refill="when_empty")
def test_cr_15_when_empty_only_an_emptied_hand_is_filled(rules):
    then(table(rules, hands=("1 9",), personal=("2 8",), deck="3 4"), "1>1", "p>1", hands={0: "9"})


# Reading: `when_empty` comes on top of the draw that ends every turn ("Then draw up to six"), it does not replace it.
@clause("CR-15", "CR-14", refill="when_empty")
@pytest.mark.parametrize(("hand", "drawn"), [("1 5 9", "9 3 4 5 6 7"), ("1 5", "3 4 5 6 7 8")])
def test_cr_15_when_empty_the_turn_ends_with_a_draw_all_the_same(rules, hand, drawn):
    state = table(rules, hands=(hand,), deck="3 4 5 6 7 8 2")
    then(state, "1>1", "5/1", turn=1, hands={0: drawn})


@clause("CR-15", "CR-18", refill="when_empty")
def test_cr_15_when_empty_with_nothing_to_draw_play_goes_on(rules):
    state = table(rules, hands=("1",), personal=("2 8",), supply=("3 | | ",), rest="supply")
    then(state, "1>1", turn=0, hands={0: ""})
    assert {move for move in moves(state) if move[0] != "s"} == {"end", "p>1"}
    then(state, "p>1", "s1>1", turn=0, levels={1: "up 1 2 3"})


@clause("CR-15", "CR-13", "CR-18", refill="when_empty")
def test_cr_15_when_empty_cards_that_come_back_later_in_the_turn_wait_for_its_end(rules):
    start = position(rules, hands=("1",), personal=("10 8",), levels=(rising(9),), rest="supply")
    state = then(replayed(start, [], "1>2", "p>1"), turn=0, levels={1: ""}, hands={0: ""})
    assert len(state.position()["discards"]) == 10
    then(replayed(start, ["5 1 2 10 9 8 3 4 6 7"], "1>2", "p>1", "end"), hands={0: "5 1 2 10 9 8"})


# Reading: the level is cleared before the hand is filled (as CR-16 says of winning), so its ten cards can be drawn.
@clause("CR-15", "CR-13", "CR-18", refill="when_empty")
@pytest.mark.parametrize(
    ("fields", "shuffles", "hand", "deck"),
    [
        ({"hands": ("1",), "deck": "9 4"}, [], "4 9", ""),
        ({"hands": ("1",), "deck": "9 4", "discards": "2 3 7 8 10 X"}, ["X 8 7 2 3 10"], "9 4 X 8 7 2", "3 10"),
        ({"hands": ("10",), "levels": (rising(9),)}, ["5 1 2 10 9 8 3 4 6 7"], "5 1 2 10 9 8", "3 4 6 7"),
    ],
    ids=["what there is", "the discards, in the middle of a turn", "the level that the last card completed"],
)
def test_cr_15_when_empty_the_hand_is_filled_from_all_that_can_be_drawn(rules, fields, shuffles, hand, deck):
    state = replayed(position(rules, rest="supply", **fields), shuffles, f"{fields['hands'][0]}>1")
    then(state, turn=0, hands={0: hand}, deck=deck, discards="")


@clause("CR-17")
def test_cr_17_nothing_moves_between_supply_rows_or_from_the_personal_deck(rules):
    state = table(rules, hands=("5",), personal=("9 8",), supply=("4 | 3 | X",))
    assert {move for move in moves(state) if "/" in move} == {"5/1", "5/2", "5/3"}
    for move in ("s1/2", "s1/1", "s3/1", "p/1", "p/2", "p/3", "9/1", "4/2"):
        refused(state, move)


@clause("CR-17", "CR-10", "CR-14", supply_scissors=True)
def test_cr_17_scissors_may_lie_in_supply_rows_and_are_played_from_there(rules):
    state = table(rules, hands=("X",), supply=("X | | 4",), levels=("up 1",))
    assert {move for move in moves(state) if "/" in move} == {"X/1", "X/2", "X/3"}
    refused(state, "end", "CR-14")
    then(state.copy(), "X/1", supply={0: "X X | | 4"})
    then(state, "s1>1", levels={1: "up 1 X"})


@clause("CR-17", supply_scissors=False)
def test_cr_17_without_the_option_scissors_are_not_put_down_but_still_go_on_level_rows(rules):
    state = table(rules, hands=("X X 5",), levels=("up 1",))
    assert {move for move in moves(state) if "/" in move} == {"5/1", "5/2", "5/3"}
    for row in (1, 2, 3):
        refused(state, f"X/{row}", "CR-17")
    refused(state, "end", "CR-14")
    then(state, "X>1", "X>2", levels={1: "up 1 X", 2: "X"})
    assert "X" in takes(rules, "up 1 2")


@clause("CR-17", "CR-14", "CR-15", supply_scissors=False)
@pytest.mark.parametrize(
    ("hand", "drawn", "left"), [("X X", "X X 3 4 7 9", "2"), ("X X X X X X", "X X X X X X", "3 4 7 9 2")]
)
def test_cr_17_without_the_option_a_hand_of_scissors_just_ends_the_turn(rules, hand, drawn, left):
    state = table(rules, hands=(hand,), deck="3 4 7 9 2")
    assert {move for move in moves(state) if ">" not in move} == {"end"}
    refused(state, "X/2", "CR-17")
    then(state, "end", turn=1, hands={0: drawn}, top=left, supply={0: " | | "})
