"""Clients that make streams expensive: many names of the site, long logs, and tables that take long to load."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import httpx
import pytest
from litestar import Request

from undercut.site.operations.settings import Settings
from undercut.site.rooms.rooms import Rooms
from undercut.site.rooms.streams import Stream
from undercut.site.routes.app import make_app
from undercut.site.routes.replies import template_engine
from undercut.site.routes.tables import board_format, table_format
from undercut.site.security.client import client_group
from undercut.site.security.limits import TooMuch
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.events import Left, Returned
from undercut.table.opening.choices import read_choices
from undercut.table.opening.new_table import open_table
from undercut.table.showing import LONGEST_LOG

pytestmark = pytest.mark.anyio

ADDRESSES = ["https://play.example.org", *(f"http://192.0.2.1:{port}" for port in range(1, 20))]
ONLY_HERE = "This link works only on this computer"


def settings(tmp_path, **more) -> Settings:
    return Settings(database=f"sqlite:///{tmp_path}/tables.db", secret="not kept", thinkers=0, **more)  # noqa: S106


@asynccontextmanager
async def open_room(chosen: Settings):
    """The room of an open table of Ann's."""
    async with await Store.open(chosen.database) as store:
        rooms = Rooms(store, Thinkers(0), chosen)
        opening = open_table(read_choices({"game": "cuttle", "opponents": ["open"], "name": "Ann"}).checked(), "ann")
        yield rooms.room(await rooms.open(opening.events, opening.guests))
        await rooms.close()


async def first_message(room, look) -> str:
    stream = await room.listen("ann", None, look)
    await asyncio.sleep(0.1)
    return (await anext(stream.messages())).decode()


@pytest.mark.parametrize("kind", ["table", "board"])
async def test_many_names_of_the_site_need_no_more_renderings_and_get_their_own_links(kind, tmp_path):
    templates = template_engine().engine
    looks = [
        table_format(address) if kind == "table" else board_format(templates, address, "a token")
        for address in ADDRESSES
    ]
    assert len(set(looks)) == 1
    async with open_room(settings(tmp_path)) as room:
        for address, look in zip(ADDRESSES, looks, strict=True):
            shown = await first_message(room, look)
            assert f'"{address}/t/{room.id}"' in shown
            assert f'"{address}/s/{room.id}.0.' in shown
            assert ".invalid" not in shown
            assert not any(f"{other}/" in shown for other in ADDRESSES if other != address)


async def test_pages_of_this_computer_still_say_that_their_links_work_only_there(tmp_path):
    templates = template_engine().engine
    async with open_room(settings(tmp_path)) as room:
        for address, here in (("http://localhost:8000", True), ("http://127.0.0.1", True), (ADDRESSES[0], False)):
            shown = await first_message(room, board_format(templates, address, "a token"))
            assert (ONLY_HERE in shown) == here
            assert f'"{address}/t/{room.id}"' in shown


async def test_telling_long_logs_again_and_again_is_limited(tmp_path):
    async with open_room(settings(tmp_path, rebuilds=1e-6)) as room:
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
    app = make_app(settings(tmp_path, streams=2))
    async with app.lifespan():
        site, may_load = app.state.site, asyncio.Event()
        begun: list[Stream] = []

        async def listen() -> Stream:
            await may_load.wait()
            begun.append(Stream([], lambda _: None))
            return begun[-1]

        async def fail() -> Stream:
            raise ValueError

        def request() -> Request:
            return Request({"type": "http", "client": ("192.0.2.1", 5), "state": {"guest": "ann"}, "headers": []})

        with pytest.raises(ValueError, match=r"^$"):
            await site.stream(request(), fail)
        opening = [asyncio.create_task(site.stream(request(), listen)) for _ in range(10)]
        await asyncio.sleep(0)
        may_load.set()
        refused = [isinstance(one, TooMuch) for one in await asyncio.gather(*opening, return_exceptions=True)]
        assert refused == [False] * 2 + [True] * 8
        begun[0].close()
        await site.stream(request(), listen)
        with pytest.raises(TooMuch):
            await site.stream(request(), listen)


async def test_tables_that_take_long_to_load_delay_no_commands_at_others(tmp_path, monkeypatch):
    app = make_app(settings(tmp_path))
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
    ):
        client.headers.update({"accept": "application/json"})
        client.headers["x-csrf-token"] = (await client.get("/about")).cookies["csrf"]
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
