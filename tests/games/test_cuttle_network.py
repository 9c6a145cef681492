"""The network that judges Cuttle: slow and plain arithmetic must give the same, on every host."""

import random
from collections import Counter
from math import exp

import pytest

from tests.amounts import LOOP_HOSTS
from tests.touring import walk
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.cuttle.search import evaluation
from undercut.games.cuttle.search.evaluation import DIRECT, FEATURES, FIRST, FULL, LAST, SIDE, START, UNITS, features
from undercut.play.game import game
from undercut.search.layers import search_engine

ROOM = 2048


def tables(number, seed):
    """Tables of random games under every rule set in turn."""
    chance = random.Random(seed)
    names = list(registry.spec("cuttle").rule_sets)
    found = []
    while len(found) < number:
        state = game("cuttle", rules=names[len(found) % len(names)]).deal(seed=chance.randrange(1 << 30))
        found += [now.table_copy() for now in walk(state, chance)]
    return found


def sums(s):
    room = [0] * ROOM
    listed = room[: features(s, room)]
    return listed, [START[unit] + sum(FIRST[feature * UNITS + unit] for feature in listed) for unit in range(UNITS)]


def test_the_packed_sums_are_the_plain_ones():
    for s in tables(1500, 1):
        listed, units = sums(s)
        assert max(map(abs, units)) < -evaluation.LEAST
        value = LAST[UNITS] + sum(DIRECT[feature] for feature in listed)
        value += sum(min(max(unit, 0), FULL) * weight for unit, weight in zip(units, LAST[:UNITS], strict=True))
        assert evaluation.log_odds(s, [0] * ROOM) == value


@pytest.mark.parametrize("host", LOOP_HOSTS[1:])
def test_every_host_judges_alike(host):
    engine, plain = search_engine("cuttle", host), search_engine("cuttle", Host.PLAIN)
    states, shares, room = engine.states(1), engine.cells(2), engine.cells(ROOM)
    for s in tables(1500, 2):
        engine.load(s, states, 0)
        engine.functions.evaluate(states[0], shares, room)
        expected = [0, 0]
        plain.functions.evaluate(s, expected, [0] * ROOM)
        assert list(map(int, shares)) == expected
        assert sum(expected) == 1000


def test_what_it_looks_at():
    s = game("cuttle").deal(seed=3).table_copy()
    room = [0] * ROOM
    listed = Counter(room[: features(s, room)])
    assert sum(listed[feature] for feature in range(13)) == 5
    assert sum(listed[SIDE + feature] for feature in range(13)) == 6
    assert set(listed) <= set(range(FEATURES))


def test_a_race_that_is_nearly_won():
    s = game("cuttle").deal(seed=3).table_copy()
    s.points[s.turn] |= 1 << 39 | 1 << 38
    shares = [0, 0]
    search_engine("cuttle", Host.PLAIN).functions.evaluate(s, shares, [0] * ROOM)
    assert shares[s.turn] > 850
    assert 1 / (1 + exp(-evaluation.log_odds(s, [0] * ROOM) / evaluation.SCALE)) > 0.85
