import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

import psycopg
import pytest

from undercut.site.store.database import Creation, Stale, Unavailable
from undercut.site.store.notices import CHANNEL
from undercut.site.store.store import Store


class Ear:
    def __init__(self, store):
        self.heard = []
        self._news = asyncio.Event()
        store.subscribe(self._hear)

    def _hear(self, table, last):
        self.heard.append((table, last))
        self._news.set()

    async def hears(self, *changes, within=20):
        async with asyncio.timeout(within):
            while not set(changes) <= set(self.heard):
                self._news.clear()
                await self._news.wait()


@pytest.fixture
async def store(database):
    async with await Store.open(database.url) as opened:
        await opened.create(Creation("t1", "cuttle", [b"a"]))
        yield opened


async def test_every_change_of_this_process_is_heard_after_its_commit(store):
    ear = Ear(store)
    await store.append("t1", 2, [b"b", b"c"])
    await ear.hears(("t1", 3))
    assert len(await store.events("t1")) == 3
    ear.heard.clear()
    await store.hold("t1", 0, "ann")
    await ear.hears(("t1", 3))


@pytest.fixture
async def pair(postgres_urls):
    url = postgres_urls()
    async with await Store.open(url) as one, await Store.open(url) as other:
        await one.create(Creation("t1", "cuttle", [b"a"]))
        yield one, other


async def test_processes_hear_of_each_others_changes_once_and_of_no_refused_write(pair):
    one, other = pair
    ear, there = Ear(one), Ear(other)
    await asyncio.gather(one.append("t1", 7, [b"x"]), one.append("t1", 2, [b"b"]), return_exceptions=True)
    await other.append("t1", 3, [b"c"])
    await ear.hears(("t1", 3))  # notifications come in the order of the commits
    assert ear.heard.count(("t1", 2)) == 1
    await there.hears(("t1", 2), ("t1", 3))
    assert {last for _, last in there.heard} <= {1, 2, 3}


async def test_a_notification_carries_no_event(postgres_urls):
    url = postgres_urls()
    async with (
        await Store.open(url) as store,
        await psycopg.AsyncConnection.connect(url, autocommit=True) as connection,
    ):
        await store.create(Creation("t1", "cuttle", [b"a"]))
        await connection.execute(f"LISTEN {CHANNEL}")
        await store.append("t1", 2, [b"a secret card"], holders={0: "ann"})
        assert [told.payload async for told in connection.notifies(timeout=20, stop_after=1)] == ["t1 2"]


async def test_what_is_missed_while_nobody_listens_is_made_good(postgres, pair, caplog, monkeypatch):
    one, other = pair
    ear = Ear(other)
    may_connect = asyncio.Event()
    connect = psycopg.AsyncConnection.connect

    async def connect_later(*args, **kwargs):
        await may_connect.wait()
        return await connect(*args, **kwargs)

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect_later)
    listener = "pg_stat_activity WHERE application_name = 'undercut-listener'"
    postgres.execute(f"SELECT pg_terminate_backend(pid) FROM {listener}")  # noqa: S608  our own
    async with asyncio.timeout(20):
        while caplog.text.count("lost the connection for changes") < 2:  # noqa: ASYNC110  the log tells nobody
            await asyncio.sleep(0.01)
    for seq in (2, 3):
        await one.append("t1", seq, [b"x"])
    assert ("t1", 3) not in ear.heard
    may_connect.set()
    await ear.hears(("t1", 3))
    await one.append("t1", 4, [b"x"])
    await ear.hears(("t1", 4))


async def test_listening_goes_on_after_long_silence_and_unreadable_notifications(monkeypatch, postgres_urls):
    monkeypatch.setattr("undercut.site.store.notices.HEARTBEAT", 0.01)
    url = postgres_urls()
    async with await Store.open(url) as one, await Store.open(url) as other:
        ear = Ear(other)
        other.on_notice = {}.__getitem__
        await asyncio.sleep(0.3)
        await one.notice("no number")
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute(f"NOTIFY {CHANNEL}, 'a-table'")
        await one.create(Creation("t1", "cuttle", [b"a"]))
        await ear.hears(("t1", 1))


TABLE = "a-table-to-look-for"
DONE = b"COMMIT\0"
"""How PostgreSQL says that a transaction is committed."""


class Breaking:
    def __init__(self, port):
        self.port = port
        self.answers_to_lose = 0
        self.before_arrival = None

    async def accept(self, reader, writer):
        onward, back = await asyncio.open_connection("127.0.0.1", self.port)
        answering = asyncio.create_task(self._pass(onward, writer))
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                writes = data[:1] in (b"P", b"B") and TABLE.encode() in data
                if writes and self.before_arrival:
                    act, self.before_arrival = self.before_arrival, None
                    await act()
                    break
                if b"COMMIT" in data and self.answers_to_lose:
                    self.answers_to_lose -= 1
                    answering.cancel()
                    await asyncio.wait([answering])
                    back.write(data)
                    await onward.readuntil(DONE)
                    break
                back.write(data)
        answering.cancel()
        for end in (writer, back):
            end.transport.abort()
        await asyncio.wait([answering])

    async def _pass(self, reader, writer):
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                writer.write(data)
        writer.close()


@pytest.fixture
async def breaking(postgres_urls):
    url = postgres_urls()
    proxy = Breaking(urlsplit(url).port)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    through = url.replace(f":{proxy.port}/", f":{server.sockets[0].getsockname()[1]}/")
    async with await Store.open(through) as store, await Store.open(url) as elsewhere:
        await store.create(Creation(TABLE, "cuttle", [b"opened"]))
        yield proxy, store, elsewhere
    server.close()
    await asyncio.sleep(0.1)  # until the connections have ended


@pytest.mark.parametrize("pause", [0.0, 0.1], ids=["a connection in use", "a new connection"])
async def test_a_move_whose_answer_is_lost_counts_once_and_its_player_is_told_so(breaking, pause):
    proxy, store, elsewhere = breaking
    heard = []
    store.subscribe(lambda *change: heard.append(change))
    for seq in range(2, 8):  # so often that the driver prepares the statement
        await asyncio.sleep(pause)
        proxy.answers_to_lose = 1
        await store.append(TABLE, seq, [b"moved %d" % seq])
        assert proxy.answers_to_lose == 0
    log = await elsewhere.events(TABLE)
    assert [event.data for event in log[1:]] == [b"moved %d" % seq for seq in range(2, 8)]
    assert {last for _, last in heard} == set(range(2, 8))


async def test_a_move_that_another_forestalls_while_the_connection_breaks_is_stale(breaking):
    proxy, store, elsewhere = breaking
    await store.append(TABLE, 2, [b"moved"])
    proxy.before_arrival = lambda: elsewhere.append(TABLE, 3, [b"someone else's"])
    with pytest.raises(Stale):
        await store.append(TABLE, 3, [b"mine"])
    assert proxy.before_arrival is None
    assert [event.data for event in await elsewhere.events(TABLE, after=2)] == [b"someone else's"]


async def test_a_stale_move_is_no_less_stale_for_being_the_same(breaking):
    _, store, _ = breaking
    await store.append(TABLE, 2, [b"moved"])
    with pytest.raises(Stale):
        await store.append(TABLE, 2, [b"moved"])


async def test_a_connection_that_breaks_again_and_again_is_away(breaking):
    proxy, store, _ = breaking
    proxy.answers_to_lose = 9
    with pytest.raises(Unavailable, match="the database is away"):
        await store.append(TABLE, 2, [b"moved"])
