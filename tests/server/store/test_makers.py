"""Quotas on open listed tables, the lobby's turns, and makers who are away: the same on both databases."""

import time

import pytest

from undercut.site.store import statements
from undercut.site.store.model import Creation, Maker, NewTable, Quota, Status, Summary, TooMany
from undercut.site.store.store import Store

pytestmark = pytest.mark.anyio

QUOTA = Quota(guest=2, group=3)


@pytest.fixture
async def store(database):
    async with await Store.open(database.url) as opened:
        yield opened


async def make(store, name, guest, mark="home", *, status=Status.OPEN, listed=True, quota=None, marks=()):
    maker = Maker(guest, (mark, *marks)) if guest else None
    new = NewTable(name, "cuttle", listed=listed, created=0.0, maker=maker)
    await store.create(Creation(new, [b"a"], Summary(name, "cuttle", status, listed=listed, seats=2, data=b"")), quota)


async def test_a_guest_may_have_only_so_many_open_tables_in_the_lobby(store):
    await make(store, "a1", "ann", quota=QUOTA)
    await make(store, "a2", "ann", quota=QUOTA)
    with pytest.raises(TooMany, match="You have 2 open tables in the lobby"):
        await make(store, "a3", "ann", mark="elsewhere", quota=QUOTA)
    await make(store, "unlisted", "ann", listed=False, quota=QUOTA)
    await make(store, "dealt", "ann", status=Status.PLAYING, quota=QUOTA)
    shown = Summary("a1", "cuttle", Status.PLAYING, listed=True, seats=2, data=b"")
    await store.append("a1", 2, [b"dealt"], summary=shown)
    await make(store, "a3", "ann", quota=QUOTA)
    assert {each.table for each in await store.lobby()} == {"a1", "a2", "a3", "dealt"}


async def test_a_group_of_addresses_may_have_only_so_many_whatever_its_guests_are_called(store):
    for guest in ("ann", "bob", "cem"):
        await make(store, guest, guest, quota=QUOTA)
    with pytest.raises(TooMany, match="3 open tables from your network"):
        await make(store, "d", "dora", quota=QUOTA)
    with pytest.raises(TooMany, match="3 open tables from your network"):
        await make(store, "d", "dora", "new mark", marks=["home"], quota=QUOTA)
    await make(store, "e", "eve", "elsewhere", quota=QUOTA)
    await make(store, "f", "dora", quota=Quota(0, 0))


async def test_no_maker_and_no_group_fills_the_lobby(store):
    for i in range(3):
        await make(store, f"other{i}", f"guest{i}", f"group{i}")
    await make(store, "early", None)
    for i in range(30):
        await make(store, f"flood{i}", "mallory", "flood")
        await make(store, f"many{i}", f"mallory{i}", "many")
        await make(store, f"game{i}", "mallory", "flood", status=Status.PLAYING)
    shown = {each.table for each in await store.lobby(limit=8)}
    assert {"other0", "other1", "other2", "early"} <= shown
    assert {name.rstrip("0123456789") for name in shown} == {"other", "early", "flood", "many"}
    assert "flood29" in shown
    everything = await store.lobby(limit=1000)
    assert len(everything) == 94
    assert [each.updated for each in everything] == sorted((each.updated for each in everything), reverse=True)


async def test_two_guests_behind_one_address_take_turns(store):
    for i in range(5):
        await make(store, f"ann{i}", "ann")
    await make(store, "bob", "bob")
    for i in range(5):
        await make(store, f"more{i}", "ann")
    assert {each.table for each in await store.lobby(limit=2)} == {"more4", "bob"}


async def test_a_rematch_has_the_maker_of_the_table_before(store, database):
    await make(store, "a", "ann")
    await store.append("a", 2, [b"b"], creates=Creation(NewTable("b", "cuttle", listed=True, created=0.0), [b"x"]))
    assert database.query("SELECT maker, maker_mark FROM tables WHERE id = 'b'") == [("ann", "home")]


async def test_only_the_makers_own_visits_keep_an_open_table(store):
    now = time.time()
    await make(store, "listed", "ann")
    await make(store, "hidden", "ann", listed=False)
    await make(store, "dealt", "ann", status=Status.PLAYING)

    async def away(at):
        return await store.ask(lambda connection: statements.read_away(connection, at - 100, at - 1000))

    assert await away(now + 90) == []
    assert await away(now + 160) == ["listed"]
    assert await away(now + 1060) == ["listed", "hidden"]
    await store.change("", lambda connection: statements.note_seen(connection, [("listed", "bob")], now + 100))
    assert await away(now + 160) == ["listed"]
    here = [("listed", "ann"), ("dealt", "ann"), ("no such", "ann")]
    await store.change("", lambda connection: statements.note_seen(connection, here, now + 100))
    assert await away(now + 160) == []
    assert await away(now + 210) == ["listed"]


async def test_idle_games_are_found_by_their_last_event(store):
    await make(store, "dealt", "ann", status=Status.PLAYING)
    await make(store, "open", "ann")
    await make(store, "over", "ann", status=Status.OVER)
    now = time.time()
    assert await store.ask(lambda connection: statements.read_idle(connection, now - 10)) == []
    assert await store.ask(lambda connection: statements.read_idle(connection, now + 10)) == ["dealt"]
