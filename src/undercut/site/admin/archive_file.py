"""The file of an archive: tables with their logs, as JSON Lines in parts."""

# Events and summaries are JSON as the database holds them, byte for byte. The file is written in parts, each a complete
# gzip member, so what was written before an interruption can be read.

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from io import BufferedWriter
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Raw, Struct, field

from undercut.errors import UndercutError
from undercut.site.base.keys import give_to_owner

_LONGEST_LINE: Final = 200_000_000  # bytes
_NEEDED = {"id", "game", "listed", "created", "last", "updated", "seats"}  # columns without which a table is none
_BASE64 = b'{"base64":'  # how data begins that is not JSON


class _Bytes(Struct):
    """Data that is not JSON."""

    base64: bytes


class Archived(Struct, frozen=True):
    """A table as it lies in an archive, with its log."""

    columns: dict[str, str | int | float | bool | None] = field(name="table")  # of its row, without the summary
    summary: Raw
    events: list[tuple[int, float, Raw]]  # number, time, data
    holders: list[tuple[int, str]]  # seat and guest
    mutes: list[tuple[str, int]]  # guest and muted seat

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
    """Return data as the database held it."""
    data = bytes(raw)
    return msgspec.json.decode(data, type=_Bytes).base64 if data.startswith(_BASE64) else data


def create_archive(path: Path) -> BufferedWriter:
    """Create a file that only its owner may read, since it holds the secrets of seat links."""
    # Written by root, it belongs to the owner of the folder above.
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True)
            give_to_owner(path.parent)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        give_to_owner(path)
        return open(handle, "wb")  # noqa: PTH123  a handle
    except OSError as error:
        raise UndercutError(f"{path}: {error.strerror}") from None


def write_part(file: BufferedWriter, archived: Sequence[Archived]) -> None:
    """Append tables to an archive; returns when the disk has them."""
    file.write(gzip.compress(b"".join(_encoder.encode(table) + b"\n" for table in archived)))
    file.flush()
    os.fsync(file.fileno())


def read_archive(path: Path) -> Iterator[Archived]:
    """Read the tables of an archive, also of one whose writing was interrupted."""
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
