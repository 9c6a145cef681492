"""The site is stopped or killed while many play: what was acknowledged is there, and every game goes on."""

import asyncio
import json
import os
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
from tests.server.running import wait_for
from tests.server.whole.players import Game, Person, connections, until
from tests.server.whole.sites import PATIENCE, is_alive, site_process
from undercut.errors import UndercutError
from undercut.site.server.serve import inherited_listeners

TABLES = amount(8, 100)
ENDLESS = 10_000
MIXES = [("cuttle", 2, ()), ("cuttle", 1, ("random",)), ("cut_the_rope", 2, ("random",)), ("cups", 2, ())]
"""Game, persons, bots."""


def logs(database) -> dict[str, list[tuple[int, dict]]]:
    found: dict[str, list[tuple[int, dict]]] = {}
    for table, seq, data in database.query("select table_id, seq, data from events order by table_id, seq"):
        found.setdefault(str(table), []).append((int(str(seq)), json.loads(bytes(data))))  # type: ignore[call-overload]
    return found


def check(database, games: list[Game]) -> None:
    """Hold that logs have no gaps, and that each holds what was acknowledged and at most one move more of a person."""
    written = logs(database)
    for game in games:
        log = written[game.table]
        assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
        moves = {
            seq: event["move"] for seq, event in log if event["type"] == "moved" and event["seat"] < len(game.people)
        }
        assert game.acknowledged.items() <= moves.items()
        assert len(moves) - len(game.acknowledged) <= 1


async def test_killed_in_the_middle_of_many_games(database, tmp_path):
    async with connections() as http:
        with site_process(tmp_path, database.url) as site:
            begun = [MIXES[place % len(MIXES)] for place in range(TABLES)]
            games = await asyncio.gather(
                *(
                    Game.begin([Person(http, site.address) for _ in range(persons)], game, bots=bots, seed=place)
                    for place, (game, persons, bots) in enumerate(begun)
                )
            )
            playing = [asyncio.create_task(game.play(ENDLESS)) for game in games]
            await until(lambda: sum(len(game.acknowledged) for game in games) >= TABLES)
            children = site.descendants()
            assert children
            site.stop(signal.SIGKILL)
            ended = await asyncio.gather(*playing, return_exceptions=True)
            assert all(isinstance(end, int | httpx.TransportError) for end in ended), set(map(repr, ended))
            assert sum(isinstance(end, httpx.TransportError) for end in ended) > TABLES / 2
            wait_for(lambda: not any(map(is_alive, children)))
        check(database, games)
        with site_process(tmp_path, database.url) as site:
            for game in games:
                for person in game.people:
                    person.address = site.address
            before = [len(game.acknowledged) for game in games]
            more = await asyncio.gather(*(game.play(2) for game in games))
            assert all(moves == 2 or game.over for moves, game in zip(more, games, strict=True))
            assert sum(moves == 2 for moves in more) > TABLES * 0.9
            assert "Traceback" not in site.log
        after = [len(game.acknowledged) for game in games]
        assert sum(after) - sum(before) == sum(more)
        check(database, games)


RESTARTS = amount(1, 10)
LONG_GAMES = some([("cut_the_rope", 2, ("greedy",)), ("cut_the_rope", 2, ()), ("cups", 2, ()), ("cups", 3, ())], 2)
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


async def play_on(game: Game) -> None:
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
                    for seed, (game, persons, bots) in enumerate(LONG_GAMES)
                ]
                playing = [asyncio.create_task(play_on(game)) for game in games]
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


def test_a_socket_from_systemd_is_used_and_systemd_is_told(tmp_path, monkeypatch):
    with socket.socket() as listener, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        told.bind(str(tmp_path / "notify"))
        told.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with site_process(tmp_path, f"sqlite:///{tmp_path}/tables.db", listener=listener) as site:
            assert site.port == listener.getsockname()[1]
            assert told.recv(100) == b"READY=1"
            assert httpx.get(f"{site.address}/health", timeout=PATIENCE).status_code == 200
            site.stop()
            assert told.recv(100) == b"STOPPING=1"
        with socket.create_connection(listener.getsockname()):  # waits for the next start
            pass


def test_something_else_from_systemd_is_refused(monkeypatch):
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", "1")
    assert inherited_listeners() == []
    reading, writing = os.pipe()
    monkeypatch.setattr("undercut.site.server.serve._FIRST_INHERITED", reading)
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    with pytest.raises(UndercutError, match="is not a listening socket"):
        inherited_listeners()
    os.close(writing)
