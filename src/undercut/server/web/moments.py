"""Times and ordinal numbers in words."""

from __future__ import annotations

import time
from datetime import UTC, datetime

_STEPS = ((60, 1, "second"), (3600, 60, "minute"), (86_400, 3600, "hour"), (30 * 86_400, 86_400, "day"))
_JUST_NOW = 10


def ago(moment: float, now: float | None = None) -> str:
    """Describe how long ago a time was, or its date if that is more than 30 days.

    Args:
        moment: Seconds since 1970.
        now: The same for the current time; None: by the clock.

    Example:
        >>> ago(0, now=7300), ago(995, now=1000)
        ('2 hours ago', 'just now')
    """
    passed = (time.time() if now is None else now) - moment
    if passed < _JUST_NOW:
        return "just now"
    for limit, unit, word in _STEPS:
        if passed < limit:
            count = int(passed // unit)
            return f"{count} {word}{'' if count == 1 else 's'} ago"
    return f"{datetime.fromtimestamp(moment, UTC):%d %B %Y}".lstrip("0")


def stamp(moment: float) -> str:
    """Format a time, in seconds since 1970, as ISO 8601.

    Example:
        >>> stamp(0)
        '1970-01-01T00:00:00Z'
    """
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%dT%H:%M:%SZ}"


def ordinal(number: int) -> str:
    """Format an ordinal number.

    Example:
        >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22)]
        ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in {11, 12, 13} else ending}"
