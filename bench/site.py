"""What the site costs and carries, and how it takes attacks, on a site of our own on loopback (``make bench-site``).

Each row starts the site with a new database and sets what it measures beside a target. `cost`: processor time per move,
of the site and the database together, on SQLite and PostgreSQL. `latency`: from sending a move until its event arrives
at the other player. `long log`, `archive`, `memory`, `streams` and `opening` are in `bench/crowd.py`. `imports`: how
long a client waits that asks for the lobby and its table every 50 ms, while four others import long games. `hints`: how
long an easy bot takes while one seat floods the site with requests for hints. `times`: how well the times of `hard`
bots tell what they hold, for each game, on an idle and on a loaded site (`bench/telling.py`). With ``--keep``, rows
that are not measured again stay as they are.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

import crowd
import telling
from load import RESULTS, Client, measure, percentiles, site

import undercut
from tests.postgres import Server

EVERY = 0.05
IMPORTERS = 4
LONG = 400
KEPT = RESULTS / "load.md"
FORMER = Path(__file__).parent / "results" / "load-former.md"

TIMES = {f"times {game} {load}": (game, "hard", load) for game in telling.CARDS for load in telling.SHARES}

TARGETS: dict[str, dict[str, float]] = {
    "cost sqlite programs": {"ms per move": 1.2},
    "cost sqlite browsers": {"ms per move": 3.0},
    "cost postgresql programs": {"ms per move": 1.2},
    "cost postgresql browsers": {"ms per move": 3.0},
    "latency programs": {"late": 0, "event p99 ms": 100},
    "latency browsers": {"late": 0, "event p99 ms": 100},
    "long log": {"JSON kB": 100, "page kB": 100},
    "archive": {"start s longer": 1, "lobby p50 ms": 20, "front page p50 ms": 20},
    "memory": {"kB a table with two streams": 60},
    "streams": {"lobby meanwhile p99 ms": 100},
    "opening": {"open p99 ms": 1000},
    "imports": {"attacked p99 ms": 100},
    "hints": {"longest ms": 2000},
    **{name: {"highest AUC bound": 0.55} for name in TIMES},
}
"""The most that some figures of a row may be."""


FEWEST = 1000
"""The rows `times` say nothing about fewer decisions."""


def long_record() -> dict[str, object]:
    """Play random games at the largest table until one is long; return its record."""
    game = undercut.game("cut_the_rope", seats=8)
    for seed in range(1000):
        state, chance = game.deal(seed=seed), random.Random(seed)
        while state.result is None and len(state.moves) < LONG:
            state.play(chance.choice(state.legal_moves()))
        if len(state.moves) >= LONG:
            return state.record()
    message = "no random game is long enough"
    raise RuntimeError(message)


async def waits(port: int, seconds: float) -> list[float]:
    """Ask for pages at a steady rate; return how long each took, in seconds."""
    client, loop, found = Client(port), asyncio.get_running_loop(), []
    await client.request("GET", "/lobby")
    table = json.loads(await client.request("POST", "/tables", {"game": "cuttle", "opponents": ["open"]}))["table"]
    end = loop.time() + seconds
    while loop.time() < end:
        await asyncio.sleep(EVERY)
        for path in ("/lobby", f"/t/{table}"):
            began = time.perf_counter()
            await client.request("GET", path)
            found.append(time.perf_counter() - began)
    return found


async def imports(port: int, finished: list[float]) -> None:
    """Import a long record and open its table, again and again."""
    client, record = Client(port), long_record()
    await client.request("GET", "/lobby")
    while True:
        began = time.perf_counter()
        table = json.loads(await client.request("POST", "/import", record))["table"]
        await client.request("GET", f"/t/{table}")
        finished.append(time.perf_counter() - began)


async def attack_by_imports(port: int, seconds: float) -> dict[str, float]:
    """Let four clients import long records."""
    alone = await waits(port, seconds)
    finished: list[float] = []
    importers = [asyncio.create_task(imports(port, finished)) for _ in range(IMPORTERS)]
    await asyncio.sleep(2)  # the process that checks records starts with the first of them
    attacked = await waits(port, seconds)
    for importer in importers:
        importer.cancel()
    for result in await asyncio.gather(*importers, return_exceptions=True):
        if isinstance(result, Exception):
            raise result
    return {
        **percentiles("alone", alone),
        **percentiles("attacked", attacked),
        "attacked longest ms": 1000 * max(attacked),
        "imported and opened": len(finished),
        **percentiles("import and open", finished),
    }


@contextmanager
def database(kind: str):  # noqa: ANN201  only starts and stops a server
    """Run a block with the site's database on SQLite, or on a PostgreSQL of its own, synchronised as in production."""
    if kind == "sqlite":
        yield
        return
    with Server() as server, patch.dict(os.environ, UNDERCUT_DATABASE=server.create()):
        yield


def loaded(kind: str, readers: str, rate: float, seconds: float, tables: int = 100) -> dict[str, float]:
    """Let players play at a rate; return the cost per move and the latency."""
    with database(kind), tempfile.TemporaryDirectory() as folder, site(folder) as (pid, port):
        found = asyncio.run(measure(pid, port, tables, rate, seconds, readers, busy=False))
    whole = found["server's ms per move"] + found["database's ms per move"]
    kept = ("moves per second", "late", "bytes per move", "event p50 ms", "event p99 ms", "answer p99 ms")
    return {"ms per move": whole, **{name: found[name] for name in kept}}


def attacked(row: Callable[[int, float], Awaitable[dict[str, float]]], amount: float) -> dict[str, float]:
    """Attack a site with bots that take their time, and one thinking process.

    Args:
        amount: Seconds, or for `telling.times` the number of decisions.
    """
    settings = {"UNDERCUT_PACE": str(telling.PACE), "UNDERCUT_IMPORTS": "0", "UNDERCUT_THINKERS": "1"}
    with tempfile.TemporaryDirectory() as folder, site(folder, **settings) as (_, port):
        return asyncio.run(row(port, amount))


def rows(seconds: float, wanted: int) -> dict[str, Callable[[], dict[str, float]]]:
    """Return all rows by name."""
    costs: dict[str, Callable[[], dict[str, float]]] = {
        f"cost {kind} {readers}": partial(loaded, kind, readers, 100, seconds)
        for kind in ("sqlite", "postgresql")
        for readers in ("programs", "browsers", "fetching-programs", "fetching-browsers")
    }
    return {
        **costs,
        "latency programs": partial(loaded, "sqlite", "programs", 500, seconds, 300),
        "latency browsers": partial(loaded, "sqlite", "browsers", 200, seconds, 300),
        **crowd.CROWD,
        "imports": partial(attacked, attack_by_imports, seconds),
        "hints": partial(attacked, telling.hints, seconds),
        **{name: partial(attacked, partial(telling.times, *which), wanted) for name, which in TIMES.items()},
    }


def speed() -> float:
    """Return how long a fixed piece of work takes here and now, in milliseconds; other work on the machine slows it."""
    began, total = time.thread_time(), 0
    for number in range(300_000):
        total += number * number % 7
    return 1000 * (time.thread_time() - began)


def kept(page: str) -> dict[str, dict[str, float]]:
    """Read all figures from a page that `report` has written."""
    found: dict[str, dict[str, float]] = {}
    for line in page.splitlines():
        if line.startswith("- **"):
            row, _, figures = line.removeprefix("- **").partition("**: ")
            found[row] = {name: float(value) for name, _, value in (one.rpartition(" ") for one in figures.split(", "))}
    return found


def report(found: dict[str, dict[str, float]]) -> str:
    """Write all figures as a page: those with a target first."""
    machine = f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores"
    lines = ["# Load", "", f"Written by `make bench-site`, last on {machine}; the clients on the same cores.", ""]
    lines += ["`speed` is how long a fixed piece of work took just before the row, in milliseconds: figures of rows"]
    lines += ["with different speeds cannot be compared. Latencies are in milliseconds. Rows come from different runs;"]
    lines += ["other programs that ran on the machine meanwhile lengthen times.", ""]
    lines += ["| row | figure | target | measured | |", "|---|---|---:|---:|---|"]
    for row, figures in found.items():
        for name, most in TARGETS.get(row, {}).items():
            few = row in TIMES and figures["decisions"] < FEWEST
            missing = "no figure" if name not in figures else "too few decisions" if few else ""
            verdict = missing or ("" if figures[name] <= most else "missed")
            lines.append(f"| {row} | {name} | ≤ {most:g} | {figures.get(name, float('nan')):.4g} | {verdict} |")
    lines += ["", "## All figures", ""]
    for row, figures in found.items():
        lines.append(f"- **{row}**: " + ", ".join(f"{name} {value:.4g}" for name, value in figures.items()))
    former = FORMER.read_text(encoding="utf-8") if FORMER.is_file() else ""
    return "\n".join([*lines, "", former])


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", help="beginnings of the rows' names; without any, all rows")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--decisions", type=int, default=4000, help="for each of the rows `times`")
    parser.add_argument("--keep", action="store_true", help="write the rows to bench/results/load.md")
    given = parser.parse_args()
    every = rows(given.seconds, given.decisions)
    for name, measured in every.items():
        if given.rows and not name.startswith(tuple(given.rows)):
            continue
        before = speed()
        try:
            figures = {"speed": before, **measured()}
        except (OSError, RuntimeError, TimeoutError) as error:
            print(json.dumps({"row": name, "failed": f"{type(error).__name__}: {error}"[:200]}), flush=True)
            continue
        print(json.dumps({"row": name} | {key: round(value, 3) for key, value in figures.items()}), flush=True)
        if given.keep:  # after each row, so that what was measured is not lost
            former = kept(KEPT.read_text(encoding="utf-8"))
            found = {row: figures if row == name else former.get(row) for row in every}
            KEPT.write_text(report({row: figures for row, figures in found.items() if figures}), encoding="utf-8")


if __name__ == "__main__":
    main()
