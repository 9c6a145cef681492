"""Lengths of time as text: ``90``, ``30m``, ``12h``, ``7d``."""

from __future__ import annotations

import re

from undercut.errors import UndercutError

Duration = float
"""A length of time in seconds; as text, with an optional unit: s, m, h, d or w."""

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400}
_LONGEST = 100 * 366 * 86_400


def read_duration(text: str) -> Duration:
    """Parse a length of time.

    Raises:
        UndercutError: The text is not a length of time, or it is longer than a hundred years.

    Example:
        >>> read_duration("90"), read_duration("30m"), read_duration("1.5h"), read_duration("7d")
        (90.0, 1800.0, 5400.0, 604800.0)
    """
    found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?([smhdw]?)", text.strip(), re.ASCII)
    seconds = float(found[1]) * _UNITS[found[2]] if found else -1.0
    if not 0 <= seconds <= _LONGEST:
        message = f"{text[:40]!r} is not a length of time such as 90, 30m, 12h or 7d"
        raise UndercutError(message)
    return seconds
