import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import httpx

from undercut.site.base.settings import Settings
from undercut.site.rooms.rooms import Rooms
from undercut.site.server.app import make_app
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.commands import Sit
from undercut.table.opening.new_table import open_table
from undercut.table.opening.terms import read_choices


def settings(folder, **more) -> Settings:
    chosen = {"secret": "not kept", "thinkers": 0, "rate": 0, "opened": 0} | more
    return Settings(database=f"sqlite:///{folder}/tables.db", **chosen)


@asynccontextmanager
async def process(database, **more):
    """Rooms and their store; on SQLite, other processes hear nothing of what it stores."""
    chosen = Settings(database=database.url, secret="not kept", **more)  # noqa: S106  of a test
    async with await Store.open(database.url) as store:
        rooms = Rooms(store, Thinkers(0), chosen)
        await rooms.uptime.beat()
        yield rooms, store
        await rooms.close()


@asynccontextmanager
async def site(chosen: Settings):
    """A site in this loop; gives its application, and a function that makes clients who speak JSON."""
    app = make_app(chosen)
    async with app.lifespan(), AsyncExitStack() as clients:
        transport = httpx.ASGITransport(app)  # pyright: ignore[reportArgumentType]  the two libraries' types differ

        async def guest() -> httpx.AsyncClient:
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
            await clients.enter_async_context(client)
            token = (await client.get("/about")).cookies["csrf"]
            client.headers.update({"x-csrf-token": token, "accept": "application/json"})
            return client

        yield app, guest


async def opened(rooms, guest="ann", maker=None, holders=None, **wish):
    given = {"game": "cuttle", "opponents": ["open"], "name": "Ann"} | wish
    opening = open_table(read_choices(given).checked(), guest)
    return rooms.room(await rooms.open(replace(opening, guests=holders or opening.guests), maker))


async def two_players(rooms):
    room = await opened(rooms)
    table = await room.enter()
    await room.obey("bob", Sit(version=table.version, name="Bob"))
    return room


def workers(answer: Callable[..., Awaitable[object]]):
    async def start() -> Worker:
        return Worker(answer)

    return start


class Worker:
    def __init__(self, answer: Callable[..., Awaitable[object]] | None = None) -> None:
        self.answer = answer
        self.dies = asyncio.Event()

    async def ask(self, request: object, stop: asyncio.Future[None]) -> object:
        assert self.answer is not None
        return await self.answer(request, stop)

    async def ended(self) -> None:
        await self.dies.wait()

    async def end(self) -> None:
        pass
