"""Skill share: planted parts of the variance are found, and their intervals cover them."""

import numpy as np
import pytest

import undercut
from tests.amounts import amount
from undercut.engine.host import Host
from undercut.games.base.parts import figures as columns
from undercut.lab.cells import Cell, play_crossed, play_deals
from undercut.lab.statistics.skill import PARTS, Crossed, line_ups, shares_of, skill_parts

STRENGTHS = np.array([0.3, 0.0, -0.3])


def planted(generator, deals, luck, first, skill, replicates=2):
    """Play a toy game in which deal, seat and players move the chance of the first seat; return its true parts too."""
    seatings = [(one, other) for pair in line_ups((0, 1, 2), 2) for one, other in (pair, pair[::-1])]
    gaps = np.array([STRENGTHS[one] - STRENGTHS[other] for one, other in seatings]) * skill
    moved = generator.choice([-luck, luck], size=(deals, 1, 1))
    chances = 0.5 + first + moved + gaps[None, :, None]
    wins = generator.random((deals, len(seatings), replicates)) < chances
    groups = np.array([[2 * (place // 2) + place % 2, 2 * (place // 2) + 1 - place % 2] for place in range(6)])
    truth = np.array([luck**2, first**2, np.mean(gaps**2)]) / 0.25
    return Crossed(np.stack([wins, ~wins], axis=-1).astype(float), groups), [*truth, 1 - truth.sum()]


@pytest.mark.parametrize(("luck", "first", "skill"), [(0.15, 0.05, 0.4), (0.2, 0.0, 0.0), (0.0, 0.1, 0.5)])
def test_intervals_cover_the_planted_parts(luck, first, skill):
    """Each interval covers its part in at least about 95 of 100 studies; a part of nothing is covered almost always."""
    generator = np.random.default_rng(3)
    studies = amount(60, 1000)
    covered, found = np.zeros(4), np.zeros(4)
    for _ in range(studies):
        results, truth = planted(generator, 300, luck, first, skill)
        parts = skill_parts(results)
        assert sum(value for value, _, _ in parts.values()) == pytest.approx(1)
        for place, name in enumerate(PARTS):
            value, low, high = parts[name]
            covered[place] += low - 1e-12 <= truth[place] <= high + 1e-12
            found[place] += value / studies
    allowed = 0.93 if studies > 500 else 0.88
    assert covered.min() >= allowed * studies, covered
    assert found == pytest.approx(truth, abs=0.01)


def test_replicates_tell_luck_of_the_deal_from_the_rest():
    """Without luck of the deal, equal play of all replicates would look like it."""
    generator = np.random.default_rng(5)
    results, _ = planted(generator, 1000, 0.0, 0.0, 0.0)
    assert skill_parts(results)["deal"][0] < 0.02
    alike = Crossed(np.repeat(results.shares[:, :, :1], 2, axis=2), results.groups)
    assert skill_parts(alike)["deal"][0] > 0.1


@pytest.mark.parametrize(("deals", "replicates"), [(29, 2), (50, 1)])
def test_too_few_results_are_refused(deals, replicates):
    results, _ = planted(np.random.default_rng(5), deals, 0.1, 0.05, 0.2, replicates)
    with pytest.raises(ValueError, match=f"{deals} deals with {replicates} replicates"):
        skill_parts(results)


def test_a_crossed_design_seats_every_pair_on_the_same_deals():
    game = undercut.game("cuttle")
    found = play_crossed(game, ("greedy", "random"), 7, 2, 8, host=Host.PLAIN)
    rows = play_deals(Cell(game, ("greedy", "random")), 7, 2, 8, host=Host.PLAIN)
    expected = shares_of(rows[:, columns.WINNERS], 2).reshape(6, 2, 2)
    assert np.array_equal(found.shares[:, :, 0], expected)
    assert not np.array_equal(found.shares[:, :, 1], expected)
    assert found.groups.tolist() == [[0, 1], [1, 0]]
    parts = play_crossed(game, ("greedy", "random"), 7, 4, 5, host=Host.PLAIN)
    assert np.array_equal(parts.shares, found.shares[2:3])


def test_greedy_play_is_a_skill():
    results = play_crossed(undercut.game("cuttle"), ("greedy", "random"), 7, 0, 60, host=Host.PLAIN)
    parts = skill_parts(results)
    assert parts["player"][1] > 0.1
    assert parts["player"][0] > parts["deal"][0]
