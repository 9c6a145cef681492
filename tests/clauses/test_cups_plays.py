"""Cups, "A turn": the plain plays, CP-10, CP-12, CP-14 and CP-15."""

import pytest

import undercut
from tests.clauses.cups_table import bag, clause, hand, pile, plays, table, then
from tests.clauses.shared import allowed, play, refused


@clause("CP-10", "CP-12", "CP-13", "CP-14", "CP-15", "CP-16")
def test_cp_10_the_five_ways_to_answer_a_card_that_is_no_cup(rules):
    state = table(rules, hands=("9s 3s As 4d Pw 7c 8c", "2d"), dump="7s")
    assert plays(state) == {"9s", "As", "4d", "Pw", "7c"}
    allowed(state, "9s", "As", "4d", "Pw", "7c")


@clause("CP-10", "CP-17")
def test_cp_10_who_can_play_cannot_bury(rules):
    state = table(rules, hands=("Td 2s 3s", "2d"), dump="7s")
    assert plays(state) == {"Td"}
    refused(state, "bury", "CP-10", "CP-17")


@clause("CP-10")
def test_cp_10_there_is_no_declining(rules):
    state = table(rules, hands=("Td 2s 3s", "2d"), dump="7s")
    for move in ("pass", "ok", "keep"):
        refused(state, move)


@clause("CP-10")
def test_cp_10_only_ones_own_hand_cards_can_be_played(rules):
    state = table(rules, hands=("8s 2w", "Ts 3d"), graveyards=("9s", ""), dump="7s", stack="Qs")
    for card in ("Ts", "9s", "Qs", "7s"):
        refused(state, card)


@clause("CP-10")
def test_cp_10_a_graveyard_card_gives_no_legal_play(rules):
    state = table(rules, hands=("3s 2c", "2d"), graveyards=("9s Td", ""), dump="7s")
    assert plays(state) == {"bury", "bury~"}


@clause("CP-10")
def test_cp_10_what_is_no_move_at_all_is_bad_notation(rules):
    state = table(rules, hands=("8s 2w", "Ts 3d"), dump="7s")
    before = state.position()
    for text in ("", "Zz", "10s", "Jh"):
        with pytest.raises(undercut.BadNotation):
            state.play(text)
    assert state.position() == before


@clause("CP-12")
def test_cp_12_a_higher_card_of_the_suit_does_nothing_else(rules):
    state = table(rules, hands=("9s 2w", "2d", "3d"), dump="4w 7s", stack="Td")
    before = pile(state, "stack")
    then(state, "9s", turn=1, hands={0: "2w"}, dump="4w 7s 9s", stack=before, direction=1)


@clause("CP-12", "CP-15")
@pytest.mark.parametrize(("low", "high"), [("Ad", "2d"), ("3w", "Tw"), ("2s", "Ps"), ("Ts", "Kw"), ("Pd", "Kd")])
def test_cp_12_by_how_much_higher_does_not_matter(rules, low, high):
    state = table(rules, hands=(f"{high} 2c", "Kc"), dump=low, stack="4d 5d 6d")
    play(state, high)
    same = low[1] == high[1]
    assert hand(state, 0) == (bag("2c") if same else bag("2c 4d 5d"))


@clause("CP-12")
@pytest.mark.parametrize(("high", "low"), [("3d", "2d"), ("Tw", "3w"), ("Ps", "Ts"), ("Kd", "Pd"), ("Kw", "Qw")])
def test_cp_12_a_lower_card_of_the_suit_cannot_be_played(rules, high, low):
    refused(table(rules, hands=(f"{low} Qd 8s 8w", "Kc"), dump=high), low, "CP-12")


@clause("CP-12", rules=[{"set": "simple", "decks": 2}, {"set": "children", "decks": 2}])
@pytest.mark.parametrize("card", ["7s", "Qs"])
def test_cp_12_an_equal_card_is_not_higher(rules, card):
    refused(table(rules, hands=(f"{card} 2w", "2d"), dump=card), card, "CP-12", "CP-34")


@clause("CP-14")
@pytest.mark.parametrize("rank", "A23456789T")
def test_cp_14_a_spot_of_another_suit_draws_its_number(rules, rank):
    number = "A23456789T".index(rank) + 1
    state = table(rules, hands=(f"{rank}d Kc", "2w"), dump="4w 7s")
    before = pile(state, "stack")
    then(
        state,
        f"{rank}d",
        turn=1,
        hands={0: ["Kc", *before[:number]]},
        stack=before[number:],
        dump=["4w", "7s", f"{rank}d"],
        direction=1,
    )


@clause("CP-14")
@pytest.mark.parametrize("active", ["Ks", "As", "3s", "Ts", "Kw", "2w"])
def test_cp_14_the_value_of_the_active_card_does_not_matter(rules, active):
    state = table(rules, hands=("3d Kc", "Qd"), dump=active, stack="4d 5d 6d 7d")
    then(state, "3d", hands={0: "Kc 4d 5d 6d"})


@clause("CP-14", "CP-13")
def test_cp_14_an_ace_of_another_suit_draws_one_and_nobody_gives(rules):
    state = table(rules, hands=("Ad Kc", "2w"), dump="As", stack="4d 5d")
    then(state, "Ad", turn=1, hands={0: "Kc 4d"})


@clause("CP-14", "CP-16")
def test_cp_14_a_cup_is_no_spot_of_another_suit(rules):
    refused(table(rules, hands=("3c 2d", "2w"), dump="7s"), "3c", "CP-16")


@clause("CP-15")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_cp_15_a_court_of_another_suit_draws_one_for_each_player(rules, seats):
    others = [f"{rank}w" for rank in "A23456"[: seats - 1]]
    state = table(rules, hands=("Pd Kc", *others), dump="7s")
    before = pile(state, "stack")
    then(state, "Pd", turn=1, hands={0: ["Kc", *before[:seats]]}, stack=before[seats:])


@clause("CP-15", rules=[{"set": "simple", "decks": 2}, "mathematicians"])
def test_cp_15_eight_players_draw_eight(rules):
    state = table(rules, hands=("Pd Kc", *(f"{rank}w" for rank in "A234567")), dump="7s")
    assert hand(play(state, "Pd"), 0).total() == 9


@clause("CP-15")
@pytest.mark.parametrize("court", ["Pd", "Nd", "Qd", "Kd", "Pw", "Nw", "Qw", "Kw"])
def test_cp_15_every_court_costs_the_same(rules, court):
    state = table(rules, hands=(f"{court} Kc", "2w", "3w"), dump="Ns", stack="4d 5d 6d 7d")
    then(state, court, turn=1, hands={0: "Kc 4d 5d 6d"}, direction=1)


@clause("CP-15", "CP-16")
@pytest.mark.parametrize("court", ["Pc", "Qc", "Kc"])
def test_cp_15_a_court_of_cups_of_another_value_cannot_be_played(rules, court):
    refused(table(rules, hands=(f"{court} 2d", "2w"), dump="Ns"), court, "CP-16")


@clause("CP-15", "CP-33", rules=["children", {"set": "simple", "empty_hand": "sit_out"}])
def test_cp_15_players_sitting_out_are_counted(rules):
    state = table(
        rules,
        hands=("Pd Kc", "2w 3w", "", ""),
        graveyards=("", "", "5w", "6w"),
        out=[2, 3],
        dump="7s",
        stack="4d 5d 6d 7d 8d",
    )
    then(state, "Pd", hands={0: "Kc 4d 5d 6d 7d"})


@clause("CP-15", rules=["simple", "democratic-league", "magellan", "mathematicians"])
def test_cp_15_players_without_a_hand_are_counted(rules):
    state = table(rules, hands=("Pd Kc", "2w 3w", ""), graveyards=("", "", "5w"), dump="7s", stack="4d 5d 6d 7d")
    then(state, "Pd", hands={0: "Kc 4d 5d 6d"})
