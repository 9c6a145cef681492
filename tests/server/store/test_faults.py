import asyncio
import os
import signal
import sqlite3
import tempfile
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from tests.amounts import some
from tests.server.store.disks import can_mount, full, no_larger_file, read_only, small_disk
from undercut.site.store.database import Creation, Unavailable
from undercut.site.store.statements import read_lobby
from undercut.site.store.store import Store

EVENTS = [b"m" * 700] * 3
"""What is written at once: a page and more, so that a part of it could be there."""

DISKS = {"a limit for files": no_larger_file} | ({"a full disk": full} if can_mount() else {})


async def opened(url):
    store = await Store.open(url)
    await store.create(Creation("t1", "cuttle", [b"opened"]))
    return store


async def write(store, count=1):
    """Add to the log until that fails; the number of events that were acknowledged."""
    seq = 1 + len(await store.events("t1"))
    for _ in range(count):
        await store.append("t1", seq, EVENTS)
        seq += len(EVENTS)
    return seq - 1


async def whole(store, acknowledged):
    log = await store.events("t1")
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert len(log) == acknowledged
    assert {event.data for event in log[1:]} <= set(EVENTS)


async def refused(store, tries=3):
    reasons = set()
    for _ in range(tries):
        with pytest.raises(Unavailable) as error:
            await write(store, 10_000)
        reasons.add(error.value.reason)
    return reasons


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "disk"
    place.mkdir()
    if not can_mount():
        yield place
        return
    with small_disk(place, 2):
        yield place


@pytest.mark.parametrize("disk", DISKS)
async def test_a_full_disk_refuses_and_loses_nothing_and_has_room_again(folder, disk):
    async with await opened(f"sqlite:///{folder}/tables.db") as store:
        acknowledged = await write(store, 20)
        with DISKS[disk](folder):
            reasons = set()
            for _ in range(5):
                try:
                    while True:
                        acknowledged = await write(store)
                except Unavailable as error:
                    reasons.add(error.reason)
                await whole(store, acknowledged)
            assert reasons <= {"the disk is full", "the disk cannot be written or read"}
            assert reasons
        acknowledged = await write(store, 20)
        await whole(store, acknowledged)
    async with await Store.open(f"sqlite:///{folder}/tables.db") as store:
        await whole(store, acknowledged)
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_a_database_that_may_grow_no_more_refuses_each_write_wholly(url):
    async with await opened(url) as store:
        with store._engines.writer.begin() as connection:  # noqa: SLF001  it concerns this one connection
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 10}")
        with pytest.raises(Unavailable, match=r"^the disk is full$"):
            await write(store, 100)
        log = len(await store.events("t1"))
        assert log > 1
        await whole(store, log)
        # A failed write closes the connection, and with it goes its limit.
        await whole(store, await write(store, 20))


async def test_a_write_that_breaks_off_in_the_middle_leaves_nothing(tmp_path):
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        async with await opened(f"sqlite:///{tmp_path}/tables.db") as store:
            other.execute("INSERT INTO events VALUES ('t1', 3, 0, 'stray')")  # in the way of the second event
            with pytest.raises(IntegrityError):
                await store.append("t1", 2, EVENTS)
            assert other.execute("SELECT last FROM tables").fetchall() == [(1,)]
            other.execute("DELETE FROM events WHERE seq = 3")
            await whole(store, 1)
            await whole(store, await write(store))


async def test_a_database_that_turns_read_only_says_so_and_is_still_read(tmp_path):
    async with await opened(f"sqlite:///{tmp_path}/tables.db") as store:
        with store._engines.writer.begin() as connection:  # noqa: SLF001  it concerns this one connection
            connection.exec_driver_sql("PRAGMA query_only = ON")
        with pytest.raises(Unavailable, match=r"^the database file or its folder is read-only$"):
            await write(store)
        await whole(store, 1)
        await whole(store, await write(store))


@pytest.mark.skipif(os.geteuid() == 0 and not can_mount(), reason="root may write everywhere but on such a disk")
async def test_a_file_on_a_read_only_disk_cannot_be_opened_until_that_changes(folder):
    url = f"sqlite:///{folder}/tables.db"
    await (await opened(url)).close()
    with read_only(folder), pytest.raises(Unavailable, match=r"read-only|cannot be opened"):
        await Store.open(url)
    async with await Store.open(url) as store:
        await whole(store, await write(store))


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 4000])
async def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path, content):
    path = tmp_path / "tables.db"
    path.write_bytes(content)
    before = threads()
    with pytest.raises(Unavailable, match=r"not a database|damaged"):
        await Store.open(f"sqlite:///{path}")
    assert path.read_bytes() == content
    assert threads() <= before


async def test_a_folder_that_cannot_be_made_says_so(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable, match=r"the database file cannot be used: (File exists|Not a directory)"):
        await Store.open(f"sqlite:///{tmp_path}/file/deeper/tables.db")
    with pytest.raises(Unavailable, match="cannot be opened"):
        await Store.open(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize("how", some([signal.SIGQUIT, signal.SIGINT], 1))
async def test_postgresql_may_go_away_and_come_back(frail_postgres, how):
    async with await opened(frail_postgres.create()) as store:
        acknowledged = await write(store, 3)
        frail_postgres.stop(how=how)
        for asked in (store.append("t1", acknowledged + 1, EVENTS), store.events("t1"), store.ask(read_lobby)):
            with pytest.raises(Unavailable, match=r"^the database is (away|shutting down or starting)$"):
                await asked
        frail_postgres.start()
        await whole(store, acknowledged)
        await whole(store, await write(store, 3))


async def test_postgresql_that_ends_all_sessions_is_not_even_noticed(postgres, postgres_urls):
    url = postgres_urls()
    async with await opened(url) as store:
        for _ in range(3):
            others = "pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            postgres.execute(f"SELECT pg_terminate_backend(pid) FROM {others}", url)  # noqa: S608  our own
            await whole(store, await write(store))


async def test_postgresql_that_is_read_only_says_so(postgres, postgres_urls):
    url = postgres_urls()
    name = url.rsplit("/", 1)[1]
    await (await opened(url)).close()
    postgres.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    async with await Store.open(url) as store:
        assert await refused(store) == {"the database is read-only"}
        await whole(store, 1)
        postgres.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await whole(store, await write(store))


@pytest.fixture
def open_folder():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o755)
        yield path


@pytest.mark.skipif(not can_mount(), reason="a full disk for a server needs a disk of its own, which root can make")
async def test_postgresql_with_a_full_disk_refuses_and_loses_nothing_and_has_room_again(postgres, open_folder):
    with small_disk(open_folder, 40):
        url = postgres.create(tablespace=open_folder)
        async with await opened(url) as store:
            await write(store, 20)
            with full(open_folder):
                assert await refused(store) == {"the database's disk is full"}
                acknowledged = len(await store.events("t1"))
                await whole(store, acknowledged)
            assert await write(store, 20) == acknowledged + 60
            await whole(store, acknowledged + 60)
        postgres.drop(url)


def threads():
    return {thread for thread in threading.enumerate() if thread.name.startswith("store")}


async def test_closing_writes_what_is_queued_and_leaves_nothing_running(database):
    before = threads()
    store = await opened(database.url)
    tasks = asyncio.all_tasks()
    await asyncio.gather(*(store.events("t1") for _ in range(20)))
    writes = [asyncio.create_task(store.append("t1", seq, [b"x"])) for seq in range(2, 300)]
    reads = [asyncio.create_task(store.events("t1")) for _ in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writes, *reads)
    assert threads() <= before
    assert asyncio.all_tasks() <= tasks
    async with await Store.open(database.url) as again:
        assert len(await again.events("t1")) == 299


async def test_a_closed_store_refuses_may_be_closed_again_and_leaves_no_connection_behind(database):
    store = await opened(database.url)
    await store.events("t1")
    await store.close()
    await store.close()
    for asked in (store.append("t1", 2, [b"x"]), store.events("t1"), store.ask(read_lobby)):
        with pytest.raises(Unavailable, match=r"^the store is closed$"):
            await asked
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
    before = threads()
    store = await opened(f"sqlite:///{tmp_path}/tables.db")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        first = asyncio.create_task(store.append("t1", 2, [b"x"]))
        await asyncio.sleep(0.2)
        second = asyncio.create_task(store.append("t1", 2, [b"x"]))
        await asyncio.sleep(0)
        await store.close(within=0.1)
        outcomes = await asyncio.gather(first, second, return_exceptions=True)
        told = ["another program has locked the database file", "the store is closed"]
        assert [str(outcome) for outcome in outcomes] == told
    for _ in range(100):
        if threads() <= before:
            break
        await asyncio.sleep(0.05)
    assert threads() <= before


async def test_a_reader_that_takes_long_does_not_hold_writers_up(database):
    store = await opened(database.url)
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
