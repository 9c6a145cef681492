"""Closing the store: all that is queued is written, nothing is left running, and it does not take for ever."""

import asyncio
import sqlite3
import threading
from contextlib import closing

import pytest

from undercut.site.store.model import Creation, NewTable, Unavailable
from undercut.site.store.store import Store

pytestmark = pytest.mark.anyio


def threads():
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("store")}


async def opened(database):
    store = await Store.open(database.url)
    await store.create(Creation(NewTable("t1", "cuttle", listed=True, created=0.0), [b"a"]))
    return store


async def test_closing_writes_what_is_queued_and_leaves_nothing_running(database):
    store = await opened(database)
    tasks = asyncio.all_tasks()
    await asyncio.gather(*(store.events("t1") for _ in range(20)))
    writes = [asyncio.create_task(store.append("t1", seq, [b"x"])) for seq in range(2, 300)]
    reads = [asyncio.create_task(store.events("t1")) for _ in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writes, *reads)
    assert threads() == set()
    assert asyncio.all_tasks() <= tasks
    async with await Store.open(database.url) as again:
        assert len(await again.events("t1")) == 299


async def test_a_closed_store_refuses_and_may_be_closed_again(database):
    store = await opened(database)
    await store.close()
    await store.close()
    for asked in (store.append("t1", 2, [b"x"]), store.events("t1"), store.lobby()):
        with pytest.raises(Unavailable, match=r"^the store is closed$"):
            await asked


async def test_closing_leaves_no_connection_behind(database):
    store = await opened(database)
    await store.events("t1")
    await store.close()
    if database.kind == "postgresql":
        others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        for _ in range(100):
            if database.query(others) == [(0,)]:
                return
            await asyncio.sleep(0.05)
        pytest.fail("connections are still open")
    with closing(sqlite3.connect(database.path)) as connection:
        # Only the last connection to a file may leave this mode.
        assert connection.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)


async def test_closing_does_not_wait_for_a_database_that_is_stuck(tmp_path, monkeypatch):
    monkeypatch.setattr("undercut.site.store.database.PATIENCE", 2)
    store = await Store.open(f"sqlite:///{tmp_path}/tables.db")
    await store.create(Creation(NewTable("t1", "cuttle", listed=True, created=0.0), [b"a"]))
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        first = asyncio.create_task(store.append("t1", 2, [b"x"]))
        await asyncio.sleep(0.2)
        second = asyncio.create_task(store.append("t1", 2, [b"x"]))
        await asyncio.sleep(0)
        await store.close(within=0.1)
        outcomes = await asyncio.gather(first, second, return_exceptions=True)
        assert [str(outcome) for outcome in outcomes] == [
            "another program has locked the database file",
            "the store is closed",
        ]
    for _ in range(100):
        if not threads():
            break
        await asyncio.sleep(0.05)
    assert threads() == set()


async def test_a_store_that_cannot_be_opened_leaves_nothing_running(tmp_path):
    (tmp_path / "tables.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(Unavailable):
        await Store.open(f"sqlite:///{tmp_path}/tables.db")
    assert threads() == set()


async def test_a_reader_that_takes_long_does_not_hold_writers_up(database):
    store = await opened(database)
    go = threading.Event()

    def read(connection):
        connection.exec_driver_sql("SELECT count(*) FROM events")
        return go.wait(10)

    slow = asyncio.create_task(store.ask(read))
    await asyncio.sleep(0.05)
    await store.append("t1", 2, [b"x"])
    assert len(await store.events("t1")) == 2
    assert not slow.done()
    go.set()
    assert await slow
    await store.close()
