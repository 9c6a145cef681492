"""Cuttle, the limit of a hand: CU-35 (the open end, CU-36, is with the views)."""

from tests.clauses.cuttle_table import clause, hand, table, then, won
from tests.clauses.shared import allowed, moves, play, refused

EIGHT = "Ac 3c 4c 6c 8c Tc Qc Kc"


@clause("CU-35", hand_limit=8)
def test_cu_35_a_ninth_card_must_be_discarded(rules):
    state = table(rules, hands=(EIGHT, "3d"), stock="9h")
    play(state, "draw")
    at = state.position()
    assert (at["phase"], at["turn"], at["to_move"], at["to_discard"]) == ("limit", 0, 0, 1)
    assert moves(state) == {f"-{card}" for card in [*EIGHT.split(), "9h"]}
    then(state, "-3c", turn=1, hands={0: set(EIGHT.split()) - {"3c"} | {"9h"}}, scrap="3c")


@clause("CU-35", hand_limit=8)
def test_cu_35_the_card_just_drawn_may_go(rules):
    state = play(table(rules, hands=(EIGHT, "3d"), stock="9h"), "draw", "-9h")
    assert hand(state, 0) == set(EIGHT.split())


@clause("CU-35", hand_limit=8)
def test_cu_35_eight_cards_are_not_too_many(rules):
    state = table(rules, hands=(EIGHT.removesuffix(" Kc"), "3d"), stock="9h")
    then(state, "draw", turn=1)


@clause("CU-35", hand_limit=8)
def test_cu_35_only_the_end_of_the_turn_counts(rules):
    state = table(rules, hands=(f"{EIGHT} 9h", "3d"))
    then(state, "Ac", turn=1)


@clause("CU-35", hand_limit=8)
def test_cu_35_several_discards_one_after_the_other(rules):
    state = table(rules, hands=(f"{EIGHT} 9h 9s", "3d"), stock="Th")
    then(state, "draw", to_discard=3)
    then(state, "-9h", "-Th", to_move=0, phase="limit", to_discard=1)
    refused(state, "-9h")
    then(state, "-Ac", turn=1)


@clause("CU-35", hand_limit=8)
def test_cu_35_nothing_but_discards_then(rules):
    state = play(table(rules, hands=(EIGHT, "3d"), stock="9h"), "draw")
    for move in ("draw", "Kc+", "9h", "pass"):
        refused(state, move, "CU-35", "CU-4", "CU-5")


@clause("CU-35", hand_limit=8)
def test_cu_35_the_other_players_hand_waits_for_his_own_turn(rules):
    state = table(rules, hands=("4h", f"{EIGHT} 9h"), stock="Th")
    then(state, "4h", turn=1)
    then(state, "draw", to_move=1, phase="limit", to_discard=2)


@clause("CU-35", "CU-5", hand_limit=8)
def test_cu_35_a_pass_ends_a_turn_too(rules):
    state = table(rules, hands=(f"{EIGHT} 9h", "3d"), rest="scrap")
    then(state, "pass", phase="limit")
    then(state, "-9h", turn=1)


@clause("CU-35", "CU-5a", hand_limit=8, five="recycle")
def test_cu_35_after_a_five(rules):
    state = table(rules, hands=(EIGHT.replace("4c", "5c"), "3d"), stock="9h Th 4d")
    then(state, "5c!", "ok", "-Ac", phase="limit", to_discard=1)
    then(state, "-3c", turn=1, scrap="5c Ac 3c")


@clause("CU-35", "CU-21", hand_limit=8)
def test_cu_35_after_a_countered_one_off(rules):
    state = table(rules, hands=(f"{EIGHT} 9h", "2d"))
    then(state, "Ac!", "2d!", "ok", turn=1)


@clause("CU-35", hand_limit=0)
def test_cu_35_zero_is_no_limit(rules):
    state = table(rules, hands=(f"{EIGHT} 9h 9s", "3d"), stock="Th")
    then(state, "draw", turn=1)


@clause("CU-35", hand_limit=3)
def test_cu_35_any_number_may_be_the_limit(rules):
    state = table(rules, hands=("3c 4c 6c", "3d"), stock="9h")
    then(state, "draw", moves="-3c -4c -6c -9h")


@clause("CU-35", "CU-7", hand_limit=3, win="turn_end")
def test_cu_35_the_goal_is_tested_before_the_discards(rules):
    state = table(rules, hands=("3c 4c 6c", "3d"), points=("Th 9h 2h", ""), stock="9s")
    assert won(play(state, "draw"), 0)


@clause("CU-35", "CU-9a", hand_limit=8, nine_freeze=True, nine_to="controller")
def test_cu_35_a_frozen_card_thaws_before_the_discards(rules):
    state = table(rules, hands=(EIGHT, "3d"), frozen="Kc", stock="9h")
    then(state, "draw", phase="limit", frozen="")
    allowed(state, "-Kc")
    then(state, "-Kc", turn=1)


@clause("CU-35", hand_limit=8)
def test_cu_35_discards_can_be_loaded(rules):
    state = table(rules, hands=(f"{EIGHT} 9h 9s", "3d"), phase="limit", to_discard=2)
    then(state, "-9h", "-9s", turn=1, hands={0: set(EIGHT.split())})
