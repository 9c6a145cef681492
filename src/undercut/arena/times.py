"""How long decisions take: counts in narrow classes, which can be added up and kept on a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import log10

CLASSES_A_DECADE = 40
"""How finely times are told apart: neighbouring classes differ by 6 %."""

_SHORTEST = 1e-6

Times = Mapping[int, int]
"""How many decisions took a time of each class."""


def time_class(seconds: float) -> int:
    """Say in which class a time belongs.

    Args:
        seconds: The time.

    Example:
        >>> time_class(1e-6), time_class(1.0)
        (0, 240)
    """
    return round(CLASSES_A_DECADE * log10(max(seconds, _SHORTEST) / _SHORTEST))


def seconds_of(number: int) -> float:
    """Give the time in the middle of a class.

    Args:
        number: The class.

    Example:
        >>> seconds_of(240)
        1.0
    """
    return float(f"{_SHORTEST * 10 ** (number / CLASSES_A_DECADE):.3g}")


def quantile(times: Times, part: float) -> float | None:
    """Give the time that so large a part of the decisions did not exceed, in seconds, to 3 %.

    Args:
        times: The decisions.
        part: 0 to 1; 0.5 is the median.

    Returns:
        The time, or None if there was no decision.

    Example:
        >>> quantile({0: 9, 240: 1}, 0.95)
        1.0
    """
    left = part * sum(times.values())
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return seconds_of(number)
    return None


def added(*all_times: Times) -> Times:
    """Add up counts of times.

    Args:
        all_times: The counts.
    """
    total: Counter[int] = Counter()
    for times in all_times:
        total.update(times)
    return total
