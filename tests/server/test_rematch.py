"""A rematch is written with its table, or neither is."""

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.inside import process
from undercut.site.store import statements
from undercut.site.store.model import Maker, TooMany, Unavailable
from undercut.site.store.store import Store
from undercut.table import commands as asked
from undercut.table.events import RematchDeclined, write_event
from undercut.table.opening.choices import read_choices
from undercut.table.opening.new_table import open_table

pytestmark = pytest.mark.anyio


@pytest.fixture
async def rooms(database):
    async with process(database) as (made, _):
        yield made


ANN = Maker("ann", ("Ann's address",))


async def finished(rooms):
    """A listed table at which Ann and Bob have played, and Ann has asked for a rematch; she has two devices."""
    wish = read_choices({"game": "cuttle", "opponents": ["open"], "name": "Ann", "listed": True}).checked()
    room = rooms.room(await rooms.open(open_table(wish, "ann").events, {0: {"ann", "ann's phone"}}, ANN))
    table = await room.enter()
    for guest, command in (("bob", asked.Sit), ("bob", asked.Resign), ("ann", asked.Rematch)):
        table = await room.obey(guest, command(version=table.version))
    return room, table


async def test_all_devices_of_a_player_sit_at_the_next_table(rooms):
    room, table = await finished(rooms)
    following = (await room.obey("bob", asked.Rematch(version=table.version))).rematch
    assert await rooms.store.holders(following) == {0: {"bob"}, 1: {"ann", "ann's phone"}}
    assert [line.table for line in await rooms.lobby()] == [following]


@pytest.mark.parametrize("fails", ["the table that was played at", "the next table"])
async def test_a_rematch_that_cannot_be_written_leaves_no_table(rooms, database, monkeypatch, fails):
    room, table = await finished(rooms)
    add_events = statements.add_events

    def fail(connection, name, *rest):
        if (name == table.id) == (fails == "the table that was played at"):
            raise OperationalError("insert", {}, Exception("the disk is full"))  # noqa: EM101
        return add_events(connection, name, *rest)

    version = table.version
    with monkeypatch.context() as patch:
        patch.setattr(statements, "add_events", fail)
        with pytest.raises(Unavailable):
            await room.obey("bob", asked.Rematch(version=version))
    assert await rooms.lobby() == []
    assert database.query("select id, last from tables") == [(table.id, version)]
    assert database.query("select distinct table_id from holders") == [(table.id,)]
    table = await room.obey("bob", asked.Rematch(version=version))
    assert [line.table for line in await rooms.lobby()] == [table.rematch]


async def test_a_rematch_that_another_process_forestalls_leaves_no_table(rooms, database):
    room, table = await finished(rooms)
    version = table.version
    async with await Store.open(database.url) as elsewhere:
        await elsewhere.append(table.id, version + 1, [write_event(RematchDeclined(0))])
    with pytest.raises(asked.NotYours, match="Ann does not want a rematch"):
        await room.obey("bob", asked.Rematch(version=version))
    assert database.query("select id from tables") == [(table.id,)]


async def alone(rooms):
    """A listed table that is over, and from which Bob has gone."""
    wish = read_choices({"game": "cuttle", "opponents": ["open"], "name": "Ann", "listed": True}).checked()
    room = rooms.room(await rooms.open(open_table(wish, "ann").events, {0: {"ann"}}, ANN))
    table = await room.enter()
    for guest, command in (("bob", asked.Sit), ("bob", asked.Leave), ("ann", asked.Resign)):
        table = await room.obey(guest, command(version=table.version))
    return room, table


@pytest.mark.parametrize(("quota", "reason"), [("listed", "has 2 open"), ("listed_group", "there are 2 open")])
async def test_a_rematch_with_an_open_seat_counts_like_a_table_that_its_maker_opens(database, quota, reason):
    limits = {"listed": 0, "listed_group": 0} | {quota: 2}
    async with process(database, **limits) as (rooms, _):
        games = [await alone(rooms) for _ in range(4)]
        made = [(await room.obey("ann", asked.Rematch(version=table.version))).rematch for room, table in games[:2]]
        for room, table in games[2:]:
            version = table.version
            with pytest.raises(TooMany, match=reason):
                await room.obey("ann", asked.Rematch(version=version))
            assert (await room.enter()).version == version
        following = rooms.room(made[0])
        await following.obey("bob", asked.Sit(version=(await following.enter()).version))
        room = games[2][0]
        assert (await room.obey("ann", asked.Rematch(version=(await room.enter()).version))).rematch
    assert len(database.query("select id from tables")) == len(games) + 3


async def test_a_rematch_whose_seats_are_all_taken_is_not_limited(database):
    async with process(database, listed=1) as (rooms, _):
        for _ in range(3):
            room, table = await finished(rooms)
            assert (await room.obey("bob", asked.Rematch(version=table.version))).rematch
