"""Server-sent event streams: of one reader, without waiting for slow ones, all of one table, and those of the lobby."""

# A table's events have no name; their ``id`` is the event's number, their data a `Happened`. ``event: seats`` carries
# presence and thinking (a list of `SceneSeat`) and is never repeated. Readers that ask for it are sent the whole table
# after each change, in their `StreamFormat`. A stream whose reader falls behind is closed; the reader gets the
# missed events when it reconnects. One that is ahead, because the site was restored from a backup, gets
# ``event: reload`` with an `Ahead`.

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

from undercut.site.base.monitoring import traceback_summary
from undercut.site.rooms.stored_tables import read_lines
from undercut.site.store.database import StoreError
from undercut.site.store.statements import read_lobby
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.listing import LobbyTable
from undercut.table.parts import Reader
from undercut.table.scene import Scene
from undercut.table.showing import KEEP_ALIVE, Span, event_messages, message, retry
from undercut.table.table import Table

_log = logging.getLogger(__name__)

_MOST_WAITING = 200  # messages after which a reader has fallen too far behind
_RETRY = retry(1000)
_PICTURE = b"the picture"  # stands for the whole table in a queue
_SOONEST = 100  # milliseconds
_SHOWN_AFTER = 0.03  # seconds in which changes of the seats are gathered before readers are sent the whole table

ALIVE_SECONDS = 15.0  # seconds of silence after which a stream shows that it is alive


@dataclass(frozen=True, slots=True)
class StreamFormat:
    """The form in which a reader is sent the whole table after each change; equal forms share one rendering."""

    name: str
    address: str  # the base URL in the rendering
    render: Callable[[Scene], bytes] = field(compare=False)  # for all readers with this form
    own: Callable[[bytes], bytes] = field(compare=False, default=bytes)  # makes it one reader's: base URL, token
    span: Span | None = field(compare=False, default=None)  # the lines of the log to show; None: the last ones


def farewell() -> bytes:
    """Return a message that makes the reader reconnect soon, after a random delay."""
    return retry(_SOONEST + secrets.randbelow(_SOONEST * 9))


class Stream:
    __slots__ = ("_closed", "_cut", "_news", "_picture", "_waiting", "form")

    def __init__(self, first: list[bytes], closed: Callable[[Self], None], form: StreamFormat | None = None) -> None:
        self.form = form
        self._picture = b""
        self._closed = (closed,)
        self._waiting = [_RETRY + b"".join(first)]  # a list: thousands of streams are open, and a queue takes kilobytes
        self._news = asyncio.Event()
        self._news.set()
        self._cut = False

    def send(self, data: bytes) -> None:
        if self._cut:
            return
        if len(self._waiting) >= _MOST_WAITING:
            # A reader that does not read at all never sees the end of the stream; the server aborts its connection.
            self.end()
        else:
            self._waiting.append(data)
            self._news.set()

    def show(self, picture: bytes) -> None:
        """Send the whole table after the queued messages, in place of an earlier one that is still queued."""
        if not self._picture:
            self.send(_PICTURE)
        self._picture = picture

    def on_end(self, callback: Callable[[Self], None]) -> None:
        self._closed += (callback,)

    def end(self, last: bytes = b"") -> None:
        if self._cut:
            return
        self._cut = True
        self._waiting = [last] * bool(last)
        self._news.set()

    async def messages(self) -> AsyncGenerator[bytes]:
        try:
            while self._waiting or not self._cut:
                try:
                    async with asyncio.timeout(ALIVE_SECONDS):
                        await self._news.wait()
                except TimeoutError:
                    yield KEEP_ALIVE
                    continue
                self._news.clear()
                if data := self._take():
                    yield data
        finally:
            self.close()

    def close(self) -> None:
        """End the stream: its reader has all of it, or has disconnected."""
        self._cut = True
        closed, self._closed = self._closed, ()
        for callback in closed:
            callback(self)

    def _take(self) -> bytes:
        messages = b"".join(map(self._message, self._waiting))
        self._waiting.clear()
        return messages

    def _message(self, data: bytes) -> bytes:
        if data is not _PICTURE:
            return data
        picture, self._picture = self._picture, b""
        return picture


Showing = Callable[[Reader, StreamFormat], Scene]
"""Makes the scene of a table for a reader."""


class Readers:
    """The streams of one table, and who reads each; ``scenes`` gives None while nothing may be shown."""

    def __init__(self, scenes: Callable[[], Showing | None]) -> None:
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
        return len({self._guests.get(stream) for stream, seat in self._streams.items() if seat is None})

    @property
    def guests(self) -> set[str]:
        return set(self._guests.values())

    def join(self, stream: Stream, guest: str, reader: Reader) -> None:
        self._streams[stream] = reader
        self._guests[stream] = guest

    def leave(self, stream: Stream) -> Reader:
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
        self._show({stream: self._streams.get(stream)})

    def _show(self, streams: Mapping[Stream, Reader]) -> None:
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


_EVERY = 1.0  # seconds between two lists that a stream sends, and for which a long list is kept
_LONG = 50  # number of tables from which on the list is not read again for each reader


class Lobby:
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
            lines = read_lines(await self._store.ask(read_lobby))
            if changes != self._stage_changes or len(lines) < _LONG:
                return lines
            self._known, self._read = lines, began
        return self._known

    async def listen(self) -> Stream:
        stream = Stream([message(await self.lines(), name="lobby")], self._streams.discard)
        self._streams.add(stream)
        if self._thinkers.stopping:
            stream.end(farewell())
        return stream

    def note_change(self, *, new_stage: bool) -> None:
        self._changed.set()
        if new_stage:
            self._stage_changes += 1
            self._known = None

    async def send_changes(self) -> None:
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
        for stream in tuple(self._streams):
            stream.end(farewell())
