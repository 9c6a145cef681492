"""Server-sent events: the messages of a table's stream, as bytes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from undercut.table.parts import Line, Reader
from undercut.table.scene import Happened
from undercut.table.showing import line_for
from undercut.table.table import Table

KEEP_ALIVE = b": still here\n\n"


def retry(milliseconds: int) -> bytes:
    """Write how soon a reader that loses the stream connects again."""
    return b"retry: %d\n\n" % milliseconds


def message(data: object, *, number: int | None = None, name: str | None = None) -> bytes:
    r"""Encode a message with data as JSON."""
    head = b"" if number is None else b"id: %d\n" % number
    if name is not None:
        head += b"event: %s\n" % name.encode()
    return head + b"data: " + msgspec.json.encode(data) + b"\n\n"


def html_message(html: bytes, name: str) -> bytes:
    """Encode a message with a part of a page."""
    return b"event: %b\ndata: %b\n\n" % (name.encode(), html.replace(b"\r", b" ").replace(b"\n", b"\ndata: "))


def event_messages(table: Table, lines: Iterable[Line], reader: Reader, muted: frozenset[int]) -> bytes:
    """Write the messages about some events, as a reader may know them."""
    now = (table.version, table.phase, table.to_move)
    return b"".join(
        message(Happened(line.seq, line.kind, line_for(line, reader, muted), *now), number=line.seq) for line in lines
    )
