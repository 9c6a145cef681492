"""The one thread that writes: everything that waits is committed together."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from undercut.server.store.faults import unavailable
from undercut.server.store.model import StoreError, Unavailable

Change = tuple[str, int]
"""A table's id, and the number of the last event in its log."""

LARGEST_GROUP = 60
"""How many writes go into one transaction, so that the first of them does not wait long for the last."""


CLOSED = "the store is closed"
"""The reason that all calls get after the store was closed."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Write:
    """One write, done completely or not at all.

    Args:
        table: The table that it belongs to.
        run: Does it; returns the number of the log's last event. It raises a `StoreError` only before it changes
            anything, for the other writes of the transaction go on.
    """

    table: str
    run: Callable[[Connection], int]


@dataclass(frozen=True, slots=True)
class _Waiting:
    write: Write
    done: Future[int] = field(default_factory=Future[int])


class Writer:
    """A thread with a queue of writes.

    A commit costs a wait for the disk, whether it holds one write or sixty. So each transaction takes all the writes
    that came in while the last one was being committed. One that is refused does not take the others with it, for it is
    refused before it changes anything; in the rare case that the database itself objects to one, all are done again,
    each alone. (A savepoint for each does the same and was measured to take half as long again.) Nobody is told that
    his write is done before the commit.

    Args:
        engine: For this thread alone.
        announce: Called in every transaction, before its commit, with table and last event of each of its writes.
        committed: Called with the same after the commit. Both run in the writing thread.
    """

    def __init__(
        self,
        engine: Engine,
        announce: Callable[[Connection, Sequence[Change]], None],
        committed: Callable[[Sequence[Change]], None],
    ) -> None:
        """Start the thread."""
        self._engine = engine
        self._announce = announce
        self._committed = committed
        self._queue = deque[_Waiting]()
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write) -> Future[int]:
        """Queue a write.

        Args:
            write: What to do.

        Returns:
            Resolved after the commit; fails with a `StoreError`.

        Raises:
            Unavailable: The store is closed.
        """
        waiting = _Waiting(write)
        with self._changed:
            if self._closed:
                raise Unavailable(CLOSED)
            self._queue.append(waiting)
            self._changed.notify()
        return waiting.done

    def close(self, within: float) -> None:
        """Write what is queued, and end the thread. What cannot be written in time fails; nobody waits for ever.

        Args:
            within: How many seconds it may take. A thread that is stuck in the database ends when the database's own
                time limits do.
        """
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(within)
        if self._thread.is_alive():
            _log.warning("the store is closed before the database has written all that was queued")
            with self._changed:
                late = list(self._queue)
                self._queue.clear()
            _fail([waiting for waiting in late if waiting.done.set_running_or_notify_cancel()], Unavailable(CLOSED))

    def _run(self) -> None:
        while group := self._next_group():
            # Whoever gave up waiting before his turn is left out.
            wanted = [waiting for waiting in group if waiting.done.set_running_or_notify_cancel()]
            if wanted:
                self._commit(wanted)

    def _next_group(self) -> list[_Waiting]:
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closed)
            return [self._queue.popleft() for _ in range(min(len(self._queue), LARGEST_GROUP))]

    def _commit(self, group: list[_Waiting], *, tries: int = 2) -> None:
        # Always in the order of the tables: two processes that lock the same rows in different orders would wait for
        # each other. The writes of one table keep their order.
        group.sort(key=lambda waiting: waiting.write.table)
        try:
            outcomes = self._together(group)
        except IntegrityError as error:
            # Another process was quicker by a hair. Done again, and alone, the write in question sees that and says so.
            for waiting in group:
                if tries > 0:
                    self._commit([waiting], tries=tries - 1)
                else:
                    waiting.done.set_exception(error)
        except SQLAlchemyError as error:
            # A connection that failed may be in any state; the next group gets a new one.
            self._engine.dispose()
            _fail(group, unavailable(error))
        except Exception as error:  # noqa: BLE001  whatever it was, nobody may wait for ever
            _fail(group, error)
        else:
            self._acknowledge(group, outcomes)

    def _together(self, group: Sequence[_Waiting]) -> list[int | StoreError]:
        with self._engine.begin() as connection:
            outcomes = [_attempt(connection, waiting.write) for waiting in group]
            self._announce(connection, _changes(group, outcomes))
        return outcomes

    def _acknowledge(self, group: Sequence[_Waiting], outcomes: Sequence[int | StoreError]) -> None:
        for waiting, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, StoreError):
                waiting.done.set_exception(outcome)
            else:
                waiting.done.set_result(outcome)
        self._committed(_changes(group, outcomes))


def _attempt(connection: Connection, write: Write) -> int | StoreError:
    try:
        return write.run(connection)
    except StoreError as refused:
        return refused


def _changes(group: Sequence[_Waiting], outcomes: Sequence[int | StoreError]) -> list[Change]:
    return [(waiting.write.table, seq) for waiting, seq in zip(group, outcomes, strict=True) if isinstance(seq, int)]


def _fail(group: Sequence[_Waiting], error: Exception) -> None:
    for waiting in group:
        waiting.done.set_exception(error)
