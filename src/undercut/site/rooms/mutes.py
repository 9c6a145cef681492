"""The seats of one table that its players have muted."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from sqlalchemy import Connection

from undercut.site.store import Store, moderation
from undercut.site.store.statements import lock


class Mutes:
    """The mutes of one table, stored for each guest and applied to the seats that the guest holds."""

    def __init__(self, table: str, store: Store) -> None:
        """Prepare; `read` reads them."""
        self._table = table
        self._store = store
        self._by_guest: dict[str, frozenset[int]] | None = None
        self._by_seat: dict[int, frozenset[int]] = {}

    async def read(self, holders: Mapping[int, AbstractSet[str]]) -> None:
        """Read the muted seats, unless they are known, and sort them by the seats of the guests."""
        known_now = self._by_guest
        if known_now is None:
            known_now = await self._store.ask(lambda connection: moderation.read_mutes(connection, self._table))
            self._by_guest = known_now
        self._by_seat = {
            seat: frozenset[int]().union(*(known_now.get(guest, frozenset()) for guest in guests))
            for seat, guests in holders.items()
        }

    def forget(self) -> None:
        """Read them again the next time: another process may have changed them."""
        self._by_guest = None

    def of(self, reader: int | None) -> frozenset[int]:
        """Return the seats that a reader has muted."""
        return frozenset() if reader is None else self._by_seat.get(reader, frozenset())

    async def change(self, guest: str, seat: int, *, muted: bool) -> None:
        """Store that a guest has muted a seat, or no longer does."""

        def run(connection: Connection) -> int:
            last = lock(connection, self._table)
            moderation.set_mute(connection, self._table, guest, seat, muted=muted)
            return last

        await self._store.change(self._table, run)
        self.forget()
