"""Cuttle with a small pack, for research: options of the deal, all other rules as ever, and not offered to players."""

from random import Random

import pytest

import undercut
from tests.touring import played
from undercut.cli.rules import choose_game
from undercut.games.base import registry
from undercut.lab.arguments import ask, values_of
from undercut.lab.design import lay_out
from undercut.pages.editor_page import load
from undercut.table.opening.new_table import import_record
from undercut.table.opening.terms import read_choices


def test_the_deal_has_the_cards_that_the_options_name():
    game = undercut.game("cuttle", rules={"set": "toy", "pack": "A29Kch", "dealt": [3, 1]})
    position = game.deal(seed=1).position()
    assert [len(hand) for hand in position["hands"]] == [3, 1]
    cards = [*position["hands"][0], *position["hands"][1], *position["stock"]]
    assert sorted(cards) == sorted(["Ac", "Ah", "2c", "2h", "9c", "9h", "Kc", "Kh"])


def test_moves_have_the_numbers_of_cuttle():
    toy, full = undercut.game("cuttle", rules="toy"), undercut.game("cuttle")
    assert toy.actions == full.actions
    assert [toy.actions[move.action] for move in toy.deal(seed=1).legal_moves()] == [
        str(move) for move in toy.deal(seed=1).legal_moves()
    ]


def test_the_last_pass_ends_the_game():
    state = undercut.game("cuttle", rules={"set": "toy", "pass_limit": 2, "kings": [50] * 5}).deal(seed=1)
    while state.position()["stock"]:
        state.play("draw")
    state.play("pass")
    assert state.result is None
    state.play("pass")
    assert state.result == undercut.Outcome((), "passes")


@pytest.mark.parametrize("seed", range(20))
def test_records_and_positions_are_read_back(seed):
    choice = Random(seed)
    state = undercut.game("cuttle", rules={"set": "toy", "pass_limit": 1 + seed % 3}).deal(seed=seed)
    while state.result is None:
        assert undercut.from_position(state.position()).position() == state.position()
        state.play(choice.choice(state.legal_moves()))
    assert undercut.replay(state.record()) == state


def test_a_card_outside_the_pack_is_refused():
    position = undercut.game("cuttle", rules="toy").deal(seed=1).position()
    with pytest.raises(undercut.BadPosition, match=r"scrap\[?0?\]?: Ks is not in the pack"):
        undercut.from_position(position | {"scrap": ["Ks"]})


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"pack": "A2dc"}, "letters A23456789TJQKcdhs, in this order"),
        ({"pack": "A1c"}, "letters"),
        ({"pack": ""}, "letters"),
        ({"pack": 5}, "letters"),
        ({"pack": "A2345"}, "3 cards, but the pack has 0"),
        ({"dealt": [60, 1]}, "from 0 to 52"),
        ({"dealt": [4, 4], "pack": "A2345c"}, "8 cards, but the pack has 5"),
        ({"pass_limit": 0}, "from 1 to 3"),
    ],
)
def test_impossible_deals_are_refused(changes, fault):
    with pytest.raises(undercut.BadRules, match=fault):
        undercut.game("cuttle", rules={"set": "toy", **changes})


DEALS = [{"pack": "A2345678cd"}, {"dealt": (2, 3)}, {"pass_limit": 1}, {"pack": "A23JQKcdh", "dealt": (4, 4)}]


@pytest.mark.parametrize("rule_set", [*registry.spec("cuttle").rule_sets])
@pytest.mark.parametrize("deal", DEALS)
def test_every_rule_set_takes_the_options_of_the_deal(rule_set, deal):
    game = undercut.game("cuttle", rules={"set": rule_set, **deal})
    assert game.changes == deal
    assert undercut.game("cuttle", rules=game.rules) == game
    state = played(game, 3)
    assert undercut.replay(state.record()) == state
    assert undercut.from_position(state.position()).position() == state.position()
    with pytest.raises(undercut.BadRules, match="for research"):
        game.refuse_research()


@pytest.mark.parametrize("rule_set", [*registry.spec("cuttle").rule_sets])
def test_the_usual_deal_is_no_change(rule_set):
    plain, spec = undercut.game("cuttle", rules=rule_set), registry.spec("cuttle")
    given = undercut.game("cuttle", rules={"set": rule_set, **spec.usual_deal})
    assert given == plain == plain.refuse_research()
    assert given.rules == rule_set
    assert not given.options.keys() & spec.usual_deal.keys()


def test_the_lab_and_the_terminal_take_the_options_of_the_deal():
    base = choose_game("cuttle", "pagat", ["dealt=4 5"], None)
    assert base.rules == {"set": "pagat", "dealt": [4, 5]}
    assert values_of(base, "dealt", [[3, 4], [4, 5]]) == ((3, 4),)
    assert values_of(base, "dealt") == ((5, 6),)
    assert values_of(base, "pass_limit") != ()
    chosen = ask(base, vary=["dealt=3 4", "pass_limit=1", "pack=A2345678cdhs"], players=["random"])
    found = [cell.game.changes for cell in lay_out(chosen).cells]
    assert found == [
        {"dealt": (4, 5)},
        {"dealt": (3, 4)},
        {"dealt": (4, 5), "pass_limit": 1},
        {"dealt": (4, 5), "pack": "A2345678cdhs"},
    ]


def test_players_are_not_offered_it():
    spec = registry.spec("cuttle")
    assert not spec.research_sets.keys() & spec.rule_sets.keys()
    assert not {option.name for option in spec.deal_options} & {option.name for option in spec.options}
    state = undercut.game("cuttle", rules="toy").deal(seed=1)
    assert "for research" in str(load(state.position())[1])
    with pytest.raises(undercut.BadRules, match="for research"):
        import_record(state.record())
    draft = read_choices({"game": "cuttle", "rules": {"set": "toy"}})
    assert draft.terms is None
    assert draft.faults


@pytest.mark.parametrize("seed", range(3))
def test_hosts_count_the_same_games(seed):
    state = undercut.game("cuttle", rules="toy").deal(seed=seed)
    plain, compiled = (undercut.perft(state, 6, host=host) for host in (undercut.Host.PLAIN, undercut.Host.COMPILED))
    assert plain == compiled > 50
