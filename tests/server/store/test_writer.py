"""The writing thread: what waits is committed together, and nobody is left waiting."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError

from tests.server.conftest import Database
from undercut.site.store.database import database_url, make_engines
from undercut.site.store.migrations import migrate
from undercut.site.store.model import Stale
from undercut.site.store.schema import tables
from undercut.site.store.writer import LARGEST_GROUP, Write, Writer


class Bench:
    """A writer whose first write holds all others up until `go`."""

    def __init__(self, database: Database) -> None:
        self.engines = make_engines(database_url(database.url))
        migrate(self.engines.writer)
        self.commits = []
        self.announced = []
        self.committed = []
        self.entered = threading.Event()
        self.go = threading.Event()
        event.listen(self.engines.writer, "commit", self.commits.append)
        self.writer = Writer(self.engines.writer, lambda _, new: self.announced.append(new), self.committed.append)
        self.first = self.writer.submit(Write("first", self.wait))
        assert self.entered.wait(10)

    def wait(self, _connection):
        self.entered.set()
        assert self.go.wait(10)
        return 0

    def close(self):
        self.go.set()
        self.writer.close(10)
        self.engines.dispose()


@pytest.fixture
def bench(database):
    made = Bench(database)
    yield made
    made.close()


def row(name):
    return {
        "id": name,
        "game": "cuttle",
        "listed": True,
        "created": 0,
        "last": 7,
        "updated": 0,
        "seats": 2,
        "data": b"",
    }


def adding(name):
    def run(connection):
        connection.execute(tables.insert(), row(name))
        return 7

    return Write(name, run)


def names(bench):
    with bench.engines.reader.begin() as connection:
        return sorted(connection.scalars(tables.select().with_only_columns(tables.c.id)))


def test_what_came_in_during_a_commit_is_one_transaction_in_the_order_of_the_tables(bench):
    wanted = [f"t{i:02}" for i in range(LARGEST_GROUP)]
    done = [bench.writer.submit(adding(name)) for name in reversed(wanted)]
    assert not any(future.done() for future in done)
    bench.go.set()
    assert [future.result(10) for future in done] == [7] * LARGEST_GROUP
    assert len(bench.commits) == 2
    assert bench.announced == bench.committed == [[("first", 0)], [(name, 7) for name in wanted]]
    assert names(bench) == wanted


def test_nothing_is_acknowledged_or_heard_of_before_the_commit(bench):
    done = []
    early = []

    def just_before_the_commit(_connection):
        early.append(([future.done() for future in done], len(bench.committed), names(bench)))

    event.listen(bench.engines.writer, "commit", just_before_the_commit)
    done += [bench.writer.submit(adding(name)) for name in ("t0", "t1")]
    bench.go.set()
    for future in done:
        future.result(10)
    assert early == [([False, False], 0, []), ([False, False], 1, [])]
    assert names(bench) == ["t0", "t1"]


def test_no_transaction_is_larger_than_the_largest_group(bench):
    done = [bench.writer.submit(adding(f"t{i:03}")) for i in range(2 * LARGEST_GROUP + 1)]
    bench.go.set()
    for future in done:
        future.result(10)
    assert [len(changes) for changes in bench.committed] == [1, LARGEST_GROUP, LARGEST_GROUP, 1]


def test_a_write_to_which_the_database_objects_fails_alone(bench):
    done = [bench.writer.submit(adding(name)) for name in ("t0", "t1", "t1", "t2")]
    bench.go.set()
    assert [type(future.exception(10)) for future in done] == [type(None), type(None), IntegrityError, type(None)]
    assert names(bench) == ["t0", "t1", "t2"]


def test_a_write_that_lost_a_race_is_done_again_and_can_say_so(bench):
    tries = []
    stale = Stale("t0", 1, 7)

    def run(connection):
        tries.append(1)
        if len(tries) == 3:
            raise stale
        return adding("t0").run(connection)

    done = bench.writer.submit(adding("t0")), bench.writer.submit(Write("t0", run))
    bench.go.set()
    assert (done[0].result(10), type(done[1].exception(10))) == (7, Stale)
    assert names(bench) == ["t0"]


def test_a_fault_in_a_write_undoes_its_transaction_and_the_thread_goes_on(bench):
    def fault(_connection):
        message = "a fault"
        raise ZeroDivisionError(message)

    done = [bench.writer.submit(write) for write in (adding("t0"), Write("t1", fault))]
    bench.go.set()
    assert [type(future.exception(10)) for future in done] == [ZeroDivisionError] * 2
    assert bench.writer.submit(adding("t0")).result(10) == 7
    assert names(bench) == ["t0"]
