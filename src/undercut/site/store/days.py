"""Statements about the daily deals: their secrets and par, and the tries that count."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, insert, select, update

from undercut.site.store.model import Status, Summary
from undercut.site.store.schema import days, tables, tries
from undercut.site.store.statements import summary
from undercut.table.opening.daily import Day

_SECRET_BYTES = 32
_MOST = 2_000
"""Most finished tries of a day that are read for its results."""


def make_day(connection: Connection, day: str, game: str, level: str) -> Day:
    """Return a day's deal, and make it at the first request."""
    if known := read_day(connection, day).get(game):
        return known[0]
    made = Day(day, game, secrets.token_hex(_SECRET_BYTES), level)
    connection.execute(insert(days), {"day": day, "game": game, "secret": made.secret, "level": level})
    return made


def read_day(connection: Connection, day: str) -> dict[str, tuple[Day, bytes | None]]:
    """Read the deals of a day that have been asked for, by game, each with its par; None: not worked out yet."""
    rows = connection.execute(select(days).where(days.c.day == day))
    return {row.game: (Day(row.day, row.game, row.secret, row.level), row.par) for row in rows}


def put_par(connection: Connection, day: str, game: str, par: bytes) -> None:
    """Store a par."""
    connection.execute(update(days).where(days.c.day == day, days.c.game == game).values(par=par))


def put_try(connection: Connection, day: Day, guest: str, table: str) -> str:
    """Count a table as a guest's try, unless there is one; return the table that counts."""
    known = select(tries.c.table_id).where(tries.c.day == day.day, tries.c.game == day.game, tries.c.guest == guest)
    found = connection.scalar(known)
    if found is None:
        connection.execute(insert(tries), {"day": day.day, "game": day.game, "guest": guest, "table_id": table})
    return found or table


def read_tries(connection: Connection, guest: str, since: str) -> list[Summary]:
    """Read a guest's tries since a day."""
    asked = select(tables).join(tries, tables.c.id == tries.c.table_id)
    rows = connection.execute(asked.where(tries.c.guest == guest, tries.c.day >= since)).mappings()
    return [summary(row) for row in rows]


def read_results(connection: Connection, day: str) -> list[Summary]:
    """Read the finished tries of a day, the latest first; one that two browsers share counts once."""
    asked = select(tables).where(
        tables.c.id.in_(select(tries.c.table_id).where(tries.c.day == day)), tables.c.status == Status.OVER
    )
    return [summary(row) for row in connection.execute(asked.order_by(tables.c.updated.desc()).limit(_MOST)).mappings()]
