"""What a table tells its readers as it happens: messages of a stream of server-sent events."""

# A table's events have no name; their ``id`` is the event's number, their data a `Happened`.

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from undercut.table.parts import Line, Reader
from undercut.table.scene import Phase, SceneLine
from undercut.table.showing import line_for
from undercut.table.table import Table


class Happened(Struct, frozen=True):
    """An event at a table, as far as the reader may know it."""

    seq: int
    type: str
    line: SceneLine
    version: int
    phase: Phase
    to_move: int | None


class Ahead(Struct, frozen=True):
    """A reader's last event does not exist; it must forget the table and load it again."""

    version: int


def message(data: object, *, number: int | None = None, name: str | None = None) -> bytes:
    r"""Encode a message with data as JSON."""
    head = b"" if number is None else b"id: %d\n" % number
    if name is not None:
        head += b"event: %s\n" % name.encode()
    return head + b"data: " + msgspec.json.encode(data) + b"\n\n"


def tell_events(table: Table, lines: Iterable[Line], reader: Reader, muted: frozenset[int]) -> bytes:
    """Write the messages about some events, as a reader may know them."""
    now = (table.version, table.phase, table.to_move)
    return b"".join(
        message(Happened(line.seq, line.kind, line_for(line, reader, muted), *now), number=line.seq) for line in lines
    )
