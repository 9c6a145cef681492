"""Decision times as histograms with logarithmic classes, which add up and fit on one line of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import log10

CLASSES_A_DECADE = 40
"""Classes per factor of ten; neighbouring classes differ by 6 %."""

_SHORTEST = 1e-6

Times = Mapping[int, int]
"""Number of decisions by time class."""


def time_class(seconds: float) -> int:
    """Return the class of a time.

    Example:
        >>> time_class(1e-6), time_class(1.0)
        (0, 240)
    """
    return round(CLASSES_A_DECADE * log10(max(seconds, _SHORTEST) / _SHORTEST))


def seconds_of(number: int) -> float:
    """Return the time at the middle of a class.

    Example:
        >>> seconds_of(240)
        1.0
    """
    return float(f"{_SHORTEST * 10 ** (number / CLASSES_A_DECADE):.3g}")


def quantile(times: Times, fraction: float) -> float | None:
    """Return a quantile of decision times in seconds, accurate to 3 %.

    Returns:
        The time, or None without decisions.

    Example:
        >>> quantile({0: 9, 240: 1}, 0.95)
        1.0
    """
    left = fraction * sum(times.values())
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return seconds_of(number)
    return None


def add_times(*all_times: Times) -> Times:
    """Add up histograms."""
    total: Counter[int] = Counter()
    for times in all_times:
        total.update(times)
    return total
