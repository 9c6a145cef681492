"""The lobby: public tables as lines of a list, from what is stored."""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from undercut.site.rooms.streams import Stream, farewell
from undercut.site.store.model import Status, StoreError, Summary
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.listing import LobbyTable
from undercut.table.showing import message

_EVERY = 1.0  # seconds between two lists that a stream sends, and for which a long list is kept
_LONG = 50  # number of tables from which on the list is not read again for each reader

_log = logging.getLogger(__name__)


class Lobby:
    """The list of public tables, and the streams that carry it to readers."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._store = store
        self._thinkers = thinkers
        self._streams: set[Stream] = set()
        self._changed = asyncio.Event()
        self._shown: list[LobbyTable] = []
        self._known: list[LobbyTable] | None = None  # a long list, kept for a moment for all readers
        self._read = 0.0
        self._stage_changes = 0

    def __len__(self) -> int:
        return len(self._streams)

    async def lines(self) -> list[LobbyTable]:
        """List the public tables, open ones first, then by last change; counts of moves may be a second old."""
        if self._known is None or time.monotonic() - self._read > _EVERY:
            began, changes = time.monotonic(), self._stage_changes
            lines = read_lines(await self._store.lobby())
            if changes != self._stage_changes or len(lines) < _LONG:
                return lines
            self._known, self._read = lines, began
        return self._known

    async def listen(self) -> Stream:
        """Open a stream, which sends the whole list on each change."""
        stream = Stream([message(await self.lines(), name="lobby")], self._streams.discard)
        self._streams.add(stream)
        if self._thinkers.stopping:
            stream.end(farewell())
        return stream

    def note_change(self, *, new_stage: bool) -> None:
        """Handle a change of a table; a new stage is listed at once."""
        self._changed.set()
        if new_stage:
            self._stage_changes += 1
            self._known = None

    async def send_changes(self) -> None:
        """Send the list to all streams after changes, for as long as the site runs."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(_EVERY)
            self._changed.clear()
            if not self._streams:
                continue
            with suppress(StoreError):
                lines = await self.lines()
                if lines != self._shown:
                    self._shown = lines
                    data = message(lines, name="lobby")
                    for stream in tuple(self._streams):
                        stream.send(data)

    def drain(self) -> None:
        """Tell all readers to reconnect."""
        for stream in tuple(self._streams):
            stream.end(farewell())


def read_lines(summaries: Sequence[Summary]) -> list[LobbyTable]:
    """Decode stored summaries for a list of tables, leaving out damaged ones."""
    lines: list[LobbyTable] = []
    for summary in summaries:
        try:
            lines.append(msgspec.json.decode(summary.data, type=LobbyTable))
        except msgspec.MsgspecError:
            _log.warning("the summary of table %s cannot be read", summary.table[:6])
    order = {Status.OPEN: 0, Status.PLAYING: 1, Status.OVER: 2}
    return sorted(lines, key=lambda line: (order[Status(line.status)], -line.updated))
