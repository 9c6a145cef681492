import pytest

import undercut
from tests.clauses import rope_table as rope
from tests.clauses.rope_table import clause, falling, plain, rising, scissors, table, takes, then, waiting
from tests.clauses.shared import allowed, moves, refused

waiting_set = waiting()
bookend_set = waiting(bookend=True)
no_bookend_set = waiting(bookend=False)

# Typed in by hand: what a row of that many scissors and no number takes, besides more scissors.
AFTER_SCISSORS = {
    1: "1 2 9 10",
    2: "1 2 3 8 9 10",
    3: "1 2 3 4 7 8 9 10",
    4: "1 2 3 4 5 6 7 8 9 10",
    5: "1 2 3 4 5u 5d 6u 6d 7 8 9 10",
    6: "1 2 3 4u 4d 5u 5d 6u 6d 7u 7d 8 9 10",
    7: "1 2 3u 3d 4u 4d 5u 5d 6u 6d 7u 7d 8u 8d 9 10",
    8: "1 2u 2d 3u 3d 4u 4d 5u 5d 6u 6d 7u 7d 8u 8d 9u 9d 10",
    9: "1u 1d 2u 2d 3u 3d 4u 4d 5u 5d 6u 6d 7u 7d 8u 8d 9u 9d 10u 10d",
}
AFTER_SCISSORS |= dict.fromkeys((10, 11, 15, 19), AFTER_SCISSORS[9])


def between(low, high):
    return {str(number) for number in range(low, high + 1)} | {"X"}


@pytest.mark.parametrize(
    "rules",
    [
        *({"set": name, "equal": False, "open_scissors": True} for name in rope.EVERY_SET),
        {"set": "standard", "open_scissors": True},
        {"set": "short", "equal": False},
    ],
)
@pytest.mark.clause("CR-21", "CR-24", rules=list(rope.EVERY_SET))
def test_cr_21_open_scissors_without_equal_are_refused(rules):
    with pytest.raises(undercut.BadRules, match="equal"):
        undercut.game("cut_the_rope", rules=rules, seats=2)


@clause("CR-20", rules=waiting_set)
@pytest.mark.parametrize("top", range(1, 10))
def test_cr_20_the_next_or_an_equal_card_upwards_and_downwards(rules, top):
    assert takes(rules, rising(top)) == between(top, top + 1)
    assert takes(rules, falling(11 - top)) == between(10 - top, 11 - top)


@clause("CR-20", rules=waiting_set)
def test_cr_20_equal_cards_as_often_as_you_like(rules):
    state = table(rules, hands=("1 1 2 2 9 6",), levels=("up 1", "down 10 9"))
    then(state, "1>1", "1>1", "2>1", "2>1", "9>2", levels={1: "up 1 1 1 2 2", 2: "down 10 9 9"})
    assert takes(rules, rope.level(state)) == {"2", "3", "X"}


@clause("CR-20", rules=plain(bookend=True) + plain(bookend=False))
def test_cr_20_without_the_option_an_equal_card_is_refused(rules):
    state = table(rules, hands=("3 8 6",), levels=("up 1 2 3", "down 10 9 8"))
    refused(state, "3>1", "CR-11", "CR-20")
    refused(state, "8>2", "CR-11", "CR-20")


@clause("CR-20", "CR-21", rules=waiting_set)
def test_cr_20_open_scissors_are_laid_without_a_value(rules):
    state = table(rules, hands=("X 6",), personal=("X 8",), supply=("X | | ",), levels=("up 1 2", "", "X"))
    assert {move for move in moves(state) if "X" in move and ">" in move} == {"X>1", "X>2", "X>3"}
    for move in ("X>1=", "X>2=", "X>3=", "p>1=", "s1>1=", "X>1u"):
        refused(state, move)


@clause("CR-21", rules=waiting_set)
@pytest.mark.parametrize(
    ("number", "count"), [(1, 1), (1, 3), (1, 8), (2, 2), (3, 1), (3, 4), (5, 2), (5, 6), (7, 1), (8, 1), (8, 4)]
)
def test_cr_21_after_a_number_and_open_scissors_upwards_and_the_same_way_down(rules, number, count):
    far = min(10, number + count + 1)
    assert takes(rules, f"{rising(number)} {scissors(count)}") == between(number, far)
    assert takes(rules, f"{falling(11 - number)} {scissors(count)}") == between(11 - far, 11 - number)


@clause("CR-21", rules=waiting_set)
@pytest.mark.parametrize(("row", "card"), [("up 1 2 X", "5"), ("up 1 2 X", "1"), ("down 10 X X", "6")])
def test_cr_21_a_number_out_of_reach_is_refused(rules, row, card):
    refused(table(rules, hands=(f"{card} 6",), levels=(row,)), f"{card}>1", "CR-21", "CR-20", "CR-11")


@clause("CR-21", rules=waiting_set)
@pytest.mark.parametrize(
    ("row", "reach"),
    [
        ("up 1 X X 3 X", (3, 5)),
        ("up 1 X X 1", (1, 2)),
        ("up X X 1 X", (1, 3)),
        ("up X X X X X 6", (6, 7)),
        ("down 10 X X 9 X", (7, 9)),
        ("down X X 8 X X", (5, 8)),
        ("down X X X X X 5", (4, 5)),
    ],
)
def test_cr_21_a_number_settles_the_scissors_below_it(rules, row, reach):
    assert takes(rules, row) == between(*reach)


@clause("CR-21", rules=waiting_set)
@pytest.mark.parametrize("count", AFTER_SCISSORS)
def test_cr_21_after_scissors_alone(rules, count):
    assert takes(rules, scissors(count)) == {*AFTER_SCISSORS[count].split(), "X"}


@clause("CR-21", rules=waiting_set)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_cr_21_a_number_that_fits_one_way_sets_the_direction(rules, count):
    for number in AFTER_SCISSORS[count].split():
        direction = "up" if int(number) <= count + 1 else "down"
        state = table(rules, hands=(f"{number} 6",), levels=(scissors(count),))
        then(state, f"{number}>1", levels={1: f"{direction} {scissors(count)} {number}"})


@clause("CR-21", "CR-10", rules=waiting_set)
@pytest.mark.parametrize("source", ["5", "6", "s2", "p"])
@pytest.mark.parametrize(("suffix", "direction"), [("u", "up"), ("d", "down")])
def test_cr_21_where_both_ways_fit_the_player_says_which(rules, source, suffix, direction):
    number = int(source) if source.isdigit() else 5
    state = table(rules, hands=("5 6 9",), personal=("5 8",), supply=(" | 5 | ",), levels=(scissors(5),))
    refused(state, f"{source}>1", "CR-21")
    assert {move for move in moves(state) if move.startswith(f"{source}>1")} == {f"{source}>1u", f"{source}>1d"}
    then(state, f"{source}>1{suffix}", levels={1: f"{direction} {scissors(5)} {number}"})
    reach = (number, number + 1) if suffix == "u" else (number - 1, number)
    assert takes(rules, rope.level(state)) == between(*reach)


@clause("CR-21", rules=waiting_set)
@pytest.mark.parametrize("move", ["4>1u", "4>1d", "7>1u", "7>1d", "4>2u", "4>1="])
def test_cr_21_no_suffix_where_nothing_is_to_be_chosen(rules, move):
    refused(table(rules, hands=("4 7 9",), levels=(scissors(5), "up 1 2 3")), move)


@clause("CR-21", "CR-23", rules=waiting_set)
def test_cr_21_scissors_may_wait_without_end_all_twenty_on_one_row(rules):
    state = table(rules, hands=("X X 10 1 6",), levels=(scissors(18),))
    then(state, "X>1", turn=0, levels={1: scissors(19)}, discards="")
    then(state, "X>1", turn=0, levels={1: scissors(20)}, discards="")
    allowed(state, "10>1u", "10>1d", "1>1u", "1>1d", "6>1u", "6>1d")
    state = table(rules, hands=("X 8 6",), levels=(f"up 1 2 {scissors(12)}",))
    then(state, "X>1", levels={1: f"up 1 2 {scissors(13)}"})
    then(state, "8>1", levels={1: f"up 1 2 {scissors(13)} 8"})


@clause("CR-22", rules=bookend_set)
@pytest.mark.parametrize(
    "row",
    [
        *(rising(9), f"{rising(9)} 9", "up X X X X X X X X 9", "up 1 X X X X X X X 9"),
        *(falling(2), f"{falling(2)} 2", "down X X X X X X X X 2", "down 10 X X X X X X X 2"),
    ],
)
def test_cr_22_scissors_on_the_9_of_an_upward_row_or_the_2_of_a_downward_row_complete_it(rules, row):
    state = table(rules, hands=("X 6",), levels=("", row))
    then(state, "X>2", turn=0, levels={2: ""}, discards=f"{row.split(' ', 1)[1]} X")


@clause("CR-22", "CR-21", rules=bookend_set)
def test_cr_22_also_on_a_9_that_has_just_given_scissors_their_direction(rules):
    state = table(rules, hands=("9 X 6",), levels=(scissors(8),))
    then(state, "9>1u", "X>1", turn=0, levels={1: ""}, discards=f"{scissors(9)} 9")


@clause("CR-22", rules=bookend_set)
@pytest.mark.parametrize(
    "row",
    [
        *(rising(8), f"{rising(8)} X", "up 1 2", "up 1 X", "down 10 9", "down X 9", "down 10 X 9"),
        *(falling(3), f"{falling(3)} X", scissors(8), scissors(9)),
    ],
)
def test_cr_22_elsewhere_scissors_complete_nothing(rules, row):
    then(table(rules, hands=("X 6",), levels=(row,)), "X>1", levels={1: f"{row} X"}, discards="")


@clause("CR-22", "CR-10", rules=bookend_set)
@pytest.mark.parametrize("move", ["s1>1", "p>1"])
def test_cr_22_scissors_from_the_other_sources_complete_it_too(rules, move):
    state = table(rules, hands=("6",), personal=("X 8",), supply=("X | | ",), levels=(rising(9),))
    then(state, move, levels={1: ""})


@clause("CR-22", "CR-21", rules=no_bookend_set)
@pytest.mark.parametrize(("row", "reach"), [(rising(9), (9, 10)), (falling(2), (1, 2))])
def test_cr_22_without_the_option_the_scissors_stay_open(rules, row, reach):
    state = table(rules, hands=("X 6",), levels=(row,))
    then(state, "X>1", levels={1: f"{row} X"}, discards="")
    assert takes(rules, rope.level(state)) == between(*reach)


@clause("CR-22", "CR-13", rules=plain(bookend=True))
@pytest.mark.parametrize("row", ["down 10 9", "up 1 2", "down X 9", "up X 2"])
def test_cr_22_bookend_without_equal_changes_nothing(rules, row):
    then(table(rules, hands=("X 6",), levels=(row,)), "X>1", levels={1: f"{row} X"})


@clause("CR-23", rules=waiting_set)
@pytest.mark.parametrize(
    ("row", "end"),
    [(row, "10") for row in (rising(9), f"{rising(9)} 9 9", "up 1 X X X X X X X X", "up X 2 3 X X X X X X X X")]
    + [(row, "1") for row in (falling(2), f"{falling(2)} 2 2", "down 10 X X X X X X X X", "down X 9 X X X 5 X X X")],
)
def test_cr_23_the_end_value_completes_a_row_of_any_length(rules, row, end):
    state = table(rules, hands=(f"{end} 6",), levels=(row,))
    then(state, f"{end}>1", turn=0, levels={1: ""}, discards=f"{row.split(' ', 1)[1]} {end}")


@clause("CR-23", "CR-21", rules=waiting_set)
@pytest.mark.parametrize("count", [9, 10, 12])
@pytest.mark.parametrize(("number", "done", "other", "way"), [("10", "u", "d", "down"), ("1", "d", "u", "up")])
def test_cr_23_after_nine_scissors_the_direction_decides_whether_it_is_complete(rules, count, number, done, other, way):
    state = table(rules, hands=(f"{number} 6",), levels=(scissors(count),))
    then(state.copy(), f"{number}>1{done}", levels={1: ""})
    then(state, f"{number}>1{other}", levels={1: f"{way} {scissors(count)} {number}"}, discards="")


@clause("CR-23", "CR-21", rules=waiting_set)
@pytest.mark.parametrize(
    ("row", "card"),
    [
        ("up 1 1 2 2 3 3 4 4 5", "5"),
        ("down 10 10 10 9 9 9 8 8 8", "8"),
        ("up 1 2 3 X X X X X X", "X"),
        (f"up 1 {scissors(9)}", "X"),  # scissors that could stand for the end value
        (scissors(9), "X"),
        ("up 1", "1"),  # the other end
        ("down 10", "10"),
    ],
)
def test_cr_23_neither_ten_cards_nor_anything_else_completes_it(rules, row, card):
    then(table(rules, hands=(f"{card} 6",), levels=(row,)), f"{card}>1", levels={1: f"{row} {card}"}, discards="")


@clause("CR-23", "CR-21", rules=waiting_set)
def test_cr_23_open_scissors_reach_the_end_value(rules):
    assert takes(rules, f"up 1 {scissors(9)}") == {*rope.NUMBERS, "X"}
