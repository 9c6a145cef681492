"""Who has been at a table, and when."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet


class Attendance:
    """The players and visitors of one table, as this process has seen them."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Start with nobody."""
        self._now = now
        self._seen: dict[int, float] = {}
        self._lookers: set[str] = set()

    def note(self, seat: int) -> None:
        """Record activity at a seat."""
        self._seen[seat] = self._now()

    def absent(self, number: int, present: AbstractSet[int], patience: float) -> frozenset[int]:
        """Return the seats whose players have been away for a while."""
        now = self._now()
        away = (seat for seat in range(number) if seat not in present)
        return frozenset(seat for seat in away if now - self._seen.setdefault(seat, now) > patience)

    def look(self, guest: str) -> None:
        """Record that a guest has looked at the table."""
        self._lookers.add(guest)

    def lookers(self) -> set[str]:
        """Return the guests who have looked at the table since the last call."""
        found, self._lookers = self._lookers, set[str]()
        return found
