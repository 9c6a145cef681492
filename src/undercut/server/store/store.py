"""The store as the site sees it: every call is awaited, none of them holds the event loop up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import URL, Connection, event, func, select
from sqlalchemy.exc import SQLAlchemyError

from undercut.server.store import statements
from undercut.server.store.engines import READERS, Engines, database_url, is_postgresql, make_engines
from undercut.server.store.faults import cannot_open, unavailable
from undercut.server.store.listen import NOTICES, Listener, notify
from undercut.server.store.migrate import migrate
from undercut.server.store.model import NewTable, Status, Stored, Summary, Unavailable, Unknown, is_id
from undercut.server.store.writer import CLOSED, Change, Write, Writer

Heard = Callable[[str, int], None]
"""Called with a table's id and the number of the last event in its log."""

_Read = TypeVar("_Read")

_UNFINISHED = (Status.OPEN, Status.PLAYING)


class Store:
    """The logs of all tables, in one database; made by `open`.

    Every method may raise `Unavailable`; then it has done nothing, and works again as soon as the database does.

    Example:
        >>> import asyncio, tempfile
        >>> async def play(folder: str) -> list[bytes]:
        ...     async with await Store.open(f"sqlite:///{folder}/tables.db") as store:
        ...         await store.create(NewTable("t1", "cuttle", listed=True, created=0.0), [b"opened"])
        ...         await store.append("t1", 2, [b"dealt", b"moved"])
        ...         return [event.data for event in await store.events("t1", after=1)]
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     asyncio.run(play(folder))
        [b'dealt', b'moved']
    """

    def __init__(self, url: URL, engines: Engines) -> None:
        """Start the threads; only `open` does this."""
        self._engines = engines
        self._loop = asyncio.get_running_loop()
        self._hearers: list[Heard] = []
        self._noticed: list[Callable[[str], None]] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._listener: Listener | None = None
        announce = _nothing
        if is_postgresql(url):
            self._listener = Listener(url, self._tell, self._changed, self._tell_notice)
            event.listen(engines.writer, "connect", self._listener.ignore)
            announce = notify
        self._writer = Writer(engines.writer, announce, self._committed)

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open a database, make it if it is a file that is not there, and bring its tables up to date.

        Args:
            url: ``sqlite:///path`` or ``postgresql://user:password@host:port/name``.

        Raises:
            UndercutError: The address is none, or the database belongs to a newer Undercut.
            Unavailable: The database cannot be opened.
        """
        address = database_url(url)
        engines = make_engines(address)
        try:
            await asyncio.to_thread(migrate, engines.writer)
        except BaseException as error:
            if isinstance(error, SQLAlchemyError | OSError):
                raise cannot_open(error) from error
            raise
        finally:
            engines.dispose()
        store = cls(address, engines)
        if store._listener is not None:
            await store._listener.start()
        return store

    async def close(self, within: float = 5.0) -> None:
        """Write all that is queued, then end all threads and connections; a second time does nothing.

        Args:
            within: How many seconds the database may take, first for what is to be written, then for what is being
                read. Writes that still wait then get `Unavailable`.
        """
        if self._listener is not None:
            await self._listener.stop(within)
        await asyncio.to_thread(self._writer.close, within)
        await asyncio.wait([asyncio.create_task(asyncio.to_thread(self._readers.shutdown))], timeout=within)
        self._hearers.clear()
        self._engines.dispose()

    async def __aenter__(self) -> Self:
        """Use the store."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        await self.close()

    async def create(
        self,
        table: NewTable,
        events: Sequence[bytes],
        *,
        summary: Summary | None = None,
        holders: Mapping[int, str | None] | None = None,
    ) -> None:
        """Add a table, with the first events of its log, in one transaction.

        Args:
            table: The table.
            events: Get the numbers 1, 2, …
            summary: What the lobby is to show of it.
            holders: The guest of each seat that somebody holds already.

        Raises:
            Stale: There is a table of this id already.
        """

        def run(connection: Connection) -> int:
            now = time.time()
            statements.create_table(connection, table, now)
            return _add(connection, table.id, 1, events, summary, holders)

        await self._write(table.id, run)

    async def append(
        self,
        table: str,
        seq: int,
        events: Sequence[bytes],
        *,
        summary: Summary | None = None,
        holders: Mapping[int, str | None] | None = None,
    ) -> None:
        """Add events to the end of a log, and what changes with them, in one transaction; return after its commit.

        Args:
            table: The table's id.
            seq: The number of the first of them; the others follow.
            events: The events, at least one.
            summary: What the lobby is to show of the table from now on; as before if None.
            holders: Seats that change hands: the guest who alone holds a seat from now on, or None for nobody.

        Raises:
            Stale: The log does not end just before ``seq``: somebody else has written.
            Unknown: There is no such table.
        """
        await self._write(table, lambda connection: _add(connection, table, seq, events, summary, holders))

    async def events(self, table: str, after: int = 0) -> list[Stored]:
        """Read a log, or the end of it.

        Args:
            table: The table's id.
            after: Events up to this number are left out.

        Raises:
            Unknown: There is no such table.
        """
        return await self._read_table(table, lambda connection: statements.read_log(connection, table, after))

    async def summarise(self, table: str, summary: Summary) -> None:
        """Replace what the lobby shows of a table.

        Args:
            table: The table's id.
            summary: The summary.

        Raises:
            Unknown: There is no such table.
        """

        def run(connection: Connection) -> int:
            statements.write_summary(connection, table, summary, time.time())
            return statements.known(connection, table)

        await self._write(table, run)

    async def lobby(self, statuses: Collection[Status] = _UNFINISHED, limit: int = 100) -> list[Summary]:
        """Read the summaries of listed tables, the last changed first.

        Args:
            statuses: How far the tables may be.
            limit: How many at most.
        """
        return await self._read(lambda connection: statements.read_lobby(connection, statuses, limit))

    async def held(self, guest: str, statuses: Collection[Status] = _UNFINISHED, limit: int = 100) -> list[Summary]:
        """Read the summaries of the tables at which a guest holds a seat, the last changed first.

        Args:
            guest: The guest.
            statuses: How far the tables may be.
            limit: How many at most.
        """
        return await self._read(lambda connection: statements.read_held(connection, guest, statuses, limit))

    async def hold(self, table: str, seat: int, guest: str) -> None:
        """Let one more guest act for a seat; nothing happens if he may already.

        Args:
            table: The table's id.
            seat: The seat.
            guest: The guest.

        Raises:
            Unknown: There is no such table.
        """

        def run(connection: Connection) -> int:
            last = statements.known(connection, table)
            statements.add_holder(connection, table, seat, guest)
            return last

        await self._write(table, run)

    async def holders(self, table: str) -> dict[int, set[str]]:
        """Read which guests may act for which seat; seats that nobody holds are left out.

        Args:
            table: The table's id.

        Raises:
            Unknown: There is no such table.
        """
        return await self._read_table(table, lambda connection: statements.read_holders(connection, table))

    async def unfinished(self) -> list[str]:
        """Read the ids of the tables to wake after a restart: those where a game is going on."""
        return await self._read(statements.read_unfinished)

    def subscribe(self, heard: Heard) -> Callable[[], None]:
        """Be told of every change of a table, by whomever.

        Args:
            heard: Called in the event loop, after the commit, with the table's id and the number of the last event in
                its log. It may be called more than once for one change, and before the `append` that made it returns.

        Returns:
            Ends the subscription.
        """
        self._hearers.append(heard)

        def unsubscribe() -> None:
            if heard in self._hearers:
                self._hearers.remove(heard)

        return unsubscribe

    @property
    def shared(self) -> bool:
        """Whether other processes may use the same database, and hear of what this one does."""
        return self._listener is not None

    async def notice(self, text: str) -> None:
        """Tell all processes something that no log holds; nothing happens if the database is not shared.

        Args:
            text: Below 8,000 bytes.
        """
        if self.shared:
            await self._read(lambda connection: connection.execute(select(func.pg_notify(NOTICES, text))).close())

    def listen_for_notices(self, noticed: Callable[[str], None]) -> None:
        """Be told what any process tells the others, this one too.

        Args:
            noticed: Called in the event loop with the text.
        """
        self._noticed.append(noticed)

    async def _write(self, table: str, run: Callable[[Connection], int]) -> None:
        if not is_id(table):
            raise Unknown(table)
        await asyncio.wrap_future(self._writer.submit(Write(table, run)))

    async def _read_table(self, table: str, read: Callable[[Connection], _Read]) -> _Read:
        # What cannot be an id is not even asked for: a database refuses some texts.
        if not is_id(table):
            raise Unknown(table)
        return await self._read(read)

    async def _read(self, read: Callable[[Connection], _Read]) -> _Read:
        def run() -> _Read:
            try:
                with self._engines.reader.begin() as connection:
                    return read(connection)
            except SQLAlchemyError as error:
                raise unavailable(error) from error

        try:
            job = self._readers.submit(run)
        except RuntimeError:  # the pool has been shut down
            raise Unavailable(CLOSED) from None
        return await asyncio.wrap_future(job)

    def _committed(self, changed: Sequence[Change]) -> None:
        self._loop.call_soon_threadsafe(self._tell, changed)

    async def _changed(self, since: float) -> Sequence[Change]:
        return await self._read(lambda connection: statements.read_changed(connection, since))

    def _tell_notice(self, text: str) -> None:
        for noticed in self._noticed:
            noticed(text)

    def _tell(self, changed: Sequence[Change]) -> None:
        for table, last in changed:
            for heard in tuple(self._hearers):
                heard(table, last)


def _nothing(_connection: Connection, _changes: Sequence[Change]) -> None:
    """Tell no other process: an SQLite file belongs to one."""


def _add(
    connection: Connection,
    table: str,
    seq: int,
    new: Sequence[bytes],
    summary: Summary | None,
    seats: Mapping[int, str | None] | None,
) -> int:
    now = time.time()
    last = statements.add_events(connection, table, seq, new, now, summary)
    if seats:
        statements.replace_holders(connection, table, seats)
    return last
