"""The one thread that writes: everything that waits is committed together."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock, Thread

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from undercut.server.store.faults import unavailable
from undercut.server.store.model import StoreError, Unavailable

LARGEST_GROUP = 60
"""How many writes go into one transaction. PostgreSQL slows down beyond 64 savepoints in one."""


@dataclass(frozen=True, slots=True)
class Write:
    """One write, done completely or not at all.

    Args:
        table: The table that it belongs to.
        run: Does it; returns the number of the log's last event. A `StoreError` that it raises undoes it alone.
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
    that came in while the last one was being committed; each has a savepoint of its own, so that one that is refused
    does not take the others with it. Nobody is told that his write is done before the commit.

    Args:
        engine: For this thread alone.
        committed: Called in the writing thread with table and last event of every write of a transaction, after it.
    """

    def __init__(self, engine: Engine, committed: Callable[[Sequence[tuple[str, int]]], None]) -> None:
        """Start the thread."""
        self._engine = engine
        self._committed = committed
        self._queue = queue.SimpleQueue[_Waiting | None]()
        self._closing = Lock()
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
        with self._closing:
            if self._closed:
                message = "the store is closed"
                raise Unavailable(message)
            self._queue.put(waiting)
        return waiting.done

    def close(self, within: float) -> bool:
        """Write what is queued, and end the thread.

        Args:
            within: How many seconds to wait for it.

        Returns:
            Whether the thread has ended.
        """
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join(within)
        return not self._thread.is_alive()

    def _run(self) -> None:
        more = True
        while more:
            group, more = self._next_group()
            if group:
                self._commit(group)

    def _next_group(self) -> tuple[list[_Waiting], bool]:
        group: list[_Waiting] = []
        waiting = self._queue.get()
        while waiting is not None:
            if waiting.done.set_running_or_notify_cancel():
                group.append(waiting)
            if len(group) == LARGEST_GROUP:
                return group, True
            try:
                waiting = self._queue.get_nowait()
            except queue.Empty:
                return group, True
        return group, False

    def _commit(self, group: list[_Waiting]) -> None:
        # Always in the order of the tables: two processes that lock the same rows in different orders would wait for
        # each other. The writes of one table keep their order.
        group.sort(key=lambda waiting: waiting.write.table)
        try:
            with self._engine.begin() as connection:
                outcomes = [_attempt(connection, waiting.write) for waiting in group]
        except SQLAlchemyError as error:
            # A connection that failed may be in any state; the next group gets a new one.
            self._engine.dispose()
            _fail(group, unavailable(error))
            return
        except Exception as error:  # noqa: BLE001  whatever it was, nobody may wait for ever
            _fail(group, error)
            return
        for waiting, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, StoreError):
                waiting.done.set_exception(outcome)
            else:
                waiting.done.set_result(outcome)
        self._committed(
            [(waiting.write.table, seq) for waiting, seq in zip(group, outcomes, strict=True) if isinstance(seq, int)]
        )


def _attempt(connection: Connection, write: Write) -> int | StoreError:
    try:
        with connection.begin_nested():
            return write.run(connection)
    except StoreError as refused:
        return refused


def _fail(group: Sequence[_Waiting], error: Exception) -> None:
    for waiting in group:
        waiting.done.set_exception(error)
