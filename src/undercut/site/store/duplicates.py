"""Database statements about duplicates: their deals, players and tables."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, delete, insert, select

from undercut.site.store.model import Summary
from undercut.site.store.schema import duplicate_boards as boards
from undercut.site.store.schema import duplicate_players as players
from undercut.site.store.schema import duplicates, tables
from undercut.site.store.statements import summary
from undercut.table.opening.duplicate import PLAYERS, Duplicate

_MOST = 20
"""Most duplicates that a guest's list shows."""


@dataclass(frozen=True, slots=True)
class StoredDuplicate:
    """A duplicate with its players' names by their place, the reader's place, and the tables of its boards."""

    duplicate: Duplicate
    names: dict[int, str]
    place: int | None
    tables: dict[tuple[int, int], Summary]  # by place and board


def put_duplicate(connection: Connection, duplicate: Duplicate, guest: str, name: str, now: float) -> None:
    """Store a duplicate with its first player."""
    connection.execute(insert(duplicates), {"id": duplicate.id, "at": now, "data": msgspec.json.encode(duplicate)})
    _seat(connection, duplicate.id, guest, 0, name)


def _seat(connection: Connection, duplicate: str, guest: str, place: int, name: str) -> None:
    connection.execute(insert(players), {"duplicate": duplicate, "guest": guest, "place": place, "name": name})


def read_duplicate(connection: Connection, name: str, guest: str) -> StoredDuplicate | None:
    """Read a duplicate by its id, or return None."""
    data = connection.scalar(select(duplicates.c.data).where(duplicates.c.id == name))
    if data is None:
        return None
    seated = connection.execute(select(players).where(players.c.duplicate == name)).all()
    asked = select(boards.c.place, boards.c.board, tables).join(tables, tables.c.id == boards.c.table_id)
    played = connection.execute(asked.where(boards.c.duplicate == name)).mappings()
    return StoredDuplicate(
        msgspec.json.decode(data, type=Duplicate),
        {row.place: row.name for row in seated},
        next((row.place for row in seated if row.guest == guest), None),
        {(row["place"], row["board"]): summary(row) for row in played},
    )


def read_duplicates(connection: Connection, guest: str) -> list[StoredDuplicate]:
    """Read a guest's duplicates, the latest first."""
    mine = select(players.c.duplicate).where(players.c.guest == guest)
    names = connection.scalars(
        select(duplicates.c.id).where(duplicates.c.id.in_(mine)).order_by(duplicates.c.at.desc()).limit(_MOST)
    )
    found = [read_duplicate(connection, name, guest) for name in names.all()]
    return [one for one in found if one]


def put_player(connection: Connection, duplicate: str, guest: str, name: str) -> bool:
    """Give a guest the free place, unless they have one; tell whether they have one now."""
    seated = connection.execute(select(players).where(players.c.duplicate == duplicate)).all()
    free = {*range(PLAYERS)} - {row.place for row in seated}
    if free and all(row.guest != guest for row in seated):
        _seat(connection, duplicate, guest, min(free), name)
        return True
    return any(row.guest == guest for row in seated)


def put_board(connection: Connection, duplicate: str, place: int, board: int, table: str) -> str:
    """Store the table of a player's board, unless there is one; return the table that counts."""
    same = (boards.c.duplicate == duplicate, boards.c.place == place, boards.c.board == board)
    found = connection.scalar(select(boards.c.table_id).where(*same))
    if found is None:
        row = {"duplicate": duplicate, "place": place, "board": board, "table_id": table}
        connection.execute(insert(boards), row)
    return found or table


def erase_duplicates(connection: Connection, guest: str) -> None:
    """Take a guest out of all duplicates, and delete those that no one plays any more."""
    mine = connection.scalars(select(players.c.duplicate).where(players.c.guest == guest)).all()
    connection.execute(delete(players).where(players.c.guest == guest))
    played = select(players.c.duplicate).where(players.c.duplicate.in_(mine))
    for column, kind in ((boards.c.duplicate, boards), (duplicates.c.id, duplicates)):
        connection.execute(delete(kind).where(column.in_(mine), column.not_in(played)))
