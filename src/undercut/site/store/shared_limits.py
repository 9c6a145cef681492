"""The allowances of clients, shared by all processes of a site."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress

from sqlalchemy import Connection, text

from undercut.site.base.keys import Keys
from undercut.site.base.tasks import Background
from undercut.site.security.limits import Allowance
from undercut.site.store.model import StoreError
from undercut.site.store.store import Store

_REPORT_EVERY = 1.0  # seconds between two reports of what was used
_FORGET_EVERY = 60.0  # seconds between two deletions of budgets that are full again

# Rows are locked in one order, so that processes do not wait for each other. The database's clock counts.
_SETTLE = text(
    "INSERT INTO budgets (client, until) "
    "SELECT client, now.now + debt FROM (SELECT extract(epoch FROM statement_timestamp()) AS now) AS now, "
    "unnest(CAST(:clients AS text[]), CAST(:debts AS float8[])) AS used (client, debt) ORDER BY client "
    "ON CONFLICT (client) DO UPDATE SET until = "
    "greatest(budgets.until - extract(epoch FROM statement_timestamp()), 0) + excluded.until "
    "RETURNING client, until - extract(epoch FROM statement_timestamp())"
)
_FORGET = text(  # clients that owe nothing any more
    "DELETE FROM budgets WHERE until < extract(epoch FROM statement_timestamp())"
)


def settle_budgets(connection: Connection, used: Mapping[str, float]) -> dict[str, float]:
    """Add what this process's clients have used, and return what they owe to all processes together, in seconds."""
    rows = connection.execute(_SETTLE, {"clients": list(used), "debts": list(used.values())})
    return {client: max(0.0, float(debt)) for client, debt in rows}


class SharedAllowances:
    """Shares allowances through PostgreSQL, unless one process has the database to itself or the database is away."""

    def __init__(self, store: Store, keys: Keys, allowances: Mapping[str, Allowance]) -> None:
        self._store = store
        self._keys = keys
        self._allowances = allowances
        self._settling = asyncio.Lock()
        self._background = Background()
        if store.shared:
            for allowance in allowances.values():
                allowance.share(self.settle)
            self._background.start(self._report())

    async def settle(self) -> None:
        """Report what was used since the last time, and read what these clients owe."""
        async with self._settling:
            unsent = {name: used for name, allowance in self._allowances.items() if (used := allowance.take_unsent())}
            named = {
                f"{name} {self._keys.marks('client', client)[0]}": (name, client, debt)
                for name, clients in unsent.items()
                for client, debt in clients.items()
            }
            if not named:
                return
            used = {mark: debt for mark, (_, _, debt) in named.items()}
            try:
                owed = await self._store.ask(settle_budgets, used)
            except StoreError:
                for name, clients in unsent.items():
                    self._allowances[name].put_back_unsent(clients)
                return
            for mark, debt in owed.items():
                name, client, _ = named[mark]
                self._allowances[name].set_debt(client, debt)

    async def close(self) -> None:
        if self._background:
            await self._background.close()
            await self.settle()

    async def _report(self) -> None:
        forgotten = time.monotonic()
        while True:
            await asyncio.sleep(_REPORT_EVERY)
            await self.settle()
            if time.monotonic() - forgotten >= _FORGET_EVERY:
                forgotten = time.monotonic()
                with suppress(StoreError):
                    await self._store.ask(lambda connection: connection.execute(_FORGET).close())
