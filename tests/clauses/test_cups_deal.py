"""Cups, "Cards and deal": CP-1 to CP-4, and the rule sets."""

import itertools
from collections import Counter

import pytest

import undercut
from tests.clauses.cups_table import EVERY_SET, PACK, at, clause, everything, option, pile, plays, position, table, then
from tests.clauses.shared import choices, moves, refused
from undercut.games.base import registry


def dealt(rules, seats, seed=7):
    return undercut.game("cups", rules=rules, seats=seats).deal(seed=seed)


@clause("CP-1")
def test_cp_1_every_card_is_there_once_per_pack(rules):
    assert everything(dealt(rules, 3).position()) == Counter(PACK * option(rules, "decks"))


@clause(
    "CP-1",
    rules=[{"set": "simple", "decks": 2}, {"set": "children", "decks": 3}, {"set": "mathematicians", "decks": 1}],
)
def test_cp_1_decks_says_how_many_packs(rules):
    whole = everything(dealt(rules, 4).position())
    assert set(whole) == set(PACK)
    assert set(whole.values()) == {rules["decks"]}


@pytest.mark.clause("CP-1", rules=["simple", "mathematicians"])
def test_cp_1_there_are_fifty_six_cards_in_a_pack_and_280_in_five():
    assert len(PACK) == 56
    assert everything(dealt("simple", 2).position()).total() == 56
    assert everything(dealt("mathematicians", 2).position()).total() == 280


@clause("CP-1", "CP-12")
@pytest.mark.parametrize("suit", "dsw")
def test_cp_1_values_rise_from_ace_to_ten_then_page_knight_queen_king(rules, suit):
    ranks = "A23456789TPNQK"
    for low, high in itertools.pairwise(ranks):
        state = table(rules, hands=(f"{high}{suit} 2c", "Kc"), dump=low + suit)
        before = pile(state, "stack")
        then(state, high + suit, stack=before, dump=[low + suit, high + suit])


@clause("CP-1", "CP-12")
def test_cp_1_no_lower_card_of_the_suit_counts_as_higher(rules):
    ranks = "23456789TPNQK"
    for low, high in itertools.pairwise(ranks):
        refused(table(rules, hands=(f"{low}s 2w", "Kc"), dump=f"{high}s"), f"{low}s", "CP-12")


@pytest.mark.clause("CP-1", rules=["simple"])
def test_cp_1_a_position_with_a_card_twice_or_missing_is_refused():
    twice = position(hands=("2s 3w", "Kc"), dump="9s")
    twice["stack"][0] = "9s"
    missing = position(hands=("2s 3w", "Kc"), dump="9s")
    missing["stack"].pop()
    for wrong in (twice, missing):
        with pytest.raises(undercut.BadPosition) as caught:
            undercut.from_position(wrong)
        assert caught.value.faults


@clause("CP-2")
@pytest.mark.parametrize("seats", [2, 3, 4, 7])
def test_cp_2_seven_cards_each_one_turned_the_rest_is_the_stack(rules, seats):
    now = dealt(rules, seats).position()
    assert [len(cards) for cards in now["hands"]] == [7] * seats
    assert len(now["dump"]) == 1
    assert len(now["stack"]) == 56 * option(rules, "decks") - 7 * seats - 1
    assert now["graveyards"] == [[]] * seats
    assert (now["side"], now["away"]) == ([], [])


@clause("CP-2", rules=[{"set": "simple", "hand_size": 5}, {"set": "children", "hand_size": 9}])
def test_cp_2_hand_size_changes_the_deal(rules):
    now = dealt(rules, 3).position()
    size = rules["hand_size"]
    assert ([len(cards) for cards in now["hands"]], len(now["stack"])) == ([size] * 3, 55 - 3 * size)


@clause("CP-2", rules=["simple", "children", "democratic-league", "magellan"])
def test_cp_2_eight_players_are_too_many_for_one_pack(rules):
    with pytest.raises(undercut.BadRules) as caught:
        undercut.game("cups", rules=rules, seats=8)
    assert caught.value.faults


@clause("CP-2", rules=[{"set": "simple", "decks": 2}, {"set": "simple", "hand_size": 6}, "mathematicians"])
def test_cp_2_eight_players_need_two_packs_or_smaller_hands(rules):
    assert len(dealt(rules, 8).position()["hands"]) == 8


@pytest.mark.clause("CP-2", rules=["simple"])
def test_cp_2_a_deal_may_use_the_pack_up_but_not_exceed_it():
    now = dealt({"set": "simple", "hand_size": 11}, 5).position()
    assert (len(now["stack"]), len(now["dump"])) == (0, 1)
    with pytest.raises(undercut.BadRules):
        undercut.game("cups", rules={"set": "simple", "hand_size": 14}, seats=4)


@clause("CP-2")
@pytest.mark.parametrize("seats", [1, 9])
def test_cp_2_two_to_eight_players(rules, seats):
    with pytest.raises(undercut.BadRules):
        undercut.game("cups", rules=rules, seats=seats)


@clause("CP-3")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_cp_3_seat_0_starts_and_play_goes_up(rules, seats):
    state = dealt(rules, seats)
    then(state, turn=0, direction=1)


@clause("CP-3")
def test_cp_3_play_goes_round_to_the_right(rules):
    state = table(rules, hands=("2s 2w", "3s 3w", "4s 4w"), dump="As")
    for card, following in (("2s", 1), ("3s", 2), ("4s", 0)):
        then(state, card, turn=following)


@clause("CP-3")
def test_cp_3_reversed_play_goes_down(rules):
    state = table(rules, hands=("2s 2w", "4s 4w", "3s 3w"), dump="As", direction=-1)
    for card, following in (("2s", 2), ("3s", 1), ("4s", 0)):
        then(state, card, turn=following)


@clause("CP-4")
def test_cp_4_only_the_top_of_the_dump_is_active(rules):
    state = table(rules, hands=("4s 9c 5c", "2d"), dump="3s 9d 5s")
    assert plays(state) == {"5c"}


@clause("CP-4", "CP-11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cp_4_the_first_turned_card_may_be_a_cup(rules, seats):
    deals = (dealt(rules, seats, seed) for seed in range(100))
    state = next(state for state in deals if pile(state, "dump")[0][1] == "c" and plays(state) != {"bury"})
    cards = {card for card in at(state, "hands")[0] if card[1] != "c"}
    identical = set(pile(state, "dump")) & set(at(state, "hands")[0]) if option(rules, "identical_cups") else set()
    assert plays(state) == cards | identical
    before = pile(state, "stack")
    then(state, min(cards), turn=seats - 1, stack=before, direction=-1)


@pytest.mark.clause("CP-4", "CP-30", rules=["children"])
def test_cp_4_a_first_turned_cup_lies_on_the_dump_in_the_childrens_game_too():
    deals = (dealt("children", 3, seed) for seed in range(100))
    state = next(state for state in deals if pile(state, "dump")[0][1] == "c")
    then(state, side="", side_active=False)


@pytest.mark.clause("CP-2", "CP-30", "CP-33", rules=["simple"])
def test_cp_2_simple_is_the_default():
    assert undercut.game("cups", seats=3).deal(seed=3).position() == dealt("simple", 3, 3).position()


@pytest.mark.clause("CP-2", rules=["gamblers"])
def test_cp_2_gamblers_is_refused_because_the_source_has_no_text():
    with pytest.raises(undercut.BadRules) as caught:
        undercut.game("cups", rules="gamblers", seats=3)
    words = " ".join(map(str, caught.value.faults)).lower()
    assert "heading" in words
    assert "text" in words


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


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.clause("CP-30", rules=["simple"])
def test_cp_30_an_option_refuses_other_values(name):
    with pytest.raises(undercut.BadRules) as caught:
        undercut.game("cups", rules={"set": "simple", name: "perhaps"}, seats=2)
    assert any(name in str(fault) for fault in caught.value.faults)


@pytest.mark.clause("CP-30", rules=["simple"])
def test_cp_30_all_faults_of_the_rules_are_reported_at_once():
    with pytest.raises(undercut.BadRules) as caught:
        undercut.game("cups", rules={"set": "simple", "cover": "perhaps", "short_draw": 9, "saucers": True}, seats=2)
    words = " ".join(map(str, caught.value.faults))
    assert all(name in words for name in ("cover", "short_draw", "saucers"))
