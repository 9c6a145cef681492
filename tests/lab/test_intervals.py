from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import beta

from tests.amounts import amount
from tests.lab.simulated import SCENARIOS, coverage
from undercut.lab.intervals import beta_binomial, clopper_pearson, estimates, screen, widest
from undercut.lab.sums import Sums
from undercut.studies import results
from undercut.studies.measures import Measure
from undercut.studies.results import Contrast, Estimate

ROOT = Path(__file__).parents[2]
STUDIES = [*(ROOT / "src/undercut/games").glob("*/studies.json"), *(ROOT / "bench/results/findings").glob("*.json")]
TURNS = Measure("turns", "", "turns")
FORCED = Measure("forced", "", "share", over="turns", high=1.0)
WON = Measure("won", "", "share", high=1.0, outcome=True)


def estimated(tables, measures, contrasts=(), **options):
    return estimates(Sums.of(tables, contrasts), measures, contrasts, paired=[True] * len(contrasts), **options)


def games(*numbers):
    return np.column_stack([*numbers, np.ones(len(numbers[0]))]).astype(float)


def lengths(deals=400):
    """Two cells with shared luck: forced decisions, turns, games."""
    random = np.random.default_rng(6)
    luck = random.poisson(20, deals) + 1
    turns = [luck, luck + random.poisson(3, deals)]
    return [games(random.binomial(each, 0.3), each) for each in turns]


def test_the_variance_of_a_paired_difference():
    """By the textbook: the variance of the differences of the deals, over the number of deals."""
    tables = lengths()
    found = estimated(tables, [FORCED, TURNS], [Contrast(1, 0)])[1][-1]
    differences = tables[1][:, 1] - tables[0][:, 1]
    assert found.value == pytest.approx(differences.mean())
    assert found.error == pytest.approx(differences.std(ddof=1) / np.sqrt(len(differences)))
    apart = sum(table[:, 1].var(ddof=1) for table in tables)
    assert found.gain == pytest.approx(apart / differences.var(ddof=1))
    assert found.gain > 5


def test_the_variance_of_a_ratio():
    """By hand: of the residuals above the line, over the mean below it."""
    above, below = lengths()[0][:, :2].T
    found = estimated([games(above, below)], [FORCED, TURNS])[1][0]
    ratio = above.sum() / below.sum()
    residuals = above - ratio * below
    by_hand = (residuals**2).sum() / (len(above) - 1) / len(above) / below.mean() ** 2
    assert found.value == pytest.approx(ratio)
    assert found.error == pytest.approx(np.sqrt(by_hand))


def test_an_interaction():
    random = np.random.default_rng(9)
    luck = random.normal(0, 5, 300)
    tables = [games(100 + luck + random.normal(0, 1, 300)) for _ in range(4)]
    found = estimated(tables, [TURNS], [Contrast(3, 1, (2, 0))])[1][-1]
    each = tables[3][:, 0] - tables[1][:, 0] - tables[2][:, 0] + tables[0][:, 0]
    assert (found.cell, found.base, found.minus) == (3, 1, (2, 0))
    assert found.value == pytest.approx(each.mean())
    assert found.error == pytest.approx(each.std(ddof=1) / np.sqrt(300))


def test_many_independent_estimates_need_sidaks_factor():
    random = np.random.default_rng(1)
    tables = [games(random.normal(50, 9, 4000)) for _ in range(30)]
    factor, _ = estimated(tables, [TURNS])
    assert factor == pytest.approx(NormalDist().inv_cdf((1 + 0.95 ** (1 / 30)) / 2), abs=0.06)


def test_equal_estimates_count_once():
    random = np.random.default_rng(1)
    table = games(random.normal(50, 9, 4000))
    assert estimated([table] * 5, [TURNS])[0] == pytest.approx(1.96, abs=0.01)
    opposite = games(random.random(4000) < 0.5)
    other = opposite.copy()
    other[:, 0] = 1 - opposite[:, 0]
    assert estimated([opposite, other], [TURNS])[0] == pytest.approx(1.96, abs=0.01)


def test_few_deals_need_students_factor():
    random = np.random.default_rng(1)
    table = games(random.normal(50, 9, 10))
    assert estimated([table], [TURNS])[0] == pytest.approx(2.26, abs=0.06)
    both = [table, games(random.normal(50, 9, 10))]
    assert 2.4 < estimated(both, [TURNS])[0] < 2.9


def test_a_measure_that_no_game_has_is_left_out():
    nothing = games(np.zeros(100), np.zeros(100))
    assert [found.measure for found in estimated([nothing], [FORCED, TURNS])[1]] == ["turns"]
    assert estimated([np.zeros((100, 2))], [WON])[1] == ()


@pytest.mark.parametrize("count", [0, 1, 19])
def test_rare_outcomes_have_exact_intervals(count):
    table = games(np.arange(20_000) < count)
    for values, seen in ((table, count), (games(1 - table[:, 0]), 20_000 - count)):
        factor, (found,) = estimated([values], [WON])
        tail = NormalDist().cdf(-factor)
        low = beta.ppf(tail, seen, 20_001 - seen) if seen else 0.0
        high = beta.ppf(1 - tail, seen + 1, 20_000 - seen) if seen < 20_000 else 1.0
        # A variance divides by one less than the number of deals.
        assert (found.low, found.high) == pytest.approx((low, high), rel=1e-3)


def test_counts_need_not_be_whole():
    counts, trials = np.array([0.7, 18.2, 41.5, 99.1]), np.array([30.0, 150.0, 2e6, 99.5])
    for error in (0.05, 1e-5):
        low, high = clopper_pearson(counts, trials, error)
        assert low == pytest.approx(beta.ppf(error / 2, counts, trials - counts + 1), rel=1e-4, abs=1e-9)
        assert high == pytest.approx(beta.ppf(1 - error / 2, counts + 1, trials - counts), rel=1e-4)


def test_rules_that_never_differed_may_differ_a_little():
    table = games(np.arange(20_000) % 2)
    found = estimated([table, table], [WON], [Contrast(1, 0)])[1][-1]
    assert found.value == found.error == 0
    assert found.high == -found.low == pytest.approx(3.689 / 20_000, rel=0.01)


def test_deals_that_all_agree_leave_room_for_others_in_measures_without_an_upper_limit():
    table = games(10 + np.arange(20_000) % 21)
    found = estimated([table, table], [TURNS], [Contrast(1, 0)])[1][-1]
    assert found.value == found.error == 0
    assert found.high == -found.low == pytest.approx(20 * 3.689 / 20_000, rel=0.01)
    never = estimated([games(np.zeros(20_000, dtype=int))], [TURNS])[1][0]
    assert (never.low, never.value) == (0, 0)
    assert never.high == pytest.approx(3.689 / 20_000, rel=0.01)


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.name)
def test_no_published_interval_is_a_point(path):
    study = results.load(path)
    for found in (*study.estimates, *study.worths, *study.openings, *study.turn_worths):
        assert found.low < found.high
        assert found.low <= found.value <= found.high


def test_few_deals_that_differ():
    """As for Poisson counts: with 9 differences in one direction, none in the other."""
    base = np.arange(20_000) % 2
    changed = base.copy()
    changed[:18:2] = 1
    found = estimated([games(base), games(changed)], [WON], [Contrast(1, 0)])[1][-1]
    assert found.value * 20_000 == pytest.approx(9)
    assert 2.5 < found.low * 20_000 < 4.2
    assert 16.5 < found.high * 20_000 < 19.5


def test_seats_that_share_every_deal_equally():
    """Two rotations of a deal that always share the wins: no deal has deviated."""
    table = np.column_stack([np.ones(1000), np.full(1000, 2.0)])
    found = estimated([table], [WON])[1][0]
    assert found.value == 0.5
    assert (0.5 - found.low, found.high - 0.5) == pytest.approx((3.69 / 1000, 3.69 / 1000), rel=0.01)


def test_nearly_all_deals_agree():
    """Few deals deviate from a share of one half: the interval is as narrow as their number, and found at once."""
    wins = np.ones(20_000)
    wins[:6] = (0, 2, 0, 2, 2, 0)
    found = estimated([np.column_stack([wins, np.full(20_000, 2.0)])], [WON])[1][0]
    assert 0 < found.high - found.value < 8 / 20_000


def test_an_interval_at_any_time_is_wider():
    random = np.random.default_rng(1)
    table = games(random.random(2000) < 0.4)
    fixed, always = (estimated([table], [WON], anytime=at)[1][0] for at in (0, 2000))
    assert always.value == fixed.value
    assert 1.3 < (always.high - always.low) / (fixed.high - fixed.low) < 2
    low, high = beta_binomial(np.array([3.0]), np.array([2000.0]), 0.05)
    exact = clopper_pearson(np.array([3.0]), np.array([2000.0]), 0.05)
    assert low < exact[0] < exact[1] < high


def estimate(name, value, error, base=0):
    return Estimate(name, 1, base, value, error, value - 2 * error, value + 2 * error)


def test_the_widest_interval():
    found = [estimate("turns", 9, 0.5), estimate("turns", 3, 0.7), estimate("won", 3, 9)]
    assert widest(found, "turns") == pytest.approx(1.4)
    assert widest(found, "draws") == np.inf


def test_screening():
    """Benjamini and Hochberg's procedure by hand: 0.01, 0.02 and 0.04 pass for four at a rate of 0.06, 0.5 does not."""
    values = [NormalDist().inv_cdf(1 - p / 2) for p in (0.5, 0.04, 0.01, 0.02)]
    found = [estimate(f"m{place}", value, 1) for place, value in enumerate(values)]
    assert [one.measure for one in screen(found, 0.06)] == ["m2", "m3", "m1"]
    assert screen([estimate("a cell", 9, 1, base=None)]) == ()


STUDIES = {"coin": 400, "biased coin": 400, "lengths": 400, "coin stopped": 100, "lengths stopped": 100, "paired": 20}


@pytest.mark.parametrize("name", SCENARIOS)
def test_all_intervals_of_a_study_hold_together(name):
    """In 95 % of the studies, up to chance; where counts are small, in more."""
    studies = amount(STUDIES.get(name, 8), 2000)
    held, _ = coverage(name, studies, first=10_000)
    chance = 3 * np.sqrt(0.05 * 0.95 / studies)
    assert held >= 0.95 - 0.005 - chance
    if "rare" not in name and "any time" not in name:
        assert held <= 0.95 + 0.005 + chance
