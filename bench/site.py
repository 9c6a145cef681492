"""Attacks on a site of our own, on loopback: how long everyone else waits (``python bench/site.py``).

Each row starts the site with a new database. `imports`: how long a client waits that asks for the lobby and its table
every 50 ms, with and without four others that import long games. `hints`: how long an easy bot takes while one seat
floods the site with requests for hints. `times`: how well the time of a `master` bot tells whether it holds a two
(`bench/telling.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Awaitable, Callable

import telling
from load import Client, percentiles, site

import undercut

EVERY = 0.05
IMPORTERS = 4
LONG = 400


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


ROWS: dict[str, Callable[[int, float], Awaitable[dict[str, float]]]] = {
    "imports": attack_by_imports,
    "hints": telling.hints,
    "times": telling.times,
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", default=list(ROWS), help=f"some of: {', '.join(ROWS)}")
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    os.environ["UNDERCUT_IMPORTS"] = "0"
    for row in given.rows:
        with tempfile.TemporaryDirectory() as folder, site(folder, UNDERCUT_PACE="0.7") as (_, port):
            figures = asyncio.run(ROWS[row](port, given.seconds))
            print(json.dumps({"row": row} | {name: round(value, 3) for name, value in figures.items()}), flush=True)


if __name__ == "__main__":
    main()
