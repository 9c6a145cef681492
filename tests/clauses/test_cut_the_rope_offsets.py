"""Cut the Rope, rows begun with declared scissors: CR-24."""

import pytest

import undercut
from tests.clauses.rope_table import (
    EVERY_SET,
    clause,
    cleared,
    declared,
    ended,
    level,
    offsets,
    table,
    takes,
    then,
    values,
)
from tests.clauses.shared import moves, play, refused, turn_of

declared_set = declared()

EITHER = {"X", "X="}

# Typed in by hand: the numbers that a row of scissors with that offset takes.
AFTER_OFFSET = {
    0: "1 2 10 9",
    1: "2 3 9 8",
    2: "3 4 8 7",
    3: "4 5 7 6",
    4: "5u 5d 6u 6d",
    5: "6 7 5 4",
    6: "7 8 4 3",
    7: "8 9 3 2",
    8: "9 10 2 1",
}


@clause("CR-24", "CR-12", rules=declared_set)
def test_cr_24_on_an_empty_row_only_x(rules):
    state = table(rules, hands=("X 6",), personal=("X 8",), supply=("X | | ",))
    onto = {f"{source}>{row}" for source in ("X", "p", "s1") for row in "123"}
    assert {move for move in moves(state) if ">" in move} == onto
    refused(state, "X>1=", "CR-24", "CR-20")
    assert takes(rules, "") == {"1", "10", "X"}


@clause("CR-24", rules=declared_set)
def test_cr_24_the_first_offset_is_0_and_each_further_one_the_same_or_one_more(rules):
    state = play(table(rules, hands=("X X X X 6",)), "X>1")
    then(state, levels={1: "X"}, values={1: [0]})
    then(state, "X>1=", values={1: [0, 0]})
    then(state, "X>1", values={1: [0, 0, 1]})
    then(state, "X>1=", values={1: [0, 0, 1, 1]}, levels={1: "X X X X"})


@clause("CR-24", rules=declared_set)
@pytest.mark.parametrize("offset", AFTER_OFFSET)
def test_cr_24_what_a_row_of_scissors_takes(rules, offset):
    assert takes(rules, offsets(*range(offset + 1))) == {*AFTER_OFFSET[offset].split()} | EITHER


@clause("CR-24", rules=declared_set)
@pytest.mark.parametrize(
    ("row", "offset"), [(offsets(0, 0, 0), 0), (offsets(0, 1, 1, 1), 1), (offsets(0, 0, 1, 2, 3, 3, 4, 4), 4)]
)
def test_cr_24_the_offset_counts_and_not_the_number_of_scissors(rules, row, offset):
    assert takes(rules, row) == {*AFTER_OFFSET[offset].split()} | EITHER


@clause("CR-24", rules=declared_set)
@pytest.mark.parametrize("offset", [0, 1, 2, 3, 5, 6, 7])
def test_cr_24_a_number_gives_the_row_its_direction(rules, offset):
    up = {offset + 1, offset + 2}
    row = offsets(*range(offset + 1))
    for number in AFTER_OFFSET[offset].split():
        state = play(table(rules, hands=(f"{number} 6",), levels=(row,)), f"{number}>1")
        direction = "up" if int(number) in up else "down"
        assert level(state) == " ".join([direction, *["X"] * (offset + 1), number])
        stood_for = [1 + at if direction == "up" else 10 - at for at in range(offset + 1)]
        assert values(state) == [*stood_for, int(number)]


@clause("CR-24", rules=declared_set)
def test_cr_24_equal_offsets_become_equal_values(rules):
    row = offsets(0, 0, 1, 1)
    assert values(play(table(rules, hands=("3 6",), levels=(row,)), "3>1")) == [1, 1, 2, 2, 3]
    assert values(play(table(rules, hands=("9 6",), levels=(row,)), "9>1")) == [10, 10, 9, 9, 9]


@clause("CR-24", rules=declared_set)
@pytest.mark.parametrize(
    ("move", "expected", "row_values"),
    [
        ("5>1u", "up X X X X X 5", [1, 2, 3, 4, 5, 5]),
        ("5>1d", "down X X X X X 5", [10, 9, 8, 7, 6, 5]),
        ("6>1u", "up X X X X X 6", [1, 2, 3, 4, 5, 6]),
        ("6>1d", "down X X X X X 6", [10, 9, 8, 7, 6, 6]),
    ],
)
def test_cr_24_at_offset_4_the_player_says_which(rules, move, expected, row_values):
    state = table(rules, hands=(f"{move[0]} 9",), levels=(offsets(0, 1, 2, 3, 4),))
    refused(state, move[:-1], "CR-24")
    then(state, move, levels={1: expected}, values={1: row_values})


@clause("CR-24", rules=declared_set)
@pytest.mark.parametrize("move", ["1>1u", "2>1u", "9>1d", "10>1d", "1>1d", "3>1"])
def test_cr_24_elsewhere_there_is_nothing_to_say(rules, move):
    refused(table(rules, hands=("1 2 9 10 3",), levels=(offsets(0),)), move)


@clause("CR-24", rules=declared_set)
@pytest.mark.parametrize("card", ["3", "4", "5", "6", "7", "8"])
def test_cr_24_other_numbers_are_refused(rules, card):
    refused(table(rules, hands=(f"{card} 6",), levels=(offsets(0, 0),)), f"{card}>1", "CR-24", "CR-12")


@clause("CR-24", "CR-10", rules=declared_set)
def test_cr_24_the_choice_for_supply_and_personal_cards(rules):
    state = table(rules, hands=("9",), personal=("6 8",), supply=("5 | | ",), levels=(offsets(0, 1, 2, 3, 4),))
    assert {move for move in moves(state) if ">" in move} == {"s1>1u", "s1>1d", "p>1u", "p>1d"}
    then(state, "p>1d", "s1>1", values={1: [10, 9, 8, 7, 6, 6, 5]})


@clause("CR-24", "CR-23", rules=declared_set)
def test_cr_24_offset_9_completes_the_row(rules):
    state = play(table(rules, hands=("X X 6",), levels=(offsets(*range(9)),)), "X>1=")
    then(state, values={1: [0, 1, 2, 3, 4, 5, 6, 7, 8, 8]}, discards="")
    then(state, "X>1", turn=0, levels={1: ""}, discards=["X"] * 11)


@clause("CR-24", "CR-23", "CR-16", rules=declared_set)
def test_cr_24_offset_9_with_the_winning_card(rules):
    state = play(table(rules, hands=("6",), personal=("X",), levels=(offsets(*range(9)),)), "p>1")
    assert ended(state, "emptied", 0)
    then(state, levels={1: ""}, discards=["X"] * 10)


@clause("CR-24", "CR-23", rules=declared_set)
@pytest.mark.parametrize("card", ["10", "1"])
def test_cr_24_at_offset_8_an_end_value_completes_the_row(rules, card):
    state = play(table(rules, hands=(f"{card} 6",), levels=(offsets(*range(9)),)), f"{card}>1")
    then(state, levels={1: ""}, discards=f"X X X X X X X X X {card}")


@clause("CR-24", "CR-23", rules=declared_set)
@pytest.mark.parametrize(("card", "direction", "fits"), [("9", "up", {"9", "10"}), ("2", "down", {"2", "1"})])
def test_cr_24_at_offset_8_the_number_before_the_end_does_not(rules, card, direction, fits):
    row = offsets(*range(9))
    state = play(table(rules, hands=(f"{card} 6",), levels=(row,)), f"{card}>1")
    assert level(state) == f"{direction} X X X X X X X X X {card}"
    stood_for = range(1, 10) if direction == "up" else range(10, 1, -1)
    settled = " ".join([direction, *(f"X={value}" for value in stood_for), card])
    assert takes(rules, settled) == fits | EITHER


@clause("CR-24", "CR-13", rules=declared_set)
def test_cr_24_ten_scissors_complete_only_if_each_was_one_more(rules):
    one_more = play(table(rules, hands=("X 6",), levels=(offsets(*range(9)),)), "X>1")
    assert cleared(one_more)
    state = play(table(rules, hands=("X 6",), levels=(offsets(0, *range(8)),)), "X>1")
    then(state, levels={1: "X X X X X X X X X X"}, values={1: [0, *range(9)]})


@pytest.mark.parametrize("name", EVERY_SET)
@pytest.mark.clause("CR-24", rules=list(EVERY_SET))
def test_cr_24_open_scissors_need_equal(name):
    with pytest.raises(undercut.BadRules) as caught:
        undercut.game("cut_the_rope", rules={"set": name, "equal": False, "open_scissors": True}, seats=3)
    assert caught.value.faults


@clause("CR-24", rules=declared_set)
def test_cr_24_equal_without_open_scissors_is_fine(rules):
    assert turn_of(undercut.game("cut_the_rope", rules=rules, seats=3).deal(seed=1), 0)
