"""Move old tables from the database to archives (see `docs/admin.md`) while the site runs, and put them back."""

# Events and summaries are JSON as the database holds them, byte for byte. The file is written in parts, each a complete
# gzip member, so what was written before an interruption can be read.

import gzip
import os
import time
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BufferedWriter
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct, field
from sqlalchemy import ColumnElement, Connection, Table, and_, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from undercut.errors import UndercutError
from undercut.files import file_errors
from undercut.site.admin.database import Database, record
from undercut.site.base.keys import give_to_owner
from undercut.site.base.settings import data_folder
from undercut.site.store.guests import delete_tables
from undercut.site.store.schema import PARTS, events, tables
from undercut.site.store.statements import last_event
from undercut.table.scene import Phase

_LONGEST_LINE: Final = 200_000_000  # bytes
_NEEDED = {"id", "game", "listed", "created", "last", "updated", "seats"}  # columns without which a table is none
_SILENT = [kind for kind in PARTS if kind is not events]  # rows that change without an event
_BASE64 = b'{"base64":'  # how data begins that is not JSON


class _Bytes(Struct):
    base64: bytes


class Archived(Struct, frozen=True):
    columns: dict[str, str | int | float | bool | None] = field(name="table")  # of its row, without the summary
    summary: Raw
    events: list[tuple[int, float, Raw]]  # number, time, data
    holders: list[tuple[int, str]]  # seat and guest
    mutes: list[tuple[str, int]]  # guest and muted seat
    reviews: list[tuple[int, float, Raw]] = []  # method, time, data
    tries: list[tuple[str, str, str]] = []  # day, game, guest
    duplicate_boards: list[tuple[str, int, int]] = []  # duplicate, place, board

    @property
    def id(self) -> str:
        return str(self.columns["id"])


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Archived)


def as_raw(data: bytes) -> Raw:
    """Write data for an archive: JSON as it is, other data in base64."""
    try:
        msgspec.json.decode(data, type=Raw)
    except msgspec.DecodeError:
        return Raw(_encoder.encode(_Bytes(data)))
    return Raw(data)


def as_data(raw: Raw) -> bytes:
    data = bytes(raw)
    return msgspec.json.decode(data, type=_Bytes).base64 if data.startswith(_BASE64) else data


def create_archive(path: Path) -> BufferedWriter:
    """Create a file that only its owner may read, since it holds the secrets of seat links."""
    # Written by root, it belongs to the owner of the folder above.
    with file_errors(path):
        if not path.parent.exists():
            path.parent.mkdir(parents=True)
            give_to_owner(path.parent)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        give_to_owner(path)
        return open(handle, "wb")  # noqa: PTH123  a handle


def write_part(file: BufferedWriter, archived: Sequence[Archived]) -> None:
    """Append tables to an archive; returns when the disk has them."""
    file.write(gzip.compress(b"".join(_encoder.encode(table) + b"\n" for table in archived)))
    file.flush()
    os.fsync(file.fileno())


def read_archive(path: Path) -> Iterator[Archived]:
    try:
        with gzip.open(path, "rb") as file:
            while line := _line(file):
                archived = _decoder.decode(line)
                if missing := _NEEDED - archived.columns.keys():
                    raise UndercutError(f"{path}: a table lacks {', '.join(sorted(missing))}")
                yield archived
    except OSError as error:
        raise UndercutError(f"{path}: {error.strerror or 'not an archive'}") from None
    except (msgspec.MsgspecError, zlib.error) as error:
        raise UndercutError(f"{path}: not an archive of tables: {error}") from None


def _line(file: gzip.GzipFile) -> bytes:
    """Read a line; empty at the end, also where the last part is incomplete."""
    try:
        line = file.readline(_LONGEST_LINE)
    except EOFError:
        return b""
    return line if line.endswith(b"\n") else b""


_TABLES: Final = 50  # most tables moved in one transaction
_EVENTS: Final = 5_000  # events moved in one transaction, unless a single table has more: the site's moves wait for it

_PAUSE: Final = 0.05  # seconds between two transactions, so that the site's moves come in


@dataclass(frozen=True, slots=True)
class Old:
    before: float  # without a change since then, in seconds since 1970
    phases: tuple[Phase, ...] = ("over",)

    @property
    def condition(self) -> ColumnElement[bool]:
        return and_(tables.c.status.in_(self.phases), tables.c.updated < self.before)


@dataclass(frozen=True, slots=True)
class Count:
    tables: int = 0
    events: int = 0

    def plus(self, archived: Sequence[Archived]) -> "Count":
        return Count(self.tables + len(archived), self.events + sum(len(table.events) for table in archived))

    def __str__(self) -> str:
        noun = "table" if self.tables == 1 else "tables"
        return f"{self.tables} {noun} with {self.events} event{'' if self.events == 1 else 's'}"


def count_old(database: Database, old: Old) -> Count:
    with database.reading() as connection:
        row = connection.execute(select(func.count(), func.coalesce(func.sum(tables.c.last), 0)).where(old.condition))
        number, total = row.one()
    return Count(number, int(total))


def usual_archive() -> Path:
    return data_folder() / "archive" / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S}.jsonl.gz"


def clean_up(database: Database, old: Old, archive: Path, pause: Callable[[float], None] = time.sleep) -> Count:
    """Move old tables to a new archive: each part is on the disk before it is deleted from the database."""
    moved = Count()
    with create_archive(archive) as file:
        for ids in _parts(database, old):
            with database.reading() as connection:
                archived = _read_tables(connection, ids)
            try:
                write_part(file, archived)
            except OSError as error:
                raise UndercutError(f"{archive}: {error.strerror}; {moved} moved, nothing is lost") from None
            with database.writing() as connection:
                gone = _delete(connection, archived)
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
        query = select(tables.c.id, tables.c.updated, tables.c.last).where(old.condition, later)
        with database.reading() as connection:
            rows = connection.execute(query.order_by(tables.c.updated, tables.c.id).limit(_TABLES)).all()
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


def _read_tables(connection: Connection, ids: Sequence[str]) -> list[Archived]:
    archived: list[Archived] = []
    for table in ids:
        row = connection.execute(select(tables).where(tables.c.id == table)).mappings().one()
        columns = {name: value for name, value in row.items() if name != "data"}
        archived.append(Archived(columns, as_raw(row["data"]), **_read_rows(connection, table, PARTS)))
    return archived


def _names(kind: Table) -> list[str]:
    return [column.name for column in kind.c if column.name != "table_id"]


def _read_rows(connection: Connection, table: str, kinds: Collection[Table]) -> dict[str, list[tuple[Any, ...]]]:
    """Read a table's rows of some kinds, in a fixed order."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for kind in kinds:
        mine = select(*(kind.c[name] for name in _names(kind))).where(kind.c.table_id == table)
        rows = connection.execute(mine.order_by(*kind.primary_key))
        found[kind.name] = [tuple(as_raw(cell) if isinstance(cell, bytes) else cell for cell in row) for row in rows]
    return found


def _delete(connection: Connection, archived: Sequence[Archived]) -> list[Archived]:
    """Delete archived tables that have not changed since; return those deleted."""
    # Locking the rows first keeps the site from changing the tables meanwhile; the order is that of the site's writer.
    rows = connection.execute(
        select(tables.c.id, tables.c.last, tables.c.updated)
        .where(tables.c.id.in_([table.id for table in archived]))
        .order_by(tables.c.id)
        .with_for_update()
    )
    present = {table: (last, updated) for table, last, updated in rows}
    gone = [
        table
        for table in archived
        if present.get(table.id) == (table.columns["last"], table.columns["updated"])
        and all(getattr(table, name) == rows for name, rows in _read_rows(connection, table.id, _SILENT).items())
    ]
    delete_tables(connection, [table.id for table in gone])
    return gone


def unarchive(database: Database, archive: Path, wanted: Collection[str] = ()) -> tuple[Count, int]:
    back, known, missing = Count(), 0, set(wanted)
    for table in read_archive(archive):
        if wanted and table.id not in wanted:
            continue
        missing.discard(table.id)
        with database.writing() as connection:
            new = _put_back(connection, table)
            if new:
                record(connection, "unarchive", table.id, str(archive))
        back = back.plus([table] if new else [])
        known += not new
    if missing:
        raise UndercutError(f"{archive} has no table {', '.join(sorted(missing))}")
    return back, known


def _put_back(connection: Connection, archived: Archived) -> bool:
    table = archived.id
    if last_event(connection, table) is not None:
        return False
    # An archive of a later version may have more columns.
    row = archived.columns | {"data": as_data(archived.summary)}
    connection.execute(insert(tables), {name: value for name, value in row.items() if name in tables.c})
    if archived.events:
        connection.execute(insert(events), _rows(archived, events))
    for kind in _SILENT:
        for each in _rows(archived, kind):
            # A daily deal or a board may have been played again since, or its duplicate deleted.
            with suppress(IntegrityError), connection.begin_nested():
                connection.execute(insert(kind), each)
    return True


def _rows(archived: Archived, kind: Table) -> list[dict[str, object]]:
    rows = [[as_data(cell) if isinstance(cell, Raw) else cell for cell in row] for row in getattr(archived, kind.name)]
    return [{"table_id": archived.id, **dict(zip(_names(kind), row, strict=True))} for row in rows]
