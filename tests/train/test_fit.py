"""Fitting the networks: what was planted in the examples is learned, and the same seed gives the same weights."""

import numpy as np
import pytest

from undercut.games.base.parts.levels import NetworkSizes
from undercut.train.examples import NO_FEATURE, PolicyExamples, ValueExamples
from undercut.train.fit import fit_policy, fit_value, indifferent, log_shares, new_value, weights_of
from undercut.train.training_games import Inputs

INPUTS = Inputs(state_features=6, move_features=4, seats=3)
SIZES = NetworkSizes(units=8, inner=4, policy=8, epochs=60, rate=0.04)
POSITIONS = 800


@pytest.fixture
def features():
    return np.random.default_rng(1).integers(0, 6, (POSITIONS, 3)).astype(np.int16)


def test_the_value_network_learns_who_wins(features):
    """Who has feature 0 wins; a third seat that does not play gets nothing."""
    has = (features == 0).any(1)
    targets = np.stack([has, ~has, np.zeros(POSITIONS)], axis=1).astype(np.float32)
    examples = ValueExamples(features, targets, np.full(POSITIONS, 2), np.arange(POSITIONS))
    value, errors = fit_value(examples, INPUTS, SIZES, seed=5)
    assert errors["value error"] < 0.02 < targets[:, 0].var()
    two = np.array([[1, 1, 1, 0, 0, 0], [0, 1, 1, 1, 0, 0]], np.float32)
    shares = np.exp(log_shares(value, two, np.full(2, 2)))
    assert shares.round().tolist() == [[1, 0, 0], [0, 1, 0]]
    again, _ = fit_value(examples, INPUTS, SIZES, seed=5)
    assert (np.asarray(again["last"][0]) == np.asarray(value["last"][0])).all()


def test_the_policy_network_learns_which_move_the_search_likes(features):
    """A move with feature 1 is liked, whatever the position; positions have one to four moves."""
    chance = np.random.default_rng(2)
    counts = chance.integers(1, 5, POSITIONS)
    liked = np.concatenate([chance.permutation(count) == 0 for count in counts])
    moves = np.stack([np.where(liked, 1, 2), np.full(len(liked), NO_FEATURE)], axis=1).astype(np.int16)
    examples = PolicyExamples(features, moves, counts, liked.astype(np.float32), np.arange(POSITIONS))
    policy, found = fit_policy(examples, INPUTS, SIZES, seed=5)
    assert found["policy agrees"] == 1
    assert 0 <= found["policy surprise"] < 0.1
    weights = weights_of(new_value(INPUTS, SIZES, 0), policy)
    assert weights.move_rows.shape == (4, 8)
    assert weights.last_rows.shape == (3, 4)
    assert weights.policy_rows.shape == (6, 8)


def test_a_policy_without_preferences_likes_all_moves_equally():
    weights = weights_of(new_value(INPUTS, SIZES, 0), indifferent(INPUTS, SIZES))
    assert not weights.move_rows.any()
    assert not weights.move_start.any()
