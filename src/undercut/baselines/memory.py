"""Memory of what was played: rows of several columns, from which learners draw."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Memory:
    """Rows of several columns, at most `room` of them.

    Args:
        room: The most rows; then new ones replace old ones.
        columns: The shape and the type of each column's entries.
        fair: Whether every row that was ever added is equally likely to be kept; otherwise the newest are.
    """

    def __init__(self, room: int, columns: dict[str, tuple[tuple[int, ...], DTypeLike]], *, fair: bool) -> None:
        self._columns = {name: np.zeros((room, *shape), kind) for name, (shape, kind) in columns.items()}
        self._room, self._fair, self._seen = room, fair, 0

    def __len__(self) -> int:
        return min(self._seen, self._room)

    def add(self, chance: np.random.Generator, **rows: NDArray[Any]) -> None:
        count = len(next(iter(rows.values())))
        numbers = self._seen + np.arange(count)
        places = numbers % self._room
        if self._fair:
            drawn = chance.integers(0, numbers + 1)
            places = np.where(numbers < self._room, numbers, drawn)
        kept = np.flatnonzero(places < self._room)
        for name, values in rows.items():
            self._columns[name][places[kept]] = values[kept]
        self._seen += count

    def draw(self, chance: np.random.Generator, count: int) -> dict[str, NDArray[Any]]:
        """Draw rows, each equally likely."""
        rows = chance.integers(0, len(self), count)
        return {name: values[rows] for name, values in self._columns.items()}
