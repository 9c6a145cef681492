"""The asynchronous interface of the store; no call blocks the event loop."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import URL, Connection, event, func, select
from sqlalchemy.exc import SQLAlchemyError

from undercut.site.base.settings import Quota
from undercut.site.store import database, statements
from undercut.site.store.database import Creation, Stale, Summary, Unavailable, Unknown, is_id
from undercut.site.store.migrations import migrate
from undercut.site.store.notices import NOTICES, Listener, notify
from undercut.site.store.writer import CLOSED, Change, Write, Writer
from undercut.table.replay import StoredEvent

Create = Callable[[Connection, Creation], str]  # stores a table, or finds the one that it would repeat
OnChange = Callable[[str, int], None]  # called with a table's id and the number of the last event in its log

_Read = TypeVar("_Read")
_Given = ParamSpec("_Given")


class Store:
    """The logs of all tables in one database; any method may raise `Unavailable`, and can be called again later."""

    def __init__(self, url: URL, engines: database.Engines) -> None:
        self._engines = engines
        self._loop = asyncio.get_running_loop()
        self._subscribers: list[OnChange] = []
        self.on_notice: Callable[[str], None] = lambda _text: None  # called with what any process sends by `notice`
        self._readers = ThreadPoolExecutor(database.READERS, thread_name_prefix="store-reader")
        self._listener: Listener | None = None
        if database.is_postgresql(url):
            self._listener = Listener(url, self.announce, self._changed, lambda text: self.on_notice(text))  # noqa: PLW0108  set later
            event.listen(engines.writer, "connect", self._listener.ignore)
        self.writer = Writer(engines.writer, self._committed, notify if self._listener else None)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a database and migrate it; a missing SQLite file is created."""
        address = database.database_url(url)
        engines = database.make_engines(address)
        try:
            await asyncio.to_thread(migrate, engines.writer)
        except (SQLAlchemyError, OSError) as error:
            raise database.cannot_open(error) from error
        finally:
            engines.dispose()
        store = cls(address, engines)
        if store._listener is not None:
            await store._listener.start()
        return store

    async def close(self, within: float = 5.0) -> bool:
        """Finish queued writes, and end all threads and connections; return whether nothing can be written any more."""
        if self._listener is not None:
            await asyncio.wait([asyncio.create_task(self._listener.stop())], timeout=within)
        settled = await asyncio.to_thread(self.writer.close, within)
        await asyncio.wait([asyncio.create_task(asyncio.to_thread(self._readers.shutdown))], timeout=within)
        self._subscribers.clear()
        self._engines.dispose()
        return settled

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def create(self, *new: Creation, quota: Quota | None = None) -> None:
        """Store new tables, all or none."""

        def run(connection: Connection) -> int:
            for creation in new:
                statements.check_new(connection, creation, quota)
            last, *_ = [statements.create_table(connection, creation) for creation in new]
            return last

        await self.change(new[0].table, run)

    async def append(
        self,
        table: str,
        seq: int,
        events: Sequence[bytes],
        *,
        summary: Summary | None = None,
        holders: Mapping[int, str | None] | None = None,
        creates: Creation | None = None,
        quota: Quota | None = None,
    ) -> None:
        """Append events to a log, with related changes, in one transaction; `Stale` if another writer was first."""

        def run(connection: Connection) -> int:
            if creates:
                statements.check_new(connection, creates, quota, follows=table)
            last = statements.add_events(connection, table, seq, events, time.time(), summary)
            if holders:
                statements.replace_holders(connection, table, holders)
            if creates:
                statements.create_table(connection, creates, follows=table)
            return last

        def stored(connection: Connection) -> int | None:
            return statements.find_events(connection, table, seq, events)

        write = Write(_checked(table), run, stored if events else None)
        await asyncio.wrap_future(self.writer.submit(write))

    async def events(self, table: str, after: int = 0) -> list[StoredEvent]:
        return await self.ask(statements.read_log, _checked(table), after)

    async def hold(self, table: str, seat: int, guest: str, version: int | None = None) -> None:

        def run(connection: Connection) -> int:
            last = statements.known(connection, table, lock=True)
            if version not in (None, last):
                raise Stale(table, (version or 0) + 1, last)
            statements.add_holder(connection, table, seat, guest)
            return last

        await self.change(_checked(table), run)

    async def holders(self, table: str) -> dict[int, set[str]]:
        return await self.ask(statements.read_holders, _checked(table))

    def subscribe(self, on_change: OnChange) -> None:
        self._subscribers.append(on_change)

    @property
    def shared(self) -> bool:
        """Whether several processes can share the database and are notified of each other's changes."""
        return self._listener is not None

    async def ask(
        self, read: Callable[Concatenate[Connection, _Given], _Read], *args: _Given.args, **kwargs: _Given.kwargs
    ) -> _Read:
        def run() -> _Read:
            try:
                with self._engines.reader.begin() as connection:
                    return read(connection, *args, **kwargs)
            except SQLAlchemyError as error:
                raise database.unavailable(error) from error

        try:
            job = self._readers.submit(run)
        except RuntimeError:  # the pool has been shut down
            raise Unavailable(CLOSED) from None
        return await asyncio.wrap_future(job)

    async def change(
        self,
        table: str,
        run: Callable[Concatenate[Connection, _Given], int | None],
        *args: _Given.args,
        **kwargs: _Given.kwargs,
    ) -> None:
        write = Write(table, lambda connection: run(connection, *args, **kwargs))
        await asyncio.wrap_future(self.writer.submit(write))

    async def make(
        self, write: Callable[Concatenate[Connection, _Given], _Read], *args: _Given.args, **kwargs: _Given.kwargs
    ) -> _Read:
        """Run a write outside the logs with these arguments; return its result, of the last try if it met another."""
        made = list[_Read]()
        await self.change("", lambda connection: made.append(write(connection, *args, **kwargs)))
        return made[-1]

    async def notice(self, text: str) -> None:
        """Send a message outside the logs to all processes; does nothing if the database is not shared."""
        if self.shared:
            await self.ask(lambda connection: connection.execute(select(func.pg_notify(NOTICES, text))).close())

    def _committed(self, changed: Sequence[Change]) -> None:
        with suppress(RuntimeError):  # the site has stopped while the disk was slow
            self._loop.call_soon_threadsafe(self.announce, changed)

    async def _changed(self, since: float) -> Sequence[Change]:
        return await self.ask(statements.read_changed, since)

    def announce(self, changed: Sequence[Change]) -> None:
        """Notify the subscribers of changes, also of those that another program has made."""
        for table, last in changed:
            for on_change in self._subscribers:
                self._loop.call_soon(on_change, table, last)  # so that the error of one keeps nothing from others


def _checked(table: str) -> str:
    """Check the form of a table's id: databases reject some texts."""
    if not is_id(table):
        raise Unknown(table)
    return table
