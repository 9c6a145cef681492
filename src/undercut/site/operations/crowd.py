"""All connections of the process, whose number is limited."""

from __future__ import annotations

import logging
import resource
import time
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Protocol

from undercut.site.operations.silences import Silences

_DESCRIPTORS_KEPT = 128
"""File descriptors that connections leave to the database, the thinking processes and new files."""

_LOG_EVERY = 60.0

_log = logging.getLogger(__name__)


class Member(Protocol):
    """A connection."""

    peer: str
    group: str

    def cut_off(self, reason: str) -> None:
        """Close the connection at once."""
        ...


def most_connections() -> int:
    """Return how many connections the process can hold; raises its limit of descriptors as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard not in (soft, resource.RLIM_INFINITY):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(soft - _DESCRIPTORS_KEPT, soft // 2)


@dataclass(slots=True)
class Crowd:
    """All connections of the process.

    Where there are too many, the one that has waited longest for its client to finish a request is closed.
    """

    most: int
    per_group: int
    trusted: Container[str] = ()
    silences: Silences = field(default_factory=Silences)
    _numbers: Counter[str] = field(default_factory=Counter[str])
    _waiting: dict[Member, None] = field(default_factory=dict["Member", None])
    _logged: float = -_LOG_EVERY

    def enter(self, connection: Member) -> bool:
        """Count a new connection, or return False if the limit is reached."""
        group = connection.group
        self._numbers[group] += 1
        crowded = self.per_group and connection.peer not in self.trusted and self._numbers[group] > self.per_group
        if not crowded and self.number <= self.most:
            return True
        self._report(f"address {group}" if crowded else "all addresses", self.per_group if crowded else self.most)
        oldest = next((each for each in self._waiting if not crowded or each.group == group), None)
        if oldest is None:
            return False
        oldest.cut_off("too many")
        return True

    def leave(self, group: str) -> None:
        """Stop counting a connection of an address group."""
        self._numbers[group] -= 1
        if not self._numbers[group]:
            del self._numbers[group]

    @property
    def number(self) -> int:
        """Number of connections."""
        return self._numbers.total()

    def wait(self, connection: Member) -> None:
        """Note that a connection waits for its client."""
        self._waiting.setdefault(connection)

    def stop_waiting(self, connection: Member) -> None:
        """Note that a connection no longer waits for its client."""
        self._waiting.pop(connection, None)

    def _report(self, who: str, limit: int) -> None:
        now = time.monotonic()
        if now - self._logged >= _LOG_EVERY:
            self._logged = now
            _log.warning("too many connections from %s (limit %d): closing those that wait longest", who, limit)
