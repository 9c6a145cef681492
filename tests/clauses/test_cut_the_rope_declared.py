import pytest

import undercut
from tests.clauses import rope_table as rope
from tests.clauses.rope_table import clause, declared, falling, offsets, rising, table, takes, then, values
from tests.clauses.shared import allowed, ended, moves, refused

declared_set = declared()
bookend_set = declared(bookend=True)
no_bookend_set = declared(bookend=False)
both_scissors = pytest.mark.parametrize("move", ["X>1", "X>1="])

EITHER = {"X", "X="}


def without_values(row):
    """Return a row as it is shown, and its cards: ``up 1 X=2`` shows ``up 1 X``."""
    shown = " ".join(card.partition("=")[0] for card in row.split())
    return shown, shown.removeprefix("up ").removeprefix("down ")


@clause("CR-20", rules=declared_set)
@pytest.mark.parametrize("top", range(1, 10))
def test_cr_20_the_next_or_the_same_upwards_and_downwards_scissors_too(rules, top):
    assert takes(rules, rising(top)) == {str(top), str(top + 1)} | EITHER
    assert takes(rules, falling(11 - top)) == {str(11 - top), str(10 - top)} | EITHER


@clause("CR-20", rules=declared_set)
def test_cr_20_equal_numbers_and_both_kinds_of_scissors_as_often_as_you_like(rules):
    state = table(rules, hands=("1 2 2 X X X",), levels=("up 1", "up 1"))
    then(state, "1>1", "2>1", "2>1", levels={1: "up 1 1 2 2"}, values={1: [1, 1, 2, 2]})
    then(state, "X>2=", "X>2", "X>2=", levels={2: "up 1 X X X"}, values={2: [1, 1, 2, 2]})


@clause("CR-20", rules=declared_set)
@pytest.mark.parametrize(("row", "following", "same"), [(rising(3), 4, 3), (falling(8), 7, 8)])
def test_cr_20_declared_scissors_are_the_next_number_or_the_same(rules, row, following, same):
    for move, value in (("X>1", following), ("X>1=", same)):
        state = then(table(rules, hands=("X 6",), levels=(row,)), move, levels={1: f"{row} X"})
        assert values(state)[-2:] == [same, value]


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


@clause("CR-20", "CR-10", rules=declared_set)
def test_cr_20_scissors_from_the_other_sources_are_declared_too(rules):
    state = table(rules, hands=("6",), personal=("X X 8",), supply=("X X | | ",), levels=("up 1 2",))
    allowed(state, "s1>1", "s1>1=", "p>1", "p>1=")
    then(state, "p>1=", "s1>1", "s1>1=", "p>1", values={1: [1, 2, 2, 3, 3, 4]})


@clause("CR-20", rules=declared_set)
@pytest.mark.parametrize("move", ["3>1=", "4>1=", "3>1u", "4>1d", "X>1u", "X>1=u", "7>1="])
def test_cr_20_only_scissors_are_declared(rules, move):
    refused(table(rules, hands=("3 4 X 7",), levels=("up 1 2 3",)), move)


@clause("CR-20", "CR-21", rules=[*rope.plain(), *rope.waiting()])
def test_cr_20_elsewhere_scissors_are_not_declared(rules):
    state = table(rules, hands=("X 6",), levels=("up 1 2 3", "X"))
    assert {move for move in moves(state) if move.startswith("X>")} == {"X>1", "X>2", "X>3"}
    refused(state, "X>1=")
    refused(state, "X>2=")


@clause("CR-22", rules=bookend_set)
@both_scissors
@pytest.mark.parametrize("row", [rising(9), "up 1 X=1 X=2 3 4 5 6 7 8 8 9", "up 1 X=2 3 4 5 6 7 8 9 9", falling(2)])
def test_cr_22_declared_scissors_on_a_9_going_up_or_a_2_going_down_complete_it_either_way(rules, row, move):
    state = table(rules, hands=("X 6",), levels=(row,))
    then(state, move, turn=0, levels={1: ""}, values={1: []}, discards=f"{without_values(row)[1]} X")


@clause("CR-22", "CR-23", rules=bookend_set)
@pytest.mark.parametrize(("row", "value"), [(f"{rising(8)} X=9", 9), (f"{falling(3)} X=2", 2)])
def test_cr_22_the_card_itself_must_lie_on_top(rules, row, value):
    state = table(rules, hands=("X 6",), levels=(row,))
    then(state.copy(), "X>1", levels={1: ""})
    then(state, "X>1=", discards="")
    assert values(state)[-2:] == [value, value]


@clause("CR-22", rules=bookend_set)
@pytest.mark.parametrize("row", [rising(8), "up 1 2", "down 10 9", falling(3), "down X=10 9"])
@both_scissors
def test_cr_22_elsewhere_declared_scissors_complete_nothing(rules, row, move):
    state = table(rules, hands=("X 6",), levels=(row,))
    then(state, move, levels={1: f"{without_values(row)[0]} X"}, discards="")


@clause("CR-22", "CR-16", rules=bookend_set)
@pytest.mark.parametrize("move", ["p>1", "p>1="])
def test_cr_22_either_may_be_the_winning_card(rules, move):
    state = table(rules, hands=("6",), personal=("X",), levels=(rising(9),))
    assert ended(then(state, move, levels={1: ""}), "emptied", 0)


@clause("CR-22", "CR-23", rules=no_bookend_set)
@pytest.mark.parametrize(("row", "top"), [(rising(9), 9), (falling(2), 2)])
def test_cr_22_without_the_option_the_same_again_completes_nothing(rules, row, top):
    state = table(rules, hands=("X X 6",), levels=(row,))
    then(state, "X>1=", levels={1: f"{row} X"}, discards="")
    assert values(state)[-2:] == [top, top]
    then(state, "X>1", levels={1: ""})


@clause("CR-23", rules=declared_set)
@pytest.mark.parametrize("last", ["X", "end value"])
@pytest.mark.parametrize(
    ("row", "end"),
    [
        (rising(9), "10"),
        (f"{rising(8)} X=9", "10"),
        ("up 1 1 X=1 X=2 3 3 4 5 6 7 8 X=8 X=9", "10"),  # a level of more than ten cards
        (falling(2), "1"),
        (f"{falling(3)} X=2", "1"),
    ],
)
def test_cr_23_the_end_value_played_or_reached_completes_it(rules, row, end, last):
    card = "X" if last == "X" else end
    state = table(rules, hands=("X 1 10 6",), levels=(row,), discards="4")
    then(state, f"{card}>1", turn=0, levels={1: ""}, values={1: []}, discards=f"4 {without_values(row)[1]} {card}")


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
    state = then(table(rules, hands=("X 5 6",), levels=(row,)), move, discards="")
    assert len(values(state)) == 10


# Typed in by hand: the numbers that a row of scissors with that offset takes.
AFTER_OFFSET = {0: "1 2 10 9", 1: "2 3 9 8", 2: "3 4 8 7", 3: "4 5 7 6", 4: "5u 5d 6u 6d"}
AFTER_OFFSET |= {5: "6 7 5 4", 6: "7 8 4 3", 7: "8 9 3 2", 8: "9 10 2 1"}


@clause("CR-24", "CR-12", rules=declared_set)
def test_cr_24_on_an_empty_row_only_x(rules):
    state = table(rules, hands=("X 6",), personal=("X 8",), supply=("X | | ",))
    onto = {f"{source}>{row}" for source in ("X", "p", "s1") for row in "123"}
    assert {move for move in moves(state) if ">" in move} == onto
    refused(state, "X>1=", "CR-24", "CR-20")
    assert takes(rules, "") == {"1", "10", "X"}


@clause("CR-24", rules=declared_set)
def test_cr_24_the_first_offset_is_0_and_each_further_one_the_same_or_one_more(rules):
    state = table(rules, hands=("X X X X 6",))
    then(state, "X>1", levels={1: "X"}, values={1: [0]})
    then(state, "X>1=", values={1: [0, 0]})
    then(state, "X>1", values={1: [0, 0, 1]})
    then(state, "X>1=", values={1: [0, 0, 1, 1]}, levels={1: "X X X X"})


@clause("CR-24", rules=declared_set)
@pytest.mark.parametrize(
    ("row", "offset"),
    [(offsets(*range(offset + 1)), offset) for offset in AFTER_OFFSET]
    # The offset counts and not the number of scissors.
    + [(offsets(0, 0, 0), 0), (offsets(0, 1, 1, 1), 1), (offsets(0, 0, 1, 2, 3, 3, 4, 4), 4)],
)
def test_cr_24_what_a_row_of_scissors_takes(rules, row, offset):
    assert takes(rules, row) == {*AFTER_OFFSET[offset].split()} | EITHER


@clause("CR-24", rules=declared_set)
@pytest.mark.parametrize("offset", [0, 1, 2, 3, 5, 6, 7])
def test_cr_24_a_number_gives_the_row_its_direction(rules, offset):
    row = offsets(*range(offset + 1))
    for number in AFTER_OFFSET[offset].split():
        up = int(number) in {offset + 1, offset + 2}
        stood_for = [1 + at if up else 10 - at for at in range(offset + 1)]
        state = table(rules, hands=(f"{number} 6",), levels=(row,))
        then(state, f"{number}>1", levels={1: f"{'up' if up else 'down'} {without_values(row)[0]} {number}"})
        then(state, values={1: [*stood_for, int(number)]})


@clause("CR-24", rules=declared_set)
def test_cr_24_equal_offsets_become_equal_values(rules):
    state = table(rules, hands=("3 9 6",), levels=(offsets(0, 0, 1, 1),))
    then(state.copy(), "3>1", values={1: [1, 1, 2, 2, 3]})
    then(state, "9>1", values={1: [10, 10, 9, 9, 9]})


@clause("CR-24", rules=declared_set)
@pytest.mark.parametrize(
    ("move", "row", "stand_for"),
    [
        ("5>1u", "up X X X X X 5", [1, 2, 3, 4, 5, 5]),
        ("5>1d", "down X X X X X 5", [10, 9, 8, 7, 6, 5]),
        ("6>1u", "up X X X X X 6", [1, 2, 3, 4, 5, 6]),
        ("6>1d", "down X X X X X 6", [10, 9, 8, 7, 6, 6]),
    ],
)
def test_cr_24_at_offset_4_the_player_says_which(rules, move, row, stand_for):
    state = table(rules, hands=(f"{move[0]} 9",), levels=(offsets(0, 1, 2, 3, 4),))
    refused(state, move[:-1], "CR-24")
    then(state, move, levels={1: row}, values={1: stand_for})


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


@clause("CR-24", "CR-13", "CR-23", rules=declared_set)
def test_cr_24_offset_9_completes_the_row_and_the_same_offset_does_not(rules):
    state = table(rules, hands=("X X 6",), levels=(offsets(*range(9)),))
    then(state, "X>1=", values={1: [*range(9), 8]}, discards="")
    then(state, "X>1", turn=0, levels={1: ""}, discards=["X"] * 11)
    # Nor do ten scissors of which two had the same.
    state = table(rules, hands=("X 6",), levels=(offsets(0, *range(8)),))
    then(state, "X>1", levels={1: " ".join("X" * 10)}, values={1: [0, *range(9)]})


@clause("CR-24", "CR-23", "CR-16", rules=declared_set)
def test_cr_24_offset_9_with_the_winning_card(rules):
    state = table(rules, hands=("6",), personal=("X",), levels=(offsets(*range(9)),))
    then(state, "p>1", levels={1: ""}, discards=["X"] * 10)
    assert ended(state, "emptied", 0)


@clause("CR-24", "CR-23", rules=declared_set)
@pytest.mark.parametrize("card", ["10", "1"])
def test_cr_24_at_offset_8_an_end_value_completes_the_row(rules, card):
    state = table(rules, hands=(f"{card} 6",), levels=(offsets(*range(9)),))
    then(state, f"{card}>1", levels={1: ""}, discards=["X"] * 9 + [card])


@clause("CR-24", "CR-23", rules=declared_set)
@pytest.mark.parametrize(
    ("card", "direction", "stood_for", "fits"),
    [("9", "up", range(1, 10), {"9", "10"}), ("2", "down", range(10, 1, -1), {"2", "1"})],
)
def test_cr_24_at_offset_8_the_number_before_the_end_does_not(rules, card, direction, stood_for, fits):
    state = table(rules, hands=(f"{card} 6",), levels=(offsets(*range(9)),))
    then(state, f"{card}>1", levels={1: f"{direction} X X X X X X X X X {card}"})
    assert takes(rules, f"{direction} {offsets(*stood_for)} {card}") == fits | EITHER


@clause("CR-24", rules=declared_set)
def test_cr_24_equal_without_open_scissors_is_fine(rules):
    then(undercut.game("cut_the_rope", rules=rules, seats=3).deal(seed=1), turn=0)
