"""Cups, "A turn": cups, CP-11 and CP-16 (and CP-30 where the cup goes to the side)."""

import pytest

from tests.clauses.cups_table import at, clause, pile, plays, table, then
from tests.clauses.shared import refused

dump_sets = ["simple", "democratic-league", "magellan", "mathematicians"]
side_sets = ["children", {"set": "simple", "cup_goes": "side"}, {"set": "magellan", "cup_goes": "side"}]


@clause("CP-11")
def test_cp_11_on_a_cup_any_card_but_a_cup(rules):
    state = table(rules, hands=("Ad 2s 5w 9d Pd Kw 6c 9c", "2d"), dump="3w 5c")
    assert plays(state) == {"Ad", "2s", "5w", "9d", "Pd", "Kw"}


@clause("CP-11")
@pytest.mark.parametrize("cup", ["6c", "Ac", "Kc"])
def test_cp_11_no_cup_on_another_cup(rules, cup):
    refused(table(rules, hands=(f"{cup} 2s", "2d"), dump="3w 5c"), cup, "CP-11", "CP-35")


@clause("CP-11")
@pytest.mark.parametrize("card", ["9s", "Td", "Ad", "Kw"])
def test_cp_11_a_card_on_a_cup_costs_nothing(rules, card):
    state = table(rules, hands=(f"{card} Kc", "2d", "3d"), dump="3w 5c")
    before = pile(state, "stack")
    then(state, card, phase="play", hands={0: "Kc"}, stack=before, dump=["3w", "5c", card])


@clause("CP-11", "CP-3", "CP-37")
@pytest.mark.parametrize(
    ("seats", "turn", "direction", "following"),
    [(2, 0, 1, 1), (2, 1, -1, 0), (3, 0, 1, 2), (3, 0, -1, 1), (3, 1, 1, 0), (4, 0, 1, 3), (4, 2, -1, 3), (5, 1, 1, 0)],
)
def test_cp_11_play_reverses(rules, seats, turn, direction, following):
    hands = [f"{rank}d {rank}s" for rank in "45678"[:seats]]
    state = table(rules, hands=hands, dump="3w Tc", turn=turn, direction=direction)
    then(state, hands[turn].split()[0], turn=following, direction=-direction)


@clause("CP-11")
def test_cp_11_the_reversed_direction_lasts(rules):
    state = table(rules, hands=("4s 2w", "6s 3w", "5s 4w"), dump="8w Tc")
    for card, following in (("4s", 2), ("5s", 1), ("6s", 0)):
        then(state, card, turn=following)
    assert at(state, "direction") == -1


@clause("CP-11", "CP-17", rules=["simple", "children", "democratic-league", "magellan"])
def test_cp_11_who_holds_only_cups_buries(rules):
    state = table(rules, hands=("4c Kc", "6s 3w", "5s 4w"), dump="8w Tc")
    assert plays(state) == {"bury"}
    then(state, "bury", turn=1, direction=1)


@clause("CP-11", "CP-16")
def test_cp_11_no_cup_of_the_same_value_trick_on_a_cup(rules):
    state = table(rules, hands=("5d 7c 2s", "2d"), dump="7s 5c")
    assert plays(state) == {"5d", "2s"}


@clause("CP-16", "CP-30", rules=dump_sets)
def test_cp_16_the_cup_of_the_same_value_takes_three_cards(rules):
    state = table(rules, hands=("7c 2d", "3d", "4d"), dump="3w 4w 8d Ts 7s")
    then(state, "7c", turn=1, hands={0: "2d 7s Ts 8d"}, dump="3w 4w 7c", side="", direction=1)


@clause("CP-16", rules=dump_sets)
@pytest.mark.parametrize("rank", "A2TPNQK")
def test_cp_16_every_rank_has_its_cup(rules, rank):
    state = table(rules, hands=(f"{rank}c 2d 3c 9c", "3d"), dump=f"4w 5w 6w {rank}s")
    then(state, f"{rank}c", hands={0: f"2d 3c 9c {rank}s 6w 5w"}, dump=["4w", f"{rank}c"])


@clause("CP-16")
def test_cp_16_a_cup_of_another_value_cannot_be_played(rules):
    state = table(rules, hands=("6c 8c 7c 2d", "3d"), dump="4w 7s")
    assert plays(state) == {"7c", "2d"}
    refused(state, "8c", "CP-16")
    refused(state, "6c", "CP-16")


@clause("CP-16", rules=dump_sets)
@pytest.mark.parametrize("dump", ["7s", "8d 7s", "9w 8d 7s"])
def test_cp_16_fewer_than_three_cards_are_all_taken(rules, dump):
    state = table(rules, hands=("7c 2d", "3d"), dump=dump)
    then(state, "7c", turn=1, hands={0: f"2d {dump}"}, dump="7c")


@clause("CP-16", rules=dump_sets)
def test_cp_16_cups_among_the_three_are_taken_too(rules):
    state = table(rules, hands=("7c 2d", "3d"), dump="4w 6c 8d 7s")
    then(state, "7c", hands={0: "2d 6c 8d 7s"})


@clause("CP-16", "CP-11", rules=dump_sets)
def test_cp_16_the_cup_is_now_active(rules):
    state = table(rules, hands=("7c 2d", "3d 7w 8c 8s", "4d"), dump="3w 4w 8d Ts 7s")
    then(state, "7c", plays="3d 7w 8s")
    then(state, "3d", turn=0, direction=-1)


@clause("CP-16", "CP-36", rules=["simple", "children", "democratic-league", "magellan"])
def test_cp_16_the_stack_is_not_touched(rules):
    state = table(rules, hands=("7c 2d", "3d"), dump="3w 4w 8d Ts 7s")
    before = pile(state, "stack")
    then(state, "7c", stack=before)


@clause("CP-16", "CP-18")
def test_cp_16_a_cup_as_last_card_does_not_empty_the_hand(rules):
    state = table(rules, hands=("7c", "3d"), graveyards=("5w", ""), dump="3w 4w 8d Ts 7s")
    then(state, "7c", turn=1, hands={0: "7s Ts 8d"}, graveyards={0: "5w"})


@clause("CP-16", "CP-30", rules=side_sets)
def test_cp_30_side_the_cup_goes_to_the_side_pile(rules):
    state = table(rules, hands=("7c 2d", "3d", "4d"), dump="3w 4w 8d Ts 7s", side="2c")
    then(state, "7c", turn=1, hands={0: "2d 7s Ts 8d"}, dump="3w 4w", side="2c 7c", side_active=True, direction=1)


@clause("CP-16", "CP-30", rules=side_sets)
@pytest.mark.parametrize("dump", ["7s", "8d 7s", "Ts 8d 7s"])
def test_cp_30_side_fewer_than_three_cards_leave_the_dump_empty(rules, dump):
    state = table(rules, hands=("7c 2d", "3d 8c", "4d"), dump=dump)
    then(state, "7c", hands={0: f"2d {dump}"}, dump="", side="7c", side_active=True)
    # The cup is active, so this is no free lead: cups are refused, and play reverses.
    then(state, lead=False, plays="3d")
    then(state, "3d", turn=0, dump="3d", side_active=False, direction=-1)


@clause("CP-30", "CP-11", rules=side_sets)
def test_cp_30_side_the_cup_is_active_until_the_next_card_on_the_dump(rules):
    state = table(rules, hands=("7c 2d", "3d 8c Ad", "8s Tc Td"), dump="3w 4w 8d Ts 7s")
    then(state, "7c", plays="3d Ad")
    refused(state, "8c", "CP-11")
    then(state, "3d", turn=0, dump="3w 4w 3d", side="7c", side_active=False, direction=-1)


@clause("CP-30", "CP-17", rules=side_sets)
def test_cp_30_side_a_bury_leaves_the_cup_active(rules):
    state = table(rules, hands=("2c 3c", "3d 8c", "4d 5d"), dump="3w 9s", side="7c", side_active=True)
    then(state, "bury", side="7c", side_active=True, direction=1, plays="3d")


@clause("CP-30", rules=side_sets)
def test_cp_30_side_a_cup_that_is_no_longer_active_does_not_count(rules):
    state = table(rules, hands=("7d 9c Ts 2s", "3d"), dump="3w 9s", side="7c")
    assert plays(state) == {"7d", "9c", "Ts"}


@clause("CP-30", rules=side_sets)
def test_cp_30_side_the_three_cards_never_come_from_the_side_pile(rules):
    state = table(rules, hands=("9c 2d", "3d"), dump="9s", side="5c 7c")
    then(state, "9c", hands={0: "2d 9s"}, side="5c 7c 9c")


@clause("CP-30", cup_goes="dump")
def test_cp_30_dump_the_cup_goes_on_the_dump(rules):
    state = table(rules, hands=("9c 2d", "3d"), dump="2w 3w 4w 9s")
    then(state, "9c", dump="2w 9c", side="", side_active=False)


@clause("CP-30", cup_goes="side")
def test_cp_30_side_in_every_set(rules):
    state = table(rules, hands=("9c 2d", "3d"), dump="2w 3w 4w 9s")
    then(state, "9c", dump="2w", side="9c", side_active=True)
