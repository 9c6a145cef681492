"""Rows of ``python bench/site.py``: many tables, streams and events, and streams that open under full load."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path

from archive import fill
from load import Client, Figures, Pair, percentiles, play, resident, site

LONG = 20_000
STREAMS = 5000
TABLES = 500
AT_ONCE = 25
READ_REFUSALS = 30


def median_ms(seconds: list[float]) -> float:
    """Return the median in milliseconds."""
    return 1000 * statistics.median(seconds)


async def timed(client: Client, path: str, accept: str = "application/json") -> tuple[list[float], int]:
    """Ask for a page several times; return how long each took after the first, and the bytes of the last."""
    found: list[float] = []
    answer = await client.request("GET", path, accept=accept)
    for _ in range(READ_REFUSALS):
        began = time.perf_counter()
        answer = await client.request("GET", path, accept=accept)
        found.append(time.perf_counter() - began)
    return found, len(answer)


def long_log() -> dict[str, float]:
    """Measure the answers of a table with a log of 20,000 events."""
    with tempfile.TemporaryDirectory() as folder:
        with site(folder) as (_, port):
            table = asyncio.run(_two_players(port))
        _lengthen(Path(folder) / "load.db", table)
        with site(folder) as (_, port):
            return asyncio.run(_look_at_long(port, table))


async def _two_players(port: int) -> str:
    ann, bob = Client(port), Client(port)
    await ann.request("GET", "/lobby")
    await bob.request("GET", "/lobby")
    wish = {"game": "cuttle", "opponents": ["open"], "name": "Ann"}
    table = json.loads(await ann.request("POST", "/tables", wish))["table"]
    version = json.loads(await bob.request("GET", f"/t/{table}"))["version"]
    await bob.request("POST", f"/t/{table}/sit", {"version": version, "name": "Bob"})
    return table


def _lengthen(database: Path, table: str) -> None:
    """Let a player leave and come back until the log is long."""
    connection = sqlite3.connect(database)
    (last,) = connection.execute("SELECT last FROM tables WHERE id = ?", (table,)).fetchone()
    kinds = ("returned", "left")
    rows = [(table, seq, time.time(), json.dumps({"type": kinds[seq % 2], "seat": 1})) for seq in range(last + 1, LONG)]
    rows = [(one, seq, at, data.encode()) for one, seq, at, data in rows]
    with connection:
        connection.executemany("INSERT INTO events (table_id, seq, at, data) VALUES (?, ?, ?, ?)", rows)
        connection.execute("UPDATE tables SET last = ? WHERE id = ?", (LONG - 1, table))
    connection.close()


async def _look_at_long(port: int, table: str) -> dict[str, float]:
    client = Client(port)
    began = time.perf_counter()
    await client.request("GET", f"/t/{table}")
    cold = time.perf_counter() - began
    data, size = await timed(client, f"/t/{table}")
    page, page_size = await timed(client, f"/t/{table}?log=all", "text/html")
    return {
        "first look ms": 1000 * cold,
        "JSON kB": size / 1e3,
        "JSON ms": median_ms(data),
        "page kB": page_size / 1e3,
        "page ms": median_ms(page),
    }


def archive() -> dict[str, float]:
    """Measure the start, the lobby and the front page with 130,000 tables in the database."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, site(folder):
        empty = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder:
        fill(f"sqlite:///{folder}/load.db")
        began = time.perf_counter()
        with site(folder) as (_, port):
            started = time.perf_counter() - began
            starts = {"start when empty s": empty, "start s longer": started - empty}
            return starts | asyncio.run(_look_at_lists(port))


async def _look_at_lists(port: int) -> dict[str, float]:
    client, figures = Client(port), dict[str, float]()
    for name, path in (("lobby", "/lobby"), ("front page", "/"), ("your games", "/games")):
        found, _ = await timed(client, path, "text/html")
        figures |= percentiles(name, found)
    return figures


def memory() -> dict[str, float]:
    """Measure the memory of a further table with two streams, just dealt and after some moves.

    As many tables are open before it: the drawings that the site keeps for all tables do not count.
    """
    with tempfile.TemporaryDirectory() as folder, site(folder) as (pid, port):
        return asyncio.run(_fill_memory(pid, port))


async def _fill_memory(pid: int, port: int) -> dict[str, float]:
    figures, chance = Figures(), random.Random(1)
    empty = resident(pid)
    others = await open_pairs(port, TABLES, figures)
    await moves_of(figures, others, chance, 10)
    before = resident(pid)
    pairs = await open_pairs(port, TABLES, figures)
    await asyncio.sleep(2)
    opened = resident(pid)
    moved = await moves_of(figures, pairs, chance, 20)
    grown = resident(pid)
    await close_pairs([*others, *pairs])
    return {
        "empty MB": empty / 1e6,
        f"MB with {TABLES} tables": before / 1e6,
        "kB a table with two streams": (opened - before) / TABLES / 1e3,
        f"kB after {moved / TABLES:.0f} moves a table": (grown - before) / TABLES / 1e3,
    }


async def moves_of(figures: Figures, pairs: list[Pair], chance: random.Random, seconds: float) -> int:
    """Play for a while; return the number of moves."""
    before = len(figures.acknowledged)
    await play(pairs, figures, chance, 150, seconds)
    return len(figures.acknowledged) - before


async def open_pairs(port: int, tables: int, figures: Figures, readers: str = "browsers") -> list[Pair]:
    """Open tables with two players each."""
    pairs = [Pair(port, figures, random.Random(number), readers) for number in range(tables)]
    for first in range(0, tables, AT_ONCE):
        await asyncio.gather(*(pair.open() for pair in pairs[first : first + AT_ONCE]))
    return pairs


async def close_pairs(pairs: list[Pair]) -> None:
    """End the streams of tables."""
    streams = [stream for pair in pairs for stream in pair.streams]
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)


def streams() -> dict[str, float]:
    """Open 5,000 streams on one process, and look at a page meanwhile."""
    with tempfile.TemporaryDirectory() as folder, site(folder) as (pid, port):
        return asyncio.run(_many_streams(pid, port))


async def _many_streams(pid: int, port: int) -> dict[str, float]:
    client, empty = Client(port), resident(pid)
    await client.request("GET", "/lobby")
    table = await _two_players(port)
    opened: list[float] = []
    tasks: list[asyncio.Task[None]] = []
    for _ in range(0, STREAMS, AT_ONCE):
        waiting = [asyncio.Event() for _ in range(AT_ONCE)]
        tasks += [asyncio.create_task(_stream(client, table, heard)) for heard in waiting]
        began = time.perf_counter()
        await asyncio.wait_for(asyncio.gather(*(heard.wait() for heard in waiting)), 60)
        opened.append(time.perf_counter() - began)
    alive = sum(not task.done() for task in tasks)
    found, _ = await timed(client, "/lobby")
    figures = {
        "open streams": float(alive),
        "kB a stream": (resident(pid) - empty) / STREAMS / 1e3,
        f"{AT_ONCE} more open in ms": median_ms(opened),
        **percentiles("lobby meanwhile", found),
    }
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return figures


async def _stream(client: Client, table: str, heard: asyncio.Event) -> None:
    await client.listen(f"/t/{table}/events?after=0", lambda _number, _at: heard.set())


def opening(seconds: float) -> dict[str, float]:
    """Measure how long a stream takes to open while the site gets more moves than it can carry out."""
    with tempfile.TemporaryDirectory() as folder, site(folder) as (_, port):
        return asyncio.run(_open_under_load(port, seconds))


async def _open_under_load(port: int, seconds: float) -> dict[str, float]:
    figures, found, chance = Figures(), list[float](), random.Random(3)
    pairs = await open_pairs(port, 150, figures)
    table, client = await _two_players(port), Client(port)
    await client.request("GET", "/lobby")
    playing = asyncio.create_task(play(pairs, figures, chance, 400, seconds))
    await asyncio.sleep(2)
    while not playing.done():
        heard, began = asyncio.Event(), time.perf_counter()
        stream = asyncio.create_task(_stream(client, table, heard))
        await asyncio.wait_for(heard.wait(), 60)
        found.append(time.perf_counter() - began)
        stream.cancel()
        await asyncio.sleep(0.05)
    await playing
    await close_pairs(pairs)
    return {
        "moves a second": len(figures.acknowledged) / seconds,
        "opened": float(len(found)),
        **percentiles("open", found),
        "longest ms": 1000 * max(found),
    }


CROWD = {
    "long log": long_log,
    "archive": archive,
    "memory": memory,
    "streams": streams,
    "opening": partial(opening, 15),
}
