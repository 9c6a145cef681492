import os
import random

import pytest

import undercut
from tests.amounts import amount
from tests.conformance.suite import POLICIES, check_game, traces
from tests.touring import varied
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.play.game import random_game

HOSTS = (Host.PLAIN, Host.COMPILED, Host.CHECKED)
GAMES = int(os.environ.get("CONFORMANCE_GAMES", amount(50, 600)))
"""How many games are compared; `make conformance` asks for 100,000."""
BATCH = 250


@pytest.mark.parametrize("place", range(len(POLICIES)), ids=[policy.__name__ for policy in POLICIES])
@pytest.mark.parametrize("name", registry.names())
def test_whole_games_hold_the_suite(name, place):
    for seed in range(place, max(amount(3, 96), GAMES // BATCH), len(POLICIES)):
        check_game(varied(name, seed), seed, POLICIES[place], every=9)


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
@pytest.mark.parametrize("name", registry.names())
def test_plain_compiled_and_checked_play_the_same_games(name, first):
    for seed in range(first, min(first + BATCH, GAMES)):
        game = varied(name, seed // 2) if seed % 2 else random_game(name, random.Random(seed))
        plain, compiled, checked = traces(game, seed, HOSTS)
        assert plain == compiled == checked, seed


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_set_is_played(name):
    for rule_set in registry.spec(name).rule_sets:
        check_game(undercut.game(name, rules=rule_set), 5, POLICIES[0], every=amount(15, 5))
