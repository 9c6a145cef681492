"""A process that writes to tables until it is killed: ``python -m tests.server.store.writing URL NAME TABLE…``.

It prints a line for every event that was acknowledged: its table, its number, and what is in it.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
from contextlib import suppress

from undercut.site.store.model import Creation, NewTable, Stale, Status, Summary, Unavailable
from undercut.site.store.store import Store

GAMES = 4
"""How many write to each table at once, in each process."""


async def play(store: Store, name: str, table: str) -> None:
    """Write to a table for ever, always after the last event."""
    seq = 1
    for turn in itertools.count():
        data = f"{name}.{turn}"
        summary = Summary(table, "cuttle", Status.PLAYING, listed=True, seats=2, data=data.encode())
        try:
            await store.append(table, seq + 1, [data.encode()], summary=summary, holders={0: data})
        except Stale as stale:
            seq = stale.last
        except Unavailable:  # another process has locked the file for too long
            await asyncio.sleep(0)
        else:
            seq += 1
            os.write(1, f"{table} {seq} {data}\n".encode())


async def create(store: Store, table: str) -> None:
    with suppress(Stale):
        try:
            await store.create(Creation(NewTable(table, "cuttle", listed=True, created=0.0), [b"opened"]))
        except Unavailable:
            await create(store, table)


async def main(url: str, name: str, tables: list[str]) -> None:
    async with await Store.open(url) as store:
        for table in tables:
            await create(store, table)
        await asyncio.gather(*(play(store, f"{name}.{i}", table) for table in tables for i in range(GAMES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
