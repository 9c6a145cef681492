"""Shows a table to the readers that asked for it, rendered once for each kind of reader."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from undercut.server.faults import traceback_summary
from undercut.server.rooms.streams import Look, Stream
from undercut.server.tables.scene import Scene
from undercut.server.tables.table import Reader

_log = logging.getLogger(__name__)


def show_table(streams: Mapping[Stream, Reader], scene: Callable[[Reader, str], Scene]) -> None:
    """Send the whole table to each stream with a `Look`.

    Args:
        streams: The streams and their readers.
        scene: Returns the table as a reader may see it, with links to a site's base URL.
    """
    rendered: dict[tuple[Reader, Look], bytes] = {}
    for stream, reader in tuple(streams.items()):
        look = stream.look
        if look is None:
            continue
        try:
            if (reader, look) not in rendered:
                rendered[reader, look] = look.render(scene(reader, look.address))
            stream.show(look.own(rendered[reader, look]))
        except Exception as error:  # noqa: BLE001  the move is stored, whether or not it can be shown
            _log.error("a table cannot be shown: %s", traceback_summary(error))
            stream.end()
