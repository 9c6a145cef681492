"""Cups, "Family and other options": several packs, CP-34 to CP-36."""

import pytest

from tests.clauses.cups_table import bag, clause, forced, option, pile, position, table, then
from tests.clauses.shared import ended, play, refused

equal = ["mathematicians", {"set": "simple", "decks": 2, "spot_equal": True}]
identical = [
    "mathematicians",
    {"set": "simple", "decks": 3, "identical_cups": True},
    {"set": "magellan", "decks": 3, "identical_cups": True},
]
burns = ["mathematicians", *({"set": name, "cup_burns": True} for name in ("simple", "democratic-league", "magellan"))]
no_burns = ["simple", "democratic-league", "magellan", {"set": "mathematicians", "cup_burns": False}]
burning_runs = ["mathematicians", {"set": "simple", "decks": 3, "identical_cups": True, "cup_burns": True}]
side_burns = [{"set": "children", "cup_burns": True}, {"set": "simple", "cup_goes": "side", "cup_burns": True}]

SPOTS = {rank: number for number, rank in enumerate("A23456789T", 1)}


@clause("CP-34", "CP-12", "CP-13", rules=equal)
@pytest.mark.parametrize("card", ["2s", "7d", "Tw", "As"])
def test_cp_34_an_equal_spot_of_the_suit_is_a_higher_one_so_an_ace_asks_for_no_gifts(rules, card):
    state = table(rules, hands=(f"{card} 2c", "3c 4c"), dump=f"9s {card}")
    stack = pile(state, "stack")
    then(state, card, turn=1, hands={0: "2c"}, stack=stack, dump=f"9s {card} {card}", direction=1)


@clause("CP-34", "CP-13", rules=equal)
def test_cp_34_an_ace_on_a_higher_card_still_asks_for_gifts(rules):
    then(table(rules, hands=("As 2c", "3c 4c"), dump="2s"), "As", phase="gift", to_move=1)


@clause("CP-34", "CP-12", rules=equal)
@pytest.mark.parametrize(("active", "card"), [("Ps", "Ps"), ("Nd", "Nd"), ("Qw", "Qw"), ("Ks", "Ks"), ("7s", "6s")])
def test_cp_34_an_equal_court_is_not_higher_nor_is_a_lower_spot(rules, active, card):
    refused(table(rules, hands=(f"{card} 2c", "3c 4c"), dump=active), card, "CP-34", "CP-12")


@clause("CP-34", "CP-11", rules=[{"set": "simple", "decks": 2, "spot_equal": True}])
def test_cp_34_does_not_let_a_cup_on_an_equal_cup(rules):
    refused(table(rules, hands=("5c 2d", "3c 4c"), dump="5c"), "5c", "CP-11", "CP-35")


@clause(
    "CP-34", "CP-12", "CP-17", rules=[{"set": "simple", "decks": 2}, {"set": "mathematicians", "spot_equal": False}]
)
def test_cp_34_without_it_equal_is_not_enough(rules):
    then(table(rules, hands=("7s 2c", "3c 4c"), dump="7s"), plays="bury")


@clause("CP-35", "CP-11", rules=identical)
def test_cp_35_only_an_identical_cup_goes_on_a_cup(rules):
    state = then(table(rules, hands=("5c 6c 4c Kc 9s", "3c 4c"), dump="8w 5c"), plays="5c 9s")
    refused(state, "6c", "CP-11", "CP-35")


@clause("CP-35", "CP-16", rules=identical)
@pytest.mark.parametrize("cup", ["5c", "Kc"])
def test_cp_35_an_identical_cup_takes_nothing_and_does_not_reverse(rules, cup):
    state = table(rules, hands=(f"{cup} 2d", "3c 4d", "6d 7d"), dump=f"8w 3w {cup}")
    then(state, cup, turn=1, hands={0: "2d"}, dump=f"8w 3w {cup} {cup}", direction=1, run=True)


@clause("CP-35", rules=identical)
def test_cp_35_court_cups_run_too_and_draw_nothing(rules):
    state = table(rules, hands=("Kc 2d", "3c 4d", "6d 7d"), dump="8w Kc")
    stack = pile(state, "stack")
    then(state, "Kc", stack=stack)


@clause("CP-35", "CP-11", rules=identical)
@pytest.mark.parametrize("length", [1, 2])
def test_cp_35_play_reverses_once_when_a_different_card_covers_the_run(rules, length):
    state = table(rules, hands=("5c 2d", "5c 4d", "6d 7d"), dump="8w 3w 5c")
    cover = {1: "4d", 2: "6d"}[length]
    # Nothing is drawn for it, and the seat before the covering one is next.
    then(state, *["5c"] * length, cover, turn=length - 1, direction=-1, run=False)
    assert len(state.position()["hands"][length]) == 1


@clause("CP-35", "CP-16", rules=identical)
def test_cp_35_a_run_can_begin_with_a_cup_that_took_cards(rules):
    state = table(rules, hands=("5c 2d", "5c 4d", "6d 7d"), dump="8w 3w 5d")
    then(state, "5c", hands={0: "2d 5d 3w 8w"}, run=False)
    then(state, "5c", hands={1: "4d"}, run=True, direction=1, dump="5c 5c")
    then(state, "7d", turn=1, direction=-1)


@clause("CP-35", "CP-17", rules=identical)
def test_cp_35_a_bury_leaves_the_run(rules):
    state = table(rules, hands=("5c 2d", "6c 4c", "6d 7d"), dump="8w 3w 5c")
    then(state, "5c", "bury", run=True, direction=1)
    then(state, "6d", turn=1, run=False, direction=-1)


@clause("CP-35", "CP-10", "CP-17", "CP-18", rules=identical)
def test_cp_35_who_holds_the_identical_cup_cannot_bury_and_wins_with_it_as_last_card(rules):
    state = then(table(rules, hands=("5c 6c", "3c 4d"), dump="8w 5c"), plays="5c")
    refused(state, "bury", "CP-10", "CP-17")
    assert ended(play(table(rules, hands=("5c", "3c 4d"), dump="8w 5c"), "5c"), "went_out", 0)


@clause("CP-35", "CP-30", rules=[{"set": "children", "decks": 3, "identical_cups": True}])
def test_cp_35_side_the_run_grows_on_the_side_pile(rules):
    state = table(rules, hands=("5c 2d", "3c 4d", "6d 7d"), dump="8w 3w", side="5c", side_active=True)
    then(state, "5c", hands={0: "2d"}, dump="8w 3w", side="5c 5c", side_active=True, direction=1)
    then(state, "4d", turn=0, side_active=False, direction=-1)


@clause("CP-35", "CP-11", rules=[{"set": "simple", "decks": 2}, {"set": "mathematicians", "identical_cups": False}])
def test_cp_35_without_it_no_cup_goes_on_a_cup(rules):
    state = then(table(rules, hands=("5c 2d", "3c 4d"), dump="8w 5c"), plays="2d")
    refused(state, "5c", "CP-11", "CP-35")


@clause("CP-36", "CP-16", rules=burns)
@pytest.mark.parametrize("rank", "A258TPNQK")
def test_cp_36_a_cup_spot_puts_its_number_away_from_the_stack_and_a_court_nothing(rules, rank):
    number = SPOTS.get(rank, 0)
    state = table(rules, hands=(f"{rank}c 2d", "3c 4d"), dump=f"4w 6w 7w 3w {rank}s")
    stack = pile(state, "stack")
    then(state, f"{rank}c", turn=1, hands={0: f"2d {rank}s 3w 7w"}, dump=f"4w 6w {rank}c")
    then(state, away=stack[:number], stack=stack[number:])


@clause("CP-36", rules=no_burns)
def test_cp_36_without_it_nothing_burns(rules):
    state = table(rules, hands=("8c 2d", "3c 4d"), dump="4w 8s")
    stack = pile(state, "stack")
    then(state, "8c", away="", stack=stack)


@clause("CP-36", "CP-12", "CP-14", "CP-17", rules=burns)
@pytest.mark.parametrize(("hand", "move", "drawn"), [("9s 2w", "9s", 0), ("5d 2w", "5d", 5), ("5c 2s", "bury", 2)])
def test_cp_36_neither_other_spots_nor_buried_cups_burn(rules, hand, move, drawn):
    state = table(rules, hands=(hand, "3c 4d"), dump="4w 8s")
    stack = pile(state, "stack")
    then(state, move, away="", stack=stack[drawn:])


def burning(rules, **more):
    """A five of cups burns the last cards of the stack; a cup in hand keeps the game going."""
    fields = {"hands": ("5c 2d Kc", "9s 4d", "6d 7d"), "dump": "6c 2w 4w 7w 8d Ts 5d", "stack": "Td 3w", "rest": "away"}
    return position(rules, **(fields | more))


@clause("CP-36", "CP-20", rules=burns)
@pytest.mark.parametrize("stack", ["", "Td 3w", "Td 3w Tw 9d Pd"], ids=["nothing left", "fewer", "exactly"])
def test_cp_36_burning_can_empty_the_stack_and_counts_even_if_it_finds_nothing(rules, stack):
    state = forced(burning(rules, stack=stack), "5c", "7w 2w 4w")
    # First three cards are taken, then the stack burns, then the cup goes away with those of the dump.
    then(state, hands={0: "2d Kc 5d Ts 8d"}, gone=f"{stack} 5c 6c", dump="7w", stack="2w 4w")
    then(state, turn=1, direction=1, plays="9s 4d")


@clause("CP-36", "CP-20", rules=burns)
def test_cp_36_a_stack_with_a_card_left_is_not_renewed(rules):
    then(forced(burning(rules, stack="Td 3w Tw 9d Pd 8s"), "5c"), stack="8s", gone="Td 3w Tw 9d Pd")


@clause("CP-36", "CP-20", "CP-21", rules=burns)
def test_cp_36_burning_can_leave_nothing_to_shuffle(rules):
    state = forced(burning(rules, dump="8d Ts 5d"), "5c")
    then(state, hands={0: "2d Kc 5d Ts 8d"}, dump="", stack="", lead=True, plays="9s 4d")


@clause("CP-36", "CP-22", rules=[rules for rules in burns if option(rules, "no_cups_end") == "automatic"])
def test_cp_36_burning_can_put_the_last_cup_away(rules):
    # Four cards, one, two.
    state = forced(burning(rules, hands=("5c 2d", "9s", "6d 7d")), "5c", "7w 2w 4w")
    assert ended(state, "no_cups", 1)


@clause("CP-36", "CP-20", "CP-30", rules=side_burns)
def test_cp_36_side_the_cup_that_burned_the_stack_goes_away(rules):
    state = forced(burning(rules, side="9c"), "5c", "7w 2w 4w")
    then(state, turn=1, gone="Td 3w 5c 6c", side="9c", side_active=False, dump="7w", stack="2w 4w")


@clause("CP-36", "CP-21", "CP-27", rules=burns)
def test_cp_36_a_free_lead_burns_too_and_starts_the_idle_count_again(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="", lead=True, idle=119)
    stack = pile(state, "stack")
    then(state, "5c", turn=1, hands={0: "2d"}, away=stack[:5], stack=stack[5:], dump="5c", lead=False, idle=0)


@clause("CP-36", "CP-35", rules=burning_runs)
def test_cp_36_a_cup_of_a_run_burns_too(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="8w 5c")
    stack = pile(state, "stack")
    then(state, "5c", away=bag(stack[:5]), stack=stack[5:])


@clause("CP-35", "CP-36", "CP-20", rules=burning_runs)
def test_cp_35_a_renewed_stack_ends_the_run(rules):
    state = forced(burning(rules, dump="2w 4w 7w 5c"), "5c", "7w 2w 4w")
    then(state, turn=1, gone="Td 3w 5c 5c", run=False, dump="7w", direction=1)
    # The cups are gone: the next card answers the seven of wands and reverses nothing.
    then(state, "9s", direction=1)
