import asyncio
import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest

from tests.amounts import amount, some
from tests.deploy.files import make_certificate, nginx_settings
from tests.deploy.test_nginx import NAME, needs_nginx, nginx
from tests.postgres import free_port
from tests.server.conftest import Database
from tests.server.running import wait_for
from tests.server.whole.players import Game, Listening, Person, connections, until
from tests.server.whole.proxy import proxy_to
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


def moves_of_persons(game: Game, log) -> dict[int, str]:
    moves = [(seq, event) for seq, event in log if event["type"] == "moved"]
    return {seq: event["move"] for seq, event in moves if event["seat"] < len(game.people)}


def check(database, games: list[Game]) -> None:
    """Hold that logs have no gaps, and that each holds what was acknowledged and at most one move more of a person."""
    written = logs(database)
    for game in games:
        log = written[game.table]
        assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
        moves = moves_of_persons(game, log)
        assert game.acknowledged.items() <= moves.items()
        assert len(moves) - len(game.acknowledged) <= 1


async def test_killed_in_the_middle_of_many_games(database, tmp_path):
    async with connections() as http:
        with site_process(tmp_path, database.url) as site:
            begun = [MIXES[place % len(MIXES)] for place in range(TABLES)]
            starting = []
            for seed, (game, persons, bots) in enumerate(begun):
                people = [Person(http, site.address) for _ in range(persons)]
                starting.append(Game.begin(people, game, bots=bots, seed=seed))
            games = await asyncio.gather(*starting)
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
                reads = [read(game.people[0], game.table, one) for game, one in zip(games, seen, strict=True)]
                reading = [asyncio.create_task(each) for each in reads]
                await played(games)
                await asyncio.to_thread(site.stop, how)
            for _ in range(amount(1, 10)):
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
        assert moves_of_persons(game, written[game.table]) == game.acknowledged


async def played(games: list[Game], moves: int = 3) -> None:
    wanted = [(game, len(game.acknowledged) + moves) for game in games]
    await until(lambda: all(game.over or len(game.acknowledged) >= number for game, number in wanted))


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


PAIRS = amount(5, 10)
HURRIED = """
from undercut.cli import app
from undercut.site.server import serve
serve.CHECK_EVERY = 1.0
app.main()
"""
"""Cuts off soon who does not read."""


def last(pieces: list[Listening]) -> int:
    return max(number for piece in pieces for number in (0, *piece.numbers))


async def test_who_drops_out_misses_nothing(url, tmp_path):
    async with connections() as http:
        with site_process(tmp_path, url) as site:
            async with proxy_to(site.port) as proxy:
                # A long game, since its moves are any.
                game = await Game.begin([Person(http, site.address), Person(http, site.address)], "cut_the_rope")
                readers = [*game.people, Person(http, site.address)]
                steady = [await Listening(reader, game.table, after=0).opened() for reader in readers]
                pieces: list[list[Listening]] = [[] for _ in readers]

                async def listen() -> None:
                    for reader, heard in zip(readers, pieces, strict=True):
                        reader.address = proxy.address
                        seen = {"seen": last(heard)} if heard else {"after": 0}
                        heard.append(Listening(reader, game.table, **seen))
                        reader.address = site.address

                async def both(moves: int) -> None:
                    await game.play(moves)
                    version = (await readers[2].look(game.table))["version"]
                    await until(lambda: all(last(heard) == version for heard in pieces))

                for away in (1, 3, 0, 5):
                    await listen()
                    await both(2)
                    proxy.cut()
                    await until(lambda: all(heard[-1].task.done() for heard in pieces))
                    await game.play(away)
                    proxy.mend()
                await listen()
                await both(1)
                for whole, heard in zip(steady, pieces, strict=True):
                    assert [line for piece in heard for line in piece.lines] == whole.lines
                    assert whole.numbers == list(range(1, last([whole]) + 1))
                site.stop(signal.SIGINT)
                assert site.process.returncode == 130
            for ended in steady:
                await until(ended.task.done)
        with site_process(tmp_path, url) as site:
            for reader, whole, heard in zip(readers, steady, pieces, strict=True):
                reader.address = site.address
                heard.append(Listening(reader, game.table, seen=last([whole])))
            assert await game.play(2)
            version = (await readers[2].look(game.table))["version"]
            for whole, heard in zip(steady, pieces, strict=True):
                await until(lambda heard=heard: last(heard) == version)
                again = await Listening(readers[0], game.table, after=0).opened()
                assert heard[-1].numbers == list(range(last([whole]) + 1, version + 1))
                assert again.numbers == whole.numbers + heard[-1].numbers
                await again.close()
            for heard in pieces:
                await heard[-1].close()


@contextmanager
def mutes(number: int, site, people: list[Person], path: str) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(mute(site, people[place % len(people)], path)) for place in range(number)]


def mute(site, person: Person, path: str) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2304)
    # The server's own buffer is made for so many segments; on loopback they would be huge.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    connection.connect(("127.0.0.1", site.port))
    headers = "".join(f"{name}: {value}\r\n" for name, value in person.headers.items())
    connection.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n".encode())
    return connection


async def test_who_does_not_read_is_cut_off_and_delays_nobody(url, tmp_path):
    async with connections() as http:
        with site_process(tmp_path, url, program=("-c", HURRIED)) as site:
            people = [Person(http, site.address) for _ in range(6)]
            game = await Game.begin(people, "cups")
            path = f"/t/{game.table}/events?after=0"
            listening = await Listening(people[0], game.table, after=0).opened()
            with mutes(30, site, [people[-1], Person(http, site.address)], path) as deaf:
                await until(lambda: listening.seats[-1][5]["present"])
                memory, moved = site.memory, 0
                while listening.seats[-1][5]["present"]:
                    # Everybody is told who comes and goes: a kilobyte each time.
                    passing = [await Listening(person, game.table).opened() for person in people[1:5]]
                    moved += await game.play(1)
                    await until(lambda: last([listening]) >= max(game.acknowledged))
                    await asyncio.gather(*(one.close() for one in passing))
                assert moved > 20
                assert listening.numbers == list(range(1, last([listening]) + 1))
                assert site.memory - memory < 30_000_000
                for connection in deaf:
                    assert received(connection).count(b"\nid: ") < last([listening])
            await listening.close()
            assert "Traceback" not in site.log


def received(connection: socket.socket) -> bytes:
    connection.settimeout(PATIENCE)
    found = b""
    with suppress(ConnectionResetError):
        while data := connection.recv(65_536):
            found += data
    return found


@pytest.mark.parametrize("how", some([signal.SIGTERM, signal.SIGINT], 1))
async def test_stopping_takes_under_five_seconds_and_loses_nothing(url, tmp_path, how):
    async with connections() as http:
        with site_process(tmp_path, url, thinkers=2) as site:

            def begin(persons, *bots):
                return Game.begin([Person(http, site.address) for _ in range(persons)], "cuttle", bots=bots)

            thinking = await asyncio.gather(*(begin(1, "master") for _ in range(6)))
            pairs = await asyncio.gather(*(begin(2) for _ in range(PAIRS)))
            for game in thinking:
                await game.people[0].look(game.table)
                await game.play(1)
            readers = [person for game in (*thinking, *pairs) for person in game.people]
            tables = [game.table for game in (*thinking, *pairs) for _ in game.people]
            places = [number % len(readers) for number in range(amount(20, 190))]
            streams = [Listening(readers[place], tables[place], after=0) for place in places]
            await asyncio.gather(*(stream.opened() for stream in streams))
            playing = [asyncio.create_task(game.play(ENDLESS)) for game in pairs]
            await until(lambda: sum(len(game.acknowledged) for game in pairs) > 5 * PAIRS)
            children = site.descendants()
            assert len(children) >= 2
            with mutes(10, site, readers, f"/t/{tables[-1]}/events?after=0"):
                took = await asyncio.to_thread(site.stop, how)
            assert took < 10  # a second or three on a quiet machine; each step of stopping is bounded
            assert site.process.returncode == (0 if how is signal.SIGTERM else 130)
            wait_for(lambda: not any(map(is_alive, children)))
            ended = await asyncio.gather(*playing, return_exceptions=True)
            assert all(isinstance(end, int | httpx.TransportError | AssertionError) for end in ended)
            for stream in streams:
                await until(stream.task.done)
            assert "Traceback" not in site.log
        with site_process(tmp_path, url) as site:
            for game in (*thinking, *pairs):
                for person in game.people:
                    person.address = site.address
                scene = await game.people[0].look(game.table)
                said = {line["seq"]: line["move"] for line in scene["log"]}
                assert game.acknowledged.keys() <= said.keys()
                assert list(said) == list(range(1, scene["version"] + 1))
            assert sum(await asyncio.gather(*(game.play(1) for game in pairs))) >= len(pairs) - 1
