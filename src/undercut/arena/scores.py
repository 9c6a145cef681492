"""What results mean: shares of wins, intervals, Elo differences, and when a test knows enough. Pure functions.

The games on one deal depend on each other, deals do not: everything here counts deals, each with the average of what
a player got in its games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import NormalDist, fmean, variance
from typing import Literal

from undercut.errors import UndercutError

CONFIDENCE = 0.95
"""Of so many intervals, this part holds the true value."""

PRIOR = 0.5
"""So many made-up deals that are won, and that are lost, keep an interval honest while there are few deals."""

UNSEEN = 1e-3
"""How often an outcome that was not seen counts in a sequential test, so that no logarithm is infinite."""

_STEPS = 200
_QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


def shares(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """Say what part of a win each seat gets; a draw is shared by all.

    Args:
        winners: The seats that won.
        seats: How many seats there are.

    Example:
        >>> shares((2,), 3), shares((), 2)
        ((0.0, 0.0, 1.0), (0.5, 0.5))
    """
    among = winners or range(seats)
    return tuple(1 / len(among) if seat in among else 0.0 for seat in range(seats))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of wins with its interval.

    Args:
        mean: The share that was seen.
        low: The least that it may truly be.
        high: The most.
        deals: How many deals it comes from.
    """

    mean: float
    low: float
    high: float
    deals: int


def estimate(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a share of wins from what a player got on each deal.

    The interval is Wilson's, with as many trials as would vary as much as the deals do. It never leaves 0 to 1, and
    narrows as deals agree.

    Args:
        values: A share from 0 to 1 for each deal.
        confidence: How sure the interval is.

    Example:
        >>> seen = estimate([0.5] * 60 + [1.0] * 40)
        >>> f"{seen.mean:.3f} {seen.low:.3f} {seen.high:.3f}"
        '0.700 0.649 0.746'
    """
    if not values:
        return Estimate(0.5, 0.0, 1.0, 0)
    deals, mean = len(values), fmean(values)
    total = deals + 2 * PRIOR
    centre = (deals * mean + PRIOR) / total
    squares = sum((value - centre) ** 2 for value in values)
    spread = (squares + PRIOR * (centre**2 + (1 - centre) ** 2)) / total
    # Deals that agree more than coin tosses do are worth more than one toss each.
    trials = deals * centre * (1 - centre) / spread
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = (mean + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z / (1 + z * z / trials) * sqrt(max(mean * (1 - mean) / trials + z * z / (4 * trials**2), 0.0))
    # What was always lost, or always won, may be so for ever: rounding shall not say otherwise.
    low = 0.0 if mean <= 0 else max(0.0, middle - reach)
    high = 1.0 if mean >= 1 else min(1.0, middle + reach)
    return Estimate(mean, low, high, deals)


def elo(share: float, par: float = 0.5) -> float:
    """Turn a share of wins into an Elo difference from the others at the table.

    A player 400 stronger has odds ten times as good for each of its seats.

    Args:
        share: The part of the wins.
        par: What an equal player would get: its seats' part of all seats.

    Example:
        >>> round(elo(0.75)), round(elo(0.25, par=0.25)), elo(1.0)
        (191, 0, inf)
    """
    if not 0 < share < 1:
        return inf if share > 0 else -inf
    return 400 * log10(share / (1 - share) * (1 - par) / par)


def expected(difference: float, par: float = 0.5) -> float:
    """Turn an Elo difference into the share of wins to expect; the reverse of `elo`.

    Args:
        difference: The Elo difference from the others at the table.
        par: What an equal player would get.

    Example:
        >>> round(expected(191), 2), expected(0, par=0.25)
        (0.75, 0.25)
    """
    odds = par / (1 - par) * 10 ** (difference / 400)
    return odds / (1 + odds)


def log_likelihood_ratio(counts: Mapping[float, int], share0: float, share1: float) -> float:
    """Compare two hypotheses about a share of wins: above 0 speaks for the second.

    The generalized ratio for deals of which only the expected share is supposed: each hypothesis is granted the
    distribution of deals that fits it best (for two seats, the pentanomial test of chess engines).

    Args:
        counts: How many deals gave a player each share.
        share0: The expected share under the first hypothesis.
        share1: Under the second.

    Example:
        >>> seen = {0.0: 10, 0.25: 40, 0.5: 90, 0.75: 50, 1.0: 20}
        >>> round(log_likelihood_ratio(seen, expected(0), expected(30)), 3)
        2.08
    """
    weights = dict.fromkeys(_QUARTERS, UNSEEN) | {value: float(seen) for value, seen in counts.items() if seen}
    tilt0, tilt1 = _tilt(weights, share0), _tilt(weights, share1)
    return sum(
        weight * (log(1 + tilt0 * (value - share0)) - log(1 + tilt1 * (value - share1)))
        for value, weight in weights.items()
    )


def _tilt(weights: Mapping[float, float], share: float) -> float:
    """Find how far the likeliest distribution with a given mean leans away from what was seen.

    It is p / (1 + tilt (value - share)) for each value seen with frequency p; the sum that has to vanish falls as the
    tilt grows.
    """
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
    """A sequential probability ratio test between two Elo differences.

    Args:
        elo0: The difference to reject, such as 0.
        elo1: The difference to prove, such as 30.
        alpha: How often it may accept ``elo1`` when ``elo0`` is true.
        beta: How often the other way round.

    Raises:
        UndercutError: The second difference is not above the first, or the errors are not possible.

    Example:
        >>> Sprt(0, 30).verdict({1.0: 300, 0.5: 200}, 0.5)
        'elo1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what cannot be tested."""
        if not -1e4 < self.elo0 < self.elo1 < 1e4:  # noqa: PLR2004  beyond, floats cannot tell shares from 0 and 1
            message = f"sprt: {self.elo0:g} {self.elo1:g}: the first Elo difference must be below the second"
            raise UndercutError(message)
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            message = f"sprt: errors of {self.alpha:g} and {self.beta:g} cannot be held"
            raise UndercutError(message)

    @property
    def bounds(self) -> tuple[float, float]:
        """Between these the test goes on."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Mapping[float, int], par: float) -> float:
        """Compute how much the deals speak for ``elo1``.

        Args:
            counts: How many deals gave the player each share.
            par: What an equal player would get.
        """
        if not counts:
            return 0.0
        return log_likelihood_ratio(counts, expected(self.elo0, par), expected(self.elo1, par))

    def verdict(self, counts: Mapping[float, int], par: float) -> Literal["elo0", "elo1"] | None:
        """Say which difference the deals have settled on, or None as long as that is open.

        Args:
            counts: How many deals gave the player each share.
            par: What an equal player would get.
        """
        ratio = self.ratio(counts, par)
        low, high = self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None


def counted(values: Iterable[float]) -> Counter[float]:
    """Count equal shares; what differs only by the order of adding is equal.

    Args:
        values: A share for each deal.
    """
    return Counter(round(value, 9) for value in values)


@dataclass(frozen=True, slots=True)
class Pairing:
    """What it gains that all rotations are played on the same deal.

    Args:
        unpaired: The variance that the estimate would have with as many games, each on a deal of its own.
        paired: The variance that it has.
    """

    unpaired: float
    paired: float

    @property
    def factor(self) -> float | None:
        """How many times as many games the same certainty would take without; None if nothing varies."""
        return self.unpaired / self.paired if self.paired > 0 else None


def pairing(deals: Sequence[Sequence[float]]) -> Pairing | None:
    """Compare the variance of a player's share with that of games on deals of their own, seats taken in turn.

    Args:
        deals: For each deal, the player's share in each rotation.

    Returns:
        The two variances; None with fewer than two deals.

    Example:
        >>> round(pairing([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]).factor, 2)
        2.33
    """
    if len(deals) < 2:  # noqa: PLR2004  a variance takes two
        return None
    rotations = list(zip(*deals, strict=True))
    unpaired = fmean(variance(rotation) for rotation in rotations) / (len(deals) * len(rotations))
    return Pairing(unpaired, variance([fmean(deal) for deal in deals]) / len(deals))
