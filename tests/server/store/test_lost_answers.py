"""The connection to PostgreSQL breaks between a move's commit and its answer, or just before the move arrives."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from undercut.site.store.model import Creation, NewTable, Stale, Unavailable
from undercut.site.store.store import Store

TABLE = "a-table-to-look-for"
DONE = b"COMMIT\0"
"""How PostgreSQL says that a transaction is committed."""


class Breaking:
    """A proxy that breaks a connection at a change of the table, or at a commit."""

    def __init__(self, port):
        self.port = port
        self.answers_to_lose = 0
        self.before_arrival = None

    async def accept(self, reader, writer):
        onward, back = await asyncio.open_connection("127.0.0.1", self.port)
        answering = asyncio.create_task(self._pass(onward, writer))
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                if writes(data) and self.before_arrival:
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


def writes(data):
    """Whether a program asks for a statement that has the table among its values."""
    return data[:1] in (b"P", b"B") and TABLE.encode() in data


@pytest.fixture
async def breaking(postgres_urls):
    """A proxy, and the store behind it with a table of one event."""
    url = postgres_urls()
    proxy = Breaking(urlsplit(url).port)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    through = url.replace(f":{proxy.port}/", f":{server.sockets[0].getsockname()[1]}/")
    async with await Store.open(through) as store, await Store.open(url) as elsewhere:
        await store.create(Creation(NewTable(TABLE, "cuttle", listed=True, created=0.0), [b"opened"]))
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
