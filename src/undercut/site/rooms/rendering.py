"""Tells readers what has happened at a table, and shows it to those that asked for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping

from undercut.site.operations.logs import traceback_summary
from undercut.site.rooms.streams import Happened, Look, Stream, message
from undercut.table.lines import Line, Reader
from undercut.table.scene import Scene
from undercut.table.showing import line_for
from undercut.table.table import Table

_log = logging.getLogger(__name__)


def tell_events(table: Table, lines: Iterable[Line], reader: Reader, muted: frozenset[int]) -> bytes:
    """Write the messages about some events, as a reader may know them."""
    now = (table.version, table.phase, table.to_move)
    return b"".join(
        message(Happened(line.seq, line.kind, line_for(line, reader, muted), *now), number=line.seq) for line in lines
    )


def show_table(streams: Mapping[Stream, Reader], scene: Callable[[Reader, Look], Scene]) -> None:
    """Send the whole table to each stream with a `Look`, rendered once for each kind of reader."""
    rendered: dict[tuple[Reader, Look], bytes] = {}
    for stream, reader in tuple(streams.items()):
        look = stream.look
        if look is None:
            continue
        try:
            if (reader, look) not in rendered:
                rendered[reader, look] = look.render(scene(reader, look))
            stream.show(look.own(rendered[reader, look]))
        except Exception as error:  # noqa: BLE001  the move is stored, whether or not it can be shown
            _log.error("a table cannot be shown: %s", traceback_summary(error))
            stream.end()
