"""Follows the owner's actions, such as bans, while the site runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from undercut.site.base.background import Background
from undercut.site.security.bans import Bans
from undercut.site.store import moderation
from undercut.site.store.model import StoreError
from undercut.site.store.store import Store

_EVERY: Final = 2.0


class Oversight:
    """Reads the bans, and announces the tables that the owner has changed."""

    def __init__(self, store: Store, bans: Bans, on_bans: Callable[[], None]) -> None:
        self._store = store
        self._bans = bans
        self._on_bans = on_bans
        self._known: set[int] | None = None
        self._background = Background()

    async def start(self) -> None:
        """Read the bans, then follow the owner's actions."""
        await self.refresh()
        self._background.start(self._run(), name="oversight")

    async def close(self) -> None:
        """Stop."""
        await self._background.close()

    async def refresh(self) -> None:
        """Read what has changed."""
        changes = await self._store.ask(moderation.read_changes)
        if self._bans.replace(await self._store.ask(moderation.read_bans, time.time())):
            self._on_bans()
        known, self._known = self._known, {number for number, _, _ in changes}
        if known is not None:
            new = {table: last for number, table, last in changes if number not in known and table and last}
            self._store.announce(list(new.items()))

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            with suppress(StoreError):
                await self.refresh()
