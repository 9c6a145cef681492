"""Cups, "A turn": burying and empty hands, CP-17 to CP-19."""

import pytest

from tests.clauses.cups_table import at, clause, pile, table, then
from tests.clauses.shared import ended, play, refused

pick_up = ["simple", "democratic-league", "magellan", "mathematicians"]


@clause("CP-17")
def test_cp_17_the_hand_becomes_the_graveyard_and_as_many_are_drawn(rules):
    state = table(rules, hands=("2s 3c 5s", "2d", "3d"), dump="4w 9s", stack="Td 3w Qd Kd")
    then(state, plays="bury")
    then(state, "bury", turn=1, graveyards={0: "3c 2s 5s"}, hands={0: "Td 3w Qd"}, dump="4w 9s", gone="", side="")
    assert pile(state, "stack")[0] == "Kd"


@clause("CP-17")
@pytest.mark.parametrize(
    ("hand", "active", "graveyard"),
    [
        ("Qw Nw 2w 9c Tw 3c Pw Ac", "Kw", "Ac 3c 9c 2w Tw Pw Nw Qw"),
        ("7d Qc 2d 3c", "8d", "3c Qc 2d 7d"),
        ("7s Qc 2s 3c", "8s", "3c Qc 2s 7s"),
    ],
)
def test_cp_17_a_buried_hand_lies_in_card_order(rules, hand, active, graveyard):
    then(table(rules, hands=(hand, "2c"), dump=active), "bury", graveyards={0: graveyard})


@clause("CP-17")
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("dump", ["4w 9s", "4w 9c"])
def test_cp_17_a_bury_ends_the_turn_and_does_not_reverse(rules, direction, dump):
    state = table(rules, hands=("2c 3c", "2d 6d", "3d 7d"), dump=dump, direction=direction)
    then(state, "bury", turn=1 if direction == 1 else 2, direction=direction)


# Reading: "Notation" has `bury~` only under `choose`, so where there is no choice the move is plain `bury`.
@clause("CP-17")
@pytest.mark.parametrize(
    ("cover", "older", "move", "graveyard"),
    [
        ("choose", "5w / 4w 6w", "bury", "5w / 4w 6w / 3c 2s"),
        ("choose", "5w / 4w 6w", "bury~", "5w / 4w 6w 3c 2s"),
        ("choose", "", "bury", "3c 2s"),
        ("always", "4w 6w", "bury", "4w 6w / 3c 2s"),
        ("never", "4w 6w", "bury", "4w 6w 3c 2s"),
        ("never", "", "bury", "3c 2s"),
    ],
)
def test_cp_17_cover_says_whether_the_new_layer_hides_the_older(rules, cover, older, move, graveyard):
    state = table(
        {"set": rules, "cover": cover}, hands=("2s 3c", "2d"), graveyards=(older, "4d"), dump="9s", stack="Td Qd"
    )
    if cover == "choose" and older:
        then(state, plays="bury bury~")
    else:
        then(state, plays="bury")
        refused(state, "bury~", "CP-17")
    then(state, move, turn=1, graveyards={0: graveyard}, hands={0: "Td Qd"})


@clause("CP-18", "CP-11", "CP-12")
@pytest.mark.parametrize(("dump", "card"), [("9s", "Ts"), ("5c", "3w"), ("9c", "Kd")])
def test_cp_18_no_hand_and_no_graveyard_wins_whatever_the_direction(rules, dump, card):
    state = table(rules, hands=("2d 3d", card, "4d 6d"), dump=dump, turn=1, direction=-1)
    assert ended(play(state, card), "went_out", 1)
    assert at(state, "turn") == 1


@clause("CP-18", "CP-14", "CP-15", "CP-37")
@pytest.mark.parametrize(("card", "drawn"), [("Ad", "4w"), ("3d", "4w 5w 6w"), ("Qd", "4w 5w")])
def test_cp_18_is_asked_after_the_draws(rules, card, drawn):
    state = table(rules, hands=(card, "2d 7d"), graveyards=("8w", ""), dump="9s", stack="4w 5w 6w 7w")
    then(state, card, turn=1, hands={0: drawn}, graveyards={0: "8w"})


@clause("CP-18", "CP-11", "CP-37", rules=pick_up)
@pytest.mark.parametrize(("active", "following", "direction"), [("9s", 1, 1), ("9c", 2, -1)])
def test_cp_18_an_empty_hand_picks_the_whole_graveyard_up_before_play_reverses(rules, active, following, direction):
    state = table(rules, hands=("Ts", "2d 7d", "3d 8d"), graveyards=("8w Kc / 3w 2w / 5d", "", ""), dump=active)
    then(state, "Ts", turn=following, hands={0: "8w Kc 3w 2w 5d"}, graveyards={0: ""}, direction=direction)


# An ace asks for gifts: of those who have no card left, the player on turn wins before the givers in their order.
@clause("CP-18", "CP-13")
@pytest.mark.parametrize(
    ("hands", "direction", "gifts", "winner"),
    [
        (("As", "2d 7d", "3d 8d"), 1, "keep keep", 0),
        (("As 5w", "2d", "3d 8d"), 1, "+2d keep", 1),
        (("As 5w", "2d 7d", "3d"), 1, "+2d +3d", 2),
        (("As 5w", "2d", "3d"), 1, "+2d +3d", 1),
        (("As 5w", "2d", "3d"), -1, "+3d +2d", 2),
    ],
)
def test_cp_18_who_gave_or_played_the_last_card_wins_when_all_have_been_asked(rules, hands, direction, gifts, winner):
    state = play(table(rules, hands=hands, dump="9s", direction=direction), "As")
    first, second = gifts.split()
    then(state, first, to_move=2 if direction == 1 else 1, result=None)
    assert ended(play(state, second), "went_out", winner)
    assert at(state, "turn") == 0


@clause("CP-18", "CP-13")
@pytest.mark.parametrize(("gifts", "hand"), [("+2d keep", "2d"), ("keep +3d", "3d"), ("+7d +8d", "7d 8d")])
def test_cp_18_an_ace_as_last_card_does_not_win_when_somebody_gives_nor_picks_up(rules, gifts, hand):
    state = table(rules, hands=("As", "2d 7d", "3d 8d"), graveyards=("8w", "", ""), dump="9s")
    then(state, "As", *gifts.split(), turn=1, hands={0: hand}, graveyards={0: "8w"})


@clause("CP-18", "CP-13", rules=pick_up)
def test_cp_18_an_ace_as_last_card_without_gifts_picks_up(rules):
    state = table(rules, hands=("As", "2d 7d"), graveyards=("8w / 6w", ""), dump="9s")
    then(state, "As", "keep", turn=1, hands={0: "8w 6w"}, graveyards={0: ""})


@clause("CP-18", "CP-13", rules=pick_up)
def test_cp_18_givers_with_a_graveyard_pick_it_up_but_one_without_wins(rules):
    state = table(rules, hands=("As 5w", "2d", "3d"), graveyards=("", "4w / 6w", "8w"), dump="9s")
    then(state, "As", "+2d", "+3d", turn=1, hands=("5w 2d 3d", "4w 6w", "8w"), graveyards=("", "", ""))
    state = table(rules, hands=("As 5w", "2d", "3d"), graveyards=("", "4w / 6w", ""), dump="9s")
    assert ended(play(state, "As", "+2d", "+3d"), "went_out", 2)


@clause("CP-18", "CP-13")
def test_cp_18_a_giver_who_keeps_his_last_card_goes_on(rules):
    then(table(rules, hands=("As 5w", "2d"), dump="9s"), "As", "keep", turn=1)


# With an empty stack and `rest`, nothing can be drawn; whatever wand is turned then, ten and page follow it at no cost.
@clause("CP-18", "CP-17", "CP-19", rules=["simple", "mathematicians", {"set": "simple", "redeal": False}])
def test_cp_18_does_not_apply_to_a_bury_but_the_next_turn_begins_with_a_pick_up(rules):
    state = table(rules, hands=("2s 3c", "Tw 7d", "Pw 4d"), dump="4w 5w 6w 9s", rest="away")
    then(state, "bury", turn=1, hands={0: ""}, graveyards={0: "3c 2s"})
    then(state, "Tw", "Pw", turn=0, hands={0: "2s 3c"}, graveyards={0: ""})


@clause("CP-19", rules=pick_up)
def test_cp_19_a_turn_without_a_hand_begins_with_the_graveyard(rules):
    state = table(rules, hands=("Ts 2w", "", ""), graveyards=("", "Ks 5s / 8c", "3w"), dump="9s")
    # Only the player whose turn begins picks up.
    then(state, "Ts", turn=1, hands={1: "Ks 5s 8c", 2: ""}, graveyards=("", "", "3w"), plays="Ks")


@clause("CP-19", rules=pick_up)
def test_cp_19_the_picked_up_hand_may_be_buried_again(rules):
    state = table(rules, hands=("Ts 2w", ""), graveyards=("", "5s 8c"), dump="9s", stack="4d 6d")
    then(state, "Ts", plays="bury")
    then(state, "bury", hands={1: "4d 6d"}, graveyards={1: "8c 5s"})
