import time
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.exc import OperationalError

from tests.server import inside
from tests.server.conftest import on_both
from tests.server.inside import process
from undercut.site.base.client import Maker
from undercut.site.base.settings import Settings
from undercut.site.rooms.rooms import Expiry
from undercut.site.store import statements
from undercut.site.store.database import TooMany, Unavailable
from undercut.site.store.store import Store
from undercut.table import commands as asked
from undercut.table.events import RematchDeclined, write_event
from undercut.table.showing import scene


@pytest.fixture
async def rooms(database):
    async with process(database) as (made, _):
        yield made


ANN = Maker("ann", ("Ann's address",))

FINISHED = (("bob", asked.Sit), ("bob", asked.Resign), ("ann", asked.Rematch))
ALONE = (("bob", asked.Sit), ("bob", asked.Leave), ("ann", asked.Resign))


async def over(rooms, commands=FINISHED):
    """A listed table at which Ann and Bob have played; she has two devices."""
    room = await inside.opened(rooms, maker=ANN, holders={0: {"ann", "ann's phone"}}, listed=True)
    table = await room.enter()
    for guest, command in commands:
        table = await room.obey(guest, command(version=table.version))
    return room, table


async def test_all_devices_of_a_player_sit_at_the_next_table(rooms):
    room, table = await over(rooms)
    table = await room.obey("ann", asked.Rematch(version=table.version, accept=False))
    assert not table.next_game.asked, "who asks may withdraw"
    assert "withdraws the rematch request" in table.lines[-1].for_reader(1).text
    assert (await room.scene("bob", "here")).can.rematch is True, "and the other may still ask"
    table = await room.obey("ann", asked.Rematch(version=table.version))
    following = (await room.obey("bob", asked.Rematch(version=table.version))).next_game.table
    assert (await rooms.room(following).enter()).match.wins == (0, 1), "the games won are counted on"
    assert await rooms.store.holders(following) == {0: {"bob"}, 1: {"ann", "ann's phone"}}
    assert [line.table for line in await rooms.lobby.lines()] == [following]


@on_both
@pytest.mark.parametrize("fails", ["the table that was played at", "the next table"])
async def test_a_rematch_that_cannot_be_written_leaves_no_table(rooms, database, monkeypatch, fails):
    room, table = await over(rooms)
    add_events = statements.add_events

    def fail(connection, name, *rest):
        if (name == table.id) == (fails == "the table that was played at"):
            raise OperationalError("insert", {}, Exception("the disk is full"))
        return add_events(connection, name, *rest)

    version = table.version
    with monkeypatch.context() as patch:
        patch.setattr(statements, "add_events", fail)
        with pytest.raises(Unavailable):
            await room.obey("bob", asked.Rematch(version=version))
    assert await rooms.lobby.lines() == []
    assert database.query("select id, last from tables") == [(table.id, version)]
    assert database.query("select distinct table_id from holders") == [(table.id,)]
    table = await room.obey("bob", asked.Rematch(version=version))
    assert [line.table for line in await rooms.lobby.lines()] == [table.next_game.table]


async def test_a_rematch_that_another_process_forestalls_leaves_no_table(rooms, database):
    room, table = await over(rooms)
    version = table.version
    async with await Store.open(database.url) as elsewhere:
        await elsewhere.append(table.id, version + 1, [write_event(RematchDeclined(0))])
    table = await room.obey("bob", asked.Rematch(version=version))
    assert table.next_game.asked == {1}, "Ann has withdrawn, and Bob asks"
    assert database.query("select id from tables") == [(table.id,)]


@on_both
@pytest.mark.parametrize(
    ("quota", "reason"),
    [("listed", "already has 2 open tables in"), ("listed_group", "already has 2 open tables from")],
)
async def test_a_rematch_with_an_open_seat_counts_like_a_table_that_its_maker_opens(database, quota, reason):
    limits = {"listed": 0, "listed_group": 0} | {quota: 2}
    async with process(database, **limits) as (rooms, _):
        games = [await over(rooms, ALONE) for _ in range(4)]
        made = [await room.obey("ann", asked.Rematch(version=table.version)) for room, table in games[:2]]
        for room, table in games[2:]:
            version = table.version
            with pytest.raises(TooMany, match=reason):
                await room.obey("ann", asked.Rematch(version=version))
            assert (await room.enter()).version == version
        following = rooms.room(made[0].next_game.table)
        await following.obey("bob", asked.Sit(version=(await following.enter()).version))
        room = games[2][0]
        assert (await room.obey("ann", asked.Rematch(version=(await room.enter()).version))).next_game.table
    assert len(database.query("select id from tables")) == len(games) + 3


async def test_a_rematch_whose_seats_are_all_taken_is_not_limited(database):
    async with process(database, listed=1) as (rooms, _):
        for _ in range(3):
            room, table = await over(rooms)
            assert (await room.obey("bob", asked.Rematch(version=table.version))).next_game.table


MINUTE, DAY = 60.0, 86_400.0


@asynccontextmanager
async def expiring(database, **settings):
    """A process of the site that closes tables; gives its rooms and its expiry."""
    async with inside.process(database, **settings) as (rooms, _):
        expiry = Expiry(rooms, Settings(database=database.url, secret="not kept", **settings))  # noqa: S106
        yield rooms, expiry
        await expiry.close()


async def opened(rooms, *opponents, listed=True):
    wish = {"opponents": opponents or ["open"], "listed": listed}
    return (await inside.opened(rooms, maker=Maker("ann", ("home",)), **wish)).id


async def test_an_open_table_is_closed_after_its_maker_and_says_so_later(database):
    async with expiring(database) as (rooms, expiry):
        table = await opened(rooms)
        await expiry.close_tables(time.time() + 29 * MINUTE)
        assert [line.table for line in await rooms.lobby.lines()] == [table]
        await expiry.close_tables(time.time() + 31 * MINUTE)
        assert await rooms.lobby.lines() == []
    async with expiring(database) as (rooms, _):
        found = await rooms.room(table).enter()
        shown = scene(found, None)
        assert (shown.phase, shown.closed) == ("over", "This table was closed because its maker was away.")
        assert shown.log[-1].text == "This table was closed because its maker was away."
        with pytest.raises(asked.NotYours, match="its maker was away"):
            await rooms.room(table).obey("bob", asked.Sit(version=found.version))
        with pytest.raises(asked.NotYours):
            await rooms.room(table).obey("ann", asked.Rematch(version=found.version))


@on_both
async def test_a_stream_or_a_look_of_the_maker_keeps_it_open_for_all_processes(database):
    async with expiring(database) as (rooms, expiry), expiring(database) as (_, other):
        table = await opened(rooms)
        page = (await rooms.room(table).listen("ann", None)).messages()
        await anext(page)
        later = time.time() + 31 * MINUTE
        await expiry.note_seen(later)
        await other.close_tables(later)
        assert [line.table for line in await rooms.lobby.lines()] == [table]
        await page.aclose()
        await rooms.room(table).scene("ann", "")
        later += 31 * MINUTE
        await expiry.note_seen(later)
        await other.close_tables(later)
        assert [line.table for line in await rooms.lobby.lines()] == [table]
        await rooms.room(table).scene("bob", "")
        later += 31 * MINUTE
        await expiry.note_seen(later)
        await other.close_tables(later)
        await expiry.close_tables(later)
        assert await rooms.lobby.lines() == []


@on_both
async def test_an_invitation_outside_the_lobby_waits_longer(database):
    async with expiring(database) as (rooms, expiry):
        table = await opened(rooms, listed=False)
        await expiry.close_tables(time.time() + 23 * 60 * MINUTE)
        assert (await rooms.room(table).enter()).phase == "open"
        await expiry.close_tables(time.time() + 25 * 60 * MINUTE)
        assert (await rooms.room(table).enter()).closed


async def test_nobody_is_closed_out_who_has_set_no_time(database):
    async with expiring(database, away=0.0, away_unlisted=0.0) as (rooms, expiry):
        tables = [await opened(rooms), await opened(rooms, listed=False), await opened(rooms, "random")]
        await expiry.close_tables(time.time() + 1000 * DAY)
        assert [bool((await rooms.room(table).enter()).closed) for table in tables] == [False] * 3


@on_both
async def test_unfinished_games_are_closed_only_where_the_owner_sets_a_time(database):
    async with expiring(database, abandoned=30 * DAY) as (rooms, expiry):
        table = await opened(rooms, "random")
        await expiry.close_tables(time.time() + 29 * DAY)
        assert (await rooms.room(table).enter()).phase == "playing"
        await expiry.close_tables(time.time() + 31 * DAY)
        found = await rooms.room(table).enter()
        assert (found.phase, found.to_move) == ("over", None)
        assert scene(found, 0).closed == "This table was closed because nothing had happened here for a long time."
        with pytest.raises(asked.NotYours, match="closed"):
            await rooms.room(table).obey("ann", asked.Play(version=found.version, move="draw"))
    async with expiring(database) as (rooms, _):
        assert (await rooms.room(table).enter()).closed


async def test_a_damaged_table_keeps_no_other_one_open(database):
    async with expiring(database) as (rooms, expiry):
        first, second = await opened(rooms), await opened(rooms)
        database.query(f"UPDATE events SET seq = 9 WHERE table_id = '{first}' AND seq = 1")  # noqa: S608  our own id
        for _ in range(2):
            await expiry.close_tables(time.time() + 31 * MINUTE)
        assert (await rooms.room(second).enter()).closed
