"""Ends of intervals for rare outcomes: from counts rather than from standard errors."""

from __future__ import annotations

from collections.abc import Callable
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

_HALVINGS = 26
_PRECISION = 1e-12
_TINY = 1e-300

Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats]

_lgamma = np.vectorize(lgamma, otypes=[np.float64])


def clopper_pearson(successes: Floats, trials: Floats, error: float) -> Ends:
    """Return the interval of Clopper and Pearson (1934) for each proportion; counts need not be whole.

    Example:
        >>> low, high = clopper_pearson(np.array([0.0, 5.0]), np.array([100.0, 100.0]), 0.05)
        >>> low.round(4).tolist(), high.round(4).tolist()
        ([0.0, 0.0164], [0.0362, 0.1128])
    """
    flipped = 2 * successes > trials
    rare = np.where(flipped, trials - successes, successes)
    # Chernoff's bound: the upper end is below this.
    far = log(2 / error)
    most = np.minimum((rare + far + np.sqrt(far * far + 2 * far * rare)) / trials, 1.0)
    share = rare / trials
    below = beta_below(np.maximum(rare, _TINY), trials - rare + 1)
    above = beta_below(rare + 1, np.maximum(trials - rare, _TINY))
    low = _boundary(lambda at: below(at) < error / 2, np.zeros(len(trials)), share)
    high = _boundary(lambda at: above(at) < 1 - error / 2, share, most)
    low = np.where(rare > 0, low, 0.0)
    return np.where(flipped, 1 - high, low), np.where(flipped, 1 - low, high)


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
    mixed = _lgamma(successes + 0.5) + _lgamma(failures + 0.5) - _lgamma(trials + 1) - 2 * lgamma(0.5)

    def possible(share: Floats) -> NDArray[np.bool_]:
        near, far = np.log(np.maximum(share, _TINY)), np.log(np.maximum(1 - share, _TINY))
        return mixed - successes * near - failures * far < -np.log(error)

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


def beta_below(a: Floats, b: Floats) -> Callable[[Floats], Floats]:
    """Return a function of x: the probability that a Beta(a, b) variable is below x (the incomplete beta function).

    The continued fraction of DLMF 8.17.22 by Lentz' method, on the side of the mean on which it converges in about
    the square root of ``a + b`` steps.
    """
    constant: Floats = _lgamma(a + b) - _lgamma(a + 1) - _lgamma(b)
    other_constant: Floats = _lgamma(a + b) - _lgamma(b + 1) - _lgamma(a)
    turn = (a + 1) / (a + b + 2)

    def below(x: Floats) -> Floats:
        mirrored = x > turn
        one, other, at = np.where(mirrored, b, a), np.where(mirrored, a, b), np.where(mirrored, 1 - x, x)
        front = np.where(mirrored, other_constant, constant)
        logarithm = front + one * np.log(np.maximum(at, _TINY)) + other * np.log1p(-np.minimum(at, 1 - 1e-15))
        found = np.minimum(np.exp(logarithm) * _fraction(one, other, at), 1.0)
        return np.where(mirrored, 1 - found, found)

    return below


def _fraction(a: Floats, b: Floats, x: Floats) -> Floats:
    """Evaluate the continued fraction of the incomplete beta function."""
    above = np.ones(len(x))
    under = 1 / _off_zero(1 - (a + b) * x / (a + 1))
    value, place = under, 0
    change = np.full(len(x), 2.0)
    while (abs(change - 1) > _PRECISION).any():
        place += 1
        even = place * (b - place) * x / ((a + 2 * place - 1) * (a + 2 * place))
        odd = -(a + place) * (a + b + place) * x / ((a + 2 * place) * (a + 2 * place + 1))
        change = np.ones(len(x))
        for step in (even, odd):
            under = 1 / _off_zero(1 + step * under)
            above = _off_zero(1 + step / above)
            change = change * under * above
        value = value * change
    return value


def _off_zero(values: Floats) -> Floats:
    return np.where(abs(values) < _TINY, _TINY, values)
