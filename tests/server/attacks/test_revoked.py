"""Browsers that have lost a seat: they are told nothing more, and an old seat link gives it back at no moment."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.inside import process, two_players
from undercut.site.rooms.people import Holders
from undercut.site.routes.tables import table_format
from undercut.table.commands import NewLink, NotYours, Resign

pytestmark = pytest.mark.anyio


async def linked(rooms) -> tuple[str, str]:
    """Open a table of Ann and Bob; give its id, and the secret of Bob's seat link."""
    room = await two_players(rooms)
    return room.id, (await room.enter()).seats[1].key


class Ear:
    """A stream of a guest, and all that came from it."""

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
        """A store that changes while it is read, and mutes."""

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
    holders = Holders("t", shelf)
    assert await holders.read() == {1: {"bob"}}
    assert await holders.owner() == "bob"
    assert shelf.reads == 2
