"""Allowances that several processes share: each tells the database once a second what its clients have used."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress

from undercut.site.security.keys import Keys
from undercut.site.security.limits import Allowance
from undercut.site.store import Store, StoreError
from undercut.site.store.processes import forget_budgets, settle_budgets

EVERY = 1.0
"""Seconds between two reports."""

_FORGET_EVERY = 60.0


class Sharing:
    """Shares allowances through PostgreSQL; does nothing where one process has the database to itself.

    While the database is away, each process counts for itself.
    """

    def __init__(self, store: Store, keys: Keys, allowances: Mapping[str, Allowance]) -> None:
        self._store = store
        self._keys = keys
        self._allowances = allowances
        self._settling = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        if store.shared:
            for allowance in allowances.values():
                allowance.share(self.settle)
            self._task = asyncio.create_task(self._report())

    async def settle(self) -> None:
        """Tell the database what was used since the last time, and learn what these clients owe."""
        async with self._settling:
            news = {name: found for name, allowance in self._allowances.items() if (found := allowance.news())}
            named = {
                self._mark(name, client): (name, client, debt)
                for name, clients in news.items()
                for client, debt in clients.items()
            }
            if not named:
                return
            used = {mark: debt for mark, (_, _, debt) in named.items()}
            try:
                owed = await self._store.ask(lambda connection: settle_budgets(connection, used))
            except StoreError:
                for name, clients in news.items():
                    self._allowances[name].take_back_news(clients)
                return
            for mark, debt in owed.items():
                name, client, _ = named[mark]
                self._allowances[name].learn(client, debt)

    async def close(self) -> None:
        """Stop, and tell the rest."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
            await self.settle()

    def _mark(self, name: str, client: str) -> str:
        return f"{name} {self._keys.marks('client', client)[0]}"

    async def _report(self) -> None:
        forgotten = time.monotonic()
        while True:
            await asyncio.sleep(EVERY)
            await self.settle()
            if time.monotonic() - forgotten >= _FORGET_EVERY:
                forgotten = time.monotonic()
                with suppress(StoreError):
                    await self._store.ask(forget_budgets)
