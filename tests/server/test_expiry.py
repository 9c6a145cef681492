"""Open tables whose makers are away, and idle games: closed politely, after restarts and by any process."""

import time
from contextlib import asynccontextmanager

import pytest

from tests.server import inside
from undercut.errors import UndercutError
from undercut.site.operations.settings import Settings, from_environment
from undercut.site.rooms.rooms import Expiry
from undercut.site.store.model import Maker
from undercut.table import commands as asked
from undercut.table.opening.choices import read_choices
from undercut.table.opening.new_table import open_table
from undercut.table.showing import scene

pytestmark = pytest.mark.anyio

MINUTE, DAY = 60.0, 86_400.0


@asynccontextmanager
async def process(database, **settings):
    """A process of the site; gives its rooms and its expiry."""
    async with inside.process(database, **settings) as (rooms, _):
        expiry = Expiry(rooms, Settings(database=database.url, secret="not kept", **settings))  # noqa: S106
        yield rooms, expiry
        await expiry.close()


async def opened(rooms, *opponents, listed=True):
    wish = read_choices({"game": "cuttle", "opponents": opponents or ["open"], "name": "Ann", "listed": listed})
    opening = open_table(wish.checked(), "ann")
    return await rooms.open(opening.events, opening.guests, Maker("ann", ("home",)))


async def test_an_open_table_is_closed_after_its_maker_and_says_so_later(database):
    async with process(database) as (rooms, expiry):
        table = await opened(rooms)
        await expiry.close_tables(time.time() + 29 * MINUTE)
        assert [line.table for line in await rooms.lobby()] == [table]
        await expiry.close_tables(time.time() + 31 * MINUTE)
        assert await rooms.lobby() == []
    async with process(database) as (rooms, _):
        found = await rooms.room(table).enter()
        shown = scene(found, None)
        assert (shown.phase, shown.closed) == ("over", "This table was closed because its maker was away.")
        assert shown.log[-1].text == "This table was closed because its maker was away."
        with pytest.raises(asked.NotYours, match="its maker was away"):
            await rooms.room(table).obey("bob", asked.Sit(version=found.version))
        with pytest.raises(asked.NotYours):
            await rooms.room(table).obey("ann", asked.Rematch(version=found.version))


async def test_a_stream_or_a_look_of_the_maker_keeps_it_open_for_all_processes(database):
    async with process(database) as (rooms, expiry), process(database) as (_, other):
        table = await opened(rooms)
        page = (await rooms.room(table).listen("ann", None)).messages()
        await anext(page)
        later = time.time() + 31 * MINUTE
        await expiry.note_seen(later)
        await other.close_tables(later)
        assert [line.table for line in await rooms.lobby()] == [table]
        await page.aclose()
        await rooms.room(table).scene("ann", "")
        later += 31 * MINUTE
        await expiry.note_seen(later)
        await other.close_tables(later)
        assert [line.table for line in await rooms.lobby()] == [table]
        await rooms.room(table).scene("bob", "")
        later += 31 * MINUTE
        await expiry.note_seen(later)
        await other.close_tables(later)
        await expiry.close_tables(later)
        assert await rooms.lobby() == []


async def test_an_invitation_outside_the_lobby_waits_longer(database):
    async with process(database) as (rooms, expiry):
        table = await opened(rooms, listed=False)
        await expiry.close_tables(time.time() + 23 * 60 * MINUTE)
        assert (await rooms.room(table).enter()).phase == "open"
        await expiry.close_tables(time.time() + 25 * 60 * MINUTE)
        assert (await rooms.room(table).enter()).closed


async def test_nobody_is_closed_out_who_has_set_no_time(database):
    async with process(database, away=0.0, away_unlisted=0.0) as (rooms, expiry):
        tables = [await opened(rooms), await opened(rooms, listed=False), await opened(rooms, "random")]
        await expiry.close_tables(time.time() + 1000 * DAY)
        assert [bool((await rooms.room(table).enter()).closed) for table in tables] == [False] * 3


async def test_unfinished_games_are_closed_only_where_the_owner_sets_a_time(database):
    async with process(database, abandoned=30 * DAY) as (rooms, expiry):
        table = await opened(rooms, "random")
        await expiry.close_tables(time.time() + 29 * DAY)
        assert (await rooms.room(table).enter()).phase == "playing"
        await expiry.close_tables(time.time() + 31 * DAY)
        found = await rooms.room(table).enter()
        assert (found.phase, found.to_move) == ("over", None)
        assert scene(found, 0).closed == "This table was closed because nothing had happened here for a long time."
        with pytest.raises(asked.NotYours, match="closed"):
            await rooms.room(table).obey("ann", asked.Play(version=found.version, move="draw"))
    async with process(database) as (rooms, _):
        assert (await rooms.room(table).enter()).closed


async def test_a_damaged_table_keeps_no_other_one_open(database):
    async with process(database) as (rooms, expiry):
        first, second = await opened(rooms), await opened(rooms)
        database.query(f"UPDATE events SET seq = 9 WHERE table_id = '{first}' AND seq = 1")  # noqa: S608  our own id
        for _ in range(2):
            await expiry.close_tables(time.time() + 31 * MINUTE)
        assert (await rooms.room(second).enter()).closed


def test_times_are_set_in_any_unit_and_a_bad_one_is_named():
    given = {"UNDERCUT_SECRET": "s", "UNDERCUT_DATABASE": "sqlite:///x.db"}
    read = from_environment(
        given | {"UNDERCUT_AWAY": "10m", "UNDERCUT_ABANDONED": "30d", "UNDERCUT_AWAY_UNLISTED": "0"}
    )
    assert (read.away, read.abandoned, read.away_unlisted) == (600, 30 * DAY, 0)
    for bad in ("soon", "-1", "1e9", "10 months", "", "99999999999d"):
        with pytest.raises(UndercutError, match=r"UNDERCUT_AWAY: .* is not a length of time"):
            from_environment(given | {"UNDERCUT_AWAY": bad})
