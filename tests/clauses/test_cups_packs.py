"""Cups, "Family and other options": several packs, CP-34 to CP-36."""

import pytest

from tests.clauses.cups_table import at, away, bag, clause, ended, forced, graveyard, hand, pile, plays, position, table
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
    play(state, card)
    assert (hand(state, 0), pile(state, "stack"), pile(state, "dump")) == (bag("2c"), before, [card, card])
    assert at(state, "direction") == 1
    assert turn_of(state, 1)


@clause("CP-34", "CP-12", "CP-13", rules=equal)
def test_cp_34_an_identical_ace_asks_for_no_gifts(rules):
    state = table(rules, hands=("As 2c", "3c 4c"), dump="9s As")
    before = pile(state, "stack")
    play(state, "As")
    assert pile(state, "stack") == before
    assert turn_of(state, 1)


@clause("CP-34", "CP-13", rules=equal)
def test_cp_34_an_ace_on_a_higher_card_still_asks_for_gifts(rules):
    state = play(table(rules, hands=("As 2c", "3c 4c"), dump="2s"), "As")
    assert (at(state, "phase"), state.to_move) == ("gift", 1)


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
    play(state, "5c")
    assert hand(state, 0) == bag("2d")
    assert at(state, "dump", "direction", "run") == (["8w", "3w", "5c", "5c"], 1, True)
    assert turn_of(state, 1)


@clause("CP-35", "CP-11", rules=identical)
@pytest.mark.parametrize("length", [1, 2])
def test_cp_35_play_reverses_once_when_a_different_card_covers_the_run(rules, length):
    state = table(rules, hands=("5c 2d", "5c 4d", "6d 7d"), dump="8w 3w 5c")
    cover = {1: "4d", 2: "6d"}[length]
    play(state, *["5c"] * length, cover)
    assert at(state, "direction", "run") == (-1, False)
    # Nothing is drawn for it, and the seat before the covering one is next.
    assert hand(state, length).total() == 1
    assert turn_of(state, length - 1)


@clause("CP-35", "CP-16", rules=identical)
def test_cp_35_a_run_can_begin_with_a_cup_that_took_cards(rules):
    state = table(rules, hands=("5c 2d", "5c 4d", "6d 7d"), dump="8w 3w 5d")
    play(state, "5c")
    assert (hand(state, 0), at(state, "run")) == (bag("2d 5d 3w 8w"), False)
    play(state, "5c")
    assert (hand(state, 1), at(state, "run", "direction", "dump")) == (bag("4d"), (True, 1, ["5c", "5c"]))
    play(state, "7d")
    assert at(state, "direction") == -1
    assert turn_of(state, 1)


@clause("CP-35", rules=identical)
def test_cp_35_court_cups_run_too(rules):
    state = table(rules, hands=("Kc 2d", "3c 4d", "6d 7d"), dump="8w Kc")
    before = pile(state, "stack")
    play(state, "Kc")
    assert (at(state, "dump", "direction"), pile(state, "stack")) == ((["8w", "Kc", "Kc"], 1), before)


@clause("CP-35", "CP-17", rules=identical)
def test_cp_35_a_bury_leaves_the_run(rules):
    state = table(rules, hands=("5c 2d", "6c 4c", "6d 7d"), dump="8w 3w 5c")
    play(state, "5c", "bury")
    assert at(state, "run", "direction") == (True, 1)
    play(state, "6d")
    assert at(state, "run", "direction") == (False, -1)
    assert turn_of(state, 1)


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
    play(state, "5c")
    assert at(state, "dump", "side", "side_active", "direction") == (["8w", "3w"], ["5c", "5c"], True, 1)
    assert hand(state, 0) == bag("2d")
    play(state, "4d")
    assert at(state, "side_active", "direction") == (False, -1)
    assert turn_of(state, 0)


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
    play(state, f"{rank}c")
    assert away(state) == bag(before[:number])
    assert pile(state, "stack") == before[number:]
    assert hand(state, 0) == bag(f"2d {rank}s 3w 7w")
    assert pile(state, "dump") == ["4w", "6w", f"{rank}c"]
    assert turn_of(state, 1)


@clause("CP-36", "CP-16", rules=burns)
@pytest.mark.parametrize("rank", "PNQK")
def test_cp_36_a_cup_court_burns_nothing(rules, rank):
    state = table(rules, hands=(f"{rank}c 2d", "3c 4d"), dump=f"4w 6w 7w 3w {rank}s")
    before = pile(state, "stack")
    play(state, f"{rank}c")
    assert (away(state), pile(state, "stack")) == (bag(""), before)


@clause("CP-36", rules=no_burns)
def test_cp_36_without_it_nothing_burns(rules):
    state = table(rules, hands=("8c 2d", "3c 4d"), dump="4w 8s")
    before = pile(state, "stack")
    play(state, "8c")
    assert (away(state), pile(state, "stack")) == (bag(""), before)


@clause("CP-36", "CP-12", "CP-14", rules=burns)
def test_cp_36_other_spots_burn_nothing(rules):
    for card, drawn in (("9s", 0), ("5d", 5)):
        state = table(rules, hands=(f"{card} 2w", "3c 4d"), dump="4w 8s")
        before = pile(state, "stack")
        play(state, card)
        assert (away(state), pile(state, "stack")) == (bag(""), before[drawn:])


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
    assert hand(state, 0) == bag("2d Kc 5d Ts 8d")
    assert away(state) - bag(start["away"]) == bag(stack) + bag("5c 6c")
    assert (pile(state, "dump"), pile(state, "stack")) == (["7w"], ["2w", "4w"])
    assert at(state, "direction") == 1
    assert turn_of(state, 1)
    assert plays(state) == {"9s", "4d"}


@clause("CP-20", "CP-36", rules=burns)
def test_cp_20_a_burning_that_found_nothing_counts(rules):
    start = burning(rules, stack="")
    state = forced(start, "5c", "7w 2w 4w")
    assert away(state) - bag(start["away"]) == bag("5c 6c")
    assert (pile(state, "dump"), pile(state, "stack")) == (["7w"], ["2w", "4w"])
    assert turn_of(state, 1)


@clause("CP-36", "CP-20", "CP-21", rules=burns)
def test_cp_36_burning_can_leave_nothing_to_shuffle(rules):
    start = burning(rules, dump="8d Ts 5d")
    state = forced(start, "5c")
    assert at(state, "dump", "stack", "lead") == ([], [], True)
    assert hand(state, 0) == bag("2d Kc 5d Ts 8d")
    assert plays(state) == {"9s", "4d"}


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
    assert away(state) - bag(start["away"]) == bag("Td 3w 5c 6c")
    assert at(state, "side", "side_active", "dump", "stack") == (["9c"], False, ["7w"], ["2w", "4w"])
    assert turn_of(state, 1)


@clause("CP-36", "CP-21", rules=burns)
def test_cp_36_a_free_lead_burns_too(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="", lead=True)
    before = pile(state, "stack")
    play(state, "5c")
    assert (away(state), pile(state, "stack")) == (bag(before[:5]), before[5:])
    assert (at(state, "dump", "lead"), hand(state, 0)) == ((["5c"], False), bag("2d"))
    assert turn_of(state, 1)


@clause(
    "CP-36", "CP-35", rules=["mathematicians", {"set": "simple", "decks": 3, "identical_cups": True, "cup_burns": True}]
)
def test_cp_36_a_cup_of_a_run_burns_too(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="8w 5c")
    before = pile(state, "stack")
    play(state, "5c")
    assert (away(state), pile(state, "stack")) == (bag(before[:5]), before[5:])


@clause(
    "CP-35",
    "CP-36",
    "CP-20",
    rules=["mathematicians", {"set": "simple", "decks": 3, "identical_cups": True, "cup_burns": True}],
)
def test_cp_35_a_renewed_stack_ends_the_run(rules):
    start = burning(rules, dump="2w 4w 7w 5c")
    state = forced(start, "5c", "7w 2w 4w")
    assert away(state) - bag(start["away"]) == bag("Td 3w 5c 5c")
    assert at(state, "run", "dump", "direction") == (False, ["7w"], 1)
    assert turn_of(state, 1)
    # The cups are gone: the next card answers the seven of wands and reverses nothing.
    assert at(play(state, "9s"), "direction") == 1


@clause("CP-36", "CP-27", rules=burns)
def test_cp_36_burning_starts_the_idle_count_again(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="", lead=True, idle=119)
    play(state, "5c")
    assert turn_of(state, 1)
    assert at(state, "idle") == 0


@clause("CP-36", "CP-17")
def test_cp_36_buried_cups_burn_nothing(rules):
    state = table(rules, hands=("5c 2s", "9s 4d"), dump="8s")
    play(state, "bury")
    assert (away(state), graveyard(state, 0)) == (bag(""), [["5c", "2s"]])
