"""Lists of tables and guests."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, func, or_, select

from undercut.site.admin.database import Database
from undercut.site.admin.printing import Cell
from undercut.site.store.schema import holders, tables
from undercut.table.listing import LobbyTable


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFilter:
    """Which tables to list."""

    status: Literal["open", "playing", "over"] | None = None
    game: str | None = None
    listed: bool | None = None
    guest: str | None = None
    mark: str | None = None
    older_than: float = 0.0
    limit: int = 50

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return the conditions of the query."""
        found: list[ColumnElement[bool]] = [tables.c.updated <= time.time() - self.older_than]
        equal = ((tables.c.status, self.status), (tables.c.game, self.game), (tables.c.maker_mark, self.mark))
        found += [column == value for column, value in equal if value is not None]
        if self.listed is not None:
            found.append(tables.c.listed.is_(self.listed))
        if self.guest is not None:
            held = select(holders.c.table_id).where(holders.c.guest == self.guest)
            found.append(or_(tables.c.maker == self.guest, tables.c.id.in_(held)))
        return found


def list_tables(database: Database, wanted: TableFilter) -> list[dict[str, Cell]]:
    """List tables, most recently changed first."""
    with database.reading() as connection:
        columns = (tables.c.id, tables.c.game, tables.c.status, tables.c.listed, tables.c.updated)
        asked = select(*columns, tables.c.data, tables.c.maker, tables.c.maker_mark).where(*wanted.conditions())
        rows = connection.execute(asked.order_by(tables.c.updated.desc()).limit(wanted.limit)).mappings().all()
    found: list[dict[str, Cell]] = []
    for row in rows:
        shown = _summary(row["data"])
        found.append(
            {
                "table": row["id"],
                "game": row["game"],
                "status": "closed" if shown and shown.closed else row["status"],
                "listed": row["listed"],
                "players": [name or "open" for name in shown.players] if shown else [],
                "moves": shown.moves if shown else None,
                "updated": row["updated"],
                "maker": row["maker"],
                "mark": row["maker_mark"],
            }
        )
    return found


def _summary(data: bytes) -> LobbyTable | None:
    try:
        return msgspec.json.decode(data, type=LobbyTable)
    except msgspec.MsgspecError:
        return None


def list_guests(database: Database, table: str | None, limit: int) -> list[dict[str, Cell]]:
    """List guests who hold seats, the most recently active first."""
    last = func.max(tables.c.updated).label("updated")
    asked = select(holders.c.guest, func.count().label("tables"), last).join(tables, tables.c.id == holders.c.table_id)
    if table is not None:
        asked = asked.where(holders.c.table_id == table)
    with database.reading() as connection:
        rows = connection.execute(asked.group_by(holders.c.guest).order_by(last.desc()).limit(limit)).mappings().all()
        seats = select(holders.c.guest, holders.c.seat).where(holders.c.table_id == table).order_by(holders.c.seat)
        at_seat = {row.guest: row.seat for row in connection.execute(seats)} if table else {}
    found: list[dict[str, Cell]] = []
    for row in rows:
        line: dict[str, Cell] = {"guest": row["guest"], "tables": row["tables"], "updated": row["updated"]}
        found.append(line | {"seat": at_seat[row["guest"]]} if table else line)
    return found


def is_guest(database: Database, guest: str) -> bool:
    """Return whether a guest has made a table or holds a seat."""
    with database.reading() as connection:
        held = connection.scalar(select(holders.c.guest).where(holders.c.guest == guest).limit(1))
        return held is not None or connection.scalar(select(tables.c.id).where(tables.c.maker == guest)) is not None
