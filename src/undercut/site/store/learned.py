"""Statements about the lessons and puzzles that guests have tried."""

from __future__ import annotations

from sqlalchemy import Connection, exists, insert, select, update
from sqlalchemy.sql.expression import alias

from undercut.lessons.courses import Learned
from undercut.site.store.schema import learned


def note_try(connection: Connection, guest: str, now: float, tried: Learned) -> None:
    """Store a try; after the solution nothing changes any more on that day."""
    key = (learned.c.guest == guest, learned.c.game == tried.game, learned.c.lesson == tried.lesson)
    same = (*key, learned.c.day == tried.day)
    before = connection.execute(select(learned.c.right, learned.c.done).where(*same)).one_or_none()
    if before is None:
        connection.execute(insert(learned), tried._asdict() | {"guest": guest, "at": now})
    elif not before.done:
        values = {"right": before.right and tried.right, "done": tried.done}
        connection.execute(update(learned).where(*same).values(values))


def read_learned(connection: Connection, guest: str) -> list[Learned]:
    """Read what a guest has tried, the first first."""
    columns = (learned.c.game, learned.c.lesson, learned.c.day, learned.c.right, learned.c.done)
    rows = connection.execute(select(*columns).where(learned.c.guest == guest).order_by(learned.c.at))
    return [Learned(*row) for row in rows]


def share_learned(connection: Connection, source: str, guest: str) -> None:
    """Give a guest what was tried in another browser, except what the guest has tried on the same day."""
    own = alias(learned)
    same = (own.c.game == learned.c.game, own.c.lesson == learned.c.lesson, own.c.day == learned.c.day)
    gained = select(learned).where(learned.c.guest == source, ~exists().where(own.c.guest == guest, *same))
    rows = [dict(row) | {"guest": guest} for row in connection.execute(gained).mappings()]
    if rows:
        connection.execute(insert(learned), rows)
