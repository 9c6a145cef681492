"""Cuttle, "Cards and values" and "Deal and turn": CU-1 to CU-5."""

import pytest

import undercut
from tests.clauses.cuttle_table import PACK, clause, table, then, won
from tests.clauses.shared import allowed, moves, play, refused

# A card, and the card that makes twenty-one with it and a ten.
TO_21 = [("Ac", "Td"), ("2c", "9d"), ("3c", "8d"), ("4c", "7d"), ("5c", "6d")]
TO_21 += [("6c", "5d"), ("7c", "4d"), ("8c", "3d"), ("9c", "2d"), ("Tc", "Ad")]


@clause("CU-1", "CU-10")
@pytest.mark.parametrize(("card", "other"), TO_21)
def test_cu_1_a_point_card_is_worth_its_number_and_no_more(rules, card, other):
    assert won(play(table(rules, hands=(card, "Kd"), points=(f"Th {other}", "")), card), 0)
    then(table(rules, hands=(card, "Kd"), points=(f"9h {other}", "")), card, turn=1)


@clause("CU-1")
def test_cu_1_permanents_and_jacks_are_worth_nothing(rules):
    state = table(rules, hands=("Qd", "9d"), points=("Tc 9c:JcJd", ""), permanents=("Qc 8d 8h", ""))
    then(state, "Qd+", turn=1)


@clause("CU-1", "CU-2")
@pytest.mark.parametrize(("low", "high"), [("c", "d"), ("d", "h"), ("h", "s"), ("c", "s")])
def test_cu_1_suits_rise_from_clubs_to_spades(rules, low, high):
    allowed(table(rules, hands=(f"6{high}", ""), points=("", f"6{low}")), f"6{high}x6{low}")
    refused(table(rules, hands=(f"6{low}", ""), points=("", f"6{high}")), f"6{low}x6{high}", "CU-2", "CU-11")


@clause("CU-2", "CU-11")
@pytest.mark.parametrize(
    ("hand", "theirs", "scuttles"),
    [
        ("7h", "7d 7s 6s 8c", "7hx7d 7hx6s"),
        ("9c 8s", "8h 9d", "9cx8h 8sx8h"),  # rank comes before suit
        ("Ac Ts", "Th Ad", "TsxTh TsxAd"),  # the lowest and the highest card
    ],
)
def test_cu_2_exactly_the_lower_cards_can_be_scuttled(rules, hand, theirs, scuttles):
    state = table(rules, hands=(hand, ""), points=("", theirs))
    assert {move for move in moves(state) if "x" in move} == set(scuttles.split())


@clause("CU-1", "CU-3")
def test_cu_3_the_dealer_has_six_cards_the_other_player_five_and_the_first_turn(rules):
    state = undercut.game("cuttle", rules=rules, seats=2).deal(seed=7)
    at = state.position()
    assert [len(cards) for cards in (*at["hands"], at["stock"])] == [5, 6, 41]
    assert sorted(at["hands"][0] + at["hands"][1] + at["stock"]) == sorted(PACK)
    then(state, turn=0, points=("", ""), permanents=("", ""), scrap="", known=("", ""))


@clause("CU-4")
def test_cu_4_drawing_takes_the_top_card_and_ends_the_turn(rules):
    then(table(rules, hands=("Kd", "4d"), stock="9c 8d"), "draw", turn=1, hands={0: "Kd 9c"}, top="8d")


@clause("CU-4")
def test_cu_4_a_turn_is_one_play_or_one_card_drawn(rules):
    state = table(rules, hands=("Kd 4c", "4d"))
    then(state, "4c", turn=1)
    refused(state, "Kd+")
    then(state, "4d", turn=0)
    then(state, "draw", "draw", turn=0)


@clause("CU-4")
def test_cu_4_a_card_that_is_not_in_hand_cannot_be_played(rules):
    state = table(rules, hands=("Kd", "4d"), stock="9c", scrap="6c")
    for move in ("4d", "9c", "6c", "Kc+"):
        refused(state, move)


@clause("CU-4", "CU-5")
@pytest.mark.parametrize(
    ("hand", "stock", "legal"), [("", "9c", "draw"), ("Kc", "9c", "draw Kc+"), ("", "", "pass"), ("Kc", "", "pass Kc+")]
)
def test_cu_5_one_draws_while_there_is_stock_and_passes_without(rules, hand, stock, legal):
    state = table(rules, hands=(hand, "4d"), stock=stock, rest="scrap")
    then(state, moves=legal)
    refused(state, "pass" if stock else "draw", "CU-4", "CU-5")


@clause("CU-5")
def test_cu_5_the_last_card_can_be_drawn_and_then_passing_begins(rules):
    state = table(rules, hands=("4c", "Kd"), stock="9c", rest="scrap")
    then(state, "draw", turn=1, stock="", moves="Kd+ pass")


@clause("CU-5")
@pytest.mark.parametrize("first", [0, 1])
def test_cu_5_three_passes_in_a_row_are_a_draw(rules, first):
    state = table(rules, hands=("4c", "4d"), rest="scrap", turn=first)
    then(state, "pass", turn=1 - first, passes=1)
    then(state, "pass", turn=first, passes=2)
    then(state, "pass", phase="over", to_move=None, moves="", result={"winners": [], "reason": "passes"})
    assert state.result == undercut.Outcome((), "passes")


@clause("CU-5", "CU-21")
@pytest.mark.parametrize("line", ["Kh+", "Ah! 2d! ok"])
def test_cu_5_any_play_even_a_countered_one_starts_the_count_again(rules, line):
    state = table(rules, hands=("Kh Ah", "2d"), rest="scrap", passes=2)
    then(state, *line.split(), turn=1, passes=0)
    then(state, "pass", "pass", turn=1)
    assert play(state, "pass").result == undercut.Outcome((), "passes")
