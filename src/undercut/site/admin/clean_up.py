"""Moves old tables from the database to an archive, beside a running site, and puts them back."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, func, or_, select

from undercut.errors import UndercutError
from undercut.site.admin.archive import (
    Archived,
    create_archive,
    put_back,
    read_archive,
    read_people,
    read_tables,
    write_part,
)
from undercut.site.admin.database import Database, record
from undercut.site.operations.settings import data_folder
from undercut.site.store import Status
from undercut.site.store.schema import events, holders, mutes, reviews, tables

_TABLES: Final = 50
_EVENTS: Final = 5_000
"""Events moved in one transaction, unless a single table has more: the site's moves wait for it."""

_PAUSE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Old:
    """Which tables to move.

    Args:
        before: Tables that have not changed since then, in seconds since 1970.
    """

    before: float
    statuses: tuple[Status, ...] = (Status.OVER,)

    @property
    def condition(self) -> ColumnElement[bool]:
        """The condition of the query."""
        return and_(tables.c.status.in_(self.statuses), tables.c.updated < self.before)


@dataclass(frozen=True, slots=True)
class Count:
    """A number of tables and of their events."""

    tables: int = 0
    events: int = 0

    def plus(self, found: Sequence[Archived]) -> Count:
        """Return the count with more tables."""
        return Count(self.tables + len(found), self.events + sum(len(each.events) for each in found))

    def __str__(self) -> str:
        """Return the count in words."""
        one = "table" if self.tables == 1 else "tables"
        return f"{self.tables} {one} with {self.events} event{'' if self.events == 1 else 's'}"


def count_old(database: Database, old: Old) -> Count:
    """Count the tables to move."""
    with database.reading() as connection:
        row = connection.execute(select(func.count(), func.coalesce(func.sum(tables.c.last), 0)).where(old.condition))
        number, total = row.one()
    return Count(number, int(total))


def usual_archive() -> Path:
    """Return the name of a new archive in the data folder."""
    return data_folder() / "archive" / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S}.jsonl.gz"


def clean_up(database: Database, old: Old, archive: Path, pause: Callable[[float], None] = time.sleep) -> Count:
    """Move old tables to a new archive: each part is on the disk before it is deleted from the database.

    Raises:
        UndercutError: The archive exists or cannot be written.
        Unavailable: The database cannot be read or written; what has been moved so far is in the archive.
    """
    moved = Count()
    with create_archive(archive) as file:
        for ids in _parts(database, old):
            with database.reading() as connection:
                found = read_tables(connection, ids)
            try:
                write_part(file, found)
            except OSError as error:
                message = f"{archive}: {error.strerror}; {moved} moved, nothing is lost"
                raise UndercutError(message) from None
            with database.writing() as connection:
                gone = _delete(connection, found)
                if gone:
                    record(connection, "clean-up", str(archive), str(Count().plus(gone)))
            moved = moved.plus(gone)
            pause(_PAUSE)
    if not moved.tables:
        archive.unlink()
    return moved


def _parts(database: Database, old: Old) -> Iterator[list[str]]:
    """Yield the ids of old tables in parts, the oldest first; tables that stay are not yielded again."""
    after: tuple[float, str] = (-1.0, "")
    while True:
        later = or_(tables.c.updated > after[0], and_(tables.c.updated == after[0], tables.c.id > after[1]))
        asked = select(tables.c.id, tables.c.updated, tables.c.last).where(old.condition, later)
        with database.reading() as connection:
            rows = connection.execute(asked.order_by(tables.c.updated, tables.c.id).limit(_TABLES)).all()
        if not rows:
            return
        part: list[str] = []
        total = 0
        for table, updated, last in rows:
            total += last
            if part and total > _EVENTS:
                break
            part.append(table)
            after = updated, table
        yield part


def _delete(connection: Connection, found: Sequence[Archived]) -> list[Archived]:
    """Delete archived tables that have not changed since; return those deleted."""
    # Locking the rows first keeps the site from changing the tables meanwhile; the order is that of the site's writer.
    rows = connection.execute(
        select(tables.c.id, tables.c.last, tables.c.updated)
        .where(tables.c.id.in_([each.id for each in found]))
        .order_by(tables.c.id)
        .with_for_update()
    )
    now = {table: (last, updated) for table, last, updated in rows}
    gone = [
        each
        for each in found
        if now.get(each.id) == (each.table["last"], each.table["updated"])
        and read_people(connection, each.id) == (each.holders, each.mutes)
    ]
    ids = [each.id for each in gone]
    for kind in (mutes, reviews, holders, events):
        connection.execute(delete(kind).where(kind.c.table_id.in_(ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))
    return gone


def unarchive(database: Database, archive: Path, wanted: Collection[str] = ()) -> tuple[Count, int]:
    """Put tables of an archive back into the database.

    Returns:
        What was put back, and how many tables were in the database already.

    Raises:
        UndercutError: The archive cannot be read, or lacks a table.
    """
    back, known, missing = Count(), 0, set(wanted)
    for each in read_archive(archive):
        if wanted and each.id not in wanted:
            continue
        missing.discard(each.id)
        with database.writing() as connection:
            new = put_back(connection, each)
            if new:
                record(connection, "unarchive", each.id, str(archive))
        back = back.plus([each] if new else [])
        known += not new
    if missing:
        message = f"{archive} has no table {', '.join(sorted(missing))}"
        raise UndercutError(message)
    return back, known
