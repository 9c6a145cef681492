"""Measure the site's store: ``python bench/store.py [URL…]``, by default an SQLite file in the current folder.

``python -m tests.postgres`` starts a PostgreSQL to measure, with its disk synchronised as in production.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine, text

from undercut.site.base.settings import database_url
from undercut.site.store.database import Creation, Summary
from undercut.site.store.store import Store

TABLES = 200
MOVE = b'{"type":"moved","move":"7hx6d","shuffles":[]}'
PACE, SECONDS = 200, 5.0


@dataclass(frozen=True)
class Row:
    """The measurements of one database; times in milliseconds."""

    database: str
    alone: float
    together: float
    median: float
    slowest: float
    size: float

    def __str__(self) -> str:
        """Write a line of the table."""
        figures = (self.alone, self.together, self.median, self.slowest, self.size)
        return f"| {self.database} | {' | '.join(f'{figure:,.3g}' for figure in figures)} |"


HEADER = f"""\
| database | moves/s, one after the other | {TABLES} tables at once | at {PACE}/s: median ms | 99 % ms | bytes a move |
|---|---|---|---|---|---|"""


class Log:
    """One table to write to."""

    def __init__(self, store: Store, name: str) -> None:
        """Keep the name."""
        self.store = store
        self.name = name
        self.seq = 1

    async def create(self) -> None:
        """Create the table, as the lobby shows it."""
        summary = Summary(self.name, "cuttle", "playing", listed=True, seats=2, data=MOVE)
        await self.store.create(Creation(self.name, "cuttle", [MOVE], summary))

    async def move(self) -> float:
        """Write a move; return the seconds until it was acknowledged."""
        self.seq += 1
        return await timed(self.store.append(self.name, self.seq, [MOVE]))


async def timed(work: Awaitable[object]) -> float:
    """Await something; return how many seconds it took."""
    start = time.perf_counter()
    await work
    return time.perf_counter() - start


async def many(log: Log, moves: int) -> None:
    """Write moves to one table, each after the last is acknowledged."""
    for _ in range(moves):
        await log.move()


async def paced(logs: list[Log]) -> list[float]:
    """Write moves at a steady pace, table after table; return how long each took."""
    tasks: list[asyncio.Task[float]] = []
    start = time.perf_counter()
    for i in range(int(PACE * SECONDS)):
        await asyncio.sleep(max(0.0, start + i / PACE - time.perf_counter()))
        tasks.append(asyncio.create_task(logs[i % len(logs)].move()))
    return await asyncio.gather(*tasks)


async def measure(url: str) -> Row:
    """Measure one database.

    Args:
        url: Its address; tables are added to it.
    """
    run = os.urandom(4).hex()
    async with await Store.open(url) as store:
        logs = [Log(store, f"{run}-{i}") for i in range(TABLES)]
        await asyncio.gather(*(log.create() for log in logs))
        before = bytes_used(url)
        alone, together = 300, 30
        seconds_alone = await timed(many(logs[0], alone))
        seconds_together = await timed(asyncio.gather(*(many(log, together) for log in logs)))
        times = await paced(logs)
        size = (bytes_used(url) - before) / (alone + together * TABLES + len(times))
    cuts = statistics.quantiles(times, n=100)
    return Row(
        database=database_url(url).get_backend_name(),
        alone=alone / seconds_alone,
        together=together * TABLES / seconds_together,
        median=1000 * cuts[49],
        slowest=1000 * cuts[98],
        size=size,
    )


def bytes_used(url: str) -> int:
    """Return the size of the database, without its write-ahead log."""
    engine = create_engine(database_url(url))
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            pages = connection.execute(text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"))
        else:
            pages = connection.execute(text("SELECT pg_total_relation_size('events')"))
        size = int(pages.scalar_one())
    engine.dispose()
    return size


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", nargs="*", help="databases to measure; tables are added to them")
    urls = parser.parse_args().url
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        print(HEADER)
        for url in urls or [f"sqlite:///{folder}/tables.db"]:
            print(asyncio.run(measure(url)), flush=True)


if __name__ == "__main__":
    main()
