"""The site's clock for players: it counts only the seconds in which the site ran and could store moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

TICK: Final = 0.2
"""Seconds between two looks at the clock while the process runs."""

_STALL: Final = 0.5
"""Longest time between two looks; in a longer one the process stood still, and it counts for nobody."""

_LONGEST: Final = 1.75
"""Most seconds that count between two signs of life."""

_QUICK: Final = 0.5
"""Longest time to store a sign of life; what storing takes beyond counts for nobody."""


class SiteClock:
    """The seconds that the site has run, as its processes agree on them in the database.

    A sign of life stores them. Nothing counts unless a sign of life that was stored follows it, so no outage counts,
    whatever its cause. The wall clock is never read.

    Args:
        read: Returns the seconds of a monotonic clock.

    Attributes:
        stored: The site's time when the last sign of life was stored; a player's time is up only if it was up then.
    """

    def __init__(self, read: Callable[[], float] = time.monotonic) -> None:
        """Start at 0; the first sign of life sets the clock to the site's time."""
        self.stored = 0.0
        self._read = read
        self._looked = read()
        self._ran = 0.0
        self._since = 0.0
        self._lost = False

    def running(self) -> float:
        """Return the seconds that this process has run, without those in which it stood still.

        The process has to look every `TICK` seconds.
        """
        now = self._read()
        passed, self._looked = now - self._looked, now
        self._ran += passed if 0 < passed <= _STALL else 0.0
        return self._ran

    def now(self) -> float:
        """Return the site's time; it stands still while nothing can be stored."""
        return self.stored + self._counted()

    @property
    def is_fresh(self) -> bool:
        """Whether the last sign of life was stored a moment ago, and nothing has failed since."""
        return not self._lost and self.running() - self._since < _LONGEST

    def lose(self) -> None:
        """Count nothing since the last sign of life: something could not be stored."""
        self._lost = True

    def sign(self) -> tuple[float, float]:
        """Return the site's time to store with a sign of life, and when this process says so."""
        return self.now(), self.running()

    def agree(self, sign: tuple[float, float], stored: float) -> None:
        """Go on from a sign of life that has been stored.

        Args:
            sign: The sign of life.
            stored: The site's time in the database after it, which is later if another process was ahead.
        """
        proposed, began = sign
        ran = self.running()
        self.stored = stored
        self._since = max(began, ran - _QUICK) if stored <= proposed else ran
        self._lost = False

    def _counted(self) -> float:
        ran = self.running()
        return 0.0 if self._lost else min(ran - self._since, _LONGEST)
