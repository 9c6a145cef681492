"""Statements about the site's processes: its time, which runs while they run, and the allowances they share."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, Integer, case, column, delete, func, insert, select, table, text, update

from undercut.site.store.schema import alive, processes, tables

AHEAD = 2.0  # most seconds that the site's time is ahead of the last sign of life of any process

_MOST_DUE = 200
_SESSIONS = select(column("pid", Integer)).select_from(table("pg_stat_activity"))
# Rows are locked in one order, so that processes do not wait for each other. The database's clock counts.
_SETTLE = text(
    "INSERT INTO budgets (client, until) "
    "SELECT client, now.now + debt FROM (SELECT extract(epoch FROM statement_timestamp()) AS now) AS now, "
    "unnest(CAST(:clients AS text[]), CAST(:debts AS float8[])) AS used (client, debt) ORDER BY client "
    "ON CONFLICT (client) DO UPDATE SET until = "
    "greatest(budgets.until - extract(epoch FROM statement_timestamp()), 0) + excluded.until "
    "RETURNING client, until - extract(epoch FROM statement_timestamp())"
)
_FORGET = text("DELETE FROM budgets WHERE until < extract(epoch FROM statement_timestamp())")


# --- The site's time -------------------------------------------------------------------------------------------------


class Sign(NamedTuple):
    """A sign of life of a process."""

    process: str
    now: float  # the site's time as far as the process has lived through it
    young: bool
    gone: Collection[str]
    trial: bytes | None  # written to see whether there is room


class Signed(NamedTuple):
    """The site's time once a sign of life has been stored."""

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
    """Forget a process that shuts down."""
    connection.execute(delete(processes).where(processes.c.id == process))


def read_due(connection: Connection, now: float) -> list[str]:
    """Read the ids of the tables where a player's time may be up."""
    asked = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(_MOST_DUE)
    return list(connection.scalars(asked))


# --- Shared allowances, in PostgreSQL --------------------------------------------------------------------------------


def settle_budgets(connection: Connection, used: Mapping[str, float]) -> dict[str, float]:
    """Add what this process's clients have used, and return what they owe to all processes together, in seconds."""
    rows = connection.execute(_SETTLE, {"clients": list(used), "debts": list(used.values())})
    return {client: max(0.0, float(debt)) for client, debt in rows}


def forget_budgets(connection: Connection) -> None:
    """Delete the rows of clients that owe nothing any more."""
    connection.execute(_FORGET)
