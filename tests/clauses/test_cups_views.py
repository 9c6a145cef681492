"""Cups, "What is seen", and the put-away cups that lie apart: CP-38."""

import pytest

import undercut
from tests.clauses.cups_table import EVERY_SET, at, bag, clause, forced, hand, pile, position, seen, table
from tests.clauses.shared import play

# No four of coins comes from it.
STACK = "Td Tw 5s 8d 9d Ts 8s Pd Nd Qd Kd 2d 6d"


def viewed(rules, viewer, **fields):
    """Return what a seat sees of a position."""
    return undercut.from_position(position(rules, **fields)).view(viewer)


@clause("CP-2")
def test_cp_2_ones_own_hand_is_seen_and_of_the_others_the_size(rules):
    state = table(rules, hands=("Ts 2w", "3w 4w 5w", "6w"), dump="9s")
    assert [seen(state, 1, seat) for seat in range(3)] == [bag("? ?"), bag("3w 4w 5w"), bag("?")]
    assert [seen(state, None, seat) for seat in range(3)] == [bag("? ?"), bag("? ? ?"), bag("?")]


@clause("CP-2", "CP-4")
def test_cp_4_the_active_card_is_seen_and_the_sizes_of_the_piles(rules):
    state = table(rules, hands=("Ts 2w", "3w 4w 5w"), dump="8d 7w 9s", stack="Td", away="Kc Qc")
    for viewer in (0, 1, None):
        view = state.view(viewer)
        assert (view["dump"][-1], len(view["dump"])) == ("9s", 3)
        assert view["stack"] == ["?"] * len(pile(state, "stack"))
        assert len(view["away"]) == 2


@clause("CP-2")
def test_cp_2_a_fresh_deal_shows_one_card(rules):
    state = undercut.game("cups", rules=rules, seats=4).deal(seed=9)
    view = state.view(None)
    assert view["hands"] == [["?"] * 7] * 4
    assert (view["dump"], set(view["stack"])) == (pile(state, "dump"), {"?"})


@clause("CP-17")
def test_cp_17_the_top_layer_of_a_graveyard_is_open_to_all(rules):
    state = table(rules, hands=("Ts 2w", "3w 4w"), graveyards=("", "5w 6w / 7w / 8w Kc"), dump="9s")
    for viewer in (0, None):
        assert state.view(viewer)["graveyards"] == [[], [["?", "?"], ["?"], ["8w", "Kc"]]]
    assert state.view(1)["graveyards"] == [[], [["5w", "6w"], ["7w"], ["8w", "Kc"]]]


@clause("CP-17")
def test_cp_17_a_covering_bury_hides_the_older_layer(rules):
    state = table(rules, hands=("2s 3c", "3w 4w"), graveyards=("5w", ""), dump="9s")
    play(state, "bury")
    assert state.view(1)["graveyards"][0] == [["?"], ["3c", "2s"]]
    assert state.view(0)["graveyards"][0] == [["5w"], ["3c", "2s"]]


@clause("CP-17")
def test_cp_17_an_uncovered_bury_shows_all(rules):
    state = table(rules, hands=("2s 3c", "3w 4w"), graveyards=("5w", ""), dump="9s")
    play(state, "bury~")
    assert state.view(1)["graveyards"][0] == [["5w", "3c", "2s"]]
    assert state.view(None)["graveyards"][0] == [["5w", "3c", "2s"]]


@clause("CP-14")
def test_cp_14_drawn_cards_are_seen_by_their_owner_only(rules):
    state = table(rules, hands=("3d 2w", "3w 4w"), dump="9s", stack="Td Tw 5s")
    play(state, "3d")
    assert seen(state, 0, 0) == bag("2w Td Tw 5s")
    assert seen(state, None, 0) == bag("? ? ? ?")


@clause("CP-13")
def test_cp_13_a_gift_is_known_to_giver_and_receiver(rules):
    state = table(rules, hands=("As 2w 5d", "4d 3d", "6w 7w"), dump="9s")
    play(state, "As", "+4d", "keep")
    assert seen(state, 0, 0) == bag("2w 5d 4d")
    assert seen(state, 1, 0) == bag("? ? 4d")
    assert seen(state, 2, 0) == bag("? ? ?")
    assert seen(state, None, 0) == bag("? ? ?")
    assert [seen(state, viewer, 1) for viewer in (0, 2, None)] == [bag("?")] * 3


@clause("CP-13")
def test_cp_13_a_gift_is_face_down_while_others_are_still_asked(rules):
    state = play(table(rules, hands=("As 2w 5d", "4d 3d", "6w 7w"), dump="9s"), "As", "+4d")
    assert [seen(state, viewer, 0) for viewer in (1, 2, None)] == [bag("? ? 4d"), bag("? ? ?"), bag("? ? ?")]


@clause("CP-13")
def test_cp_13_the_giver_knows_it_as_long_as_it_is_there(rules):
    state = table(rules, hands=("As 2w 5d", "4d 3d", "6w 7w"), dump="9s", stack=STACK)
    play(state, "As", "+4d", "keep", "3d", "6w")
    assert seen(state, 1, 0) == bag("? ? 4d")
    play(state, "5d")
    assert seen(state, 1, 0)["4d"] == 1
    play(state, "Td")
    assert seen(state, 1, 0)["4d"] == 1


@clause("CP-13")
def test_cp_13_a_played_gift_is_no_longer_in_the_hand(rules):
    state = table(rules, hands=("As 2w 5d", "4d 3d", "6w 7w"), dump="9s", stack=STACK)
    play(state, "As", "+4d", "keep", "3d", "6w", "4d")
    assert hand(state, 0).total() == 6
    assert seen(state, 1, 0) == bag("? ? ? ? ? ?")


@clause("CP-13", rules=["simple", "magellan", "democratic-league", "mathematicians"])
def test_cp_13_two_gifts_are_known_each_to_its_giver(rules):
    state = play(table(rules, hands=("As 2w", "4d 3d", "6w 7w"), dump="9s"), "As", "+4d", "+7w")
    assert [seen(state, viewer, 0) for viewer in (0, 1, 2)] == [bag("2w 4d 7w"), bag("? ? 4d"), bag("? ? 7w")]


@clause("CP-13", "CP-17")
def test_cp_13_hidden_cards_change_no_view(rules):
    one = {"hands": ("Ts 2w", "3w 4w"), "graveyards": ("", "5w / 6w"), "dump": "8d 9s", "stack": "Td Tw", "away": "Kc"}
    two = {"hands": ("Ts 2w", "Td 5w"), "graveyards": ("", "4w / 6w"), "dump": "8d 9s", "stack": "3w Tw", "away": "Kc"}
    for viewer in (0, None):
        assert viewed(rules, viewer, **one) == viewed(rules, viewer, **two)
    assert viewed(rules, 1, **one) != viewed(rules, 1, **two)


def apart(cups):
    """Two cards were put away: as many cups as said."""
    kept, gone = ("Kc Qc", "5d 7d") if not cups else ("5d Qc", "7d Kc") if cups == 1 else ("5d 7d", "Kc Qc")
    return {"hands": ("Ts 2w", "3w 4w"), "dump": "8d 9s", "stack": kept, "away": gone}


@pytest.mark.parametrize("name", EVERY_SET)
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.clause("CP-38", rules=EVERY_SET)
def test_cp_38_put_away_cups_that_lie_apart_can_be_counted(name, viewer):
    rules = {"set": name, "cups_apart": True}
    views = [viewed(rules, viewer, **apart(cups)) for cups in range(3)]
    assert views[0] != views[1]
    assert views[1] != views[2]
    assert views[0] != views[2]


@clause("CP-38")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_cp_38_together_with_the_others_they_cannot(rules, viewer):
    views = [viewed(rules, viewer, **apart(cups)) for cups in range(3)]
    assert views[0] == views[1] == views[2]


@clause("CP-38", "CP-20")
def test_cp_38_those_who_saw_the_cards_go_are_shown_their_number_alone(rules):
    start = position(rules, hands=("3d 2w Kc", "5w 6w"), dump="6c 8d 9s", stack="Td Tw 5s", rest="away")
    state = forced(start, "3d", "9s 8d")
    assert bag(at(state, "away")) == bag([*start["away"], "3d", "6c"])
    assert all(state.view(viewer)["away"] == ["?"] * len(pile(state, "away")) for viewer in (0, 1, None))


@clause(
    "CP-38", "CP-20", rules=[{"set": "simple", "cups_apart": True}, {"set": "democratic-league", "cups_apart": True}]
)
def test_cp_38_changes_nothing_but_what_is_seen(rules):
    fields = {"hands": ("3d 2w Kc", "5w 6w"), "dump": "6c 8d 9s", "stack": "Td Tw 5s", "rest": "away"}
    state = forced(position(rules, **fields), "3d", "9s 8d")
    other = forced(position(rules["set"], **fields), "3d", "9s 8d")
    assert at(state, "hands", "dump", "stack", "turn") == at(other, "hands", "dump", "stack", "turn")
    assert bag(at(state, "away")) == bag(at(other, "away"))


@clause("CP-13")
def test_cp_13_a_replayed_game_shows_every_seat_the_same(rules):
    state = table(rules, hands=("As 2w 5d", "4d 3d", "6w 7w"), dump="9s")
    play(state, "As", "+4d", "keep", "3d")
    again = undercut.replay(state.record())
    assert [again.view(viewer) for viewer in (0, 1, 2, None)] == [state.view(viewer) for viewer in (0, 1, 2, None)]


@clause("CP-13")
def test_cp_13_a_gift_taken_back_is_no_longer_known(rules):
    state = table(rules, hands=("As 2w 5d", "4d 3d", "6w 7w"), dump="9s")
    play(state, "As")
    before = [state.view(viewer) for viewer in (0, 1, 2, None)]
    play(state, "+4d")
    state.undo()
    assert [state.view(viewer) for viewer in (0, 1, 2, None)] == before
