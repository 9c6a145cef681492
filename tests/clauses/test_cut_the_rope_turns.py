import pytest

from tests.clauses import rope_table as rope
from tests.clauses.rope_table import clause, falling, level, plain, rising, scissors, table, takes, then
from tests.clauses.shared import allowed, moves, play, refused, replayed

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
    for card in rope.NUMBERS[1:9]:
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
    levels = ("up 1 2", "up 1 2", "down 10 9")
    state = table(rules, hands=("1 10 5",), personal=("1 1",), supply=("7 | | ",), levels=levels)
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
    for card in set(rope.NUMBERS) - {up, down}:
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
    then(state, f"{source}>1", levels={1: ""}, discards=rope.NUMBERS)


@clause("CR-13", "CR-10", "CR-11")
def test_cr_13_several_levels_in_one_turn_and_the_empty_row_may_be_begun_anew(rules):
    levels = (rising(9), falling(2), "down X 9 8 7 6 5 4 3 2")
    state = table(rules, hands=("10 X 10 9 6",), personal=("1 9",), levels=levels)
    then(state, "10>1", "X>2", "p>3", turn=0, levels=dict.fromkeys((1, 2, 3), ""))
    assert len(state.position()["discards"]) == 30
    then(state, "10>1", "9>1", turn=0, levels={1: "down 10 9"})


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
@pytest.mark.parametrize("seats", rope.SEATS)
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
    start = rope.position(rules, hands=("1",), personal=("10 8",), levels=(rising(9),), rest="supply")
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
    state = replayed(rope.position(rules, rest="supply", **fields), shuffles, f"{fields['hands'][0]}>1")
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
