"""Cuttle, "Cards and values" and "Deal and turn": CU-1 to CU-5."""

import pytest

import undercut
from tests.clauses.cuttle_table import PACK, clause, phase, scrap, table, then, won
from tests.clauses.shared import allowed, moves, play, refused, turn_of

# A card, and the card that makes twenty-one with it and a ten.
TO_21 = [("Ac", "Td"), ("2c", "9d"), ("3c", "8d"), ("4c", "7d"), ("5c", "6d")]
TO_21 += [("6c", "5d"), ("7c", "4d"), ("8c", "3d"), ("9c", "2d"), ("Tc", "Ad")]


@clause("CU-1", "CU-10")
@pytest.mark.parametrize(("card", "other"), TO_21)
def test_cu_1_a_point_card_is_worth_its_number(rules, card, other):
    state = table(rules, hands=(card, "Kd"), points=(f"Th {other}", ""))
    assert won(play(state, card), 0)


@clause("CU-1", "CU-10")
@pytest.mark.parametrize(("card", "other"), TO_21)
def test_cu_1_a_point_card_is_worth_no_more_than_its_number(rules, card, other):
    state = table(rules, hands=(card, "Kd"), points=(f"9h {other}", ""))
    then(state, card, turn=1)


@clause("CU-1")
def test_cu_1_permanents_and_jacks_are_worth_nothing(rules):
    state = table(rules, hands=("Qd", "9d"), points=("Tc 9c:JcJd", ""), permanents=("Qc 8d 8h", ""))
    then(state, "Qd+", turn=1)


@clause("CU-1")
def test_cu_1_the_pack_has_52_cards(rules):
    at = undercut.game("cuttle", rules=rules, seats=2).deal(seed=11).position()
    assert sorted(at["hands"][0] + at["hands"][1] + at["stock"]) == sorted(PACK)


@clause("CU-1", "CU-2")
@pytest.mark.parametrize(("low", "high"), [("c", "d"), ("d", "h"), ("h", "s"), ("c", "s")])
def test_cu_1_suits_rise_from_clubs_to_spades(rules, low, high):
    allowed(table(rules, hands=(f"6{high}", ""), points=("", f"6{low}")), f"6{high}x6{low}")
    refused(table(rules, hands=(f"6{low}", ""), points=("", f"6{high}")), f"6{low}x6{high}", "CU-2", "CU-11")


@clause("CU-2")
def test_cu_2_rank_comes_before_suit(rules):
    state = table(rules, hands=("9c 8s", ""), points=("", "8h 9d"))
    assert {move for move in moves(state) if "x" in move} == {"9cx8h", "8sx8h"}
    refused(state, "8sx9d", "CU-2", "CU-11")


@clause("CU-2", "CU-11")
def test_cu_2_exactly_the_lower_cards_can_be_scuttled(rules):
    state = table(rules, hands=("7h", ""), points=("", "7d 7s 6s 8c"))
    assert {move for move in moves(state) if "x" in move} == {"7hx7d", "7hx6s"}


@clause("CU-2")
def test_cu_2_the_lowest_and_the_highest_card(rules):
    state = table(rules, hands=("Ac Ts", ""), points=("", "Th Ad"))
    assert {move for move in moves(state) if "x" in move} == {"TsxTh", "TsxAd"}


@clause("CU-3")
def test_cu_3_the_dealer_has_six_cards_and_the_other_five(rules):
    at = undercut.game("cuttle", rules=rules, seats=2).deal(seed=7).position()
    assert [len(cards) for cards in at["hands"]] == [5, 6]
    assert len(at["stock"]) == 41


@clause("CU-3")
def test_cu_3_the_player_who_did_not_deal_begins(rules):
    state = undercut.game("cuttle", rules=rules, seats=2).deal(seed=7)
    assert turn_of(state, 0)


@clause("CU-3")
def test_cu_3_nothing_else_is_on_the_table_after_the_deal(rules):
    at = undercut.game("cuttle", rules=rules, seats=2).deal(seed=7).position()
    assert (at["points"], at["permanents"], at["scrap"]) == ([[], []], [[], []], [])
    assert at["known"] == [[], []]


@pytest.mark.clause("CU-3", rules=["sipie"])
def test_cu_3_a_seed_fixes_the_deal():
    game = undercut.game("cuttle", rules="sipie", seats=2)
    assert game.deal(seed=7).position() == game.deal(seed=7).position()
    assert game.deal(seed=7).position() != game.deal(seed=8).position()


@clause("CU-4")
def test_cu_4_drawing_takes_the_top_card_and_ends_the_turn(rules):
    state = table(rules, hands=("Kd", "4d"), stock="9c 8d")
    then(state, "draw", turn=1, hands={0: "Kd 9c"}, top="8d")


@clause("CU-4")
def test_cu_4_playing_a_card_ends_the_turn(rules):
    state = table(rules, hands=("Kd 4c", "4d"))
    then(state, "4c", turn=1)
    refused(state, "Kd+")


@clause("CU-4")
def test_cu_4_turns_alternate(rules):
    state = table(rules, hands=("4c 5c", "4d 5d"))
    then(state, "4c", "4d", turn=0)
    then(state, "draw", "draw", turn=0)


@clause("CU-4")
def test_cu_4_a_card_that_is_not_in_hand_cannot_be_played(rules):
    state = table(rules, hands=("Kd", "4d"), stock="9c", scrap="6c")
    for move in ("4d", "9c", "6c", "Kc+"):
        refused(state, move)


@clause("CU-4", "CU-5")
def test_cu_4_an_empty_hand_can_only_draw(rules):
    assert moves(table(rules, hands=("", "4d"))) == {"draw"}


@clause("CU-4", "CU-5")
def test_cu_4_no_pass_while_there_is_stock(rules):
    state = table(rules, hands=("4c", "4d"), stock="9c", rest="scrap")
    refused(state, "pass", "CU-4", "CU-5")


@clause("CU-5")
def test_cu_5_nobody_draws_from_an_empty_stock(rules):
    state = table(rules, hands=("4c", "4d"), rest="scrap")
    refused(state, "draw", "CU-4", "CU-5")


@clause("CU-5")
def test_cu_5_one_may_pass_with_cards_in_hand(rules):
    state = table(rules, hands=("Kc", "4d"), rest="scrap")
    assert moves(state) == {"Kc+", "pass"}
    then(state, "pass", turn=1)


@clause("CU-5")
def test_cu_5_one_may_pass_without_cards(rules):
    assert moves(table(rules, hands=("", "4d"), rest="scrap")) == {"pass"}


@clause("CU-5")
def test_cu_5_the_last_card_can_be_drawn_and_then_passing_begins(rules):
    state = table(rules, hands=("4c", "Kd"), stock="9c", rest="scrap")
    then(state, "draw", stock="", moves="Kd+ pass")


@clause("CU-5")
def test_cu_5_three_passes_in_a_row_are_a_draw(rules):
    state = table(rules, hands=("4c", "4d"), rest="scrap")
    play(state, "pass", "pass")
    assert state.result is None
    play(state, "pass")
    assert tuple(state.result.winners) == ()
    assert state.result.reason == "passes"
    assert state.position()["result"] == {"winners": [], "reason": "passes"}
    assert (state.to_move, phase(state), moves(state)) == (None, "over", set())


@clause("CU-5")
def test_cu_5_three_passes_may_begin_with_either_player(rules):
    state = table(rules, hands=("4c", "4d"), rest="scrap", turn=1)
    play(state, "pass", "pass", "pass")
    assert tuple(state.result.winners) == ()


@clause("CU-5")
def test_cu_5_the_passes_are_counted(rules):
    state = table(rules, hands=("4c", "4d"), rest="scrap")
    assert [play(state, "pass").position()["passes"] for _ in range(2)] == [1, 2]


@clause("CU-5")
def test_cu_5_a_play_starts_the_count_again(rules):
    state = table(rules, hands=("Kh", "5d"), rest="scrap", passes=2)
    then(state, "Kh+", passes=0)
    play(state, "pass", "pass")
    assert state.result is None
    play(state, "pass")
    assert state.result.reason == "passes"


@clause("CU-5")
def test_cu_5_a_countered_play_is_a_play(rules):
    state = table(rules, hands=("Ah", "2d"), rest="scrap", passes=2)
    then(state, "Ah!", "2d!", "ok", passes=0)
    play(state, "pass", "pass")
    assert state.result is None


@clause("CU-5", "CU-11")
def test_cu_5_play_goes_on_without_stock(rules):
    state = table(rules, hands=("9c", "4d"), points=("", "5d"), rest="scrap")
    play(state, "9cx5d")
    assert {"9c", "5d"} <= scrap(state)
    then(state, turn=1, points={1: ""})
