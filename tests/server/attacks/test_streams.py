import asyncio
from contextlib import asynccontextmanager

import pytest

from tests.server.inside import opened, process, settings, site, two_players
from undercut.site.base.client import client_group
from undercut.site.rooms.people import SeatHolders
from undercut.site.rooms.streams import Stream
from undercut.site.routes.table_pages import board_format, table_format
from undercut.site.routes.visit import template_engine
from undercut.site.security.limits import TooMuch
from undercut.table.commands import NewLink, NotYours, Resign
from undercut.table.events import Left, Returned
from undercut.table.showing import LONGEST_LOG

ADDRESSES = ["https://play.example.org", *(f"http://192.0.2.1:{port}" for port in range(1, 20))]


@asynccontextmanager
async def open_room(database, **more):
    async with process(database, **more) as (rooms, _):
        yield await opened(rooms)


async def first_message(room, look) -> str:
    stream = await room.listen("ann", None, look)
    await asyncio.sleep(0.1)
    return (await anext(stream.messages())).decode()


@pytest.mark.parametrize("kind", ["table", "board"])
async def test_many_names_of_the_site_need_no_more_renderings_and_get_their_own_links(kind, database):
    templates = template_engine().engine
    kinds = {"table": table_format, "board": lambda address: board_format(templates, address, "a token")}
    looks = [kinds[kind](address) for address in ADDRESSES]
    assert len(set(looks)) == 1
    async with open_room(database) as room:
        for address, look in zip(ADDRESSES, looks, strict=True):
            shown = await first_message(room, look)
            assert f'"{address}/t/{room.id}"' in shown
            assert f'"{address}/s/{room.id}.0.' in shown
            assert ".invalid" not in shown
            assert not any(f"{other}/" in shown for other in ADDRESSES if other != address)


async def test_pages_of_this_computer_still_say_that_their_links_work_only_there(database):
    templates = template_engine().engine
    async with open_room(database) as room:
        for address, here in (("http://localhost:8000", True), ("http://127.0.0.1", True), (ADDRESSES[0], False)):
            shown = await first_message(room, board_format(templates, address, "a token"))
            assert ("This link works only on this computer" in shown) == here
            assert f'"{address}/t/{room.id}"' in shown


async def test_telling_long_logs_again_and_again_is_limited(database):
    async with open_room(database, rebuilds=1e-6) as room:
        table = await room.enter()
        for _ in range(LONGEST_LOG):
            table.apply(Left(0), 1.0)
            table.apply(Returned(0), 1.0)
        mine = client_group.set("192.0.2.71")
        try:
            await room.listen("eve", 0)
            with pytest.raises(TooMuch):
                await room.listen("eve", 0)
            await room.listen("eve", table.version - 1)
            client_group.set("192.0.2.72")
            await room.listen("bob", 0)
        finally:
            client_group.reset(mine)


async def test_streams_that_open_together_keep_to_the_limit_too(tmp_path):
    async with site(settings(tmp_path, streams=2)) as (app, _):
        here, may_load = app.state.site, asyncio.Event()
        begun: list[Stream] = []

        async def listen() -> Stream:
            await may_load.wait()
            begun.append(Stream([], lambda _: None))
            return begun[-1]

        async def fail() -> Stream:
            raise ValueError

        with pytest.raises(ValueError, match=r"^$"):
            await here.stream("ann", "192.0.2.1", fail)
        opening = [asyncio.create_task(here.stream("ann", "192.0.2.1", listen)) for _ in range(10)]
        await asyncio.sleep(0)
        may_load.set()
        refused = [isinstance(one, TooMuch) for one in await asyncio.gather(*opening, return_exceptions=True)]
        assert refused == [False] * 2 + [True] * 8
        begun[0].close()
        await here.stream("ann", "192.0.2.1", listen)
        with pytest.raises(TooMuch):
            await here.stream("ann", "192.0.2.1", listen)


async def test_tables_that_take_long_to_load_delay_no_commands_at_others(tmp_path, monkeypatch):
    async with site(settings(tmp_path)) as (app, guest):
        client = await guest()
        wish = {"game": "cuttle", "opponents": ["open"], "name": "Ann"}
        slow, quick = [(await client.post("/tables", json=wish)).json()["table"] for _ in range(2)]
        store, may_load = app.state.site.rooms.store, asyncio.Event()
        read = store.events

        async def events(table, after=0):
            if table == slow:
                await may_load.wait()
            return await read(table, after)

        monkeypatch.setattr(store, "events", events)
        waiting = [asyncio.create_task(client.post(f"/t/{slow}/leave", json={"version": 2})) for _ in range(20)]
        await asyncio.sleep(0.1)
        async with asyncio.timeout(20):
            answer = await client.post(f"/t/{quick}/leave", json={"version": 2})
        assert answer.status_code == 200
        may_load.set()
        assert sorted(one.status_code for one in await asyncio.gather(*waiting)) == [200] + [403] * 19


async def linked(rooms) -> tuple[str, str]:
    room = await two_players(rooms)
    return room.id, (await room.enter()).seats[1].key


class Ear:
    def __init__(self, stream) -> None:
        self.stream, self.heard = stream, []
        self.task = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        async for data in self.stream.messages():
            self.heard.append(data.decode())

    async def close(self) -> str:
        self.stream.end()
        await self.task
        return "".join(self.heard)


async def test_a_new_link_is_never_shown_to_those_who_lost_the_seat_by_it(database, monkeypatch):
    async with process(database) as (rooms, store):
        table, key = await linked(rooms)
        room = rooms.room(table)
        await room.hold(1, key, "thief")
        ear = Ear(await room.listen("thief", None, table_format("http://test")))
        await asyncio.sleep(0.1)
        read = store.holders

        async def slowly(asked):
            room.show_seats()  # as when anybody opens a page
            await asyncio.sleep(0.1)
            return await read(asked)

        monkeypatch.setattr(store, "holders", slowly)
        now = await room.obey("bob", NewLink(version=(await room.enter()).version))
        await asyncio.sleep(0.1)
        heard = await ear.close()
        assert key in heard
        assert now.seats[1].key not in heard


async def test_a_process_that_hears_late_of_a_new_link_shows_it_to_nobody_else(database):
    async with process(database) as (rooms, _), process(database) as (others, _):
        table, key = await linked(rooms)
        there = others.room(table)
        await there.hold(1, key, "thief")
        ear = Ear(await there.listen("thief", None, table_format("http://test")))
        await asyncio.sleep(0.1)
        now = await rooms.room(table).obey("bob", NewLink(version=(await rooms.room(table).enter()).version))
        await there.obey("ann", Resign())
        there.log_grew(now.version)
        await asyncio.sleep(0.1)
        heard = await ear.close()
        assert key in heard
        assert '"type":"resigned"' in heard
        assert now.seats[1].key not in heard


async def test_an_old_link_gives_no_seat_back_where_the_new_one_is_not_known_yet(database):
    async with process(database) as (rooms, store), process(database) as (others, _):
        table, key = await linked(rooms)
        await others.room(table).enter()
        now = await rooms.room(table).obey("bob", NewLink(version=(await rooms.room(table).enter()).version))
        with pytest.raises(NotYours, match="no longer valid"):
            await others.room(table).hold(1, key, "thief")
        assert await store.holders(table) == {0: {"ann"}, 1: {"bob"}}
        assert (await others.room(table).hold(1, now.seats[1].key, "phone")).version == now.version
        assert await store.holders(table) == {0: {"ann"}, 1: {"bob", "phone"}}


async def test_holders_that_were_read_while_seats_changed_hands_are_read_again():
    class Shelf:
        found = ({1: {"thief"}}, {1: {"bob"}})
        reads = 0

        async def holders(self, _table):
            self.reads += 1
            if self.reads == 1:
                holders.forget()
            return self.found[self.reads - 1]

        async def ask(self, _read_mutes, _table):
            return {}

    shelf = Shelf()
    holders = SeatHolders("t", shelf)
    assert await holders.read() == {1: {"bob"}}
    assert await holders.owner() == "bob"
    assert shelf.reads == 2
