"""Cut the Rope, equal cards with declared scissors: CR-20, CR-22, CR-23 without `open_scissors`."""

import pytest

from tests.clauses.rope_table import (
    clause,
    cleared,
    declared,
    discards,
    ended,
    falling,
    level,
    plain,
    rising,
    table,
    takes,
    then,
    values,
    waiting,
)
from tests.clauses.shared import allowed, moves, play, refused, turn_of

declared_set = declared()
bookend_set = declared(bookend=True)
no_bookend_set = declared(bookend=False)
both_scissors = pytest.mark.parametrize("move", ["X>1", "X>1="])

EITHER = {"X", "X="}


@clause("CR-20", rules=declared_set)
@pytest.mark.parametrize("top", range(1, 10))
def test_cr_20_upwards_the_next_or_the_same_scissors_too(rules, top):
    assert takes(rules, rising(top)) == {str(top), str(top + 1)} | EITHER


@clause("CR-20", rules=declared_set)
@pytest.mark.parametrize("top", range(2, 11))
def test_cr_20_downwards_the_next_or_the_same_scissors_too(rules, top):
    assert takes(rules, falling(top)) == {str(top), str(top - 1)} | EITHER


@clause("CR-20", rules=declared_set)
def test_cr_20_equal_numbers_as_often_as_you_like(rules):
    state = play(table(rules, hands=("1 1 2 2 2 6",)), "1>1", "1>1", "2>1", "2>1", "2>1")
    then(state, levels={1: "up 1 1 2 2 2"}, values={1: [1, 1, 2, 2, 2]})


@clause("CR-20", rules=declared_set)
@pytest.mark.parametrize(("row", "following", "same"), [(rising(3), 4, 3), (falling(8), 7, 8)])
def test_cr_20_declared_scissors_are_the_next_number_or_the_same(rules, row, following, same):
    state = play(table(rules, hands=("X 6",), levels=(row,)), "X>1")
    assert level(state) == f"{row} X"
    assert values(state)[-2:] == [same, following]
    state = play(table(rules, hands=("X 6",), levels=(row,)), "X>1=")
    assert level(state) == f"{row} X"
    assert values(state)[-2:] == [same, same]


# Reading: "its top number" is what the top card stands for, so a number equal to declared scissors may follow them.
@clause("CR-20", rules=declared_set)
@pytest.mark.parametrize(
    ("row", "fits"),
    [
        ("up 1 X=2", "2 3"),
        ("up 1 X=1", "1 2"),
        ("up 1 X=1 X=2 X=2", "2 3"),
        ("up X=1 2 X=2 X=3", "3 4"),
        ("down 10 X=9", "9 8"),
        ("down 10 X=10", "10 9"),
        ("down X=10 X=9 8 X=8", "8 7"),
    ],
)
def test_cr_20_what_follows_declared_scissors(rules, row, fits):
    assert takes(rules, row) == {*fits.split()} | EITHER


@clause("CR-20", rules=declared_set)
def test_cr_20_a_row_of_both_kinds_of_scissors(rules):
    state = table(rules, hands=("X X X X 6",), levels=("", "up 1"))
    then(state, "X>2=", "X>2", "X>2=", "X>2", levels={2: "up 1 X X X X"}, values={2: [1, 1, 2, 2, 3]})


@clause("CR-20", "CR-10", rules=declared_set)
def test_cr_20_scissors_from_the_other_sources_are_declared_too(rules):
    state = table(rules, hands=("6",), personal=("X X 8",), supply=("X X | | ",), levels=("up 1 2",))
    allowed(state, "s1>1", "s1>1=", "p>1", "p>1=")
    then(state, "p>1=", "s1>1", "s1>1=", "p>1", values={1: [1, 2, 2, 3, 3, 4]})


@clause("CR-20", rules=declared_set)
@pytest.mark.parametrize("move", ["3>1=", "4>1=", "3>1u", "4>1d", "X>1u", "X>1=u", "7>1="])
def test_cr_20_only_scissors_are_declared(rules, move):
    refused(table(rules, hands=("3 4 X 7",), levels=("up 1 2 3",)), move)


@clause("CR-20", "CR-21", rules=[*plain(), *waiting()])
def test_cr_20_elsewhere_scissors_are_not_declared(rules):
    state = table(rules, hands=("X 6",), levels=("up 1 2 3", "X"))
    assert {move for move in moves(state) if move.startswith("X>")} == {"X>1", "X>2", "X>3"}
    refused(state, "X>1=")
    refused(state, "X>2=")


@clause("CR-22", rules=bookend_set)
@both_scissors
@pytest.mark.parametrize("row", [rising(9), "up 1 X=1 X=2 3 4 5 6 7 8 8 9", "up 1 X=2 3 4 5 6 7 8 9 9"])
def test_cr_22_declared_scissors_on_a_9_going_up_complete_it_either_way(rules, row, move):
    state = play(table(rules, hands=("X 6",), levels=(row,)), move)
    then(
        state,
        turn=0,
        levels={1: ""},
        values={1: []},
        discards=(card.partition("=")[0] for card in f"{row} X".split()[1:]),
    )


@clause("CR-22", rules=bookend_set)
@both_scissors
def test_cr_22_declared_scissors_on_a_2_going_down_complete_it_either_way(rules, move):
    state = play(table(rules, hands=("X 6",), levels=(falling(2),)), move)
    then(state, turn=0, levels={1: ""}, discards="10 9 8 7 6 5 4 3 2 X")


@clause("CR-22", "CR-23", rules=bookend_set)
@pytest.mark.parametrize(("row", "value"), [(f"{rising(8)} X=9", 9), (f"{falling(3)} X=2", 2)])
def test_cr_22_the_card_itself_must_lie_on_top(rules, row, value):
    state = play(table(rules, hands=("X 6",), levels=(row,)), "X>1=")
    assert values(state)[-2:] == [value, value]
    assert discards(state) == []
    state = play(table(rules, hands=("X 6",), levels=(row,)), "X>1")
    assert cleared(state)


@clause("CR-22", rules=bookend_set)
@pytest.mark.parametrize("row", [rising(8), "up 1 2", "down 10 9", falling(3), "down X=10 9"])
@both_scissors
def test_cr_22_elsewhere_declared_scissors_complete_nothing(rules, row, move):
    state = play(table(rules, hands=("X 6",), levels=(row,)), move)
    then(state, levels={1: f"{row.replace('=10', '')} X"}, discards="")


@clause("CR-22", "CR-16", rules=bookend_set)
@both_scissors
def test_cr_22_either_may_be_the_winning_card(rules, move):
    state = play(table(rules, hands=("6",), personal=("X",), levels=(rising(9),)), move.replace("X", "p"))
    assert ended(state, "emptied", 0)
    assert cleared(state)


@clause("CR-22", "CR-23", rules=no_bookend_set)
@pytest.mark.parametrize(("row", "top"), [(rising(9), 9), (falling(2), 2)])
def test_cr_22_without_the_option_the_same_again_completes_nothing(rules, row, top):
    state = play(table(rules, hands=("X X 6",), levels=(row,)), "X>1=")
    assert level(state) == f"{row} X"
    assert values(state)[-2:] == [top, top]
    assert discards(state) == []
    then(state, "X>1", levels={1: ""})


@clause("CR-23", rules=declared_set)
@pytest.mark.parametrize(
    ("row", "move"),
    [
        (rising(9), "10>1"),
        (rising(9), "X>1"),
        (f"{rising(8)} X=9", "10>1"),
        (f"{rising(8)} X=9", "X>1"),
        (falling(2), "1>1"),
        (falling(2), "X>1"),
        (f"{falling(3)} X=2", "1>1"),
        (f"{falling(3)} X=2", "X>1"),
    ],
)
def test_cr_23_the_end_value_played_or_reached_completes_it(rules, row, move):
    state = play(table(rules, hands=("X 1 10 6",), levels=(row,), discards="4"), move)
    then(state, levels={1: ""}, values={1: []})
    assert len(discards(state)) == 11
    assert turn_of(state, 0)


@clause("CR-23", rules=declared_set)
@pytest.mark.parametrize("move", ["10>1", "X>1"])
def test_cr_23_a_level_of_more_than_ten_cards(rules, move):
    row = "up 1 1 X=1 X=2 3 3 4 5 6 7 8 X=8 X=9"
    state = play(table(rules, hands=("X 10 6",), levels=(row,)), move)
    assert cleared(state)
    assert len(discards(state)) == 14


@clause("CR-23", rules=declared_set)
@pytest.mark.parametrize(
    ("row", "move"),
    [
        ("up 1 1 2 2 3 3 4 4 5", "5>1"),
        ("up 1 1 2 2 3 3 4 4 5", "X>1"),
        ("up 1 X=1 X=1 X=1 X=1 X=1 X=1 X=1 X=1", "X>1="),
        ("down 10 10 10 9 9 9 X=9 X=9 8", "X>1="),
    ],
)
def test_cr_23_not_at_ten_cards(rules, row, move):
    state = play(table(rules, hands=("X 5 6",), levels=(row,)), move)
    assert len(values(state)) == 10
    assert discards(state) == []
