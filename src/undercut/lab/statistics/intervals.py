"""Intervals for all measures of a study together; `docs/lab.md` says how, and how far to trust them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import ceil, erfc, inf, log, sqrt
from statistics import NormalDist

import numpy as np
import scipy
from numpy.typing import NDArray

from undercut.lab.statistics import rare as rare_counts
from undercut.lab.statistics.linear import Floats, Linear, Member, weights_of
from undercut.lab.statistics.sums import MOST_BATCHES, Sums
from undercut.studies.measures import Measure
from undercut.studies.results import Contrast, Estimate

_SEED = 14
_WORK = 8e9
_FEWEST, _MOST, _BLOCK = 8_192, 16_384, 1_024


@dataclass(frozen=True, slots=True)
class _Level:
    """How far the ends of each interval are from the estimate."""

    factor: float
    ends: Callable[[Floats, Floats], rare_counts.Ends]


def estimates(
    sums: Sums,
    measures: Sequence[Measure],
    contrasts: Sequence[Contrast],
    *,
    paired: Sequence[bool],
    confidence: float = 0.95,
    anytime: int = 0,
) -> tuple[float, tuple[Estimate, ...]]:
    """Estimate all measures of all cells and contrasts, with intervals that hold together."""
    cells = range(len(sums.totals))
    linear = Linear(sums, measures)
    plans = [(None, {cell: 1.0}) for cell in cells] + [(contrast, weights_of(contrast)) for contrast in contrasts]
    members = [member for contrast, weights in plans for member in linear.members(contrast, weights)]
    gains = {contrast for contrast, same in zip(contrasts, paired, strict=True) if same}
    if not members:
        return inf, ()
    if anytime:
        level = _any_time(_distinct(linear.spread(members)).shape[1], sums.deals, anytime, confidence)
    else:
        factor = _largest(linear.spread(members), sums.deals, confidence)
        level = _Level(factor, partial(rare_counts.clopper_pearson, error=2 * NormalDist().cdf(-factor)))
    return level.factor, tuple(_bounded(members, level, gains))


def widest(estimates: Iterable[Estimate], measure: str) -> float:
    """Return the greatest half-width of the intervals of a measure; infinite without any."""
    return max(((found.high - found.low) / 2 for found in estimates if found.measure == measure), default=inf)


def screen(estimates: Iterable[Estimate], rate: float = 0.05) -> tuple[Estimate, ...]:
    """Pick the contrasts that differ from 0, by Benjamini and Hochberg (1995): for screening designs only."""
    found = [estimate for estimate in estimates if estimate.base is not None and estimate.error > 0]
    found.sort(key=lambda estimate: -abs(estimate.value) / estimate.error)
    p_values = [erfc(abs(estimate.value) / estimate.error / sqrt(2)) for estimate in found]
    adjusted = scipy.stats.false_discovery_control(p_values) if found else ()
    return tuple(estimate for estimate, value in zip(found, adjusted, strict=True) if value <= rate)


# --- The factor for all of them together ------------------------------------------------------------------------------


def _distinct(spread: Floats) -> Floats:
    """Drop all but one of the estimates that vary alike, such as the shares of two seats without draws."""
    if spread.shape[1] <= 1:
        return spread
    signs = np.sign(spread[np.abs(spread).argmax(axis=0), np.arange(spread.shape[1])])
    _, kept = np.unique((spread * signs).round(6), axis=1, return_index=True)
    return spread[:, np.sort(kept)]


def _largest(spread: Floats, deals: int, confidence: float) -> float:
    """Return the quantile of the largest deviation among all estimates, in standard errors (max-T)."""
    freedom = max(deals - 1, 1)
    kept = _distinct(spread).astype(np.float32)
    if kept.shape[1] <= 1:
        normal = NormalDist().inv_cdf((1 + confidence) / 2)
        # Student's t to the first order.
        return normal + (normal**3 + normal) / (4 * freedom)
    draws = _BLOCK * ceil(min(max(_WORK / kept.size, _FEWEST), _MOST) / _BLOCK)
    normals = _normals()[:draws, : len(kept)]
    largest = np.concatenate(
        [np.abs(normals[first : first + _BLOCK] @ kept).max(axis=1) for first in range(0, draws, _BLOCK)]
    )
    largest /= np.sqrt(np.random.default_rng(_SEED).chisquare(freedom, draws) / freedom)
    # Rounded, so that another machine's last bits do not show.
    return ceil(1000 * float(np.quantile(largest, confidence))) / 1000


@cache
def _normals() -> NDArray[np.float32]:
    """Draw the weights of the batches: 16 MiB, kept because a study looks at its results many times."""
    return np.random.default_rng(_SEED + 1).standard_normal((_MOST, MOST_BATCHES), dtype=np.float32)


def _any_time(members: int, deals: int, narrowest: int, confidence: float) -> _Level:
    """Return the level of an asymptotic confidence sequence (Waudby-Smith and others 2024) for each of some members."""
    error = (1 - confidence) / max(members, 1)
    tuned = (log(1 / error) * 2 + log(log(1 / error) * 2) + 1) / narrowest
    grown = deals * tuned + 1
    factor = sqrt(2 * grown / (deals * tuned) * log(sqrt(grown) / error))
    return _Level(factor, partial(rare_counts.beta_binomial, error=error))


def _bounded(members: Sequence[Member], level: _Level, gains: Collection[Contrast]) -> list[Estimate]:
    """Add an interval to each estimate; where few deals decide it, its ends come from counts."""
    found = [_estimate(member, level.factor, gains) for member in members]
    rare = [place for place, member in enumerate(members) if rare_counts.is_rare(member)]
    if rare:
        more, less, trials = np.array([rare_counts.counts(members[place]) for place in rare]).T
        both = zip(more / trials, *level.ends(more, trials), less / trials, *level.ends(less, trials), strict=True)
        for place, (share, *ends, other, other_low, other_high) in zip(rare, both, strict=True):
            low, high = rare_counts.ends_of(members[place], (share, *ends), (other, other_low, other_high))
            found[place] = replace(found[place], low=low, high=high)
    levels = {(member.measure.name, *member.weights): member.value for member in members if member.contrast is None}
    for place, member in enumerate(members):
        if member.variance == 0 and member.measure.high is None:
            others = float(level.ends(np.zeros(1), np.array([member.deals]))[1][0])
            sizes = [levels.get((member.measure.name, cell), 0.0) for cell in member.weights]
            low, high = rare_counts.ends_alike(
                member.value, others, sizes, None if member.contrast else member.measure.low
            )
            found[place] = replace(found[place], low=low, high=high)
    return found


def _estimate(member: Member, factor: float, gains: Collection[Contrast]) -> Estimate:
    error = sqrt(member.variance)
    gain = member.apart / member.variance if member.contrast in gains and member.variance > 0 else None
    contrast = member.contrast or Contrast(next(iter(member.weights)), -1)
    low, high = member.value - factor * error, member.value + factor * error
    if member.contrast is None and member.measure.outcome and member.variance > 0:
        low, high = rare_counts.proportion_ends(member, factor)
    return Estimate(
        member.measure.name,
        contrast.cell,
        contrast.base if member.contrast else None,
        member.value,
        error,
        low,
        high,
        gain,
        contrast.minus,
    )
