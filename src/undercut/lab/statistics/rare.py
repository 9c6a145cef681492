"""Estimates that few deals decide, whose deviations are not normal: intervals from counts of deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, inf, log

import numpy as np
import scipy
from numpy.typing import NDArray

from undercut.lab.statistics.linear import Floats, Member
from undercut.proportions import wilson

RARE = 20  # if fewer deals than this have an outcome, or lack it, the interval comes from the count

_MANY = 100
_HALVINGS = 40
_TINY = 1e-300

Ends = tuple[Floats, Floats]
Range = tuple[float, float, float]  # a proportion and the ends of its interval


def is_rare(member: Member) -> bool:
    """Tell whether few deals decide an estimate, or none because all deals agree."""
    if member.measure.high is None:
        return False
    spread = _spread(member)
    return spread == 0 or (member.measure.outcome and spread < (RARE if member.contrast is None else 2 * RARE))


def counts(member: Member) -> Range:
    """Return two counts of deals, and the number of deals in which they were counted."""
    # For a proportion: Korn and Graubard's (1998) effective counts with an outcome and without it, which have the
    # variance of the deals. For a difference: the deals with the outcome in the one cell only, and in the other only.
    # If these are many, but nearly all deals agree: those that deviate, half of them to either side.
    if _is_proportion(member):
        share, spread = _share(member), _spread(member)
        trials = share * (1 - share) * member.deals**2 / spread if spread else member.deals
        return share * trials, (1 - share) * trials, trials
    deals, value, spread = member.deals, member.value / _reach(member), _spread(member)
    square = spread / deals + value * value
    more, less = max(square + value, 0.0) / 2 * deals, max(square - value, 0.0) / 2 * deals
    if member.contrast is None or max(min(more, deals - more), less) > _MANY:
        return spread / 2, spread / 2, deals
    return more, less, deals


def proportion_ends(member: Member, factor: float) -> tuple[float, float]:
    """Return Wilson's interval of a proportion, with the number of trials that has the variance of the deals."""
    share, reach = _share(member), _reach(member)
    # A share of 0 or 1 may have a variance that is only rounding.
    trials = share * (1 - share) * reach**2 / member.variance or member.deals
    low, high = wilson(share, trials, factor)
    return member.measure.low + reach * low, member.measure.low + reach * high


def ends_of(member: Member, one: Range, other: Range) -> tuple[float, float]:
    """Return the interval of an estimate from those of its counts; differences by Zou and Donner's (2008) method."""
    reach = _reach(member)
    floor = member.measure.low if member.contrast is None else -reach
    if _is_proportion(member):
        return floor + reach * one[1], floor + reach * one[2]
    top = floor + reach if member.contrast is None else reach
    down, up = hypot(one[0] - one[1], other[2] - other[0]), hypot(one[2] - one[0], other[0] - other[1])
    return max(member.value - reach * down, floor), min(member.value + reach * up, top)


def ends_alike(value: float, others: float, sizes: Sequence[float], least: float | None) -> tuple[float, float]:
    """Return the interval of a measure without an upper limit, if all deals agree; a point would promise too much."""
    reach = others * max(1.0, *map(abs, sizes))
    return value - reach if least is None else max(value - reach, least), value + reach


def _is_proportion(member: Member) -> bool:
    """Tell whether nearly every deal either has an outcome or lacks it."""
    if member.contrast is not None:
        return False
    rarer, spread = min(_share(member), 1 - _share(member)), _spread(member)
    return rarer == 0 or (spread > 0 and rarer * rarer * (1 - rarer) * member.deals**2 / spread <= _MANY)


def _share(member: Member) -> float:
    return min(max((member.value - member.measure.low) / _reach(member), 0.0), 1.0)


def _spread(member: Member) -> float:
    """Return the sum of the squared deviations of the deals, in possible lengths."""
    return member.variance * member.deals**2 / _reach(member) ** 2


def _reach(member: Member) -> float:
    """Return the length of the possible values; for a difference, of those on one side of 0."""
    high = member.measure.high
    length = inf if high is None else high - member.measure.low
    return length * sum(weight > 0 for weight in member.weights.values())


def clopper_pearson(successes: Floats, trials: Floats, error: float) -> Ends:
    """Return the interval of Clopper and Pearson (1934) for each proportion; counts need not be whole."""
    failures, half = trials - successes, error / 2
    low = scipy.special.betaincinv(np.maximum(successes, _TINY), failures + 1, half)
    high = scipy.special.betainccinv(successes + 1, np.maximum(failures, _TINY), half)
    return np.where(successes > 0, low, 0.0), np.where(failures > 0, high, 1.0)


def beta_binomial(successes: Floats, trials: Floats, error: float) -> Ends:
    """Return an interval for each proportion that holds at all numbers of trials together."""
    # Robbins' (1970) mixture of likelihood ratios, with Jeffreys' prior: its expected value never exceeds 1 at the true
    # mean, also of values between 0 and 1, so by Ville's inequality it rarely exceeds ``1 / error``.
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
