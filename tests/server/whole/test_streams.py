"""Readers that drop, that are slow, that are gone at once; and a site that has to stop while all of them listen."""

import asyncio
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest

from tests.amounts import amount, some
from tests.server.running import wait_for
from tests.server.whole.players import Game, Listening, Person, connections, until
from tests.server.whole.proxy import proxy_to
from tests.server.whole.sites import PATIENCE, is_alive, site_process

ENDLESS = 10_000
LISTENERS = amount(20, 190)
PAIRS = amount(5, 10)
HURRIED = """
from undercut.cli import app
from undercut.site.server import serve
serve.CHECK_EVERY = 1.0
app.main()
"""
"""Cuts off soon who does not read."""


def last(pieces: list[Listening]) -> int:
    """The last event that somebody has seen who has listened in several pieces."""
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
    """Let some people ask for something and then never read what comes."""
    with ExitStack() as stack:
        yield [stack.enter_context(mute(site, people[place % len(people)], path)) for place in range(number)]


def mute(site, person: Person, path: str) -> socket.socket:
    """Ask for something over a narrow connection, and never read what comes."""
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
    """Read what had been sent before the connection was cut."""
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
            thinking = await asyncio.gather(
                *(Game.begin([Person(http, site.address)], "cuttle", bots=("master",)) for _ in range(6))
            )
            pairs = await asyncio.gather(
                *(Game.begin([Person(http, site.address), Person(http, site.address)], "cuttle") for _ in range(PAIRS))
            )
            for game in thinking:
                await game.people[0].look(game.table)
                await game.play(1)
            readers = [person for game in (*thinking, *pairs) for person in game.people]
            tables = [game.table for game in (*thinking, *pairs) for _ in game.people]
            streams = [
                Listening(readers[place % len(readers)], tables[place % len(readers)], after=0)
                for place in range(LISTENERS)
            ]
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
