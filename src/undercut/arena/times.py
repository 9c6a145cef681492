"""Decision times, counted by classes so that millions of them take little room."""

from collections import Counter
from collections.abc import Mapping
from math import log10

CLASSES_A_DECADE = 40  # classes per factor of ten; neighbouring classes differ by 6 %

_SHORTEST = 1e-6  # the middle of class 0, in seconds

Times = Mapping[int, int]  # number of decisions by time class


def time_class(seconds: float) -> int:
    """Return the class of a time; its place on a logarithmic scale."""
    return round(CLASSES_A_DECADE * log10(max(seconds, _SHORTEST) / _SHORTEST))


def quantile(times: Times, fraction: float) -> float | None:
    """Return a quantile of decision times in seconds, accurate to 3 %."""
    left = fraction * sum(times.values())
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return float(f"{_SHORTEST * 10 ** (number / CLASSES_A_DECADE):.3g}")  # the middle of the class
    return None


def add_times(*all_times: Times) -> Times:
    """Add up the decisions of several games."""
    total: Counter[int] = Counter()
    for times in all_times:
        total.update(times)
    return total
