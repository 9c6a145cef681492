"""The site is stopped or killed under players who send again what was not answered, as pages do: nobody notices."""

from __future__ import annotations

import asyncio
import signal
import socket
from contextlib import contextmanager, suppress

import httpx
import pytest

from tests.amounts import amount, some
from tests.deploy.files import make_certificate, nginx_settings
from tests.deploy.test_nginx import NAME, needs_nginx, nginx
from tests.postgres import free_port
from tests.server.conftest import Database
from tests.server.whole.players import Game, Person, connections, until
from tests.server.whole.sites import site_process
from tests.server.whole.test_crashes import logs

pytestmark = pytest.mark.anyio

RESTARTS = amount(1, 10)
MIXES = [("cut_the_rope", 2, ()), ("cups", 2, ()), ("cut_the_rope", 2, ("greedy",)), ("cups", 3, ())]
"""Game, persons, bots."""


class Patient(Person):
    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await again(lambda: super(Patient, self).get(path, **headers))

    async def post(self, path: str, **data: object) -> httpx.Response:
        return await again(lambda: super(Patient, self).post(path, **data))


async def again(ask) -> httpx.Response:
    while True:
        with suppress(httpx.TransportError):
            answer = await ask()
            if answer.status_code not in (502, 504) and "retry-after" not in answer.headers:
                return answer
        await asyncio.sleep(0.1)


async def read(person: Person, table: str, seen: list[int]) -> None:
    """Read the events as browsers do: from the last one on, whenever the stream ends."""
    while True:
        headers = person.headers | {"last-event-id": str(seen[-1] if seen else 0)}
        with suppress(httpx.TransportError):
            async with person.http.stream("GET", f"{person.address}/t/{table}/events", headers=headers) as answer:
                async for line in answer.aiter_lines():
                    if line.startswith("id: "):
                        seen.append(int(line[4:]))
        await asyncio.sleep(0.2)


async def play(game: Game) -> None:
    while not game.over:
        await game.play(1)
        await asyncio.sleep(0.01)


@contextmanager
def direct(_folder, port: int):
    yield f"http://127.0.0.1:{port}"


@contextmanager
def through_nginx(folder, port: int):
    folder.chmod(0o755)
    make_certificate(folder, NAME)
    own = free_port()
    with nginx(folder, nginx_settings(folder, own, [port, port]), own):
        yield f"https://127.0.0.1:{own + 1}"


@pytest.mark.parametrize("how", some([signal.SIGTERM, signal.SIGKILL], 1))
@pytest.mark.parametrize("way", [direct, pytest.param(through_nginx, marks=needs_nginx)])
async def test_players_lose_no_move_and_see_no_error(tmp_path, monkeypatch, way, how):
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    database = Database("sqlite", f"sqlite:///{tmp_path}/tables.db")
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as kept, way(tmp_path, kept.getsockname()[1]) as address:
        async with connections() as http:
            with site_process(tmp_path, database.url, listener=kept) as site:
                games = [
                    await Game.begin([Patient(http, address) for _ in range(persons)], game, bots=bots, seed=seed)
                    for seed, (game, persons, bots) in enumerate(MIXES)
                ]
                playing = [asyncio.create_task(play(game)) for game in games]
                seen: list[list[int]] = [[] for _ in games]
                reading = [
                    asyncio.create_task(read(game.people[0], game.table, one))
                    for game, one in zip(games, seen, strict=True)
                ]
                await played(games)
                await asyncio.to_thread(site.stop, how)
            for _ in range(RESTARTS):
                with site_process(tmp_path, database.url, listener=kept) as site:
                    await played(games)
                    assert "Traceback" not in site.log
                    await asyncio.to_thread(site.stop, how)
            with site_process(tmp_path, database.url, listener=kept):
                await played(games)
                for game in games:
                    game.over = True
                await asyncio.gather(*playing)
                for game, one in zip(games, seen, strict=True):
                    await until(lambda game=game, one=one: one and one[-1] >= max(game.acknowledged))
                    assert one == list(range(1, one[-1] + 1))
                for task in reading:
                    task.cancel()
                await asyncio.gather(*reading, return_exceptions=True)
    written = logs(database)
    for game in games:
        moves = [(seq, event) for seq, event in written[game.table] if event["type"] == "moved"]
        persons = {seq: event["move"] for seq, event in moves if event["seat"] < len(game.people)}
        assert persons == game.acknowledged


async def played(games: list[Game], moves: int = 3) -> None:
    """Wait until everybody has played some moves from now on."""
    before = [len(game.acknowledged) for game in games]
    await until(
        lambda: all(
            game.over or len(game.acknowledged) >= number + moves for game, number in zip(games, before, strict=True)
        )
    )
