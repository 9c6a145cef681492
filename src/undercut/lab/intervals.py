"""Intervals for all measures of a study together; `docs/lab.md` says how, and how far to trust them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import ceil, erfc, hypot, inf, log, sqrt
from statistics import NormalDist

import numpy as np
import scipy
from numpy.typing import NDArray
from scipy.stats import beta
from scipy.stats import t as student

from undercut.estimates import wilson
from undercut.games.base import registry
from undercut.lab.design import CONFIDENCE
from undercut.lab.kernels.extras import DRAWN, FIRST
from undercut.lab.sums import MOST_BATCHES, TURN, Sums, WorthSums, worth_measures
from undercut.studies.measures import Measure, columns_of
from undercut.studies.results import CardWorth, Contrast, Estimate, TurnWorth

Floats = NDArray[np.float64]

Ends = tuple[Floats, Floats]
Proportion = tuple[float, float, float]  # a proportion and the ends of its interval

RARE = 20  # if fewer deals than this have an outcome, or lack it, the interval comes from the count

_NOISE = 1e-13  # a variance below this part of the squares that it is made of is rounding
_MANY = 100  # deals with an outcome from which on its count says no more than the variance
_HALVINGS = 40
_SEED = 14  # of the weights with which the largest deviation is simulated
_WORK = 8e9  # multiplications of a simulation, within these numbers of draws, in blocks that fit in memory
_FEWEST, _MOST, _BLOCK = 8_192, 16_384, 1_024


@dataclass(frozen=True, slots=True)
class PointEstimate:
    measure: Measure
    weights: Mapping[int, float]  # the weight of each cell: 1 for the cell alone, 1 and -1 for a difference
    contrast: Contrast | None
    value: float
    variance: float
    unpaired: float  # the variance if the cells had played different deals
    deals: float


class Linearized:
    """Measures as linearized functions of the numbers of a deal, near their estimates."""

    def __init__(self, sums: Sums, measures: Sequence[Measure]) -> None:
        names = {name: place for place, name in enumerate(columns_of(measures))}
        above = np.array([names[measure.name] for measure in measures])
        below = np.array([names[measure.over] for measure in measures])
        scale = np.array([measure.scale for measure in measures], dtype=float)
        each = np.arange(len(measures))
        self.sums, self.measures = sums, measures
        self.counts = sums.totals[:, below]
        known = self.counts > 0
        counts = np.where(known, self.counts, 1.0)
        values = sums.totals[:, above] / counts / scale
        part = np.where(known, sums.deals / counts, 0.0)
        self.values = np.where(known, values, np.nan)
        self.slopes = np.zeros((*values.shape, len(names)))
        self.slopes[:, each, above] += part / scale
        self.slopes[:, each, below] -= part * values
        self._pairs = {(one, other): place for place, (one, other) in enumerate(sums.pairs.tolist())}

    def covariance(self, one: int, other: int) -> Floats:
        first, second = min(one, other), max(one, other)
        products = self.sums.products[self._pairs[first, second]]
        deals = self.sums.deals
        moments = ((self.slopes[first] @ products) * self.slopes[second]).sum(axis=1)
        return moments / deals / max(deals - 1, 1)

    def points(self, contrast: Contrast | None, weights: Mapping[int, float]) -> list[PointEstimate]:
        chosen = list(weights.items())
        value = np.sum([weight * self.values[cell] for cell, weight in chosen], axis=0)
        own = np.sum([weight**2 * self.covariance(cell, cell) for cell, weight in chosen], axis=0)
        cross = [
            2 * chosen[one][1] * chosen[two][1] * self.covariance(chosen[one][0], chosen[two][0])
            for two in range(len(chosen))
            for one in range(two)
        ]
        variance = own + np.sum(cross, axis=0)
        cells = [cell for cell, _ in chosen]
        noise = _NOISE * (own + (self.values[cells] ** 2).max(axis=0) / self.sums.deals)
        variance = np.where(variance > noise, variance, 0.0)
        deals = np.minimum(self.counts[cells].min(axis=0), self.sums.deals)
        return [
            PointEstimate(
                measure, weights, contrast, float(value[at]), float(variance[at]), float(own[at]), float(deals[at])
            )
            for at, measure in enumerate(self.measures)
            if np.isfinite(value[at])
        ]

    def spread(self, points: Sequence[PointEstimate]) -> Floats:
        """Return how each batch moves each estimate that varies, in standard errors; (batches, points)."""
        batches = self.sums.batches
        moves = {cell: batches[:, cell] @ self.slopes[cell].T for cell in range(batches.shape[1])}
        at = {measure.name: place for place, measure in enumerate(self.measures)}
        columns = [
            sum(weight * moves[cell][:, at[point.measure.name]] for cell, weight in point.weights.items())
            for point in points
            if point.variance > 0
        ]
        table = np.array(columns).reshape(len(columns), len(batches)).T
        lengths = np.sqrt((table**2).sum(axis=0))
        return table[:, lengths > 0] / lengths[lengths > 0]


def is_rare(point: PointEstimate) -> bool:
    """Tell whether few deals decide an estimate, or none because all deals agree."""
    if point.measure.high is None:
        return False
    spread = _spread(point)
    return spread == 0 or (point.measure.outcome and spread < (RARE if point.contrast is None else 2 * RARE))


def effective_counts(point: PointEstimate) -> tuple[float, float, float]:
    """Return two counts of deals, and the number of deals in which they were counted."""
    # For a proportion: Korn and Graubard's (1998) effective counts with an outcome and without it, which have the
    # variance of the deals. For a difference: the deals with the outcome in the one cell only, and in the other only.
    # If these are many, but nearly all deals agree: those that deviate, half of them to either side.
    if _is_proportion(point):
        share, spread = _share(point), _spread(point)
        trials = share * (1 - share) * point.deals**2 / spread if spread else point.deals
        return share * trials, (1 - share) * trials, trials
    deals, value, spread = point.deals, point.value / _reach(point), _spread(point)
    square = spread / deals + value * value
    more, less = max(square + value, 0.0) / 2 * deals, max(square - value, 0.0) / 2 * deals
    if point.contrast is None or max(min(more, deals - more), less) > _MANY:
        return spread / 2, spread / 2, deals
    return more, less, deals


def wilson_interval(point: PointEstimate, factor: float) -> tuple[float, float]:
    """Return Wilson's interval of a proportion, with the number of trials that has the variance of the deals."""
    share, reach = _share(point), _reach(point)
    # A share of 0 or 1 may have a variance that is only rounding.
    trials = share * (1 - share) * reach**2 / point.variance or point.deals
    low, high = wilson(share, trials, factor)
    return point.measure.low + reach * low, point.measure.low + reach * high


def interval_from_counts(point: PointEstimate, one: Proportion, other: Proportion) -> tuple[float, float]:
    """Return the interval of an estimate from those of its counts; differences by Zou and Donner's (2008) method."""
    reach = _reach(point)
    floor = point.measure.low if point.contrast is None else -reach
    if _is_proportion(point):
        return floor + reach * one[1], floor + reach * one[2]
    top = floor + reach if point.contrast is None else reach
    down, up = hypot(one[0] - one[1], other[2] - other[0]), hypot(one[2] - one[0], other[0] - other[1])
    return max(point.value - reach * down, floor), min(point.value + reach * up, top)


def interval_if_alike(value: float, others: float, sizes: Sequence[float], least: float | None) -> tuple[float, float]:
    """Return the interval of a measure without an upper limit, if all deals agree; a point would promise too much."""
    reach = others * max(1.0, *map(abs, sizes))
    return value - reach if least is None else max(value - reach, least), value + reach


def _is_proportion(point: PointEstimate) -> bool:
    """Tell whether nearly every deal either has an outcome or lacks it."""
    if point.contrast is not None:
        return False
    rarer, spread = min(_share(point), 1 - _share(point)), _spread(point)
    return rarer == 0 or (spread > 0 and rarer * rarer * (1 - rarer) * point.deals**2 / spread <= _MANY)


def _share(point: PointEstimate) -> float:
    return min(max((point.value - point.measure.low) / _reach(point), 0.0), 1.0)


def _spread(point: PointEstimate) -> float:
    """Return the sum of the squared deviations of the deals, in possible lengths."""
    return point.variance * point.deals**2 / _reach(point) ** 2


def _reach(point: PointEstimate) -> float:
    """Return the length of the possible values; for a difference, of those on one side of 0."""
    high = point.measure.high
    length = inf if high is None else high - point.measure.low
    return length * sum(weight > 0 for weight in point.weights.values())


def clopper_pearson(successes: Floats, trials: Floats, error: float) -> Ends:
    """Return the interval of Clopper and Pearson (1934) for each proportion; counts need not be whole."""
    failures, half = trials - successes, error / 2
    low, high = beta.ppf(half, successes, failures + 1), beta.isf(half, successes + 1, failures)
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

    low = _bisect(lambda at: ~possible(at), np.zeros(len(trials)), share)
    high = _bisect(possible, share, np.ones(len(trials)))
    return np.where(successes > 0, low, 0.0), np.where(failures > 0, high, 1.0)


def _bisect(before: Callable[[Floats], NDArray[np.bool_]], low: Floats, high: Floats) -> Floats:
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        holds = before(middle)
        low, high = np.where(holds, middle, low), np.where(holds, high, middle)
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class _Level:
    factor: float
    ends: Callable[[Floats, Floats], Ends]


def estimates(
    sums: Sums,
    measures: Sequence[Measure],
    contrasts: Sequence[Contrast],
    *,
    paired: Sequence[bool],
    anytime: int = 0,
) -> tuple[float, tuple[Estimate, ...]]:
    cells = range(len(sums.totals))
    linearized = Linearized(sums, measures)
    plans: list[tuple[Contrast | None, dict[int, float]]] = [(None, {cell: 1.0}) for cell in cells]
    plans += [(each, dict(zip(each.numbers, (1.0, -1.0, -1.0, 1.0), strict=False))) for each in contrasts]
    points = [point for contrast, weights in plans for point in linearized.points(contrast, weights)]
    gains = {contrast for contrast, same in zip(contrasts, paired, strict=True) if same}
    if not points:
        return inf, ()
    spread = _without_twins(linearized.spread(points))
    if anytime:
        level = _confidence_sequence(spread.shape[1], sums.deals, anytime)
    else:
        factor = _max_t_factor(spread, sums.deals)
        level = _Level(factor, partial(clopper_pearson, error=2 * NormalDist().cdf(-factor)))
    return level.factor, tuple(_with_intervals(points, level, gains))


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


def _without_twins(spread: Floats) -> Floats:
    """Drop all but one of the estimates that vary alike, such as the shares of two seats without draws."""
    if spread.shape[1] <= 1:
        return spread
    signs = np.sign(spread[np.abs(spread).argmax(axis=0), np.arange(spread.shape[1])])
    _, kept = np.unique((spread * signs).round(6), axis=1, return_index=True)
    return spread[:, np.sort(kept)]


def _max_t_factor(spread: Floats, deals: int) -> float:
    """Return the quantile of the largest deviation among all estimates, in standard errors (max-T)."""
    freedom = max(deals - 1, 1)
    kept = spread.astype(np.float32)
    if kept.shape[1] <= 1:
        return float(student.ppf((1 + CONFIDENCE) / 2, freedom))
    draws = _BLOCK * ceil(min(max(_WORK / kept.size, _FEWEST), _MOST) / _BLOCK)
    normals = _normals()[:draws, : len(kept)]
    largest = np.concatenate(
        [np.abs(normals[first : first + _BLOCK] @ kept).max(axis=1) for first in range(0, draws, _BLOCK)]
    )
    largest /= np.sqrt(np.random.default_rng(_SEED).chisquare(freedom, draws) / freedom)
    # Rounded, so that another machine's last bits do not show.
    return ceil(1000 * float(np.quantile(largest, CONFIDENCE))) / 1000


@cache
def _normals() -> NDArray[np.float32]:
    """Draw the weights of the batches: 16 MiB, kept because a study looks at its results many times."""
    return np.random.default_rng(_SEED + 1).standard_normal((_MOST, MOST_BATCHES), dtype=np.float32)


def _confidence_sequence(points: int, deals: int, narrowest: int) -> _Level:
    """Return the level of an asymptotic confidence sequence (Waudby-Smith and others 2024) for each of some points."""
    error = (1 - CONFIDENCE) / max(points, 1)
    tuned = (log(1 / error) * 2 + log(log(1 / error) * 2) + 1) / narrowest
    grown = deals * tuned + 1
    factor = sqrt(2 * grown / (deals * tuned) * log(sqrt(grown) / error))
    return _Level(factor, partial(beta_binomial, error=error))


def _with_intervals(points: Sequence[PointEstimate], level: _Level, gains: Collection[Contrast]) -> list[Estimate]:
    """Add an interval to each estimate; where few deals decide it, its ends come from counts."""
    found = [_usual_interval(point, level.factor) for point in points]
    rare = [place for place, point in enumerate(points) if is_rare(point)]
    if rare:
        more, less, trials = np.array([effective_counts(points[place]) for place in rare]).T
        both = zip(more / trials, *level.ends(more, trials), less / trials, *level.ends(less, trials), strict=True)
        for place, (share, *ends, other, other_low, other_high) in zip(rare, both, strict=True):
            found[place] = interval_from_counts(points[place], (share, *ends), (other, other_low, other_high))
    levels = {(point.measure.name, *point.weights): point.value for point in points if point.contrast is None}
    for place, point in enumerate(points):
        if point.variance == 0 and point.measure.high is None:
            others = float(level.ends(np.zeros(1), np.array([point.deals]))[1][0])
            sizes = [levels.get((point.measure.name, cell), 0.0) for cell in point.weights]
            least = None if point.contrast else point.measure.low
            found[place] = interval_if_alike(point.value, others, sizes, least)
    return [_estimate(point, *ends, gains) for point, ends in zip(points, found, strict=True)]


def _usual_interval(point: PointEstimate, factor: float) -> tuple[float, float]:
    if point.contrast is None and point.measure.outcome and point.variance > 0:
        return wilson_interval(point, factor)
    reach = factor * sqrt(point.variance)
    low, high = point.value - reach, point.value + reach
    return (max(low, point.measure.low), high) if point.contrast is None else (low, high)


def _estimate(point: PointEstimate, low: float, high: float, gains: Collection[Contrast]) -> Estimate:
    contrast = point.contrast
    base, minus = (contrast.base, contrast.minus) if contrast else (None, None)
    gain = point.unpaired / point.variance if contrast in gains and point.variance > 0 else None
    cell, error = next(iter(point.weights)), sqrt(point.variance)
    return Estimate(point.measure.name, cell, base, point.value, error, low, high, gain, minus)


# --- What cards and turns are worth ---


def estimate_worths(
    game: str, found: WorthSums
) -> tuple[tuple[CardWorth, ...], tuple[CardWorth, ...], tuple[TurnWorth, ...]]:
    kinds = (*registry.spec(game).figures.kinds, TURN)
    cards: dict[int, list[CardWorth]] = {FIRST: [], DRAWN: []}
    turns: list[TurnWorth] = []
    measures = worth_measures(game)
    worths = {measure.name: worth for worth, measure in measures.items()}
    for each in estimates(found.sums, [*measures.values()], (), paired=())[1]:
        moment, kind = worths[each.measure]
        number = int(found.compared[each.cell, moment, kinds.index(kind)])
        ends = each.value, each.error, max(-1.0, each.low), min(1.0, each.high)
        if kind == TURN:
            turns.append(TurnWorth(each.cell, moment == FIRST, number, *ends))
        else:
            cards[moment].append(CardWorth(each.cell, kind, number, *ends))
    return tuple(cards[DRAWN]), tuple(cards[FIRST]), tuple(turns)
