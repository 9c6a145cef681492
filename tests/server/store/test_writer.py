import asyncio
import itertools
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError

from tests.server.conftest import Database
from undercut.site.base.settings import database_url
from undercut.site.store.database import Creation, Stale, Unknown, make_engines
from undercut.site.store.migrations import migrate
from undercut.site.store.schema import tables
from undercut.site.store.store import Store
from undercut.site.store.writer import LARGEST_GROUP, Write, Writer


class Bench:
    def __init__(self, database: Database) -> None:
        self.engines = make_engines(database_url(database.url))
        migrate(self.engines.writer)
        self.commits = []
        self.announced = []
        self.committed = []
        self.entered = threading.Event()
        self.go = threading.Event()
        event.listen(self.engines.writer, "commit", self.commits.append)
        self.writer = Writer(self.engines.writer, self.committed.append, lambda _, new: self.announced.append(new))
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
    usual = {"game": "cuttle", "listed": True, "created": 0, "last": 7, "updated": 0, "seats": 2}
    return {"id": name, "data": b"", **usual}


def adding(name):
    def run(connection):
        connection.execute(tables.insert(), row(name))
        return 7

    return Write(name, run)


def names(bench):
    with bench.engines.reader.begin() as connection:
        return sorted(connection.scalars(tables.select().with_only_columns(tables.c.id)))


def test_what_came_in_during_a_commit_is_one_transaction_in_the_order_of_the_tables(bench):
    groups = [[f"{letter}{i:03}" for i in range(LARGEST_GROUP)] for letter in "ab"] + [["c"]]
    done = [bench.writer.submit(adding(name)) for group in groups for name in reversed(group)]
    assert not any(future.done() for future in done)
    bench.go.set()
    assert {future.result(10) for future in done} == {7}
    assert len(bench.commits) == 4
    written = [[(name, 7) for name in group] for group in groups]
    assert bench.announced == bench.committed == [[("first", 0)], *written]
    assert names(bench) == sorted(name for group in groups for name in group)


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


WRITES = st.lists(
    st.tuples(
        st.integers(0, 2),  # by which store
        st.sampled_from(["t1", "t2"]),
        st.sampled_from(["create", "append"]),
        st.integers(1, 6),  # at which number
        st.integers(0, 3),  # how many events
    ),
    max_size=30,
)


def test_each_number_has_one_winner(database):
    names = itertools.count()
    with asyncio.Runner() as runner:
        stores = [runner.run(Store.open(database.url)) for _ in range(3)]

        @given(rounds=st.lists(WRITES, min_size=1, max_size=3))
        @settings(max_examples=40)
        def check(rounds):
            runner.run(play(stores, f"{next(names)}-", rounds))

        check()
        for store in stores:
            runner.run(store.close())


async def play(stores, prefix, rounds):
    """Write in rounds, all writes of one at once; after each the log is what was acknowledged."""
    won = {}
    labels = itertools.count()
    for writes in rounds:
        jobs = []
        for which, name, kind, seq, count in writes:
            label = next(labels)
            events = [f"{label}.{i}".encode() for i in range(count)]
            jobs.append(write(stores[which], prefix + name, 1 if kind == "create" else seq, events, kind))
        for outcome in await asyncio.gather(*jobs):
            for key, data in outcome:
                assert key not in won
                won[key] = data
        for store in stores:
            for table in (f"{prefix}t1", f"{prefix}t2"):
                assert await read(store, table) == [data for (owner, _), data in sorted(won.items()) if owner == table]


async def write(store, table, seq, events, kind):
    try:
        if kind == "create":
            await store.create(Creation(table, "cuttle", events))
        else:
            await store.append(table, seq, events)
    except (Stale, Unknown):
        return []
    return [((table, seq + i), data) for i, data in enumerate(events)]


async def read(store, table):
    try:
        log = await store.events(table)
    except Unknown:
        return []
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    return [event.data for event in log]
