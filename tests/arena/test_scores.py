import math
import random

import pytest

from tests.amounts import amount, some
from undercut.arena.scores import Sprt, count_shares, elo, estimate, expected_share, log_likelihood_ratio, pairing
from undercut.errors import UndercutError
from undercut.games.base.game_types import shares

PAIRS = (0.0, 0.25, 0.5, 0.75, 1.0)


def simulated(chance, weights, deals):
    """Play deals of which two games give a player these shares."""
    return chance.choices(PAIRS, weights, k=deals)


def leaning(difference):
    """Give weights of pairs that are worth an Elo difference, with as many pairs of one win each as in real matches."""
    part = 2 * expected_share(difference) - 0.5
    return 0.4 * (1 - part), 0.2 * (1 - part), 0.4, 0.2 * part, 0.4 * part


def test_wins_and_draws_are_shared():
    assert shares((0,), 2) == (1.0, 0.0)
    assert shares((), 4) == (0.25,) * 4
    assert shares((1, 3), 4) == (0.0, 0.5, 0.0, 0.5)


@pytest.mark.parametrize(
    ("share", "difference"), [(0.5, 0), (0.64, 99.95), (0.75, 190.85), (0.9, 381.70), (0.25, -190.85)]
)
def test_elo_is_the_chess_players_own(share, difference):
    assert elo(share) == pytest.approx(difference, abs=0.01)
    assert expected_share(difference) == pytest.approx(share, abs=1e-5)


def test_elo_at_larger_tables_compares_with_an_equal_player():
    assert elo(0.25, par=0.25) == pytest.approx(0)
    assert elo(10 / 13, par=0.25) == pytest.approx(400)
    assert expected_share(elo(0.6, par=0.25), par=0.25) == pytest.approx(0.6)
    assert (elo(1.0), elo(0.0)) == (math.inf, -math.inf)


def test_all_wins_give_wilsons_interval():
    seen = estimate([1.0] * 10)
    assert (seen.mean, seen.high) == (1.0, 1.0)
    assert seen.low == pytest.approx(0.7225, abs=1e-4)
    assert estimate([0.0] * 10).low == 0.0


def test_tosses_give_wilsons_interval():
    # 10 of 100: 0.0552 to 0.1744 in the textbooks; the prior moves the trials by less than a hundredth.
    seen = estimate([1.0] * 10 + [0.0] * 90)
    assert (seen.low, seen.high) == pytest.approx((0.0552, 0.1744), abs=1e-3)


def test_no_deals_say_nothing():
    assert (estimate([]).low, estimate([]).high) == (0.0, 1.0)


def test_two_deals_that_agree_prove_little():
    seen = estimate([0.5, 0.5])
    assert seen.low < 0.2
    assert seen.high > 0.8


@pytest.mark.parametrize("deals", [12, 40, 200])
@pytest.mark.parametrize(
    "weights", [(1, 0, 0, 0, 1), (1, 2, 4, 2, 1), (0, 0, 4, 0, 1), (0, 1, 3, 4, 12), (1, 0, 30, 0, 1)]
)
def test_intervals_hold_what_they_promise(deals, weights):
    chance = random.Random(f"{deals} {weights}")
    true = sum(value * weight for value, weight in zip(PAIRS, weights, strict=True)) / sum(weights)
    seen = [estimate(simulated(chance, weights, deals)) for _ in range(amount(500, 1500))]
    held = sum(one.low <= true <= one.high for one in seen) / len(seen)
    assert held > 0.92


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "ratio"),
    [
        # Worked out with SciPy by the formula of the pentanomial test that chess engines use.
        (0, 30, [10, 40, 90, 50, 20], 2.07953),
        (0, 5, [154, 4520, 9860, 4710, 170], -3.04605),
        (-5, 10, [0, 3, 10, 2, 0], -0.310762),
        (0, 30, [0, 0, 0, 0, 12], 0.991642),
        (0, 30, [50, 60, 20, 5, 0], -12.159293),
    ],
)
def test_the_likelihood_ratio_is_the_pentanomial_one(elo0, elo1, pairs, ratio):
    seen = dict(zip(PAIRS, pairs, strict=True))
    assert log_likelihood_ratio(seen, expected_share(elo0), expected_share(elo1)) == pytest.approx(ratio, abs=1e-5)


def test_the_likelihood_ratio_is_that_of_tosses_when_nothing_is_shared():
    wins, losses, share0, share1 = 70, 30, 0.5, 0.7
    ratio = wins * math.log(share1 / share0) + losses * math.log((1 - share1) / (1 - share0))
    assert log_likelihood_ratio({1.0: wins, 0.0: losses}, share0, share1) == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize(("true", "wrong"), some([(0, "elo1"), (100, "elo0")], 1))
def test_the_sequential_test_errs_as_rarely_as_it_says(true, wrong):
    chance = random.Random(true)
    sprt = Sprt(0, 100)
    verdicts = []
    for _ in range(amount(500, 1000)):
        seen = count_shares(())
        while not (verdict := sprt.verdict(seen, 0.5)):
            seen += count_shares(simulated(chance, leaning(true), 2))
        verdicts.append(verdict)
    assert verdicts.count(wrong) / len(verdicts) < 0.07


@pytest.mark.parametrize(("elo0", "elo1"), [(30, 0), (5, 5), (0, math.inf), (math.nan, 1)])
def test_a_test_of_nothing_is_refused(elo0, elo1):
    with pytest.raises(UndercutError, match="sprt: "):
        Sprt(elo0, elo1)


def test_pairing_says_what_the_same_deal_gains():
    chance = random.Random(7)
    lucky = [chance.random() < 0.5 for _ in range(400)]
    # The cards decide: whoever sits in seat 0 wins, or whoever sits in seat 1.
    decided = [[1.0, 0.0] if luck else [0.0, 1.0] for luck in lucky]
    assert pairing(decided).factor is None
    alone = [[float(chance.random() < 0.6), float(chance.random() < 0.6)] for _ in range(4000)]
    assert pairing(alone).factor == pytest.approx(1, abs=0.1)
    assert pairing(decided[:1]) is None
