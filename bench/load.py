"""Load test of the site: tables per process, and the latency of moves (``python bench/load.py``).

Starts the site on loopback with a database of its own, opens tables of two players each with both event streams, and
plays random moves at a steady rate, whether or not the server keeps up. Players act like browsers: their streams send
them the board with each event, and they read their moves from its forms (``--as programs``: the view as JSON). As
``fetching-browsers`` and ``fetching-programs`` they fetch the same after each event, as all did in earlier versions.
Meanwhile a bot may think all the time at a table of its own. The latency runs from sending a move until its event
arrives at the other player.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
MOVE = re.compile(r'name="move" value="([^"]+)"')
VERSION = re.compile(r'name="version" value="(\d+)"')
NUMBER = re.compile(rb"^id: (\d+)$", re.MULTILINE)
PICTURE = re.compile(rb"^event: (?:board|table)\ndata: ", re.MULTILINE)
READERS = ("browsers", "programs", "fetching-browsers", "fetching-programs")
OPENING_AT_ONCE = 8
SECURITY = {
    "UNDERCUT_RATE": "0",
    "UNDERCUT_OPENED": "0",
    "UNDERCUT_SEAT_CHANGES": "0",
    "UNDERCUT_REBUILDS": "0",
    "UNDERCUT_STREAMS": "1000000",
    "UNDERCUT_PACE": "0",
}


class Client:
    """A player's browser: a connection for requests, another for the stream, cookies."""

    def __init__(self, port: int) -> None:
        """Connect when the first request is made."""
        self.port = port
        self.cookies: dict[str, str] = {}
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.turn = asyncio.Lock()

    def head(self, method: str, path: str, accept: str, body: bytes) -> bytes:
        """Write a request."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        token = self.cookies.get("csrf", "")
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Accept: {accept}", f"Content-Length: {len(body)}"]
        lines += [f"Cookie: {cookies}"] * bool(cookies) + [f"x-csrf-token: {token}"] * bool(token)
        return "\r\n".join([*lines, "Content-Type: application/json", "", ""]).encode() + body

    async def read_head(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        """Read a response as far as its body, and keep its cookies."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in head[1:]:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return int(head[0].split()[1]), headers

    async def request(self, method: str, path: str, data: object = None, accept: str = "application/json") -> bytes:
        """Send a request after the previous one; raise an error if it is refused."""
        async with self.turn:
            body = b"" if data is None else json.dumps(data).encode()
            try:
                status, answer = await self.exchange(method, path, accept, body)
            except (ConnectionError, asyncio.IncompleteReadError):  # the connection was idle for too long
                self.writer = None
                status, answer = await self.exchange(method, path, accept, body)
        if status >= 400:
            message = f"{method} {path}: {status} {answer[:300]!r}"
            raise RuntimeError(message)
        return answer

    async def exchange(self, method: str, path: str, accept: str, body: bytes) -> tuple[int, bytes]:
        """Send a request and read the answer, on the connection that is open already if there is one."""
        if self.writer is None or self.reader.at_eof():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(self.head(method, path, accept, body))
        status, headers = await self.read_head(self.reader)
        return status, await read_body(self.reader, headers)

    async def listen(
        self, path: str, on_event: Callable[[int, float], None], on_shown: Callable[[bytes], None] = len
    ) -> None:
        """Read a stream of events until it ends.

        Args:
            on_event: Called with the number of each event, and when it arrived.
            on_shown: Called with each rendering of the whole table.
        """
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        try:
            writer.write(self.head("GET", path, "text/event-stream", b""))
            await self.read_head(reader)
            with contextlib.suppress(asyncio.IncompleteReadError):
                while block := await reader.readuntil(b"\n\n"):
                    if found := NUMBER.search(block):
                        on_event(int(found[1]), time.perf_counter())
                    elif found := PICTURE.search(block):
                        on_shown(block[found.end() :])
        finally:
            writer.close()


async def read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    """Read the body of a response."""
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    whole = b""
    while headers.get("transfer-encoding") == "chunked":
        size = int(await reader.readline(), 16)
        whole += (await reader.readexactly(size + 2))[:-2]
        if size == 0:
            break
    return whole


@dataclass
class Figures:
    """The measurements."""

    latencies: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    games: int = 0
    late: int = 0
    bytes: int = 0


class Pair:
    """A table and its two players."""

    def __init__(self, port: int, figures: Figures, chance: random.Random, readers: str) -> None:
        """Start without a table."""
        self.players = (Client(port), Client(port))
        self.figures = figures
        self.chance = chance
        self.browsers = readers.endswith("browsers")
        self.fetching = readers.startswith("fetching")
        self.table = ""
        self.streams: list[asyncio.Task[None]] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.sent: dict[int, tuple[int, float]] = {}
        self.ready: tuple[int, int, list[str]] | None = None
        self.acted = -1

    async def open(self) -> None:
        """Open a table, take both seats, and open both streams."""
        first, second = self.players
        for player in self.players:
            await player.request("GET", "/lobby")
        wish = {"game": "cuttle", "opponents": ["open"], "name": "Ann"}
        self.table = json.loads(await first.request("POST", "/tables", wish))["table"]
        scene = json.loads(await second.request("GET", f"/t/{self.table}"))
        await second.request("POST", f"/t/{self.table}/sit", {"version": scene["version"], "name": "Bob"})
        self.streams = [
            asyncio.create_task(player.listen(self.stream, partial(self.heard, seat), partial(self.shown, seat)))
            for seat, player in enumerate(self.players)
        ]
        if self.fetching:
            self.look(0)
            self.look(1)

    @property
    def stream(self) -> str:
        """The address of the players' streams."""
        show = "events" if self.fetching else "board" if self.browsers else "table"
        return f"/t/{self.table}/events?show={show}"

    def heard(self, seat: int, number: int, at: float) -> None:
        """Record the arrival of an event, and look at the table again."""
        mover, began = self.sent.get(number, (seat, 0.0))
        if mover != seat:
            self.figures.latencies.append(at - began)
            del self.sent[number]
        if self.fetching:
            self.look(seat)

    def look(self, seat: int) -> None:
        """Let a player look at the table."""
        task = asyncio.create_task(self.fetch(seat))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def fetch(self, seat: int) -> None:
        """Fetch the table, and record the legal moves."""
        began = time.perf_counter()
        path, accept = ("/board", "text/html") if self.browsers else ("", "application/json")
        answer = await self.players[seat].request("GET", f"/t/{self.table}{path}", accept=accept)
        self.figures.boards.append(time.perf_counter() - began)
        self.shown(seat, answer)

    def shown(self, seat: int, table: bytes) -> None:
        """Record the legal moves of a table that a player is shown."""
        self.figures.bytes += len(table)
        if self.browsers:
            page = table.decode()
            moves, versions = MOVE.findall(page), VERSION.findall(page)
            version, over = int(versions[0]) if versions else 0, 'data-phase="over"' in page
            moves = [move.replace("&gt;", ">").replace("&#43;", "+") for move in moves]
        else:
            scene = json.loads(table)
            moves, version = [move["move"] for move in scene["moves"]], scene["version"]
            over = scene["phase"] == "over"
        if over:
            self.ready = (seat, -1, [])
        elif moves and version > self.acted and (self.ready is None or self.ready[1] < version):
            self.ready = (seat, version, moves)

    async def act(self) -> None:
        """Play a random move, or start a new game after an end."""
        seat, version, moves = self.ready or (0, 0, [])
        self.ready, self.acted = None, version
        if version < 0:
            self.figures.games += 1
            for stream in self.streams:
                stream.cancel()
            await self.open()
            return
        began = time.perf_counter()
        self.sent[version + 1] = (seat, began)
        move = {"version": version, "move": self.chance.choice(moves)}
        await self.players[seat].request("POST", f"/t/{self.table}/moves", move)
        self.figures.acknowledged.append(time.perf_counter() - began)


async def busy_bot(port: int) -> None:
    """Keep a bot thinking: play against it, taking any move at once."""
    player, chance = Client(port), random.Random(0)
    await player.request("GET", "/lobby")
    while True:
        wish = {"game": "cuttle", "opponents": ["hard"], "name": "Eve"}
        table = json.loads(await player.request("POST", "/tables", wish))["table"]
        while True:
            scene = json.loads(await player.request("GET", f"/t/{table}"))
            if scene["phase"] == "over":
                break
            if scene["moves"]:
                move = {"version": scene["version"], "move": chance.choice(scene["moves"])["move"]}
                await player.request("POST", f"/t/{table}/moves", move)
            await asyncio.sleep(0.05)


def processor(*pids: int) -> float:
    """Return the processor time of some processes and their threads, in seconds."""
    fields = [Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split() for pid in pids]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def backends() -> list[int]:
    """Return the processes of a PostgreSQL server on this machine; none if the site uses SQLite."""
    if "UNDERCUT_DATABASE" not in os.environ:
        return []
    found = subprocess.run(["pgrep", "-x", "postgres"], capture_output=True, text=True, check=False).stdout
    return [int(pid) for pid in found.split()]


def resident(pid: int) -> int:
    """Return the resident memory of a process, in bytes."""
    return 1024 * int(subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=True).stdout)


@contextlib.contextmanager
def site(folder: str, **settings: str) -> Iterator[tuple[int, int]]:
    """Start the site on a free port; yield the process id and the port.

    Args:
        settings: Environment variables that differ from those of the load test.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    database = os.environ.get("UNDERCUT_DATABASE", f"sqlite:///{folder}/load.db")
    command = [sys.executable, "-m", "undercut.cli.app", "serve", "--port", str(port), "--database", database]
    environment = os.environ | SECURITY | settings | {"UNDERCUT_DATA": folder}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(20)


async def measure(
    pid: int, port: int, tables: int, rate: float, seconds: float, readers: str, *, busy: bool = True
) -> dict[str, float]:
    """Open tables, play at a rate, and return the figures for a little more than the second half of the time.

    Args:
        readers: What the players are, one of `READERS`.
        busy: Whether a bot thinks all the time.
    """
    figures, chance = Figures(), random.Random(tables)
    empty = resident(pid)
    pairs = [Pair(port, figures, random.Random(number), readers) for number in range(tables)]
    for first in range(0, tables, OPENING_AT_ONCE):
        await asyncio.gather(*(pair.open() for pair in pairs[first : first + OPENING_AT_ONCE]))
    await asyncio.sleep(2)
    opened = resident(pid)
    bot = asyncio.create_task(busy_bot(port) if busy else asyncio.sleep(0))
    await play(pairs, figures, chance, rate, seconds / 4)
    figures.latencies, figures.acknowledged, figures.boards, figures.late, figures.bytes = [], [], [], 0, 0
    began, used, stored = time.perf_counter(), processor(pid), processor(*backends())
    await play(pairs, figures, chance, rate, seconds)
    used, stored = processor(pid) - used, processor(*backends()) - stored
    lasted = time.perf_counter() - began
    bot.cancel()
    streams = [stream for pair in pairs for stream in pair.streams]
    for stream in streams:
        stream.cancel()
    await asyncio.gather(bot, *streams, return_exceptions=True)
    return {
        "tables": tables,
        "streams": 2 * tables,
        "asked for": rate,
        "moves per second": len(figures.acknowledged) / lasted,
        "late": figures.late,
        "server's ms per move": 1000 * used / len(figures.acknowledged),
        "database's ms per move": 1000 * stored / len(figures.acknowledged),
        "bytes per move": figures.bytes / len(figures.acknowledged),
        **percentiles("event", figures.latencies),
        **percentiles("answer", figures.acknowledged),
        **percentiles("board", figures.boards),
        "games ended": figures.games,
        "empty MB": empty / 1e6,
        "kB per table with two streams": (opened - empty) / tables / 1e3,
        "MB at the end": resident(pid) / 1e6,
    }


def percentiles(name: str, seconds: list[float]) -> dict[str, float]:
    """Return the median and the 99th percentile."""
    cuts = statistics.quantiles(seconds, n=100) if len(seconds) > 1 else [0.0] * 99
    return {f"{name} p50 ms": 1000 * cuts[49], f"{name} p99 ms": 1000 * cuts[98]}


async def play(pairs: list[Pair], figures: Figures, chance: random.Random, rate: float, seconds: float) -> None:
    """Make moves at a rate per second; if no player is ready in time, the move is late and skipped."""
    loop = asyncio.get_running_loop()
    due, end = loop.time(), loop.time() + seconds
    running: set[asyncio.Task[None]] = set()
    while due < end:
        await asyncio.sleep(max(0.0, due - loop.time()))
        due += 1 / rate
        ready = next((pair for pair in (chance.choice(pairs) for _ in range(50)) if pair.ready), None)
        if ready is None:
            figures.late += 1
            continue
        task = asyncio.create_task(ready.act())
        running.add(task)
        task.add_done_callback(running.discard)
    for result in await asyncio.gather(*running, return_exceptions=True):
        if isinstance(result, Exception):
            raise result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 500, 1000, 2000])
    parser.add_argument("--rate", type=float, default=200.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--as", dest="readers", choices=READERS, default="browsers")
    parser.add_argument("--quiet", action="store_true", help="let no bot think meanwhile")
    given = parser.parse_args()
    for tables in given.tables:
        with tempfile.TemporaryDirectory() as folder, site(folder) as (pid, port):
            busy = not given.quiet
            row = asyncio.run(measure(pid, port, tables, given.rate, given.seconds, given.readers, busy=busy))
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
