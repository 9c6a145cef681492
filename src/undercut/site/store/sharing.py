"""What the processes of a site share: its time, which runs while they run, and the allowances of clients."""

import asyncio
import math
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import Connection, Integer, case, column, delete, func, insert, select, table, text, update

from undercut.site.base.keys import Keys
from undercut.site.base.tasks import Background
from undercut.site.security.limits import Allowance
from undercut.site.store.database import StoreError
from undercut.site.store.schema import alive, processes, tables
from undercut.site.store.store import Store

AHEAD = 2.0  # most seconds that the site's time is ahead of the last sign of life of any process

_MOST_DUE = 200
_SESSIONS = select(column("pid", Integer)).select_from(table("pg_stat_activity"))


class Sign(NamedTuple):
    process: str
    now: float  # the site's time as far as the process has lived through it
    young: bool
    gone: Collection[str]
    trial: bytes | None  # written to see whether there is room


class Signed(NamedTuple):
    at: float
    everywhere: float
    others: dict[str, int]


def note_alive(connection: Connection, sign: Sign) -> Signed:
    """Store a sign of life; the site's time stands still where another process has not signed for `AHEAD` seconds."""
    _forget(connection, sign)
    before = connection.scalar(select(alive.c.at)) or 0.0
    rows = {row.id: row for row in connection.execute(select(processes))}
    mine = rows.pop(sign.process, None)
    limit = min((row.at for row in rows.values()), default=math.inf) + AHEAD
    at = max(before, min(sign.now, limit))
    lived = at if mine is None else min(sign.now, at)
    own = {"id": sign.process, "at": lived, "signs": mine.signs + 1 if mine else 1}
    if connection.dialect.name == "postgresql":
        own["session"] = func.pg_backend_pid()
    changed = update(processes).where(processes.c.id == sign.process) if mine else insert(processes)
    connection.execute(changed.values(own))
    everywhere = min([lived, *(row.at for row in rows.values())])
    # Last, because it locks a row that all processes write.
    values = {"at": case((alive.c.at < at, at), else_=alive.c.at)} | ({"trial": sign.trial} if sign.trial else {})
    at = connection.execute(update(alive).values(values).returning(alive.c.at)).scalar_one()
    return Signed(at, everywhere, {name: row.signs for name, row in rows.items()})


def _forget(connection: Connection, sign: Sign) -> None:
    """Forget processes that have gone; an SQLite file has one process only."""
    others = delete(processes).where(processes.c.id != sign.process)
    if connection.dialect.name != "postgresql":
        connection.execute(others)
    elif sign.young:
        connection.execute(others.where(processes.c.session.not_in(_SESSIONS)))
    if sign.gone:
        connection.execute(others.where(processes.c.id.in_(sign.gone)))


def leave(connection: Connection, process: str) -> None:
    connection.execute(delete(processes).where(processes.c.id == process))


def read_due(connection: Connection, now: float) -> list[str]:
    asked = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(_MOST_DUE)
    return list(connection.scalars(asked))


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
