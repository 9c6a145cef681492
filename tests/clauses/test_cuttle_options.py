"""Cuttle, "Rule sets": the table of options, and that every option goes with every rule set."""

import random

import pytest

import undercut
from tests.clauses.cuttle_table import EVERY_SET, RULE_SETS, clause, moves_of, table
from tests.clauses.shared import choices, moves, play
from tests.touring import played

CHOICES = choices("cuttle", kings=[[15, 12, 9, 6, 3]], hand_limit=[5])

ALONE = [
    pytest.param(
        {"set": name, option.name: value}, marks=pytest.mark.clause(option.clause), id=f"{name}-{option.name}={value}"
    )
    for option, value in CHOICES
    for name in EVERY_SET
]


@pytest.mark.parametrize("rules", ALONE)
def test_cu_options_each_goes_with_every_rule_set(rules):
    state = played(undercut.game("cuttle", rules=rules, seats=2), 2)
    # Loading holds that every card lies in one place.
    assert undercut.from_position(state.position()).position() == state.position()


@clause(*dict.fromkeys(option.clause for option, _ in CHOICES))
@pytest.mark.parametrize("base", EVERY_SET)
def test_cu_options_a_rule_set_is_its_row_of_options(rules, base):
    dice = random.Random(f"{rules} {base}")
    for seed in range(3):
        named = undercut.game("cuttle", rules=rules, seats=2).deal(seed=seed)
        spelled = undercut.from_position({**named.position(), "rules": {"set": base, **RULE_SETS[rules]}})
        for _ in range(300):
            assert moves(named) == moves(spelled)
            if named.result is not None:
                break
            text = dice.choice(sorted(moves(named)))
            one, other = play(named, text).position(), play(spelled, text).position()
            assert {**one, "rules": None} == {**other, "rules": None}


@clause("CU-9a", rules=["cuttle-cards-2", {"set": "cuttle-cards-1", "nine_to": "stock", "nine_freeze": False}])
def test_cu_options_cuttle_cards_2_is_1_with_another_nine(rules):
    state = table(rules, hands=("9d", "3d"), permanents=("", "Kh"), stock="Ac")
    at = play(state, "9d!Kh", "ok").position()
    assert (at["stock"][:2], at["known_top"], at["frozen"]) == (["Kh", "Ac"], 1, [])


@pytest.mark.clause("CU-31", "CU-34", rules=["sipie"])
def test_cu_options_sipie_is_the_default():
    default = undercut.game("cuttle").deal(seed=4).position()
    assert default == undercut.game("cuttle", rules="sipie", seats=2).deal(seed=4).position()


@clause(
    "CU-4a",
    "CU-9a",
    "CU-31",
    rules=[
        {"set": "sipie", "four": "random"},
        {"set": "pagat", "nine_freeze": True},
        {"set": "denexa", "nine_to": "stock"},
        {"set": "akagiri", "queen_guards_queens": True},
    ],
)
def test_cu_options_the_variations_that_akagiri_lists(rules):
    state = table(rules, hands=("4c 9c", "3d"), permanents=("", "Qs Qh"))
    guarded = RULE_SETS[rules["set"]]["queen_guards_queens"] or "queen_guards_queens" in rules
    assert moves_of(state, "9c!") == (set() if guarded else {"9c!Qs", "9c!Qh"})


@clause(
    "CU-6",
    "CU-7a",
    "CU-9a",
    rules=[
        {"set": "sipie", "seven": 3},
        {"set": "sipie", "kings": [21, 14]},
        {"set": "sipie", "nine_two": "stock"},
        {"set": "no such set"},
        "no such set",
    ],
)
def test_cu_options_faulty_rules_are_refused(rules):
    with pytest.raises(ValueError, match=r"."):
        undercut.game("cuttle", rules=rules, seats=2)
