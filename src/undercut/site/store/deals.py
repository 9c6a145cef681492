"""Statements about deals that others play, too: daily deals with their tries, and duplicates with their boards."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from undercut.play.sources import new_secret
from undercut.site.store.database import Creation, Summary
from undercut.site.store.schema import days, duplicates, tables, tries
from undercut.site.store.schema import duplicate_boards as boards
from undercut.site.store.schema import duplicate_players as players
from undercut.site.store.statements import create_table, summary
from undercut.table.opening.deals import DUPLICATE_PLAYERS, Day, Duplicate

_MOST = 2_000  # most finished tries of a day that are read for its results


def make_day(connection: Connection, day: str, game: str, level: str) -> Day:
    """Return a day's deal, and make it at the first request."""
    if known := read_day(connection, day).get(game):
        return known[0]
    made = Day(day, game, new_secret(), level)
    connection.execute(insert(days), {"day": day, "game": game, "secret": made.secret, "level": level})
    return made


def read_day(connection: Connection, day: str) -> dict[str, tuple[Day, bytes | None]]:
    """Read the deals of a day that have been asked for, by game, each with its par; None: not worked out yet."""
    rows = connection.execute(select(days).where(days.c.day == day))
    return {row.game: (Day(row.day, row.game, row.secret, row.level), row.par) for row in rows}


def put_par(connection: Connection, day: str, game: str, par: bytes) -> None:
    connection.execute(update(days).where(days.c.day == day, days.c.game == game).values(par=par))


def put_try(connection: Connection, new: Creation, day: Day, guest: str) -> str:
    """Create the table of a guest's try, unless there is one; of two requests at once, both get the first one's."""
    known = select(tries.c.table_id).where(tries.c.day == day.day, tries.c.game == day.game, tries.c.guest == guest)
    found = connection.scalar(known)
    if found is None:
        create_table(connection, new)
        connection.execute(insert(tries), {"day": day.day, "game": day.game, "guest": guest, "table_id": new.table})
    return found or new.table


def read_tries(connection: Connection, guest: str, since: str) -> list[Summary]:
    asked = select(tables).join(tries, tables.c.id == tries.c.table_id)
    rows = connection.execute(asked.where(tries.c.guest == guest, tries.c.day >= since)).mappings()
    return [summary(row) for row in rows]


def read_results(connection: Connection, day: str) -> list[Summary]:
    """Read the finished tries of a day, the latest first; one that two browsers share counts once."""
    asked = select(tables).where(
        tables.c.id.in_(select(tries.c.table_id).where(tries.c.day == day)), tables.c.status == "over"
    )
    return [summary(row) for row in connection.execute(asked.order_by(tables.c.updated.desc()).limit(_MOST)).mappings()]


_MOST_LISTED = 20  # most duplicates that a guest's list shows
DUPLICATE_WAITS = 30 * 24 * 3600  # how long a new duplicate waits in the lists of unfinished games, in seconds


@dataclass(frozen=True, slots=True)
class StoredDuplicate:
    """A duplicate with its players' names by their place, the reader's place, and the tables of its boards."""

    duplicate: Duplicate
    names: dict[int, str]
    place: int | None
    seen: int  # the latest stage that the reader has seen on its page
    tables: dict[tuple[int, int], Summary]  # by place and board


def put_duplicate(connection: Connection, duplicate: Duplicate, guest: str, name: str, now: float) -> None:
    connection.execute(insert(duplicates), {"id": duplicate.id, "at": now, "data": msgspec.json.encode(duplicate)})
    _seat(connection, duplicate.id, guest, 0, name)


def _seat(connection: Connection, duplicate: str, guest: str, place: int, name: str) -> None:
    # Who comes second knows that the friend is there.
    row = {"duplicate": duplicate, "guest": guest, "place": place, "name": name, "seen": place}
    connection.execute(insert(players), row)


def read_duplicate(connection: Connection, name: str, guest: str) -> StoredDuplicate | None:
    return next(iter(_read_all(connection, [name], guest)), None)


def read_duplicates(connection: Connection, guest: str, since: float = 0.0) -> list[StoredDuplicate]:
    mine = select(players.c.duplicate).where(players.c.guest == guest)
    recent = select(duplicates.c.id).where(duplicates.c.id.in_(mine), duplicates.c.at >= since)
    names = connection.scalars(recent.order_by(duplicates.c.at.desc()).limit(_MOST_LISTED))
    return _read_all(connection, names.all(), guest)


def _read_all(connection: Connection, names: Sequence[str], guest: str) -> list[StoredDuplicate]:
    data = dict(connection.execute(select(duplicates.c.id, duplicates.c.data).where(duplicates.c.id.in_(names))).all())
    seated = connection.execute(select(players).where(players.c.duplicate.in_(names))).all()
    asked = select(boards.c.duplicate, boards.c.place, boards.c.board, tables)
    asked = asked.join(tables, tables.c.id == boards.c.table_id)
    played = connection.execute(asked.where(boards.c.duplicate.in_(names))).mappings().all()
    mine = {row.duplicate: row for row in seated if row.guest == guest}
    return [
        StoredDuplicate(
            msgspec.json.decode(data[name], type=Duplicate),
            {row.place: row.name for row in seated if row.duplicate == name},
            mine[name].place if name in mine else None,
            mine[name].seen if name in mine else 0,
            {(row["place"], row["board"]): summary(row) for row in played if row["duplicate"] == name},
        )
        for name in names
        if name in data
    ]


def put_player(connection: Connection, duplicate: str, guest: str, name: str) -> bool:
    seated = connection.execute(select(players).where(players.c.duplicate == duplicate)).all()
    free = {*range(DUPLICATE_PLAYERS)} - {row.place for row in seated}
    if free and all(row.guest != guest for row in seated):
        _seat(connection, duplicate, guest, min(free), name)
        return True
    return any(row.guest == guest for row in seated)


def read_friend(connection: Connection, duplicate: str, guest: str) -> Collection[str]:
    same = select(players.c.guest).where(players.c.duplicate == duplicate, players.c.guest != guest).limit(1)
    return [*connection.scalars(same)]


def put_friend(connection: Connection, duplicate: str, guests: Collection[str], name: str) -> None:
    """Seat a friend, who may have several browsers, in the second place."""
    seated = {*connection.scalars(select(players.c.guest).where(players.c.duplicate == duplicate))}
    for guest in {*guests} - seated:
        _seat(connection, duplicate, guest, 1, name)


def put_seen(connection: Connection, duplicate: str, guest: str, stage: int) -> None:
    same = (players.c.duplicate == duplicate, players.c.guest == guest)
    connection.execute(update(players).where(*same).values(seen=stage))


def put_board(connection: Connection, new: Creation, duplicate: str, place: int, board: int) -> str:
    """Create the table of a board, unless there is one."""
    same = (boards.c.duplicate == duplicate, boards.c.place == place, boards.c.board == board)
    found = connection.scalar(select(boards.c.table_id).where(*same))
    if found is None:
        create_table(connection, new)
        row = {"duplicate": duplicate, "place": place, "board": board, "table_id": new.table}
        connection.execute(insert(boards), row)
    return found or new.table


def erase_duplicates(connection: Connection, guest: str) -> None:
    """Take a guest out of all duplicates, and delete those that no one plays any more."""
    mine = connection.scalars(select(players.c.duplicate).where(players.c.guest == guest)).all()
    connection.execute(delete(players).where(players.c.guest == guest))
    played = select(players.c.duplicate).where(players.c.duplicate.in_(mine))
    for column, kind in ((boards.c.duplicate, boards), (duplicates.c.id, duplicates)):
        connection.execute(delete(kind).where(column.in_(mine), column.not_in(played)))
