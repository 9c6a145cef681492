"""Cups, "A turn": burying and empty hands, CP-17 to CP-19."""

import pytest

from tests.clauses.cups_table import at, away, bag, clause, ended, graveyard, hand, pile, plays, table, then
from tests.clauses.shared import play, refused, turn_of

pick_up = ["simple", "democratic-league", "magellan", "mathematicians"]


@clause("CP-17")
def test_cp_17_the_hand_becomes_the_graveyard_and_as_many_are_drawn(rules):
    state = table(rules, hands=("2s 3c 5s", "2d", "3d"), dump="4w 9s", stack="Td 3w Qd Kd")
    assert plays(state) == {"bury"}
    then(state, "bury", turn=1, graveyards={0: "3c 2s 5s"}, hands={0: "Td 3w Qd"}, top="Kd", dump="4w 9s")


@clause("CP-17")
def test_cp_17_a_buried_hand_lies_in_card_order(rules):
    state = table(rules, hands=("Qw Kc Nw 2w 9c Tw 3c Pw Ac", "2d"), dump="Kw")
    assert plays(state) == {"Kc"}
    state = table(rules, hands=("Qw Nw 2w 9c Tw 3c Pw Ac", "2d"), dump="Kw")
    then(state, "bury", graveyards={0: "Ac 3c 9c 2w Tw Pw Nw Qw"})


@clause("CP-17")
@pytest.mark.parametrize("suit", "ds")
def test_cp_17_cups_come_before_the_other_suits(rules, suit):
    state = table(rules, hands=(f"7{suit} Qc 2{suit} 3c", "2w"), dump=f"8{suit}")
    then(state, "bury", graveyards={0: [["3c", "Qc", f"2{suit}", f"7{suit}"]]})


@clause("CP-17")
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("dump", ["4w 9s", "4w 9c"])
def test_cp_17_a_bury_ends_the_turn_and_does_not_reverse(rules, direction, dump):
    state = table(rules, hands=("2c 3c", "2d 6d", "3d 7d"), dump=dump, direction=direction)
    then(state, "bury", turn=1 if direction == 1 else 2, direction=direction)


@clause("CP-17", cover="choose")
def test_cp_17_choose_covering_lays_a_new_layer(rules):
    state = table(rules, hands=("2s 3c", "2d"), graveyards=("5w / 4w 6w", ""), dump="9s")
    assert plays(state) == {"bury", "bury~"}
    then(state, "bury", graveyards={0: "5w / 4w 6w / 3c 2s"})


@clause("CP-17", cover="choose")
def test_cp_17_choose_uncovered_the_cards_join_the_top_layer(rules):
    state = table(rules, hands=("2s 3c", "2d"), graveyards=("5w / 4w 6w", ""), dump="9s", stack="Td Qd")
    then(state, "bury~", turn=1, graveyards={0: "5w / 4w 6w 3c 2s"}, hands={0: "Td Qd"})


@clause("CP-17", cover="choose")
def test_cp_17_choose_without_an_older_graveyard_there_is_nothing_to_leave_open(rules):
    refused(table(rules, hands=("2s 3c", "2d"), graveyards=("", "4w"), dump="9s"), "bury~", "CP-17")


@clause("CP-17", cover="always")
def test_cp_17_always_covers(rules):
    state = table(rules, hands=("2s 3c", "2d"), graveyards=("4w 6w", ""), dump="9s")
    assert plays(state) == {"bury"}
    refused(state, "bury~", "CP-17")
    then(state, "bury", graveyards={0: "4w 6w / 3c 2s"})


# Reading: "Notation" has `bury~` only under `choose`, so where there is no choice the move is plain `bury`.
@clause("CP-17", cover="never")
def test_cp_17_never_covers(rules):
    state = table(rules, hands=("2s 3c", "2d"), graveyards=("4w 6w", ""), dump="9s")
    assert plays(state) == {"bury"}
    refused(state, "bury~", "CP-17")
    then(state, "bury", graveyards={0: "4w 6w 3c 2s"})


@clause("CP-17", cover="never")
def test_cp_17_never_a_first_graveyard_is_one_layer(rules):
    state = table(rules, hands=("2s 3c", "2d"), dump="9s")
    assert plays(state) == {"bury"}
    then(state, "bury", graveyards={0: "3c 2s"})


@clause("CP-17")
def test_cp_17_no_card_is_lost_on_the_way(rules):
    state = table(rules, hands=("2s 3c 8c", "2d"), graveyards=("4w 6w", ""), dump="9s")
    before = (pile(state, "dump"), away(state), at(state, "side"))
    play(state, "bury")
    assert (pile(state, "dump"), away(state), at(state, "side")) == before
    assert hand(state, 0).total() == 3


@clause("CP-18")
def test_cp_18_no_hand_and_no_graveyard_wins(rules):
    state = play(table(rules, hands=("Ts", "2d 3d", "4d"), dump="9s"), "Ts")
    assert ended(state, "went_out", 0)
    assert at(state, "turn", "to_move", "phase") == (0, None, "over")


@clause("CP-18", "CP-11", "CP-12")
@pytest.mark.parametrize(("dump", "card"), [("9s", "Ts"), ("5c", "3w"), ("9c", "Kd")])
def test_cp_18_a_free_last_card_wins_whatever_the_direction(rules, dump, card):
    state = table(rules, hands=("2d 3d", card, "4d 6d"), dump=dump, turn=1, direction=-1)
    assert ended(play(state, card), "went_out", 1)


@clause("CP-18", "CP-14", "CP-15", "CP-37")
@pytest.mark.parametrize(("card", "drawn"), [("Ad", "4w"), ("3d", "4w 5w 6w"), ("Qd", "4w 5w")])
def test_cp_18_is_asked_after_the_draws(rules, card, drawn):
    state = table(rules, hands=(card, "2d 7d"), graveyards=("8w", ""), dump="9s", stack="4w 5w 6w 7w")
    then(state, card, turn=1, hands={0: drawn}, graveyards={0: "8w"})


@clause("CP-18", rules=pick_up)
def test_cp_18_an_empty_hand_picks_the_whole_graveyard_up(rules):
    state = table(rules, hands=("Ts", "2d 7d"), graveyards=("8w Kc / 3w 2w / 5d", ""), dump="9s")
    then(state, "Ts", turn=1, hands={0: "8w Kc 3w 2w 5d"}, graveyards={0: ""})


@clause("CP-18", "CP-11", "CP-37", rules=pick_up)
def test_cp_18_a_graveyard_is_picked_up_before_play_reverses(rules):
    state = table(rules, hands=("Ts", "2d 7d", "3d 8d"), graveyards=("8w", "", ""), dump="9c")
    then(state, "Ts", turn=2, hands={0: "8w"}, direction=-1)


@clause("CP-18", "CP-13")
def test_cp_18_an_ace_as_last_card_wins_when_everybody_keeps(rules):
    state = play(table(rules, hands=("As", "2d 7d", "3d 8d"), dump="9s"), "As")
    assert (state.to_move, state.result) == (1, None)
    play(state, "keep")
    assert (state.to_move, state.result) == (2, None)
    assert ended(play(state, "keep"), "went_out", 0)


@clause("CP-18", "CP-13")
@pytest.mark.parametrize("gifts", [("+2d", "keep"), ("keep", "+3d"), ("+7d", "+8d")])
def test_cp_18_an_ace_as_last_card_does_not_win_when_somebody_gives(rules, gifts):
    state = play(table(rules, hands=("As", "2d 7d", "3d 8d"), dump="9s"), "As", *gifts)
    then(state, turn=1, hands={0: (gift[1:] for gift in gifts if gift != "keep")})


@clause("CP-18", "CP-13")
def test_cp_18_a_gift_keeps_the_graveyard_lying(rules):
    state = table(rules, hands=("As", "2d 7d"), graveyards=("8w", ""), dump="9s")
    then(state, "As", "+2d", hands={0: "2d"}, graveyards={0: "8w"})


@clause("CP-18", "CP-13", rules=pick_up)
def test_cp_18_an_ace_as_last_card_without_gifts_picks_up(rules):
    state = table(rules, hands=("As", "2d 7d"), graveyards=("8w / 6w", ""), dump="9s")
    then(state, "As", "keep", turn=1, hands={0: "8w 6w"}, graveyards={0: ""})


@clause("CP-18", "CP-13")
def test_cp_18_a_giver_wins_by_giving_his_last_card(rules):
    state = play(table(rules, hands=("As 5w", "2d", "3d 8d"), dump="9s"), "As", "+2d")
    # The other players are still asked: the question comes after the play with all its gifts.
    assert (state.to_move, state.result) == (2, None)
    play(state, "keep")
    assert ended(state, "went_out", 1)
    assert at(state, "turn") == 0


@clause("CP-18", "CP-13")
def test_cp_18_the_last_giver_can_win_too(rules):
    state = play(table(rules, hands=("As 5w", "2d 7d", "3d"), dump="9s"), "As", "+2d", "+3d")
    assert ended(state, "went_out", 2)


@clause("CP-18", "CP-13")
@pytest.mark.parametrize(("direction", "winner"), [(1, 1), (-1, 2)])
def test_cp_18_of_two_givers_the_first_to_give_wins(rules, direction, winner):
    state = table(rules, hands=("As 5w", "2d", "3d"), dump="9s", direction=direction)
    play(state, "As", *(("+2d", "+3d") if direction == 1 else ("+3d", "+2d")))
    assert ended(state, "went_out", winner)


@clause("CP-18", "CP-13", rules=pick_up)
def test_cp_18_a_giver_with_a_graveyard_picks_it_up(rules):
    state = table(rules, hands=("As 5w", "2d", "3d"), graveyards=("", "4w / 6w", "8w"), dump="9s")
    play(state, "As", "+2d", "+3d")
    assert [hand(state, seat) for seat in range(3)] == [bag("5w 2d 3d"), bag("4w 6w"), bag("8w")]
    assert [graveyard(state, seat) for seat in range(3)] == [[], [], []]
    assert turn_of(state, 1)


@clause("CP-18", "CP-13", rules=pick_up)
def test_cp_18_a_giver_without_a_graveyard_wins_beside_one_who_has_one(rules):
    state = table(rules, hands=("As 5w", "2d", "3d"), graveyards=("", "4w / 6w", ""), dump="9s")
    assert ended(play(state, "As", "+2d", "+3d"), "went_out", 2)


@clause("CP-18", "CP-13")
def test_cp_18_a_giver_who_keeps_his_last_card_goes_on(rules):
    state = play(table(rules, hands=("As 5w", "2d"), dump="9s"), "As", "keep")
    assert turn_of(state, 1)


# With an empty stack and `rest`, nothing can be drawn; whatever wand is turned then, ten and page follow it at no cost.
@clause("CP-18", "CP-17", "CP-19", rules=["simple", "mathematicians", {"set": "simple", "redeal": False}])
def test_cp_18_does_not_apply_to_a_bury_but_the_next_turn_begins_with_a_pick_up(rules):
    state = table(rules, hands=("2s 3c", "Tw 7d", "Pw 4d"), dump="4w 5w 6w 9s", rest="away")
    then(state, "bury", turn=1, hands={0: ""}, graveyards={0: "3c 2s"})
    then(state, "Tw", "Pw", turn=0, hands={0: "2s 3c"}, graveyards={0: ""})


@clause("CP-19", rules=pick_up)
def test_cp_19_a_turn_without_a_hand_begins_with_the_graveyard(rules):
    state = table(rules, hands=("Ts 2w", "", ""), graveyards=("", "Ks 5s / 8c", "3w"), dump="9s")
    then(state, "Ts", turn=1, hands={1: "Ks 5s 8c"}, graveyards={1: ""}, plays="Ks")
    # Only the player whose turn begins picks up.
    then(state, hands={2: ""}, graveyards={2: "3w"})


@clause("CP-19", rules=pick_up)
def test_cp_19_the_picked_up_hand_may_be_buried_again(rules):
    state = table(rules, hands=("Ts 2w", ""), graveyards=("", "5s 8c"), dump="9s", stack="4d 6d")
    then(state, "Ts", plays="bury")
    then(state, "bury", hands={1: "4d 6d"}, graveyards={1: "8c 5s"})
