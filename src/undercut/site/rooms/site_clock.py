"""The site's clock for players: it counts only the seconds in which the site ran and could store moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from undercut.site.store.processes import AHEAD

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
    """

    def __init__(self, read: Callable[[], float] = time.monotonic) -> None:
        """Start at 0; the first sign of life sets the clock to the site's time."""
        self.stored = 0.0
        self._at = 0.0
        self._read = read
        self._looked = read()
        self._ran = 0.0
        self._since = 0.0
        self._lost = False
        self._stalled = False

    def running(self) -> float:
        """Return the seconds that this process has run, without those in which it stood still.

        The process has to look every `TICK` seconds.
        """
        now = self._read()
        passed, self._looked = now - self._looked, now
        stood_still = passed > _STALL
        self._ran += 0.0 if stood_still else max(passed, 0.0)
        self._stalled = self._stalled or stood_still
        return self._ran

    def now(self) -> float:
        """Return the site's time; it stands still while nothing can be stored, or another process is silent."""
        return max(self._at, min(self._at + self._counted(), self.stored + AHEAD))

    @property
    def is_fresh(self) -> bool:
        """Whether the last sign of life was stored a moment ago, and nothing has stood still or failed since."""
        is_recent = self.running() - self._since < _LONGEST
        return is_recent and not (self._lost or self._stalled)

    def lose(self) -> None:
        """Count nothing since the last sign of life: something could not be stored."""
        self._lost = True

    def sign(self) -> tuple[float, float]:
        """Return the site's time to store with a sign of life, and when this process says so."""
        return self._at + self._counted(), self.running()

    def agree(self, sign: tuple[float, float], at: float, everywhere: float) -> None:
        """Go on from a sign of life that has been stored."""
        proposed, began = sign
        ran = self.running()
        self._at, self.stored = at, everywhere
        self._since = max(began, ran - _QUICK) if at <= proposed else ran
        self._lost = self._stalled = False

    def _counted(self) -> float:
        ran = self.running()
        return 0.0 if self._lost else min(ran - self._since, _LONGEST)
