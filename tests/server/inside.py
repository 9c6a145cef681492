"""A process of the site without its addresses, for tests of rooms."""

from contextlib import asynccontextmanager

from undercut.site.operations.settings import Settings
from undercut.site.rooms.rooms import Rooms
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.commands import Sit
from undercut.table.opening.choices import read_choices
from undercut.table.opening.new_table import open_table


@asynccontextmanager
async def process(database, **settings):
    """Rooms and their store; on SQLite, other processes hear nothing of what it stores."""
    chosen = Settings(database=database.url, secret="not kept", **settings)  # noqa: S106  of a test
    async with await Store.open(database.url) as store:
        rooms = Rooms(store, Thinkers(0), chosen)
        await rooms.uptime.beat()
        yield rooms, store
        await rooms.close()


async def two_players(rooms):
    """The room of a table of Ann, whose move it is, and Bob."""
    opening = open_table(read_choices({"game": "cuttle", "opponents": ["open"], "name": "Ann"}).checked(), "ann")
    room = rooms.room(await rooms.open(opening.events, opening.guests))
    table = await room.enter()
    await room.obey("bob", Sit(version=table.version, name="Bob"))
    return room
