"""The single writer thread, which commits queued writes in groups."""

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from undercut.site.base.monitoring import COMMIT_FAULTS, COMMIT_TIMES
from undercut.site.store.database import Stale, StoreError, Unavailable, unavailable

Change = tuple[str, int]  # a table's id, and the number of the last event in its log
LARGEST_GROUP = 60  # maximum number of writes per transaction, which bounds the latency of the first
_KEPT = 0.2  # seconds without a write after which the connection is returned to its pool
CLOSED = "the store is closed"  # the reason given for calls after the store was closed

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Write:
    # `run` returns the number of the log's last event, or None if there is no need to notify anyone. It may raise a
    # `StoreError` only before it changes anything, because the other writes of the transaction continue. `stored` is
    # called when the connection broke during the commit: it returns that number if the write is in the log, else None.

    table: str
    run: Callable[[Connection], int | None]
    stored: Callable[[Connection], int | None] | None = None


@dataclass(frozen=True, slots=True)
class _Waiting:
    write: Write
    done: Future[int | None] = field(default_factory=Future[int | None])


class Writer:
    """A thread with a queue of writes; each is acknowledged only after its commit."""

    # A commit waits for the disk, whether it holds one write or sixty, so each transaction takes all writes that
    # arrived during the previous commit. A refused write changes nothing, and does not affect the others.
    # After a violated constraint all are retried separately; savepoints took 1.5 times as long.

    def __init__(
        self,
        engine: Engine,
        committed: Callable[[Sequence[Change]], None],
        announce: Callable[[Connection, Sequence[Change]], None] | None = None,  # to other processes
    ) -> None:
        self._engine = engine
        self._announce = announce
        self._committed = committed
        self._queue = deque[_Waiting]()
        self._changed = Condition()
        self._closed = False
        self._connection: Connection | None = None
        self._committing = False
        self.faults = 0
        self.fault = ""
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def submit(self, write: Write) -> Future[int | None]:
        """Queue a write; the future resolves after the commit, or fails with a `StoreError`."""
        waiting = _Waiting(write)
        with self._changed:
            if self._closed:
                raise Unavailable(CLOSED)
            self._queue.append(waiting)
            self._changed.notify()
        return waiting.done

    def close(self, within: float) -> bool:
        """End the thread, and return whether it has ended; writes that do not finish in time fail."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(within)
        if self._thread.is_alive():
            _log.warning("the store was closed before all queued writes were done")
            with self._changed:
                late = list(self._queue)
                self._queue.clear()
            _fail([waiting for waiting in late if waiting.done.set_running_or_notify_cancel()], Unavailable(CLOSED))
            return False
        return True

    def _run(self) -> None:
        while group := self._next_group():
            # Skip writes whose callers have given up waiting.
            wanted = [waiting for waiting in group if waiting.done.set_running_or_notify_cancel()]
            if wanted:
                self._commit(wanted)
        self._release()

    def _next_group(self) -> list[_Waiting]:
        with self._changed:
            if self._connection and not self._changed.wait_for(lambda: self._queue or self._closed, _KEPT):
                self._release()
            self._changed.wait_for(lambda: self._queue or self._closed)
            return [self._queue.popleft() for _ in range(min(len(self._queue), LARGEST_GROUP))]

    def _commit(self, group: list[_Waiting], *, tries: int = 2) -> None:
        # Sort by table: processes that lock the same rows in different orders would deadlock. The sort is stable, so
        # the writes of one table keep their order.
        group.sort(key=lambda waiting: waiting.write.table)
        try:
            outcomes = self._transact_surely(group)
        except (IntegrityError, DataError) as error:
            # Another process was faster: retried alone, the conflicting write detects that and is refused. Or the
            # database never accepts the values of one write; the others must not fail with it.
            for waiting in group:
                if tries > 0:
                    self._commit([waiting], tries=tries - 1)
                else:
                    waiting.done.set_exception(error)
        except SQLAlchemyError as error:
            COMMIT_FAULTS.inc()
            failed = unavailable(error)
            self.faults, self.fault = self.faults + 1, failed.reason
            # A failed connection may be in any state; use a new one for the next group.
            self._release()
            self._engine.dispose()
            _fail(group, failed)
        except Exception as error:  # noqa: BLE001  no caller may wait for ever
            _fail(group, error)
        else:
            self._acknowledge(group, outcomes)

    def _transact_surely(self, group: Sequence[_Waiting]) -> list[int | StoreError | None]:
        # Checking a connection out tests whether it is alive. One that was in use a moment ago is not tested; if it
        # turns out to be dead before the commit, nothing has happened, and another does the same work. If it dies
        # during the commit, the work may be stored: then it is refused as stale when repeated, and found in the log.
        kept = self._connection is not None
        try:
            return self._transact(group)
        except DBAPIError as error:
            unsure = self._committing
            if not error.connection_invalidated or not (all(one.write.stored for one in group) if unsure else kept):
                raise
            self._release()
            outcomes = self._transact(group)
            return [self._outcome_in_log(*each) for each in zip(group, outcomes, strict=True)] if unsure else outcomes

    def _outcome_in_log(self, waiting: _Waiting, outcome: int | StoreError | None) -> int | StoreError | None:
        """Return the outcome of a write that was repeated because the answer to its commit was lost."""
        stored = waiting.write.stored
        if not isinstance(outcome, Stale) or stored is None or self._connection is None:
            return outcome
        with self._connection.begin():
            found = stored(self._connection)
        return outcome if found is None else found

    def _transact(self, group: Sequence[_Waiting]) -> list[int | StoreError | None]:
        began = time.perf_counter()
        self._committing = False
        connection = self._connection = self._connection or self._engine.connect()
        with connection.begin():
            outcomes = [_attempt(connection, waiting.write) for waiting in group]
            if self._announce:
                self._announce(connection, _changes(group, outcomes))
            self._committing = True
        COMMIT_TIMES.observe(time.perf_counter() - began)
        return outcomes

    def _release(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _acknowledge(self, group: Sequence[_Waiting], outcomes: Sequence[int | StoreError | None]) -> None:
        # Subscribers are notified first, so that the caller finds nothing out of date.
        self._committed(_changes(group, outcomes))
        for waiting, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, StoreError):
                waiting.done.set_exception(outcome)
            else:
                waiting.done.set_result(outcome)


def _attempt(connection: Connection, write: Write) -> int | StoreError | None:
    try:
        return write.run(connection)
    except StoreError as refused:
        return refused


def _changes(group: Sequence[_Waiting], outcomes: Sequence[int | StoreError | None]) -> list[Change]:
    return [(waiting.write.table, seq) for waiting, seq in zip(group, outcomes, strict=True) if isinstance(seq, int)]


def _fail(group: Sequence[_Waiting], error: Exception) -> None:
    for waiting in group:
        waiting.done.set_exception(error)
