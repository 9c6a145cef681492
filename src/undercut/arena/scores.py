"""Statistics on results, with the deal as the unit: games on the same deal are correlated, deals are independent."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, log10
from statistics import NormalDist, fmean, variance
from typing import Literal

from undercut.errors import UndercutError
from undercut.estimates import wilson

CONFIDENCE = 0.95  # default confidence level of intervals

PRIOR = 0.5  # pseudo-counts of won and of lost deals, which keep intervals honest while there are few deals

UNSEEN = 1e-3  # weight of an unseen outcome in a sequential test; keeps logarithms finite

_STEPS = 200
_QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Estimate:
    mean: float
    low: float
    high: float
    deals: int


def estimate(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a share of wins from the shares on each deal; Wilson's interval, for the effective trials."""
    if not values:
        return Estimate(0.5, 0.0, 1.0, 0)
    deals, mean = len(values), fmean(values)
    total = deals + 2 * PRIOR
    centre = (deals * mean + PRIOR) / total
    squares = sum((value - centre) ** 2 for value in values)
    spread = (squares + PRIOR * (centre**2 + (1 - centre) ** 2)) / total
    # Deals that vary less than coin tosses count for more than one trial each.
    trials = deals * centre * (1 - centre) / spread
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    low, high = wilson(mean, trials, z)
    # All deals lost (or won) leaves a true share of 0 (or 1) possible; do not let rounding exclude it.
    return Estimate(mean, 0.0 if mean <= 0 else max(0.0, low), 1.0 if mean >= 1 else min(1.0, high), deals)


def elo(share: float, par: float = 0.5) -> float:
    """Convert a share of wins into an Elo difference from the others; 400 Elo give ten times the odds for each seat."""
    if not 0 < share < 1:
        return inf if share > 0 else -inf
    return 400 * log10(share / (1 - share) * (1 - par) / par)


def expected_share(difference: float, par: float = 0.5) -> float:
    """Convert an Elo difference into the expected share of wins; the inverse of `elo`."""
    odds = par / (1 - par) * 10 ** (difference / 400)
    return odds / (1 + odds)


def log_likelihood_ratio(counts: Mapping[float, int], share0: float, share1: float) -> float:
    """Compare two hypotheses about a share of wins; positive values favour the second."""
    # This is the generalized likelihood ratio: a hypothesis fixes only the expected share, and takes the distribution
    # of deals with that mean that fits best (for two seats, the pentanomial test used for chess engines).
    weights = dict.fromkeys(_QUARTERS, UNSEEN) | {value: float(seen) for value, seen in counts.items() if seen}
    tilt0, tilt1 = _tilt(weights, share0), _tilt(weights, share1)
    return sum(
        weight * (log(1 + tilt0 * (value - share0)) - log(1 + tilt1 * (value - share1)))
        for value, weight in weights.items()
    )


def _tilt(weights: Mapping[float, float], share: float) -> float:
    """Find the exponential tilt of the maximum-likelihood distribution with a given mean."""
    # That distribution is p / (1 + tilt (value - share)) for each value observed with frequency p. The tilt is the root
    # of a sum that decreases as the tilt grows, found by bisection.
    low, high = -1 / (max(weights) - share), 1 / (share - min(weights))
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if sum(weight * (value - share) / (1 + middle * (value - share)) for value, weight in weights.items()) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test between two Elo differences."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1e4 < self.elo0 < self.elo1 < 1e4:  # noqa: PLR2004  beyond this, shares round to 0 or 1
            raise UndercutError(f"sprt: {self.elo0:g} {self.elo1:g}: the first Elo difference must be below the second")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            message = f"sprt: error rates {self.alpha:g} and {self.beta:g}: both must be above 0, their sum below 1"
            raise UndercutError(message)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios below and above which the test stops."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Mapping[float, int], par: float) -> float:
        if not counts:
            return 0.0
        return log_likelihood_ratio(counts, expected_share(self.elo0, par), expected_share(self.elo1, par))

    def verdict(self, counts: Mapping[float, int], par: float) -> Literal["elo0", "elo1"] | None:
        """Return the accepted hypothesis, or None while the test is undecided."""
        ratio = self.ratio(counts, par)
        low, high = self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None


def count_shares(values: Iterable[float]) -> Counter[float]:
    """Count equal shares; differences from floating-point rounding are ignored."""
    return Counter(round(value, 9) for value in values)


@dataclass(frozen=True, slots=True)
class Pairing:
    unpaired: float
    paired: float

    @property
    def factor(self) -> float | None:
        """Unpaired games needed per paired game for the same precision; None without variance."""
        return self.unpaired / self.paired if self.paired > 0 else None


def pairing(deals: Sequence[Sequence[float]]) -> Pairing | None:
    """Compare the variance of a player's share with that of games on separate deals with rotating seats."""
    if len(deals) < 2:  # noqa: PLR2004  a variance needs two
        return None
    rotations = list(zip(*deals, strict=True))
    unpaired = fmean(variance(rotation) for rotation in rotations) / (len(deals) * len(rotations))
    return Pairing(unpaired, variance([fmean(deal) for deal in deals]) / len(deals))


# --- Decision times, counted by classes so that millions of them fit in memory ---

CLASSES_A_DECADE = 40  # classes per factor of ten; neighbouring classes differ by 6 %

_SHORTEST = 1e-6  # the middle of class 0, in seconds

Times = Mapping[int, int]  # number of decisions by time class


def time_class(seconds: float) -> int:
    return round(CLASSES_A_DECADE * log10(max(seconds, _SHORTEST) / _SHORTEST))


def quantile(times: Times, fraction: float) -> float | None:
    """Return a quantile of decision times in seconds, accurate to 3 %."""
    left = fraction * sum(times.values())
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return float(f"{_SHORTEST * 10 ** (number / CLASSES_A_DECADE):.3g}")  # the middle of the class
    return None
