import random
from itertools import accumulate, pairwise
from math import log

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.bots.test_search import position
from tests.clauses.cuttle_table import table
from undercut.bots.advice import evidence
from undercut.bots.advice.evidence import Calibration, Mark, Weighing, calibrated, calibration_of, is_doubtful, mark_of
from undercut.bots.advice.hint import advise
from undercut.bots.players import levels_of
from undercut.bots.thinking.budget import Effort, over_several_trees
from undercut.bots.thinking.think import think
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import Budget

VALUES = st.floats(0.01, 0.99)
RISES = st.lists(st.tuples(st.floats(0.05, 2), st.floats(0.01, 4)), min_size=1, max_size=5)


def rising(steps):
    return tuple(accumulate(steps, lambda knot, step: (knot[0] + step[0], knot[1] + step[1]), initial=(-2.0, -2.0)))


CALIBRATIONS = st.builds(Calibration, st.integers(2, 8), RISES.map(rising), st.floats(-1, 1))


@given(CALIBRATIONS, VALUES, VALUES)
def test_a_greater_value_is_a_greater_chance(calibration, one, other):
    low, high = sorted((one, other))
    assert 0 < calibration.chance(low) <= calibration.chance(high) < 1


@given(CALIBRATIONS, VALUES)
def test_the_steepness_is_the_slope_of_the_chance(calibration, value):
    step = 1e-6
    odds = log(value / (1 - value)) + log(calibration.seats - 1)
    assume(all(abs(odds - start) > 1e-3 for start, _ in calibration.knots))
    rise = calibration.chance(value + step) - calibration.chance(value - step)
    assert calibration.steepness(value) == pytest.approx(rise / (2 * step), rel=1e-3, abs=1e-6)


@pytest.mark.parametrize("name", registry.own_names())
def test_every_game_is_calibrated(name):
    assert calibration_of(name, 2) != Calibration(2)
    for (start, end), (later, top) in pairwise(calibration_of(name, 2).knots):
        assert start < later
        assert end < top
    assert calibration_of(name, 2, evidence.MEASURED) == calibration_of(name, 2)


def test_a_hint_states_chances_and_keeps_the_choice():
    state, budget = position("cuttle", 3, 6), Budget(iterations=300)
    effort, settings = Effort(over_several_trees(budget), Host.PLAIN), levels_of("cuttle").settings
    result = think(state.view(state.to_move), effort, random.Random(1), settings=settings, lines=3)
    advice = advise(state, None, Effort(budget, Host.PLAIN), chance=random.Random(1), explained=0)
    assert advice.best.move == result.best.move
    assert advice.best.expected == calibration_of("cuttle", 2, 300).chance(result.best.expected)


def test_proven_values_stay():
    state = table(hands=("5h 4c 2d", "2c"), points=("9c", "Ts"), rest="scrap")
    settings = levels_of("cuttle").settings
    result = think(state.view(0), Effort(Budget(iterations=1000), Host.PLAIN), random.Random(1), settings=settings)
    assert result.proof.text == "draw with best play"
    assert calibrated(result, Calibration(2, shift=-1.0)).best.expected == 0.5


@pytest.mark.parametrize(
    ("loss", "error", "mark", "doubtful"),
    [
        (0.03, 0.005, Mark.NONE, False),
        (0.03, 0.012, Mark.NONE, True),
        (0.12, 0.005, Mark.MISTAKE, False),
        (0.11, 0.006, Mark.MISTAKE, True),
        (0.4, 0.05, Mark.BLUNDER, False),
        (0.25, 0.2, Mark.NONE, True),
    ],
)
def test_a_mark_is_doubtful_if_its_margin_reaches_another(loss, error, mark, doubtful):
    assert mark_of(loss, error) is mark
    assert is_doubtful(loss, error) is doubtful


def weighed(monkeypatch, values, budget, sure=None):
    rounds = []

    def compare(_view, moves, round_budget, _chance, **_others):
        rounds.append(round_budget)
        return [values[move] for move in moves]

    monkeypatch.setattr(evidence, "compare", compare)
    levels = levels_of("cuttle").settings
    weighing = Weighing({}, Effort(budget, Host.PLAIN), levels, Calibration(2))
    found = weighing.loss([move for move in values if move != "other"], "other", sure, random.Random(1))
    return found.size, found.error, len(rounds)


SPREAD = (-0.02, 0.02, -0.01, 0.01, 0.0, 0.0)


def values_around(best, other):
    return {"best": tuple(best + each for each in SPREAD), "other": tuple(other - each for each in SPREAD)}


@pytest.mark.parametrize(("loss", "rounds"), [(0.3, 1), (0.15, 1), (0.1, evidence.MOST_ROUNDS), (0.0, 1)])
def test_a_doubtful_mark_gets_more_evidence(monkeypatch, loss, rounds):
    found, error, used = weighed(monkeypatch, values_around(0.6, 0.6 - loss), Budget(iterations=10_000))
    assert (round(found, 9), used) == (loss, rounds)
    assert is_doubtful(found, error) == (rounds == evidence.MOST_ROUNDS)


def test_a_loss_is_measured_against_the_best_of_all_that_may_be(monkeypatch):
    values = {"search's choice": (0.6,) * 6, "best": (0.65,) * 6, "other": (0.5,) * 6}
    assert weighed(monkeypatch, values, Budget(iterations=10_000))[0] == pytest.approx(0.15)


def test_luck_that_both_moves_share_is_no_error(monkeypatch):
    alike = {"best": tuple(0.6 + each for each in SPREAD), "other": tuple(0.3 + each for each in SPREAD)}
    apart = weighed(monkeypatch, values_around(0.6, 0.3), Budget(iterations=10_000))[1]
    assert weighed(monkeypatch, alike, Budget(iterations=10_000))[1] < apart / 10


def test_a_proven_win_is_compared_with_one_search(monkeypatch):
    loss, error, _ = weighed(monkeypatch, values_around(0.0, 0.7), Budget(iterations=10_000), sure=1.0)
    assert loss == pytest.approx(0.3)
    assert 0 < error < 0.02
