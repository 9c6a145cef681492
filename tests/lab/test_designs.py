"""Designs of studies: their cells, their comparisons, and what is refused."""

import pytest

import undercut
from undercut.games.base import registry
from undercut.lab.arguments import ask, base_of
from undercut.lab.design import MOST_CELLS, lay_out


def design(name="cuttle", rules=None, seats=(), rule_sets=(), **choices):
    base = base_of(name, rules, rule_sets, seats)
    return lay_out(ask(base, seats=seats, rule_sets=rule_sets, **{"players": ["random"], **choices}))


def compared(found):
    """The comparisons of a design by the labels of their cells."""
    return [tuple(found.labels[number].removesuffix(", random") for number in each.numbers) for each in found.contrasts]


def test_one_at_a_time():
    found = design(vary="four,seven,hand_limit=2:8")
    assert compared(found) == [
        ("four=random", "sipie"),
        ("seven=2", "sipie"),
        ("hand_limit=2", "sipie"),
        ("hand_limit=8", "sipie"),
    ]
    assert len(found.cells) == 5
    assert found.paired


def test_a_change_that_needs_another_is_compared_with_a_base_that_has_it():
    """Open scissors need equal numbers (CR-24)."""
    found = design("cut_the_rope", vary="open_scissors")
    assert compared(found) == [("open_scissors=true equal=true", "equal=true")]


def test_a_grid_has_every_combination_once():
    found = design(vary="four,seven,win", design="grid", players=["random", "greedy"])
    assert len(found.cells) == 2 * 2**3
    assert len(set(found.cells)) == 16
    assert {base for _, base in compared(found)} >= {"sipie"}
    changes = [tuple(sorted(each)) for each in found.changes[:8]]
    assert len(set(changes)) == 8


def test_pairs_are_interactions():
    found = design(vary="four,seven=2", design="pairs")
    assert compared(found) == [
        ("four=random", "sipie"),
        ("seven=2", "sipie"),
        ("four=random seven=2", "four=random", "seven=2", "sipie"),
    ]


def test_rule_sets_are_compared_with_the_first():
    assert compared(design(rule_sets=["pagat", "denexa", "sipie"])) == [("denexa", "pagat"), ("sipie", "pagat")]
    found = design(rules="denexa", rule_sets=["all"])
    assert len(found.cells) == len(registry.spec("cuttle").rule_sets)
    assert {base for _, base in compared(found)} == {"denexa"}
    assert {cell.game.rule_set for cell in found.cells} == set(registry.spec("cuttle").rule_sets)


def test_numbers_of_players_are_unpaired():
    """Eight players get smaller hands, since the pack has too few cards (CP-2)."""
    found = design("cups", seats=(2, 3, 8))
    assert compared(found) == [("simple, 3 seats", "simple, 2 seats"), ("hand_size=6, 8 seats", "simple, 2 seats")]
    assert not found.paired
    assert len(set(found.seeds(5))) == 3
    assert found.seeds(5)[0] == 5


def test_options_are_compared_within_each_number_of_players():
    found = design("cups", seats=(2, 3), vary="redeal")
    assert found.paired
    assert compared(found) == [
        ("redeal=false, 2 seats", "simple, 2 seats"),
        ("redeal=false, 3 seats", "simple, 3 seats"),
    ]


def test_another_pack_is_unpaired():
    found = design("cups", vary="decks,redeal")
    pairs = dict(zip((cell for cell, _ in compared(found)), map(found.pairs, found.contrasts), strict=True))
    assert pairs == {"decks=5": False, "redeal=false": True}


def test_players_by_seat():
    found = design(vary="four", players=["greedy+random", "greedy"])
    assert [cell.policies for cell in found.cells] == [("greedy", "random")] * 2 + [("greedy", "greedy")] * 2


@pytest.mark.parametrize("name", registry.own_names())
def test_every_option_can_be_varied(name):
    found = design(name, vary="all")
    options = {option.name for option in registry.spec(name).options}
    assert {option for changes in found.changes for option in changes} == options


@pytest.mark.parametrize(
    ("choices", "fault"),
    [
        ({"vary": "fours"}, "'fours' is not an option of Cuttle; did you mean four"),
        ({"vary": "zzz"}, "'zzz' is not an option of Cuttle; Cuttle has win"),
        ({"vary": "four=both"}, "vary: four: 'both' is not one of: 'choose', 'random'"),
        ({"vary": "four=choose"}, "four: every value equals the base's"),
        ({"vary": "four,seven=9,zzz"}, "seven: 9 is not one of: 1, 2; vary: 'zzz'"),
        ({"vary": "all", "design": "grid"}, f"cells; a study has at most {MOST_CELLS}"),
        ({"vary": "four", "design": "square"}, "design: 'square' is not one of: one, grid, pairs"),
        ({"rule_sets": ["sipie", "pagatt"]}, "'pagatt' is not one of Cuttle; did you mean pagat"),
        ({"rule_sets": ["sipie"]}, "sipie alone cannot be compared"),
        ({"rule_sets": ["all"], "vary": "four"}, "vary: not possible with rule sets"),
        ({"rule_sets": ["all"], "rules": {"set": "sipie", "seven": 2}}, "not possible with changed options"),
        ({"players": []}, "players: name at least one"),
        ({"players": ["greedy+random+random"]}, "policies: 3 for 2 seats"),
        ({"seats": (1,)}, "seats: 1; Cuttle is for 2 players"),
    ],
)
def test_what_cannot_be_is_refused(choices, fault):
    with pytest.raises(undercut.UndercutError) as error:
        design(**choices)
    assert fault in str(error.value)
