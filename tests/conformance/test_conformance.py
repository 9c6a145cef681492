"""Every game, every number of players, random option mixes: a share of the conformance run."""

import random

import pytest

from tests.amounts import amount
from tests.conformance.suite import POLICIES, check_game, traces
from tests.touring import varied
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.play.checks import random_game

PARTS = amount(2, 4)
HOSTS = (Host.PLAIN, Host.COMPILED, Host.CHECKED)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("part", range(PARTS))
def test_whole_games_hold_the_suite(name, policy, part):
    for number in range(amount(1, 8)):
        seed = amount(1, 8) * part + number
        check_game(varied(name, seed), seed, policy, every=9)


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("part", range(PARTS))
def test_plain_compiled_and_checked_play_the_same_games(name, part):
    for number in range(amount(50, 150)):
        seed = 200 * part + number
        game = varied(name, seed // 2) if number % 2 else random_game(name, random.Random(seed))
        plain, compiled, checked = traces(game, seed, HOSTS)
        assert plain == compiled == checked, seed


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_set_is_played(name):
    import undercut  # noqa: PLC0415

    for rule_set in registry.spec(name).rule_sets:
        check_game(undercut.game(name, rules=rule_set), 5, POLICIES[0], every=5)
