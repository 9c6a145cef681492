import itertools
from collections import Counter

import pytest

import undercut
from tests.clauses.cups_table import EVERY_SET, PACK, at, clause, everything, option, pile, plays, table, then
from tests.clauses.shared import allowed, choices, moves, play, refused
from undercut.games.base import registry

one_pack = ["simple", "children", "democratic-league", "magellan"]
dump_sets = ["simple", "democratic-league", "magellan", "mathematicians"]
side_sets = ["children", {"set": "simple", "cup_goes": "side"}, {"set": "magellan", "cup_goes": "side"}]

SPOTS = {rank: number for number, rank in enumerate("A23456789T", 1)}


@clause("CP-10", "CP-12", "CP-13", "CP-14", "CP-15", "CP-16")
def test_cp_10_the_five_ways_to_answer_a_card_that_is_no_cup(rules):
    state = table(rules, hands=("9s 3s As 4d Pw 7c 8c", "2d"), dump="7s")
    then(state, plays="9s As 4d Pw 7c")
    allowed(state, "9s", "As", "4d", "Pw", "7c")


@clause("CP-10", "CP-17")
def test_cp_10_who_can_play_can_neither_bury_nor_decline(rules):
    state = then(table(rules, hands=("Td 2s 3s", "2d"), dump="7s"), plays="Td")
    refused(state, "bury", "CP-10", "CP-17")
    for move in ("pass", "ok", "keep"):
        refused(state, move)


@clause("CP-10")
def test_cp_10_only_ones_own_hand_cards_can_be_played(rules):
    state = table(rules, hands=("8s 2w", "Ts 3d"), graveyards=("9s", ""), dump="7s", stack="Qs")
    for card in ("Ts", "9s", "Qs", "7s"):
        refused(state, card)
    then(table(rules, hands=("3s 2c", "2d"), graveyards=("9s Td", ""), dump="7s"), plays="bury bury~")


@clause("CP-10")
@pytest.mark.parametrize("text", ["", "Zz", "10s", "Jh"])
def test_cp_10_what_is_no_move_at_all_is_bad_notation(rules, text):
    state = table(rules, hands=("8s 2w", "Ts 3d"), dump="7s")
    before = state.position()
    with pytest.raises(undercut.BadNotation):
        state.play(text)
    assert state.position() == before


@clause("CP-12", "CP-14", "CP-15")
@pytest.mark.parametrize(
    ("active", "card", "drawn"),
    [
        # Nothing for a higher card of the suit, by how much it is higher does not matter.
        *(("7s", "9s", 0), ("Ad", "2d", 0), ("3w", "Tw", 0), ("2s", "Ps", 0), ("Pd", "Kd", 0)),
        # A spot of another suit costs its number, an ace one, whatever is active.
        *(("7s", f"{rank}d", number) for rank, number in SPOTS.items()),
        *((active, "3d", 3) for active in ("Ks", "As", "3s", "Ts", "Kw", "2w")),
        ("As", "Ad", 1),
        # Every court of another suit costs a card for each player.
        *(("Ns", court, 3) for court in ("Pd", "Nd", "Qd", "Kd", "Pw", "Nw", "Qw", "Kw")),
        ("Ts", "Kw", 3),
    ],
)
def test_cp_12_14_15_what_a_card_costs_on_one_that_is_no_cup(rules, active, card, drawn):
    state = table(rules, hands=(f"{card} Kc", "Qc 2c", "Nc 3c"), dump=f"4c {active}")
    stack = pile(state, "stack")
    then(state, card, turn=1, hands={0: ["Kc", *stack[:drawn]]}, stack=stack[drawn:])
    then(state, dump=f"4c {active} {card}", direction=1)


@clause("CP-12")
@pytest.mark.parametrize(("high", "low"), [("3d", "2d"), ("Tw", "3w"), ("Ps", "Ts"), ("Kd", "Pd"), ("Kw", "Qw")])
def test_cp_12_a_lower_card_of_the_suit_cannot_be_played(rules, high, low):
    refused(table(rules, hands=(f"{low} Qd 8s 8w", "Kc"), dump=high), low, "CP-12")


@clause("CP-12", rules=[{"set": "simple", "decks": 2}, {"set": "children", "decks": 2}])
@pytest.mark.parametrize("card", ["7s", "Qs"])
def test_cp_12_an_equal_card_is_not_higher(rules, card):
    refused(table(rules, hands=(f"{card} 2w", "2d"), dump=card), card, "CP-12", "CP-34")


@clause("CP-14", "CP-15", "CP-16")
@pytest.mark.parametrize(("active", "cup"), [("7s", "3c"), ("7s", "8c"), ("7s", "6c"), ("Ns", "Pc"), ("Ns", "Kc")])
def test_cp_16_a_cup_of_another_value_cannot_be_played(rules, active, cup):
    refused(table(rules, hands=(f"{cup} 7c 2d", "2w"), dump=active), cup, "CP-16")


@clause("CP-15")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_cp_15_a_court_of_another_suit_draws_one_for_each_player(rules, seats):
    others = [f"{rank}w" for rank in "A23456"[: seats - 1]]
    state = table(rules, hands=("Pd Kc", *others), dump="7s")
    stack = pile(state, "stack")
    then(state, "Pd", turn=1, hands={0: ["Kc", *stack[:seats]]}, stack=stack[seats:])


@clause("CP-15", rules=[{"set": "simple", "decks": 2}, "mathematicians"])
def test_cp_15_eight_players_draw_eight(rules):
    state = table(rules, hands=("Pd Kc", *(f"{rank}w" for rank in "A234567")), dump="7s")
    assert len(play(state, "Pd").position()["hands"][0]) == 9


@clause("CP-15", "CP-33", rules=[*dump_sets, "children", {"set": "simple", "empty_hand": "sit_out"}])
def test_cp_15_players_without_a_hand_or_sitting_out_are_counted(rules):
    out = [2, 3] if option(rules, "empty_hand") == "sit_out" else []
    hands, graveyards = ("Pd Kc", "2w 3w", "", ""), ("", "", "5w", "6w")
    state = table(rules, hands=hands, graveyards=graveyards, out=out, dump="7s", stack="4d 5d 6d 7d 8d")
    then(state, "Pd", hands={0: "Kc 4d 5d 6d 7d"})


@clause("CP-11", "CP-16")
def test_cp_11_on_a_cup_any_card_but_a_cup(rules):
    state = table(rules, hands=("Ad 2s 5w 9d Pd Kw 6c Ac Kc", "2d"), dump="5s 5c")
    then(state, plays="Ad 2s 5w 9d Pd Kw")
    for cup in ("6c", "Ac", "Kc"):
        refused(state, cup, "CP-11", "CP-35")


@clause("CP-11")
@pytest.mark.parametrize("card", ["9s", "Td", "Ad", "Kw"])
def test_cp_11_a_card_on_a_cup_costs_nothing_and_asks_for_no_gifts(rules, card):
    state = table(rules, hands=(f"{card} Kc", "2d", "3d"), dump="3w 5c")
    stack = pile(state, "stack")
    then(state, card, turn=2, hands={0: "Kc"}, stack=stack, dump=f"3w 5c {card}")


@clause("CP-11", "CP-3", "CP-37")
@pytest.mark.parametrize(
    ("seats", "turn", "direction", "following"),
    [(2, 0, 1, 1), (2, 1, -1, 0), (3, 0, 1, 2), (3, 0, -1, 1), (3, 1, 1, 0), (4, 0, 1, 3), (4, 2, -1, 3), (5, 1, 1, 0)],
)
def test_cp_11_play_reverses(rules, seats, turn, direction, following):
    hands = [f"{rank}d {rank}s" for rank in "45678"[:seats]]
    state = table(rules, hands=hands, dump="3w Tc", turn=turn, direction=direction)
    then(state, hands[turn].split()[0], turn=following, direction=-direction)


@clause("CP-11")
def test_cp_11_the_reversed_direction_lasts(rules):
    state = table(rules, hands=("4s 2w", "6s 3w", "5s 4w"), dump="8w Tc")
    then(state, "4s", turn=2)
    then(state, "5s", turn=1)
    then(state, "6s", turn=0, direction=-1)


@clause("CP-11", "CP-17", rules=one_pack)
def test_cp_11_who_holds_only_cups_buries(rules):
    state = then(table(rules, hands=("4c Kc", "6s 3w", "5s 4w"), dump="8w Tc"), plays="bury")
    then(state, "bury", turn=1, direction=1)


@clause("CP-16", "CP-30", rules=[*dump_sets, *side_sets])
@pytest.mark.parametrize(
    ("left", "taken"),
    [
        ("3w 4w", "8d Ts 7s"),
        ("4w", "6c 8d 7s"),  # cups are taken too
        *(("", taken) for taken in ("7s", "8d 7s", "9w 8d 7s")),  # fewer than three cards are all taken
    ],
)
def test_cp_16_the_cup_of_the_same_value_takes_three_cards_of_the_dump_and_is_active(rules, left, taken):
    aside = option(rules, "cup_goes") == "side"
    side = "2c" if aside else ""
    state = table(rules, hands=("7c 2d", "3d 8c 7w", "4d"), dump=f"{left} {taken}", side=side)
    then(state, "7c", turn=1, hands={0: f"2d {taken}"}, direction=1, lead=False)
    then(state, dump=left if aside else f"{left} 7c", side=f"{side} 7c" if aside else "", side_active=aside)
    # No free lead, even over an empty dump: cups are refused, and play reverses.
    then(state, plays="3d 7w")
    refused(state, "8c", "CP-11", "CP-35")
    then(state, "3d", turn=0, direction=-1, side_active=False, dump=f"{left} 3d" if aside else f"{left} 7c 3d")


@clause("CP-16", rules=dump_sets)
@pytest.mark.parametrize("rank", "A2TPNQK")
def test_cp_16_every_rank_has_its_cup(rules, rank):
    state = table(rules, hands=(f"{rank}c 2d 3c 9c", "3d"), dump=f"4w 5w 6w {rank}s")
    then(state, f"{rank}c", hands={0: f"2d 3c 9c {rank}s 6w 5w"}, dump=f"4w {rank}c")


@clause("CP-16", "CP-36", rules=one_pack)
def test_cp_16_the_stack_is_not_touched(rules):
    state = table(rules, hands=("7c 2d", "3d"), dump="3w 4w 8d Ts 7s")
    stack = pile(state, "stack")
    then(state, "7c", stack=stack)


@clause("CP-16", "CP-18")
def test_cp_16_a_cup_as_last_card_does_not_empty_the_hand(rules):
    state = table(rules, hands=("7c", "3d"), graveyards=("5w", ""), dump="3w 4w 8d Ts 7s")
    then(state, "7c", turn=1, hands={0: "7s Ts 8d"}, graveyards={0: "5w"})


@clause("CP-30", "CP-17", rules=side_sets)
def test_cp_30_side_a_bury_leaves_the_cup_active(rules):
    state = table(rules, hands=("2c 3c", "3d 8c", "4d 5d"), dump="3w 9s", side="7c", side_active=True)
    then(state, "bury", side="7c", side_active=True, direction=1, plays="3d")


@clause("CP-30", rules=side_sets)
def test_cp_30_side_a_cup_that_is_no_longer_active_does_not_count(rules):
    then(table(rules, hands=("7d 9c Ts 2s", "3d"), dump="3w 9s", side="7c"), plays="7d 9c Ts")


@clause("CP-30", rules=side_sets)
def test_cp_30_side_the_three_cards_never_come_from_the_side_pile(rules):
    state = table(rules, hands=("9c 2d", "3d"), dump="9s", side="5c 7c")
    then(state, "9c", hands={0: "2d 9s"}, side="5c 7c 9c")


@clause("CP-30")
@pytest.mark.parametrize(("goes", "dump", "side"), [("dump", "2w 9c", ""), ("side", "2w", "9c")])
def test_cp_30_the_cup_goes_on_the_dump_or_to_the_side_in_every_set(rules, goes, dump, side):
    state = table({"set": rules, "cup_goes": goes}, hands=("9c 2d", "3d"), dump="2w 3w 4w 9s")
    then(state, "9c", dump=dump, side=side, side_active=goes == "side")


RANKS = "A23456789TPNQK"


def dealt(rules, seats, seed=7):
    return undercut.game("cups", rules=rules, seats=seats).deal(seed=seed)


@clause("CP-1")
def test_cp_1_every_card_is_there_once_per_pack_of_fifty_six(rules):
    assert len(PACK) == 56
    assert everything(dealt(rules, 3).position()) == Counter(PACK * option(rules, "decks"))


@clause(
    "CP-1",
    rules=[{"set": "simple", "decks": 2}, {"set": "children", "decks": 3}, {"set": "mathematicians", "decks": 1}],
)
def test_cp_1_decks_says_how_many_packs(rules):
    assert everything(dealt(rules, 4).position()) == Counter(PACK * rules["decks"])


@clause("CP-1", "CP-12")
@pytest.mark.parametrize("suit", "dsw")
def test_cp_1_values_rise_from_ace_to_ten_then_page_knight_queen_king(rules, suit):
    for low, high in itertools.pairwise(RANKS):
        state = table(rules, hands=(f"{high}{suit} 2c", "Kc"), dump=low + suit)
        stack = pile(state, "stack")
        then(state, high + suit, stack=stack, dump=[low + suit, high + suit])
        if low != "A":
            refused(table(rules, hands=(f"{low}{suit} 2c", "Kc"), dump=high + suit), low + suit, "CP-12")


@clause("CP-2")
@pytest.mark.parametrize("seats", [2, 3, 4, 7])
def test_cp_2_seven_cards_each_one_turned_the_rest_is_the_stack(rules, seats):
    state = then(dealt(rules, seats), turn=0, direction=1, graveyards=[""] * seats, side="", away="")
    now = state.position()
    assert [len(cards) for cards in now["hands"]] == [7] * seats
    assert len(now["dump"]) == 1
    assert len(now["stack"]) == 56 * option(rules, "decks") - 7 * seats - 1


@clause("CP-2", rules=[{"set": "simple", "hand_size": 5}, {"set": "children", "hand_size": 9}])
def test_cp_2_hand_size_changes_the_deal(rules):
    now, size = dealt(rules, 3).position(), rules["hand_size"]
    assert ([len(cards) for cards in now["hands"]], len(now["stack"])) == ([size] * 3, 55 - 3 * size)


@clause("CP-2", rules=[{"set": "simple", "decks": 2}, {"set": "simple", "hand_size": 6}, "mathematicians"])
def test_cp_2_eight_players_need_two_packs_or_smaller_hands(rules):
    assert len(dealt(rules, 8).position()["hands"]) == 8


@pytest.mark.clause("CP-2", rules=["simple"])
def test_cp_2_a_deal_may_use_the_pack_up():
    now = dealt({"set": "simple", "hand_size": 11}, 5).position()
    assert (len(now["stack"]), len(now["dump"])) == (0, 1)


@pytest.mark.parametrize(
    ("rules", "seats", "fault"),
    [
        *((name, 8, "57 cards") for name in ("simple", "children", "democratic-league", "magellan")),
        ({"set": "simple", "hand_size": 14}, 4, "57 cards"),
        *((name, seats, "seats") for name in EVERY_SET for seats in (1, 9)),
        # The source has the heading and no text.
        ("gamblers", 3, "heading.*text"),
    ],
)
@pytest.mark.clause("CP-2")
def test_cp_2_tables_that_cannot_be_dealt_are_refused(rules, seats, fault):
    with pytest.raises(undercut.BadRules, match=fault):
        dealt(rules, seats)


@clause("CP-3")
@pytest.mark.parametrize(("direction", "order"), [(1, [1, 2, 0]), (-1, [2, 1, 0])])
def test_cp_3_play_goes_round_to_the_right_and_reversed_to_the_left(rules, direction, order):
    hands = ("2s 2w", "3s 3w", "4s 4w") if direction == 1 else ("2s 2w", "4s 4w", "3s 3w")
    state = table(rules, hands=hands, dump="As", direction=direction)
    for card, following in zip(("2s", "3s", "4s"), order, strict=True):
        then(state, card, turn=following)


@clause("CP-4")
def test_cp_4_only_the_top_of_the_dump_is_active(rules):
    then(table(rules, hands=("4s 9c 5c", "2d"), dump="3s 9d 5s"), plays="5c")


@clause("CP-4", "CP-11", "CP-30")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cp_4_the_first_turned_card_may_be_a_cup_and_lies_on_the_dump(rules, seats):
    deals = (dealt(rules, seats, seed) for seed in range(100))
    state = next(state for state in deals if pile(state, "dump")[0][1] == "c" and plays(state) != {"bury"})
    then(state, side="", side_active=False)
    cards = {card for card in at(state, "hands")[0] if card[1] != "c"}
    identical = set(pile(state, "dump")) & set(at(state, "hands")[0]) if option(rules, "identical_cups") else set()
    then(state, plays=cards | identical)
    stack = pile(state, "stack")
    then(state, min(cards), turn=seats - 1, direction=-1, stack=stack)


@pytest.mark.clause("CP-2", "CP-30", "CP-33", rules=["simple"])
def test_cp_2_simple_is_the_default():
    assert undercut.game("cups", seats=3).deal(seed=3).position() == dealt("simple", 3, 3).position()


CHOICES = [
    pytest.param(option.name, value, marks=pytest.mark.clause(option.clause), id=f"{option.name}={value}")
    for option, value in choices("cups", decks=[2])
]
OPTIONS = [option.name for option in registry.spec("cups").options]


# An option whose precondition is off is accepted and has no effect (positions.md): every value is good with every set.
@pytest.mark.parametrize("rules", EVERY_SET)
@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_cp_30_every_option_takes_its_values_in_every_set(rules, name, value):
    assert moves(dealt({"set": rules, name: value}, 2))


@pytest.mark.clause("CP-30", rules=["simple"])
def test_cp_30_an_option_refuses_other_values_and_all_faults_are_reported_at_once():
    with pytest.raises(undercut.BadRules) as caught:
        dealt({"set": "simple", "saucers": True, **dict.fromkeys(OPTIONS, "perhaps")}, 2)
    words = " ".join(map(str, caught.value.faults))
    assert all(name in words for name in [*OPTIONS, "saucers"])
