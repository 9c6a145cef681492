"""What has happened at a table, as each reader may know it."""

from __future__ import annotations

from typing import NamedTuple

from undercut.table.scene import SceneLine

Reader = int | None
"""A seat that looks at a table, or None for the public."""


class Line(NamedTuple):
    """One event of the log, as each reader may know it.

    Args:
        at: The time, in seconds since 1970.
    """

    seq: int
    at: float
    seat: int | None
    kind: str
    texts: tuple[SceneLine, ...]

    def for_seats(self, seats: int) -> Line:
        """Return the line at a table that now has another number of seats; new ones know what the public knows."""
        *own, public = self.texts
        new = [public] * (seats - len(own))
        return self._replace(texts=(*own[:seats], *new, public)) if own else self

    def for_reader(self, reader: Reader) -> SceneLine:
        """Return the event as a reader may know it."""
        return self.texts[-1 if reader is None or len(self.texts) == 1 else reader]


class Step(NamedTuple):
    """A move that has not been taken back.

    Args:
        line: The index of the move in `Table.lines`.
    """

    seat: int
    revealed: frozenset[Reader]
    chance: bool
    answer: bool
    line: int
    left: dict[int, float]
    person: bool
