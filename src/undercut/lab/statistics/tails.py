"""Ends of intervals for rare outcomes: from counts rather than from standard errors."""

from __future__ import annotations

from collections.abc import Callable
from math import log

import numpy as np
import scipy
from numpy.typing import NDArray

_HALVINGS = 40
_TINY = 1e-300

Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats]


def clopper_pearson(successes: Floats, trials: Floats, error: float) -> Ends:
    """Return the interval of Clopper and Pearson (1934) for each proportion; counts need not be whole.

    Example:
        >>> low, high = clopper_pearson(np.array([0.0, 5.0]), np.array([100.0, 100.0]), 0.05)
        >>> low.round(4).tolist(), high.round(4).tolist()
        ([0.0, 0.0164], [0.0362, 0.1128])
    """
    failures, half = trials - successes, error / 2
    low = scipy.special.betaincinv(np.maximum(successes, _TINY), failures + 1, half)
    high = scipy.special.betainccinv(successes + 1, np.maximum(failures, _TINY), half)
    return np.where(successes > 0, low, 0.0), np.where(failures > 0, high, 1.0)


def beta_binomial(successes: Floats, trials: Floats, error: float) -> Ends:
    """Return an interval for each proportion that holds at all numbers of trials together.

    Robbins' (1970) mixture of likelihood ratios, with Jeffreys' prior: its expected value never exceeds 1 at the true
    mean, also of values between 0 and 1, so by Ville's inequality it rarely exceeds ``1 / error``.

    Example:
        >>> low, high = beta_binomial(np.array([0.0, 50.0]), np.array([100.0, 100.0]), 0.05)
        >>> low.round(4).tolist(), high.round(4).tolist()
        ([0.0, 0.3383], [0.057, 0.6617])
    """
    failures, share = trials - successes, successes / trials
    mixed = scipy.special.betaln(successes + 0.5, failures + 0.5) - scipy.special.betaln(0.5, 0.5)

    def possible(share: Floats) -> NDArray[np.bool_]:
        likely = scipy.special.xlogy(successes, share) + scipy.special.xlog1py(failures, -share)
        return mixed - likely < -log(error)

    low = _boundary(lambda at: ~possible(at), np.zeros(len(trials)), share)
    high = _boundary(possible, share, np.ones(len(trials)))
    return np.where(successes > 0, low, 0.0), np.where(failures > 0, high, 1.0)


def _boundary(before: Callable[[Floats], NDArray[np.bool_]], low: Floats, high: Floats) -> Floats:
    """Find the point where a condition stops holding, by bisection."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        holds = before(middle)
        low, high = np.where(holds, middle, low), np.where(holds, high, middle)
    return (low + high) / 2
