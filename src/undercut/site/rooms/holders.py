"""The guests who hold the seats of one table, and the seats that its players have muted."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress

from sqlalchemy import Connection

from undercut.site.store import Store, StoreError, moderation
from undercut.site.store.statements import lock


class Mutes:
    """The mutes of one table, stored for each guest and applied to the seats that the guest holds."""

    def __init__(self, table: str, store: Store) -> None:
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


class Holders:
    """The guests who hold each seat, read from the store when they are needed."""

    def __init__(self, table: str, store: Store, mutes: Mutes) -> None:
        self._table = table
        self._store = store
        self._mutes = mutes
        self._known: Mapping[int, AbstractSet[str]] | None = None
        self._forgotten = 0

    @property
    def known(self) -> Mapping[int, AbstractSet[str]]:
        """The guests as last read; none before."""
        return self._known or {}

    async def read(self) -> Mapping[int, AbstractSet[str]]:
        """Return the guests who hold each seat; free seats are omitted."""
        while (known := self._known) is None:
            before = self._forgotten
            found = await self._store.holders(self._table)
            await self._mutes.read(found)
            if before == self._forgotten:  # otherwise seats may have changed hands while they were read
                self._known = found
        return known

    async def owner(self) -> str:
        """Return the guest in the lowest seat, who is charged for the bots' thinking; empty if no guest sits here."""
        with suppress(StoreError):
            await self.read()
        held = [guests for _, guests in sorted(self.known.items()) if guests]
        return min(held[0]) if held else ""

    def forget(self) -> None:
        """Read them again the next time: seats may have changed hands."""
        self._known = None
        self._forgotten += 1
