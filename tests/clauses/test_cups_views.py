import random

import pytest

import undercut
from tests.clauses.cups_table import EVERY_SET, at, bag, clause, forced, position, table, then
from tests.clauses.shared import play
from undercut.play.loading import determinize

# No four of coins comes from it.
STACK = "Td Tw 5s 8d 9d Ts 8s Pd Nd Qd Kd 2d 6d"


@clause("CP-2", "CP-4")
def test_cp_2_of_other_hands_and_of_the_piles_only_the_size_is_seen_and_the_active_card(rules):
    state = table(rules, hands=("Ts 2w", "3w 4w 5w", "6w"), dump="8d 7w 9s", stack="Td", away="Kc Qc")
    then(state, seen={(1, 0): "? ?", (1, 1): "3w 4w 5w", (1, 2): "?"})
    then(state, seen={(None, 0): "? ?", (None, 1): "? ? ?", (None, 2): "?"})
    for viewer in (0, 1, None):
        view = state.view(viewer)
        assert (view["dump"][-1], len(view["dump"])) == ("9s", 3)
        assert view["stack"] == ["?"] * len(at(state, "stack"))
        assert len(view["away"]) == 2


@clause("CP-2")
def test_cp_2_a_fresh_deal_shows_one_card(rules):
    state = undercut.game("cups", rules=rules, seats=4).deal(seed=9)
    view = state.view(None)
    assert view["hands"] == [["?"] * 7] * 4
    assert (view["dump"], set(view["stack"])) == (at(state, "dump"), {"?"})


@clause("CP-17")
def test_cp_17_the_top_layer_of_a_graveyard_is_open_to_all(rules):
    state = table(rules, hands=("Ts 2w", "3w 4w"), graveyards=("", "5w 6w / 7w / 8w Kc"), dump="9s")
    for viewer in (0, None):
        assert state.view(viewer)["graveyards"] == [[], [["?", "?"], ["?"], ["8w", "Kc"]]]
    assert state.view(1)["graveyards"] == [[], [["5w", "6w"], ["7w"], ["8w", "Kc"]]]


@clause("CP-17")
@pytest.mark.parametrize(
    ("move", "owner", "others"),
    [("bury", [["5w"], ["3c", "2s"]], [["?"], ["3c", "2s"]]), ("bury~", [["5w", "3c", "2s"]], [["5w", "3c", "2s"]])],
)
def test_cp_17_a_covering_bury_hides_the_older_layer_and_an_uncovered_one_shows_all(rules, move, owner, others):
    state = play(table(rules, hands=("2s 3c", "3w 4w"), graveyards=("5w", ""), dump="9s"), move)
    assert [state.view(viewer)["graveyards"][0] for viewer in (0, 1, None)] == [owner, others, others]


@clause("CP-14")
def test_cp_14_drawn_cards_are_seen_by_their_owner_only(rules):
    state = table(rules, hands=("3d 2w", "3w 4w"), dump="9s", stack="Td Tw 5s")
    then(state, "3d", seen={(0, 0): "2w Td Tw 5s", (1, 0): "? ? ? ?", (None, 0): "? ? ? ?"})


@clause("CP-13")
def test_cp_13_a_gift_is_known_to_giver_and_receiver_as_long_as_it_is_there(rules):
    state = table(rules, hands=("As 2w 5d", "4d 3d", "6w 7w"), dump="9s", stack=STACK)
    play(state, "As")
    before = [state.view(viewer) for viewer in (0, 1, 2, None)]
    # Also while others are still asked.
    then(state, "+4d", seen={(0, 0): "2w 5d 4d", (1, 0): "? ? 4d", (2, 0): "? ? ?", (None, 0): "? ? ?"})
    then(state, seen={(0, 1): "?", (2, 1): "?", (None, 1): "?"})
    state.undo()
    assert [state.view(viewer) for viewer in (0, 1, 2, None)] == before
    then(state, "+4d", "keep", "3d", "6w", seen={(1, 0): "? ? 4d"})
    then(state.copy(), "4d", seen={(1, 0): "? ? ? ? ? ?"})
    then(state, "5d", "Td")
    assert state.view(1)["hands"][0].count("4d") == 1


@clause("CP-13", rules=["simple", "magellan", "democratic-league", "mathematicians"])
def test_cp_13_two_gifts_are_known_each_to_its_giver(rules):
    state = table(rules, hands=("As 2w", "4d 3d", "6w 7w"), dump="9s")
    then(state, "As", "+4d", "+7w", seen={(0, 0): "2w 4d 7w", (1, 0): "? ? 4d", (2, 0): "? ? 7w"})


def given(*gifts):
    """List gifts of a position: a card, its giver and its receiver."""
    return [{"card": card, "from": giver, "to": receiver} for card, giver, receiver in gifts]


# Seat 2 plays an ace, and seat 0, who has a four that seat 1 gave, gives it a card that seat 1 cannot see.
@clause("CP-13")
@pytest.mark.parametrize("gift", ["2w", "4d", "5d"])
def test_cp_13_a_face_down_gift_makes_others_forget_what_they_gave_whatever_it_is(rules, gift):
    hands = ("2w 5d 4d", "3s 8s", "Ad 7w")
    state = table(rules, hands=hands, dump="9d", turn=2, given=given(("4d", 1, 0)), stack="Td")
    then(state, seen={(1, 0): "? ? 4d"})
    then(state, "Ad", f"+{gift}", seen={(1, 0): "? ?"}, given=given((gift, 0, 2)))
    assert state.log(1) == ("Ad", "+?")


@clause("CP-13")
def test_cp_13_a_gift_that_comes_back_is_known_to_have_left_but_others_stay_known(rules):
    gifts = given(("4d", 2, 0), ("5d", 2, 0))
    state = table(rules, hands=("2w 5d 4d", "3s 8s", "Ad 7w"), dump="9d", turn=2, given=gifts, stack="Td")
    then(state, "Ad", "+4d", seen={(2, 0): "5d ?"})


@clause("CP-13", rules=["mathematicians", {"set": "simple", "decks": 5}])
def test_cp_13_of_equal_cards_a_giver_counts_on_one_less_when_one_is_played(rules):
    gifts = given(("9s", 1, 0), ("9s", 1, 0), ("9s", 2, 0))
    state = table(rules, hands=("9s 9s 9s 9s", "2d", "3d"), dump="8s", given=gifts, stack="Td")
    then(state, "9s", seen={(1, 0): "9s ? ?", (2, 0): "? ? ?"}, given=given(("9s", 1, 0)))


@clause("CP-13", "CP-17")
def test_cp_13_a_buried_hand_tells_of_no_gifts(rules):
    state = table(rules, hands=("2c 3c", "2d"), dump="9s", stack="4c 5c 6c", given=given(("2c", 1, 0)))
    then(state, "bury", given=[])


@clause("CP-13", "CP-17")
def test_cp_13_hidden_cards_change_no_view(rules):
    common = {"dump": "8d 9s", "away": "Kc"}
    one = table(rules, hands=("Ts 2w", "3w 4w"), graveyards=("", "5w / 6w"), stack="Td Tw", **common)
    two = table(rules, hands=("Ts 2w", "Td 5w"), graveyards=("", "4w / 6w"), stack="3w Tw", **common)
    assert [one.view(viewer) == two.view(viewer) for viewer in (0, None, 1)] == [True, True, False]


def away_views(rules, viewer):
    """Show a seat three positions, with two cards put away: none, one or both of them are cups."""
    fields = {"hands": ("Ts 2w", "3w 4w"), "dump": "8d 9s"}
    cards = [("Kc Qc", "5d 7d"), ("5d Qc", "7d Kc"), ("5d 7d", "Kc Qc")]
    return [table(rules, stack=stack, away=away, **fields).view(viewer) for stack, away in cards]


@pytest.mark.parametrize("name", EVERY_SET)
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.clause("CP-38", rules=EVERY_SET)
def test_cp_38_put_away_cups_that_lie_apart_can_be_counted(name, viewer):
    none, one, both = away_views({"set": name, "cups_apart": True}, viewer)
    assert none != one != both != none


@clause("CP-38")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_cp_38_together_with_the_others_they_cannot(rules, viewer):
    none, one, both = away_views(rules, viewer)
    assert none == one == both


# Renewing the stack puts two cards away.
RENEWED = {"hands": ("3d 2w Kc", "5w 6w"), "dump": "6c 8d 9s", "stack": "Td Tw 5s", "rest": "away"}


@clause("CP-38", "CP-20")
def test_cp_38_those_who_saw_the_cards_go_are_shown_their_number_alone(rules):
    state = then(forced(position(rules, **RENEWED), "3d", "9s 8d"), gone="3d 6c")
    assert all(state.view(viewer)["away"] == ["?"] * len(at(state, "away")) for viewer in (0, 1, None))


@clause("CP-38", "CP-20", rules=["simple", "democratic-league"])
def test_cp_38_changes_nothing_but_what_is_seen(rules):
    apart = {"set": rules, "cups_apart": True}
    state, other = (forced(position(each, **RENEWED), "3d", "9s 8d") for each in (apart, rules))
    assert at(state, "hands", "dump", "stack", "turn") == at(other, "hands", "dump", "stack", "turn")
    assert bag(at(state, "away")) == bag(at(other, "away"))


@pytest.mark.parametrize(("burned", "rest"), [("Td", "Tc"), ("Tc", "Td")])
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.clause("CP-38", "CP-36")
def test_cp_38_burned_cups_can_be_told_only_if_they_lie_apart(burned, rest, apart):
    rules = {"set": "simple", "cup_burns": True, "cups_apart": apart, "no_cups_end": "off"}
    fields = {"dump": "3w 4w 5w 2s", "stack": f"{burned} 9d 6d", "away": rest, "rest": "away"}
    view = play(table(rules, hands=("2c 2w", "2d 3d"), **fields), "2c").view(1)
    assert ("Tc" in view["away"]) == apart
    for seed in range(5):
        assert determinize(view, random.Random(seed)).view(1) == view
