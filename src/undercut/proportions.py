"""The interval of a proportion."""

from __future__ import annotations

from math import sqrt


def wilson(share: float, trials: float, factor: float) -> tuple[float, float]:
    """Return the ends of Wilson's (1927) interval, which lies a little nearer to one half than the share.

    Examples:
        >>> low, high = wilson(0.5, 100, 1.96)
        >>> f"{low:.3f} {high:.3f}"
        '0.404 0.596'
    """
    square = factor * factor
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    # Rounding may leave a share slightly outside 0 to 1.
    spread = max(share * (1 - share) / trials + square / (4 * trials**2), 0.0)
    half = factor / (1 + square / trials) * sqrt(spread)
    return middle - half, middle + half
