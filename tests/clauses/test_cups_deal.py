"""Cups, "Cards and deal": CP-1 to CP-4, and the rule sets."""

import itertools
from collections import Counter

import pytest

import undercut
from tests.clauses.cups_table import EVERY_SET, PACK, at, clause, everything, option, pile, plays, table, then
from tests.clauses.shared import choices, moves, refused
from undercut.games.base import registry

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
