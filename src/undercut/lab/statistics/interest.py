"""Interest: wins that could be taken at once. Trying every move is slow, so only some deals count."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from undercut.lab.kernels.interest import GAMES, LOSERS, LOST, PASSED_UP, WINS

EVERY = 8
"""Every move is tried in one deal of this many."""

_COLUMNS = {"overlooked": PASSED_UP, "losers_wins": LOSERS, "lost_wins": LOST, "wins_at_once": WINS, "watched": GAMES}


def watched_deals(first: int, last: int) -> range:
    """Return the places, in a range of deals, of the deals in which every move is tried.

    Example:
        >>> [*watched_deals(3, 20)]
        [5, 13]
    """
    return range(-first % EVERY, last - first, EVERY)


def fill_in(values: NDArray[np.float64], names: Sequence[str], deals: range, sums: NDArray[np.int64]) -> None:
    """Put the numbers of interest among those of each deal."""
    for name, column in _COLUMNS.items():
        values[deals.start :: EVERY, names.index(name)] = sums[:, column]
