"""The streams of a room: who reads each of them, and what they are sent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping

from undercut.site.operations.logs import traceback_summary
from undercut.site.rooms.streams import Happened, Look, Stream, farewell, message
from undercut.site.store import StoreError
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


_SHOWN_AFTER = 0.03
"""Seconds in which changes of the seats are gathered before readers are sent the whole table."""


class Readers:
    """The open streams of one table."""

    def __init__(self, scenes: Callable[[], Callable[[Reader, Look], Scene] | None]) -> None:
        self._scenes = scenes
        self._streams: dict[Stream, Reader] = {}
        self._guests: dict[Stream, str] = {}
        self._showing: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._streams)

    @property
    def seats(self) -> frozenset[int]:
        """The seats that have a stream."""
        return frozenset(seat for seat in self._streams.values() if seat is not None)

    @property
    def guests(self) -> set[str]:
        """The guests who have a stream."""
        return set(self._guests.values())

    def join(self, stream: Stream, guest: str, reader: Reader) -> None:
        """Add a stream."""
        self._streams[stream] = reader
        self._guests[stream] = guest

    def leave(self, stream: Stream) -> Reader:
        """Remove a stream, and return its reader."""
        self._guests.pop(stream, None)
        return self._streams.pop(stream, None)

    async def look_up(self, seat_of: Callable[[str], Awaitable[Reader]]) -> bool:
        """Look up the seats of all guests again, and return whether one has changed."""
        before = dict(self._streams)
        for stream, guest in tuple(self._guests.items()):
            try:
                reader = await seat_of(guest)
            except StoreError:
                stream.end()  # the seat is looked up again when the guest reconnects
                continue
            if stream in self._streams:
                self._streams[stream] = reader
        return self._streams != before

    def send(self, data: bytes) -> None:
        """Send the same message to everyone."""
        for stream in tuple(self._streams):
            stream.send(data)

    def tell(self, table: Table, after: int, muted: Callable[[Reader], frozenset[int]]) -> None:
        """Send the events after a version, as far as each reader may know them."""
        for reader in set(self._streams.values()):
            data = tell_events(table, table.lines[after:], reader, muted(reader))
            for stream, other in tuple(self._streams.items()):
                if other == reader:
                    stream.send(data)

    def show_soon(self) -> None:
        """Send the whole table in a moment to all readers that asked for it."""
        if self._showing is None and any(stream.look for stream in self._streams):
            self._showing = asyncio.get_running_loop().call_later(_SHOWN_AFTER, self.show_all)

    def show_all(self) -> None:
        """Send the whole table to all readers that asked for it."""
        if self._showing:
            self._showing.cancel()
            self._showing = None
        self._show(self._streams)

    def show(self, stream: Stream) -> None:
        """Send the whole table to one reader, if it asked for it."""
        self._show({stream: self._streams.get(stream)})

    def _show(self, streams: Mapping[Stream, Reader]) -> None:
        scene = self._scenes()
        if scene:
            show_table(streams, scene)

    def close(self) -> None:
        """End all streams."""
        if self._showing:
            self._showing.cancel()
        for stream in tuple(self._streams):
            stream.end(farewell())
