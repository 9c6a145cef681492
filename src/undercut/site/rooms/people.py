"""Who sits at a table, whom they have muted, and how long they have been away."""

import asyncio
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress

from undercut.site.store import moderation
from undercut.site.store.model import StoreError
from undercut.site.store.store import Store


class SeatHolders:
    """The guests who hold the seats of one table, and the seats that each has muted, read when they are needed."""

    def __init__(self, table: str, store: Store) -> None:
        self._table = table
        self._store = store
        self._known: Mapping[int, AbstractSet[str]] | None = None
        self._muted: dict[int, frozenset[int]] = {}
        self._forgotten = 0

    @property
    def known(self) -> Mapping[int, AbstractSet[str]]:
        """The guests as last read; none before."""
        return self._known or {}

    async def read(self) -> Mapping[int, AbstractSet[str]]:
        """Return the guests who hold each seat; free seats are omitted."""
        while (known := self._known) is None:
            before = self._forgotten
            holders = await self._store.holders(self._table)
            mutes = await self._store.ask(moderation.read_mutes, self._table)
            self._muted = {
                seat: frozenset[int]().union(*(mutes.get(guest, frozenset()) for guest in guests))
                for seat, guests in holders.items()
            }
            if before == self._forgotten:  # otherwise seats may have changed hands while they were read
                self._known = holders
        return known

    async def owner(self) -> str:
        """Return the guest in the lowest seat, who is charged for the bots' thinking; empty if no guest sits here."""
        with suppress(StoreError):
            await self.read()
        held = [guests for _, guests in sorted(self.known.items()) if guests]
        return min(held[0]) if held else ""

    def forget(self) -> None:
        """Read them again the next time: seats may have changed hands, or another process may have changed mutes."""
        self._known = None
        self._forgotten += 1

    def muted_by(self, reader: int | None) -> frozenset[int]:
        return frozenset() if reader is None else self._muted.get(reader, frozenset())

    async def mute(self, guest: str, seat: int, *, muted: bool) -> None:
        """Store that a guest has muted a seat, or no longer does."""
        await self._store.change(self._table, moderation.set_mute, self._table, guest, seat, muted=muted)
        self.forget()


_BEHIND = 0.5  # seconds: the site's time falls back behind the process's


class Attendance:
    """The players and visitors of one table, as this process has seen them."""

    def __init__(self, now: Callable[[], float], patience: float, changed: Callable[[], None]) -> None:
        self._now = now
        self._patience = patience
        self._changed = changed
        self._seen: dict[int, float] = {}
        self._visitors: set[str] = set()
        self._waiting: asyncio.TimerHandle | None = None

    def note(self, seat: int) -> None:
        self._seen[seat] = self._now()

    def absent(self, away: AbstractSet[int]) -> frozenset[int]:
        """Return which of the players who are not connected have been away for longer than others must wait."""
        return frozenset(seat for seat in away if self._left(seat) < 0)

    def watch(self, away: AbstractSet[int]) -> None:
        """Report when the next of these players has been away for too long, which no event tells."""
        waits = [left for seat in away if (left := self._left(seat)) >= 0]
        if waits and self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(min(waits) + _BEHIND, self._report)

    def _left(self, seat: int) -> float:
        """Return the seconds for which others still wait for a player."""
        now = self._now()
        return self._patience - (now - self._seen.setdefault(seat, now))

    def _report(self) -> None:
        self._waiting = None
        self._changed()

    def note_visitor(self, guest: str) -> None:
        self._visitors.add(guest)

    def take_visitors(self) -> set[str]:
        """Return the guests who have looked at the table since the last call."""
        visitors, self._visitors = self._visitors, set[str]()
        return visitors
