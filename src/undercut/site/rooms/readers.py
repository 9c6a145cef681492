"""The readers of one table: each is sent what they may know."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from undercut.site.base.logs import traceback_summary
from undercut.site.rooms.streams import Stream, StreamFormat, farewell
from undercut.site.store.model import StoreError
from undercut.table.parts import Reader
from undercut.table.scene import Scene
from undercut.table.showing import event_messages
from undercut.table.table import Table

_log = logging.getLogger(__name__)

_SHOWN_AFTER = 0.03  # seconds in which changes of the seats are gathered before readers are sent the whole table


class Readers:
    """The streams of one table, and who reads each."""

    def __init__(self, scenes: Callable[[], Callable[[Reader, StreamFormat], Scene] | None]) -> None:
        self._scenes = scenes
        self._streams: dict[Stream, Reader] = {}
        self._guests: dict[Stream, str] = {}
        self._showing: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._streams)

    @property
    def seats(self) -> frozenset[int]:
        return frozenset(seat for seat in self._streams.values() if seat is not None)

    @property
    def watchers(self) -> int:
        """Number of guests without a seat who have a stream."""
        return len({self._guests.get(stream) for stream, seat in self._streams.items() if seat is None})

    @property
    def guests(self) -> set[str]:
        return set(self._guests.values())

    def join(self, stream: Stream, guest: str, reader: Reader) -> None:
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
        for stream in tuple(self._streams):
            stream.send(data)

    def tell(self, table: Table, after: int, muted: Callable[[Reader], frozenset[int]]) -> None:
        """Send the events after a version, as far as each reader may know them."""
        for reader in set(self._streams.values()):
            data = event_messages(table, table.lines[after:], reader, muted(reader))
            for stream, other in tuple(self._streams.items()):
                if other == reader:
                    stream.send(data)

    def show_soon(self) -> None:
        """Send the whole table in a moment to all readers that asked for it."""
        if self._showing is None and any(stream.form for stream in self._streams):
            self._showing = asyncio.get_running_loop().call_later(_SHOWN_AFTER, self.show_all)

    def show_all(self) -> None:
        if self._showing:
            self._showing.cancel()
            self._showing = None
        self._show(self._streams)

    def show(self, stream: Stream) -> None:
        """Send the whole table to one reader, if it asked for it."""
        self._show({stream: self._streams.get(stream)})

    def _show(self, streams: Mapping[Stream, Reader]) -> None:
        """Send the whole table to each stream with a `StreamFormat`, rendered once for each kind of reader."""
        scene, rendered = self._scenes(), dict[tuple[Reader, StreamFormat], bytes]()
        for stream, reader in tuple(streams.items()):
            form = stream.form
            if scene is None or form is None:
                continue
            try:
                if (reader, form) not in rendered:
                    rendered[reader, form] = form.render(scene(reader, form))
                stream.show(form.own(rendered[reader, form]))
            except Exception as error:  # noqa: BLE001  the move is stored, whether or not it can be shown
                _log.error("a table cannot be shown: %s", traceback_summary(error))
                stream.end()

    def close(self) -> None:
        if self._showing:
            self._showing.cancel()
        for stream in tuple(self._streams):
            stream.end(farewell())
