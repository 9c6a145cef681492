import asyncio
import threading
from contextlib import asynccontextmanager
from contextvars import copy_context

import httpx
import pytest

from tests.server.conftest import Database
from tests.server.inside import process, two_players
from tests.server.running import Client, running, wait_for
from tests.server.test_probes import value
from undercut.site.base.client import client_group
from undercut.site.base.tasks import serving, wait_while_connected
from undercut.site.store.database import Unavailable
from undercut.site.store.store import Store
from undercut.table.events import Said, write_event


class Reading:
    def __init__(self) -> None:
        self.hang: set[str] = set()
        self.go = asyncio.Event()
        self.counts: list[str] = []

    def begin(self, monkeypatch) -> None:
        read = Store.events

        async def events(store, table, after=0):
            self.counts.append(table)
            if table in self.hang:
                await self.go.wait()
            return await read(store, table, after)

        monkeypatch.setattr(Store, "events", events)


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """Makes tables and forgets them; gives rooms in which they are not in memory."""

    @asynccontextmanager
    async def made(number):
        database, reading = Database("sqlite", f"sqlite:///{tmp_path}/tables.db"), Reading()
        async with process(database) as (rooms, _):
            tables = [(await two_players(rooms)).id for _ in range(number)]
        reading.begin(monkeypatch)
        async with process(database) as (rooms, _):
            yield rooms, tables, reading

    return made


def client(group, work, leaves=None):
    context = copy_context()
    context.run(client_group.set, group)
    return asyncio.create_task(_request(work, leaves) if leaves else work, context=context)


async def _request(work, leaves):
    with serving(leaves):
        return await work


async def settle(rounds=50):
    for _ in range(rounds):
        await asyncio.sleep(0)


async def soon(task):
    async with asyncio.timeout(20):
        return await task


async def test_a_client_in_a_long_line_holds_up_no_one_at_the_table_that_it_wants(cold):
    async with cold(5) as (rooms, tables, reading):
        reading.hang = set(tables[:4])
        greedy = [client("greedy", rooms.room(table).enter()) for table in tables]
        await settle()
        assert rooms.waiting == 5
        table = await soon(client("other", rooms.room(tables[4]).enter()))
        assert table.id == tables[4]
        assert (await soon(greedy[4])).id == tables[4]  # it does not wait for its turn either
        assert rooms.waiting == 4
        reading.go.set()
        assert [table.id for table in await asyncio.gather(*greedy)] == tables
        assert reading.counts.count(tables[4]) == 1


async def test_many_readers_behind_one_address_load_a_table_once(cold):
    async with cold(1) as (rooms, [table], reading):
        reading.hang = {table}
        readers = [client(f"group {i % 3}", rooms.room(table).enter()) for i in range(300)]
        await settle()
        reading.go.set()
        assert len({id(found) for found in await asyncio.gather(*readers)}) == 1
        assert reading.counts == [table]
        assert rooms.waiting == 0


async def test_who_gives_up_frees_the_place_and_the_next_one_loads(cold):
    async with cold(1) as (rooms, [table], reading):
        reading.hang = {table}
        first = client("first", rooms.room(table).enter())
        await settle()
        second = [client("second", rooms.room(table).enter()) for _ in range(2)]
        await settle()
        reading.hang.clear()
        first.cancel()
        second[0].cancel()
        assert (await soon(second[1])).id == table
        await settle()
        assert rooms.waiting == 0
        assert reading.counts == [table] * 2


async def test_a_table_that_cannot_be_read_says_so_to_all_who_wait(cold, monkeypatch):
    async with cold(1) as (rooms, [table], _):
        reason = "the disk cannot be written or read"

        async def fail(*_):
            await asyncio.sleep(0)
            raise Unavailable(reason)

        with monkeypatch.context() as patch:
            patch.setattr(Store, "events", fail)
            readers = [client(f"group {i % 2}", rooms.room(table).enter()) for i in range(6)]
            answers = await asyncio.gather(*readers, return_exceptions=True)
        assert {str(answer) for answer in answers} == {reason}
        assert (await rooms.room(table).enter()).id == table


async def test_events_that_come_while_a_table_is_loaded_are_read_too(cold, monkeypatch):
    async with cold(1) as (rooms, [table], reading):
        room, read = rooms.room(table), Store.events

        async def late(store, name, after=0):
            found = await read(store, name, after)
            if not after:
                reading.go.set()
                await settle()
            return found

        monkeypatch.setattr(Store, "events", late)
        loading = client("first", room.enter())
        await reading.go.wait()
        last = 1 + len(await read(rooms.store, table))
        await rooms.store.append(table, last, [write_event(Said(1, "hello"))])
        assert (await soon(loading)).id == table
        for _ in range(2000):
            if (await room.enter()).version == last:
                return
            await asyncio.sleep(0.01)
        pytest.fail("the event is never read")


def test_a_browser_that_goes_away_frees_its_place(url, monkeypatch):
    started = threading.Event()
    read = Store.events

    async def events(store, table, after=0):
        if not after:
            started.set()
            await asyncio.sleep(3600)
        return await read(store, table, after)

    with running(url) as site:
        table = Client(site).open(game="cuttle", opponents=["open"])
    monkeypatch.setattr(Store, "events", events)
    with running(url) as site:
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{site}/t/{table}", timeout=0.5)
        wait_for(lambda: value(site, "undercut_queue_length", queue="load") == 0)
        assert started.is_set()


async def test_what_goes_on_after_its_request_heeds_no_client():
    done, started, gone = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def later():
        started.set()
        await wait_while_connected(asyncio.create_task(done.wait()))
        return "all of it"

    with serving(gone.wait):
        background = asyncio.create_task(later())
        await started.wait()
        await settle()
    gone.set()  # as the connection says once the response is sent
    await settle()
    done.set()
    assert await soon(background) == "all of it"
    assert await soon(asyncio.create_task(later())) == "all of it"
