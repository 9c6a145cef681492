"""Archives of tables: gzip files of JSON Lines, one table a line, from which tables can be put back.

A line is an object with ``table`` (the row of the database), its ``summary``, ``events`` (each ``[number, time,
event]``), ``holders`` (each ``[seat, guest]``) and ``mutes`` (each ``[guest, seat]``). Events and summaries are JSON as
the database holds them, byte for byte. The file is written in parts, each a complete gzip member, so what was written
before an interruption can be read.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from io import BufferedWriter
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import Connection, insert, select

from undercut.errors import UndercutError
from undercut.site.operations.settings import give_to_owner
from undercut.site.store.schema import events, holders, mutes, tables
from undercut.site.store.statements import last_event, recent

_LONGEST_LINE: Final = 200_000_000
_NEEDED = {"id", "game", "listed", "created", "last", "updated", "seats"}
_BASE64 = b'{"base64":'


class _Bytes(Struct):
    """Data that is not JSON."""

    base64: bytes


class Archived(Struct, frozen=True):
    """A table with all that belongs to it."""

    table: dict[str, str | int | float | bool | None]
    summary: Raw
    events: list[tuple[int, float, Raw]]
    holders: list[tuple[int, str]]
    mutes: list[tuple[str, int]] = []

    @property
    def id(self) -> str:
        """The table's id."""
        return str(self.table["id"])


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Archived)


def _raw(data: bytes) -> Raw:
    try:
        msgspec.json.decode(data, type=Raw)
    except msgspec.DecodeError:
        return Raw(_encoder.encode(_Bytes(data)))
    return Raw(data)


def _data(raw: Raw) -> bytes:
    data = bytes(raw)
    return msgspec.json.decode(data, type=_Bytes).base64 if data.startswith(_BASE64) else data


# --- Writing ---------------------------------------------------------------------------------------------------------


def read_tables(connection: Connection, ids: Sequence[str]) -> list[Archived]:
    """Read whole tables from the database."""
    found: list[Archived] = []
    for table in ids:
        row = connection.execute(select(tables).where(tables.c.id == table)).mappings().one()
        log = connection.execute(
            select(events.c.seq, events.c.at, events.c.data).where(events.c.table_id == table).order_by(events.c.seq)
        )
        found.append(
            Archived(
                {name: value for name, value in row.items() if name != "data"},
                _raw(row["data"]),
                [(seq, at, _raw(data)) for seq, at, data in log],
                *read_people(connection, table),
            )
        )
    return found


def read_people(connection: Connection, table: str) -> tuple[list[tuple[int, str]], list[tuple[str, int]]]:
    """Read the holders and the mutes of a table, which change without an event, in a fixed order."""
    held = select(holders.c.seat, holders.c.guest).where(holders.c.table_id == table)
    muted = select(mutes.c.guest, mutes.c.seat).where(mutes.c.table_id == table)
    return (
        [(seat, guest) for seat, guest in connection.execute(held.order_by(holders.c.seat, holders.c.guest))],
        [(guest, seat) for guest, seat in connection.execute(muted.order_by(mutes.c.guest, mutes.c.seat))],
    )


def create_archive(path: Path) -> BufferedWriter:
    """Create a file that only its owner may read: it holds the secrets of seat links.

    Written by root, it belongs to the owner of the folder above.

    Raises:
        UndercutError: The file exists, or cannot be created.
    """
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True)
            give_to_owner(path.parent)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        give_to_owner(path)
        return open(handle, "wb")  # noqa: PTH123  a handle
    except OSError as error:
        message = f"{path}: {error.strerror}"
        raise UndercutError(message) from None


def write_part(file: BufferedWriter, found: Sequence[Archived]) -> None:
    """Append tables to an archive; returns when the disk has them."""
    file.write(gzip.compress(b"".join(_encoder.encode(each) + b"\n" for each in found)))
    file.flush()
    os.fsync(file.fileno())


# --- Reading ---------------------------------------------------------------------------------------------------------


def read_archive(path: Path) -> Iterator[Archived]:
    """Read the tables of an archive, also of one whose writing was interrupted.

    Raises:
        UndercutError: The file cannot be read, or is not an archive.
    """
    try:
        with gzip.open(path, "rb") as file:
            while line := _line(file):
                found = _decoder.decode(line)
                if missing := _NEEDED - found.table.keys():
                    message = f"{path}: a table lacks {', '.join(sorted(missing))}"
                    raise UndercutError(message)
                yield found
    except OSError as error:
        message = f"{path}: {error.strerror or 'not an archive'}"
        raise UndercutError(message) from None
    except (msgspec.MsgspecError, zlib.error) as error:
        message = f"{path}: not an archive of tables: {error}"
        raise UndercutError(message) from None


def _line(file: gzip.GzipFile) -> bytes:
    """Read a line; empty at the end, also where the last part is incomplete."""
    try:
        line = file.readline(_LONGEST_LINE)
    except EOFError:
        return b""
    return line if line.endswith(b"\n") else b""


def put_back(connection: Connection, found: Archived) -> bool:
    """Put a table back into the database; return False if it is there already."""
    table = found.id
    if last_event(connection, table) is not None:
        return False
    # An archive of another version may have other columns.
    row = {"recent": recent(float(found.table["updated"] or 0))} | found.table | {"data": _data(found.summary)}
    connection.execute(insert(tables), {name: value for name, value in row.items() if name in tables.c})
    rows = (
        (events, [{"table_id": table, "seq": seq, "at": at, "data": _data(raw)} for seq, at, raw in found.events]),
        (holders, [{"table_id": table, "seat": seat, "guest": guest} for seat, guest in found.holders]),
        (mutes, [{"table_id": table, "guest": guest, "seat": seat} for guest, seat in found.mutes]),
    )
    for kind, new in rows:
        if new:
            connection.execute(insert(kind), new)
    return True
