import importlib
import random

import pytest

import undercut
from tests.clauses.cuttle_table import table
from tests.clauses.shared import play
from tests.touring import covering_games
from undercut.engine.contract import copy_fields
from undercut.games.base import registry
from undercut.games.cuttle.search.hidden import hash_state
from undercut.games.cuttle.search.rollout import helps_opponent

RULES = {"set": "sipie", "eight_scraps_eight": True, "ten_undoes_scuttle": True}


def scuttled(**fields):
    return play(table(RULES, hands=("Td 9h 8d", "Tc 3d 2d"), points=("9c", ""), turn=1, **fields), "Tcx9c")


def forgotten(state):
    return undercut.from_position({**state.position(), "scuttled": None})


def test_a_proof_tells_tables_apart_by_the_card_that_a_ten_may_bring_back():
    state = scuttled()
    assert hash_state(state.table_copy()) != hash_state(forgotten(state).table_copy())


def test_a_hash_is_as_it_was_where_nothing_was_scuttled():
    tables = [table(rules, hands=("Td", "Tc 3d"), points=("9c", "")).table_copy() for rules in (RULES, "sipie")]
    assert hash_state(tables[0]) == hash_state(tables[1])


@pytest.mark.parametrize(("target", "own"), [("8s", True), ("8h", False)])
def test_a_rollout_avoids_scrapping_its_own_glasses(target, own):
    state = table(RULES, hands=("8d", "3d"), permanents=("8s", "8h"))
    code = state.game.spec.notation.parse(state.table_copy(), f"8d!{target}")
    assert helps_opponent(state.table_copy(), code) == own


def test_observations_show_what_a_ten_may_bring_back_and_that_it_waits():
    state, layout = scuttled(), undercut.game("cuttle", rules=RULES).observations
    row = state.observation(0)
    block = next(block for block in layout.blocks if block.name == "scuttled")
    shown = [card for card, value in zip(block.items, row[layout.span("scuttled")], strict=True) if value]
    assert shown == ["9c"]
    assert list(forgotten(state).observation(1)) != list(state.observation(1))
    waiting = play(state.copy(), "Td!").observation(1)
    assert list(waiting[layout.span("waiting ten")]) == [0, 1, 0, 0]
    assert not any(waiting[layout.span("waiting")])
    assert not any(waiting[layout.span("target")])


def option_features(name, table):
    found = [0] * 64
    return found[: importlib.import_module(f"undercut.games.{name}.search.features").option_features(table, found, 0)]


@pytest.mark.parametrize("name", registry.own_names())
def test_every_value_of_every_learned_option_is_a_feature(name):
    usual = undercut.game(name).deal(seed=1).table_copy()
    games = [game for seed in range(4) for game in covering_games(name, random.Random(seed))]
    alike = set()
    for dealt in (game.deal(seed=1).table_copy() for game in games):
        for option in registry.spec(name).options:
            changed = type(usual)()
            copy_fields(usual, changed)
            setattr(changed, option.name, getattr(dealt, option.name))
            differs = getattr(usual, option.name) != getattr(changed, option.name)
            if differs and option_features(name, changed) == option_features(name, usual):
                alike.add(option.name)
    assert alike == {option.name for option in registry.spec(name).options if not option.learned}
