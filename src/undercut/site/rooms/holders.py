"""The guests who hold the seats of one table."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress

from undercut.site.rooms.mutes import Mutes
from undercut.site.store import Store, StoreError


class Holders:
    """The guests who hold each seat, read from the store when they are needed."""

    def __init__(self, table: str, store: Store, mutes: Mutes) -> None:
        """Prepare; `read` reads them."""
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
        """Return the guests who hold each seat; free seats are omitted.

        Raises:
            Unknown: The table does not exist.
            Unavailable: The store does not respond.
        """
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
