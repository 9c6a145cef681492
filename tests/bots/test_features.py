"""Features for the networks: they tell every value of every option from the usual one."""

import importlib
import random

import pytest

import undercut
from undercut.engine.contract import copy_fields
from undercut.games.base import registry
from undercut.play.checks import covering_games


def option_features(name, table):
    found = [0] * 64
    return found[: importlib.import_module(f"undercut.games.{name}.search.features").option_features(table, found, 0)]


@pytest.mark.parametrize("name", registry.own_names())
def test_every_value_of_every_learned_option_is_a_feature(name):
    usual = undercut.game(name).deal(seed=1).table_copy()
    games = [game for seed in range(4) for game in covering_games(name, random.Random(seed))]
    alike = set()
    for table in (game.deal(seed=1).table_copy() for game in games):
        for option in registry.spec(name).options:
            changed = type(usual)()
            copy_fields(usual, changed)
            setattr(changed, option.name, getattr(table, option.name))
            differs = getattr(usual, option.name) != getattr(changed, option.name)
            if differs and option_features(name, changed) == option_features(name, usual):
                alike.add(option.name)
    assert alike == {option.name for option in registry.spec(name).options if not option.learned}
