"""Cups, "The stack runs out": CP-20 and CP-21."""

import pytest

import undercut
from tests.clauses.cups_table import away, bag, clause, forced, graveyard, hand, pile, plays, position, then
from tests.clauses.shared import play, refused, turn_of

side_sets = ["children", {"set": "simple", "cup_goes": "side"}]
# Sets where a draw that finds nothing changes nothing but what CP-20 says.
rest_sets = ["simple", "children", "mathematicians"]


def exact(rules, **more):
    """Three coins draw exactly the three cards of the stack; the king of cups keeps a cup in play (CP-22)."""
    fields = {"hands": ("3d Kc 2w", "5d 6d"), "dump": "6c 4w 8d 9s", "stack": "Td Tw 5s", "rest": "away"}
    return position(rules, **(fields | more))


@clause("CP-20")
def test_cp_20_the_played_card_and_the_cups_go_away_and_the_rest_is_the_new_stack(rules):
    start = exact(rules)
    state = forced(start, "3d", "8d 9s 4w")
    then(state, turn=1, hands={0: "Kc 2w Td Tw 5s"}, gone="3d 6c", dump="8d", stack="9s 4w", direction=1)


@clause("CP-20")
def test_cp_20_the_turned_card_is_active(rules):
    state = forced(exact(rules, hands=("3d Kc 2w", "5d 9d Ac 7c 8c")), "3d", "8d 9s 4w")
    assert plays(state) == {"9d", "8c"}


@clause("CP-20")
def test_cp_20_the_shuffle_is_noted_top_first(rules):
    state = play(undercut.from_position(exact(rules)), "3d")
    assert len(state.shuffles) == 1
    order = list(state.shuffles[0])
    assert bag(order) == bag("4w 8d 9s")
    then(state, dump=order[:1], stack=order[1:])


@clause("CP-20", "CP-15")
def test_cp_20_after_the_draw_of_a_court(rules):
    start = exact(rules, hands=("Pd Kc 2w", "5d 6d", "7d"))
    state = forced(start, "Pd", "4w 8d 9s")
    then(state, hands={0: "Kc 2w Td Tw 5s"}, gone="Pd 6c", dump="4w", stack="8d 9s")


@clause("CP-20", "CP-17")
def test_cp_20_after_a_bury_the_active_card_goes_away(rules):
    start = exact(rules, hands=("2s 3c 7s", "5d 6d", "7d"))
    state = forced(start, "bury", "4w 8d")
    then(state, turn=1, hands={0: "Td Tw 5s"}, graveyards={0: "3c 2s 7s"}, gone="9s 6c", dump="4w", stack="8d")


@clause("CP-20", "CP-17", "CP-11", rules=["simple", "children", "democratic-league", "magellan"])
def test_cp_20_after_a_bury_on_a_cup_of_the_dump(rules):
    start = exact(rules, hands=("2c 3c 7c", "5d 6d", "7d"), dump="4w 8d 6c")
    state = forced(start, "bury", "4w 8d")
    then(state, gone="6c", dump="4w", stack="8d", direction=1)


@clause("CP-20")
def test_cp_20_a_stack_with_a_card_left_is_not_renewed(rules):
    start = exact(rules, stack="Td Tw 5s 7w")
    state = forced(start, "3d")
    then(state, stack="7w", dump="6c 4w 8d 9s 3d", away=start["away"])
    assert list(state.shuffles) == []


@clause("CP-20", "CP-14", "CP-15", "CP-23", rules=rest_sets)
@pytest.mark.parametrize("card", ["3d", "Pd", "Ad"])
def test_cp_20_a_draw_that_found_nothing_counts(rules, card):
    start = exact(rules, hands=(f"{card} Kc 2w", "5d 6d"), stack="")
    state = forced(start, card, "9s 4w 8d")
    then(state, turn=1, hands={0: "Kc 2w"}, gone=[card, "6c"], dump="9s", stack="4w 8d")


@clause("CP-20", "CP-11", "CP-12")
@pytest.mark.parametrize(("dump", "card"), [("4w 9s", "Ts"), ("4w 9c", "Ts"), ("4w 9c", "3d"), ("4w 9c", "Kd")])
def test_cp_20_a_play_without_a_draw_leaves_an_empty_stack_alone(rules, dump, card):
    start = position(rules, hands=(f"{card} 2w", "5d Kc"), dump=dump, rest="away")
    state = forced(start, card)
    then(state, turn=1, stack="", dump=[*dump.split(), card], away=start["away"])


@clause("CP-20", "CP-16", rules=["simple", "children", "democratic-league", "magellan"])
def test_cp_20_taking_cards_from_the_dump_is_no_draw(rules):
    start = position(rules, hands=("9c 2w", "5d Kc"), dump="3w 4w 5w 6w 9s", rest="away")
    state = forced(start, "9c")
    assert hand(state, 0) == bag("2w 9s 6w 5w")
    assert (pile(state, "stack"), pile(state, "dump")[:2]) == ([], ["3w", "4w"])
    assert away(state) == bag(start["away"])


@clause("CP-20", "CP-13")
def test_cp_20_gifts_are_no_draw(rules):
    start = position(rules, hands=("As 2w", "5d Kc"), dump="4w 9s", rest="away")
    state = forced(start, "As +5d")
    then(state, stack="", dump="4w 9s As")


@clause("CP-20")
def test_cp_20_one_card_left_is_the_new_dump_and_the_stack_is_empty(rules):
    start = exact(rules, dump="9s")
    state = forced(start, "3d", "9s")
    then(state, turn=1, dump="9s", stack="")


@clause("CP-20")
def test_cp_20_cups_in_hands_and_graveyards_stay(rules):
    state = forced(exact(rules, graveyards=("2c", "3c / 4d")), "3d", "8d 9s 4w")
    assert hand(state, 0)["Kc"] == 1
    assert [graveyard(state, seat) for seat in (0, 1)] == [[["2c"]], [["3c"], ["4d"]]]


@clause("CP-20", "CP-30", rules=side_sets)
def test_cp_20_side_the_side_pile_stays_where_it_is(rules):
    start = exact(rules, side="2c 7c")
    state = forced(start, "3d", "8d 9s 4w")
    then(state, side="2c 7c", side_active=False, gone="3d 6c")


@clause("CP-20", "CP-30", "CP-17", rules=side_sets)
def test_cp_20_side_its_top_goes_away_when_it_is_active(rules):
    start = exact(rules, hands=("3c 4c 8c", "5d 6d", "7d"), dump="4w 8d 9s", side="2c 7c", side_active=True)
    state = forced(start, "bury", "9s 8d 4w")
    then(state, gone="7c", side="2c", side_active=False)
    # The card under the cup was not the active one: it is shuffled with the others.
    then(state, turn=1, dump="9s", stack="8d 4w", direction=1)


@clause("CP-20", "CP-30", "CP-12", "CP-14", rules=side_sets)
def test_cp_20_side_then_the_turned_card_is_active(rules):
    start = exact(rules, hands=("3c 4c 8c", "2s 6d Kc", "7d"), dump="4w 8d 9s", side="2c 7c", side_active=True)
    state = forced(start, "bury", "9s 8d 4w")
    assert plays(state) == {"6d"}


def bare(rules, **more):
    """Seat 0 buries, draws the last two cards, and leaves nothing to shuffle."""
    fields = {"hands": ("2s 3c", "Ad Kw 7c 5d", "6w 8w"), "dump": "6c 9s", "stack": "4w 5w", "rest": "away"}
    return position(rules, **(fields | more))


@clause("CP-21")
def test_cp_21_with_nothing_left_to_shuffle_the_dump_is_empty(rules):
    start = bare(rules)
    state = forced(start, "bury")
    then(state, gone="9s 6c", dump="", stack="", lead=True)
    assert list(state.shuffles) == []
    assert turn_of(state, 1)


@clause("CP-21")
def test_cp_21_the_next_player_may_lead_any_card(rules):
    state = forced(bare(rules), "bury")
    assert plays(state) == {"Ad", "Kw", "7c", "5d"}
    refused(state, "bury", "CP-10", "CP-17", "CP-21")


@clause("CP-21")
@pytest.mark.parametrize("card", ["Ad", "Kw", "5d"])
def test_cp_21_leading_costs_nothing(rules, card):
    state = forced(bare(rules), f"bury {card}")
    then(state, turn=2, hands={1: bag("Ad Kw 7c 5d") - bag(card)}, dump=[card], stack="", lead=False, direction=1)


@clause("CP-21", "CP-11", rules=["simple", "democratic-league", "magellan"])
def test_cp_21_a_led_cup_is_active_and_takes_nothing(rules):
    state = forced(bare(rules), "bury 7c")
    then(state, turn=2, hands={1: "Ad Kw 5d"}, dump="7c", lead=False, direction=1)
    then(state, "6w", turn=1, direction=-1)


@clause("CP-21", "CP-30", rules=side_sets)
def test_cp_21_side_a_led_cup_goes_to_the_side(rules):
    state = forced(bare(rules), "bury 7c")
    then(state, turn=2, dump="", side="7c", side_active=True, lead=False, direction=1)


@clause("CP-21", "CP-30", rules=side_sets)
def test_cp_21_side_a_lead_follows_when_the_active_cup_was_all_there_was(rules):
    start = bare(rules, hands=("3c 4c", "Ad Kw 7c 5d", "6w 8w"), dump="", side="6c", side_active=True)
    state = forced(start, "bury")
    then(state, gone="6c", dump="", side="", side_active=False, lead=True, plays="Ad Kw 7c 5d")


@clause("CP-21", "CP-18")
def test_cp_21_leading_the_last_card_wins(rules):
    state = forced(bare(rules, hands=("2s 3c", "Kw", "6w 8w")), "bury Kw")
    assert state.result is not None
    assert (tuple(state.result.winners), state.result.reason) == ((1,), "went_out")
