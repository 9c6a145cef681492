"""Cups, "A turn": the ace of the same suit and the gifts, CP-13."""

import pytest

from tests.clauses.cups_table import at, clause, option, pile, table, then
from tests.clauses.shared import allowed, moves, play, refused

pick_up = ["simple", "democratic-league", "magellan", "mathematicians"]


@clause("CP-13")
@pytest.mark.parametrize(
    ("seats", "turn", "direction", "order"),
    [
        (2, 0, 1, [1]),
        (2, 1, -1, [0]),
        (3, 0, 1, [1, 2]),
        (3, 0, -1, [2, 1]),
        (3, 1, 1, [2, 0]),
        (4, 2, 1, [3, 0, 1]),
        (4, 2, -1, [1, 0, 3]),
        (5, 4, -1, [3, 2, 1, 0]),
    ],
)
def test_cp_13_the_others_are_asked_in_the_direction_of_play(rules, seats, turn, direction, order):
    hands = [f"{rank}w {rank}d" for rank in "34567"[:seats]]
    hands[turn] = "As 2w"
    state = table(rules, hands=hands, dump="9s", turn=turn, direction=direction)
    play(state, "As")
    for place, seat in enumerate(order):
        then(state, phase="gift", givers=order[place:], to_move=seat)
        assert at(state, "turn") == turn
        play(state, "keep")
    then(state, turn=(turn + direction) % seats, direction=direction)


@clause("CP-13", "CP-22")
def test_cp_13_a_giver_gives_one_card_or_keeps_and_can_do_nothing_else(rules):
    state = table(rules, hands=("As 2w", "3w Kc Ad 7s", "4w"), dump="9s")
    then(state, "As", moves="+3w +Kc +Ad +7s keep")
    allowed(state, "+Kc", "keep")
    for move in ("7s", "bury", "call", "ok", "+4w", "+2w", "+9s"):
        refused(state, move)
    then(state, "+3w", givers=[2], to_move=2, hands={0: "2w 3w"})
    refused(state, "+Kc")


@clause("CP-13")
@pytest.mark.parametrize(
    ("gifts", "hands"), [("+Kc +5w", ("2w Kc 5w", "3w", "4w")), ("keep keep", ("2w", "3w Kc", "4w 5w"))]
)
def test_cp_13_a_given_card_changes_hands_and_keeping_changes_nothing(rules, gifts, hands):
    state = table(rules, hands=("As 2w", "3w Kc", "4w 5w"), dump="8w 9s")
    stack = pile(state, "stack")
    then(state, "As", *gifts.split(), turn=1, hands=hands, dump="8w 9s As", stack=stack)


@clause("CP-13")
def test_cp_13_nobody_gives_without_being_asked(rules):
    state = table(rules, hands=("Ts 2w", "3w Kc", "4w 5w"), dump="9s")
    for move in ("keep", "+2w"):
        refused(state, move)
    play(state, "Ts")
    for move in ("keep", "+3w"):
        refused(state, move)


@clause("CP-13", "CP-19", "CP-33", rules=[*pick_up, "children", {"set": "simple", "empty_hand": "sit_out"}])
def test_cp_13_players_without_a_hand_are_not_asked(rules):
    out = [2] if option(rules, "empty_hand") == "sit_out" else []
    state = table(rules, hands=("As 2w", "3w Kc", "", "4w 5w"), graveyards=("", "", "6w", ""), out=out, dump="9s")
    then(state, "As", givers=[1, 3])
    then(state, "keep", to_move=3)
    then(state, "keep", turn=1)


@clause("CP-13", "CP-19", rules=pick_up)
def test_cp_13_when_nobody_else_has_a_hand_nobody_is_asked(rules):
    state = table(rules, hands=("As 2w", ""), graveyards=("", "6w 7w"), dump="9s")
    then(state, "As", turn=1, hands={0: "2w"})


@clause("CP-13")
@pytest.mark.parametrize("suit", "dsw")
@pytest.mark.parametrize("rank", "2TK")
def test_cp_13_the_ace_of_the_active_cards_suit_whatever_its_value(rules, suit, rank):
    state = table(rules, hands=(f"A{suit} 5c", "3c Kc"), dump=rank + suit)
    stack = pile(state, "stack")
    then(state, f"A{suit}", phase="gift", stack=stack)


@clause("CP-13", "CP-11")
def test_cp_13_the_ace_of_cups_on_a_cup_is_not_this_clause(rules):
    refused(table(rules, hands=("Ac 5d", "3w"), dump="7c"), "Ac", "CP-11", "CP-35")


@clause("CP-13", "CP-34", rules=[{"set": "simple", "decks": 2}, {"set": "mathematicians", "spot_equal": False}])
def test_cp_13_an_identical_ace_asks_for_gifts_too(rules):
    state = table(rules, hands=("Ad 5w", "3w 4w"), dump="Ad")
    then(state, "Ad", phase="gift", to_move=1)
    then(state, "+3w", hands={0: "5w 3w"})


@clause("CP-13", rules=[{"set": "simple", "decks": 2}, "mathematicians"])
def test_cp_13_equal_cards_are_one_gift(rules):
    state = table(rules, hands=("As 5w", "4d 4d 6w"), dump="9s")
    then(state, "As", moves="+4d +6w keep")
    then(state, "+4d", hands={1: "4d 6w"})


@clause("CP-13", "CP-10")
def test_cp_13_the_next_player_answers_the_ace(rules):
    state = table(rules, hands=("As 5w", "Ks 2s Ac 7c 3c", "8w 9w"), dump="9s")
    then(state, "As", "keep", "keep", turn=1)
    assert {"Ks", "2s", "Ac"} <= moves(state)
    refused(state, "7c", "CP-16")


@clause("CP-13", "CP-18")
def test_cp_13_who_gave_away_his_last_card_is_noted_and_picks_nothing_up_before_the_gifts_are_over(rules):
    state = table(rules, hands=("As 5w", "7w", "8w 9w"), graveyards=("", "2d", ""), dump="9s")
    then(state, "As", "+7w", emptied=[1], givers=[2], hands={1: ""}, graveyards={1: "2d"})
    assert at(state, "turn") == 0


@clause("CP-13")
def test_cp_13_a_loaded_position_goes_on_asking(rules):
    state = table(rules, hands=("5w", "3w 4w", "8w 9w"), dump="9s As", phase="gift", givers=[2])
    then(state, to_move=2, moves="+8w +9w keep")
    then(state, "+8w", turn=1, hands={0: "5w 8w"})
