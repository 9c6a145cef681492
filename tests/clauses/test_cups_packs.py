"""Cups, "Family and other options": several packs, CP-34 to CP-36."""

import pytest

from tests.clauses.cups_table import (
    bag,
    clause,
    ended,
    forced,
    hand,
    pile,
    plays,
    position,
    table,
    then,
)
from tests.clauses.shared import play, refused, turn_of

equal = ["mathematicians", {"set": "simple", "decks": 2, "spot_equal": True}]
identical = [
    "mathematicians",
    {"set": "simple", "decks": 3, "identical_cups": True},
    {"set": "magellan", "decks": 3, "identical_cups": True},
]
burns = [
    "mathematicians",
    {"set": "simple", "cup_burns": True},
    {"set": "democratic-league", "cup_burns": True},
    {"set": "magellan", "cup_burns": True},
]
no_burns = ["simple", "democratic-league", "magellan", {"set": "mathematicians", "cup_burns": False}]


@clause("CP-34", "CP-12", rules=equal)
@pytest.mark.parametrize("card", ["2s", "7d", "Tw"])
def test_cp_34_an_equal_spot_of_the_suit_is_a_higher_one(rules, card):
    state = table(rules, hands=(f"{card} 2c", "3c 4c"), dump=card)
    before = pile(state, "stack")
    then(state, card, turn=1, hands={0: "2c"}, stack=before, dump=[card, card], direction=1)


@clause("CP-34", "CP-12", "CP-13", rules=equal)
def test_cp_34_an_identical_ace_asks_for_no_gifts(rules):
    state = table(rules, hands=("As 2c", "3c 4c"), dump="9s As")
    before = pile(state, "stack")
    then(state, "As", turn=1, stack=before)


@clause("CP-34", "CP-13", rules=equal)
def test_cp_34_an_ace_on_a_higher_card_still_asks_for_gifts(rules):
    state = play(table(rules, hands=("As 2c", "3c 4c"), dump="2s"), "As")
    then(state, to_move=1, phase="gift")


@clause("CP-34", "CP-12", rules=equal)
@pytest.mark.parametrize("court", ["Ps", "Nd", "Qw", "Ks"])
def test_cp_34_an_equal_court_is_not_higher(rules, court):
    refused(table(rules, hands=(f"{court} 2c", "3c 4c"), dump=court), court, "CP-34", "CP-12")


@clause("CP-34", "CP-12", rules=equal)
def test_cp_34_a_lower_spot_stays_unplayable(rules):
    refused(table(rules, hands=("6s 2d", "3c 4c"), dump="7s"), "6s", "CP-12", "CP-34")


@clause("CP-34", "CP-11", rules=[{"set": "simple", "decks": 2, "spot_equal": True}])
def test_cp_34_does_not_let_a_cup_on_an_equal_cup(rules):
    refused(table(rules, hands=("5c 2d", "3c 4c"), dump="5c"), "5c", "CP-11", "CP-35")


@clause(
    "CP-34", "CP-12", "CP-17", rules=[{"set": "simple", "decks": 2}, {"set": "mathematicians", "spot_equal": False}]
)
def test_cp_34_without_it_equal_is_not_enough(rules):
    assert plays(table(rules, hands=("7s 2c", "3c 4c"), dump="7s")) == {"bury"}


@clause("CP-35", "CP-11", rules=identical)
def test_cp_35_only_an_identical_cup_goes_on_a_cup(rules):
    state = table(rules, hands=("5c 6c 4c Kc 9s", "3c 4c"), dump="8w 5c")
    assert plays(state) == {"5c", "9s"}
    refused(state, "6c", "CP-11", "CP-35")


@clause("CP-35", "CP-16", rules=identical)
def test_cp_35_an_identical_cup_takes_nothing_and_does_not_reverse(rules):
    state = table(rules, hands=("5c 2d", "3c 4d", "6d 7d"), dump="8w 3w 5c")
    then(state, "5c", turn=1, hands={0: "2d"}, dump="8w 3w 5c 5c", direction=1, run=True)


@clause("CP-35", "CP-11", rules=identical)
@pytest.mark.parametrize("length", [1, 2])
def test_cp_35_play_reverses_once_when_a_different_card_covers_the_run(rules, length):
    state = table(rules, hands=("5c 2d", "5c 4d", "6d 7d"), dump="8w 3w 5c")
    cover = {1: "4d", 2: "6d"}[length]
    then(state, *["5c"] * length, cover, direction=-1, run=False)
    # Nothing is drawn for it, and the seat before the covering one is next.
    assert hand(state, length).total() == 1
    assert turn_of(state, length - 1)


@clause("CP-35", "CP-16", rules=identical)
def test_cp_35_a_run_can_begin_with_a_cup_that_took_cards(rules):
    state = table(rules, hands=("5c 2d", "5c 4d", "6d 7d"), dump="8w 3w 5d")
    then(state, "5c", hands={0: "2d 5d 3w 8w"}, run=False)
    then(state, "5c", hands={1: "4d"}, run=True, direction=1, dump="5c 5c")
    then(state, "7d", turn=1, direction=-1)


@clause("CP-35", rules=identical)
def test_cp_35_court_cups_run_too(rules):
    state = table(rules, hands=("Kc 2d", "3c 4d", "6d 7d"), dump="8w Kc")
    before = pile(state, "stack")
    then(state, "Kc", dump="8w Kc Kc", direction=1, stack=before)


@clause("CP-35", "CP-17", rules=identical)
def test_cp_35_a_bury_leaves_the_run(rules):
    state = table(rules, hands=("5c 2d", "6c 4c", "6d 7d"), dump="8w 3w 5c")
    then(state, "5c", "bury", run=True, direction=1)
    then(state, "6d", turn=1, run=False, direction=-1)


@clause("CP-35", "CP-10", "CP-17", rules=identical)
def test_cp_35_who_holds_the_identical_cup_cannot_bury(rules):
    state = table(rules, hands=("5c 6c", "3c 4d"), dump="8w 5c")
    assert plays(state) == {"5c"}
    refused(state, "bury", "CP-10", "CP-17")


@clause("CP-35", "CP-18", rules=identical)
def test_cp_35_the_last_card_wins(rules):
    assert ended(play(table(rules, hands=("5c", "3c 4d"), dump="8w 5c"), "5c"), "went_out", 0)


@clause("CP-35", "CP-30", rules=[{"set": "children", "decks": 3, "identical_cups": True}])
def test_cp_35_side_the_run_grows_on_the_side_pile(rules):
    state = table(rules, hands=("5c 2d", "3c 4d", "6d 7d"), dump="8w 3w", side="5c", side_active=True)
    then(state, "5c", dump="8w 3w", side="5c 5c", side_active=True, direction=1, hands={0: "2d"})
    then(state, "4d", turn=0, side_active=False, direction=-1)


@clause("CP-35", "CP-11", rules=[{"set": "simple", "decks": 2}, {"set": "mathematicians", "identical_cups": False}])
def test_cp_35_without_it_no_cup_goes_on_a_cup(rules):
    state = table(rules, hands=("5c 2d", "3c 4d"), dump="8w 5c")
    refused(state, "5c", "CP-11", "CP-35")
    assert plays(state) == {"2d"}


@clause("CP-36", "CP-16", rules=burns)
@pytest.mark.parametrize("rank", "A258T")
def test_cp_36_a_cup_spot_puts_its_number_away_from_the_stack(rules, rank):
    number = "A23456789T".index(rank) + 1
    state = table(rules, hands=(f"{rank}c 2d", "3c 4d"), dump=f"4w 6w 7w 3w {rank}s")
    before = pile(state, "stack")
    then(
        state,
        f"{rank}c",
        turn=1,
        away=before[:number],
        stack=before[number:],
        hands={0: f"2d {rank}s 3w 7w"},
        dump=["4w", "6w", f"{rank}c"],
    )


@clause("CP-36", "CP-16", rules=burns)
@pytest.mark.parametrize("rank", "PNQK")
def test_cp_36_a_cup_court_burns_nothing(rules, rank):
    state = table(rules, hands=(f"{rank}c 2d", "3c 4d"), dump=f"4w 6w 7w 3w {rank}s")
    before = pile(state, "stack")
    then(state, f"{rank}c", away="", stack=before)


@clause("CP-36", rules=no_burns)
def test_cp_36_without_it_nothing_burns(rules):
    state = table(rules, hands=("8c 2d", "3c 4d"), dump="4w 8s")
    before = pile(state, "stack")
    then(state, "8c", away="", stack=before)


@clause("CP-36", "CP-12", "CP-14", rules=burns)
def test_cp_36_other_spots_burn_nothing(rules):
    for card, drawn in (("9s", 0), ("5d", 5)):
        state = table(rules, hands=(f"{card} 2w", "3c 4d"), dump="4w 8s")
        before = pile(state, "stack")
        then(state, card, away="", stack=before[drawn:])


def burning(rules, **more):
    """A five of cups burns the last cards of the stack; a cup in hand keeps the game going."""
    fields = {"hands": ("5c 2d Kc", "9s 4d", "6d 7d"), "dump": "6c 2w 4w 7w 8d Ts 5d", "stack": "Td 3w", "rest": "away"}
    return position(rules, **(fields | more))


@clause("CP-36", "CP-20", rules=burns)
@pytest.mark.parametrize("stack", ["Td 3w", "Td 3w Tw 9d Pd"], ids=["fewer", "exactly"])
def test_cp_36_burning_can_empty_the_stack(rules, stack):
    start = burning(rules, stack=stack)
    state = forced(start, "5c", "7w 2w 4w")
    # First three cards are taken, then the stack burns, then the cup goes away with those of the dump.
    then(
        state,
        turn=1,
        hands={0: "2d Kc 5d Ts 8d"},
        gone=bag(stack) + bag("5c 6c"),
        dump="7w",
        stack="2w 4w",
        direction=1,
        plays="9s 4d",
    )


@clause("CP-20", "CP-36", rules=burns)
def test_cp_20_a_burning_that_found_nothing_counts(rules):
    start = burning(rules, stack="")
    state = forced(start, "5c", "7w 2w 4w")
    then(state, turn=1, gone="5c 6c", dump="7w", stack="2w 4w")


@clause("CP-36", "CP-20", "CP-21", rules=burns)
def test_cp_36_burning_can_leave_nothing_to_shuffle(rules):
    start = burning(rules, dump="8d Ts 5d")
    state = forced(start, "5c")
    then(state, dump="", stack="", lead=True, hands={0: "2d Kc 5d Ts 8d"}, plays="9s 4d")


@clause(
    "CP-36",
    "CP-22",
    rules=["mathematicians", {"set": "simple", "cup_burns": True}, {"set": "magellan", "cup_burns": True}],
)
def test_cp_36_burning_can_put_the_last_cup_away(rules):
    start = burning(rules, hands=("5c 2d", "9s", "6d 7d"))
    # Four cards, one, two.
    assert ended(forced(start, "5c", "7w 2w 4w"), "no_cups", 1)


@clause(
    "CP-36",
    "CP-20",
    "CP-30",
    rules=[{"set": "children", "cup_burns": True}, {"set": "simple", "cup_goes": "side", "cup_burns": True}],
)
def test_cp_36_side_the_cup_that_burned_the_stack_goes_away(rules):
    start = burning(rules, side="9c")
    state = forced(start, "5c", "7w 2w 4w")
    then(state, turn=1, gone="Td 3w 5c 6c", side="9c", side_active=False, dump="7w", stack="2w 4w")


@clause("CP-36", "CP-21", rules=burns)
def test_cp_36_a_free_lead_burns_too(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="", lead=True)
    before = pile(state, "stack")
    then(state, "5c", turn=1, away=before[:5], stack=before[5:], dump="5c", lead=False, hands={0: "2d"})


@clause(
    "CP-36", "CP-35", rules=["mathematicians", {"set": "simple", "decks": 3, "identical_cups": True, "cup_burns": True}]
)
def test_cp_36_a_cup_of_a_run_burns_too(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="8w 5c")
    before = pile(state, "stack")
    then(state, "5c", away=before[:5], stack=before[5:])


@clause(
    "CP-35",
    "CP-36",
    "CP-20",
    rules=["mathematicians", {"set": "simple", "decks": 3, "identical_cups": True, "cup_burns": True}],
)
def test_cp_35_a_renewed_stack_ends_the_run(rules):
    start = burning(rules, dump="2w 4w 7w 5c")
    state = forced(start, "5c", "7w 2w 4w")
    then(state, turn=1, gone="Td 3w 5c 5c", run=False, dump="7w", direction=1)
    # The cups are gone: the next card answers the seven of wands and reverses nothing.
    then(state, "9s", direction=1)


@clause("CP-36", "CP-27", rules=burns)
def test_cp_36_burning_starts_the_idle_count_again(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="", lead=True, idle=119)
    then(state, "5c", turn=1, idle=0)


@clause("CP-36", "CP-17")
def test_cp_36_buried_cups_burn_nothing(rules):
    state = table(rules, hands=("5c 2s", "9s 4d"), dump="8s")
    then(state, "bury", away="", graveyards={0: "5c 2s"})
