"""Several processes that write to one database, and are killed in the middle of it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.amounts import amount, some
from undercut.site.store.model import Summary
from undercut.site.store.store import Store

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]
TABLES = [f"t{i}" for i in range(8)]
ENOUGH = amount(30, 150)
"""How many acknowledged events to see of a process before it is killed."""


@contextmanager
def writing(url, name):
    """A process that writes until the block ends; then it is killed as by a power cut to it alone."""
    line = [sys.executable, "-m", "tests.server.store.writing", url, name, *TABLES]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def acknowledged(lines):
    """What the processes were told is written, whole lines only."""
    words = (line.split() for line in lines if line.endswith("\n"))
    return {(table, int(seq)): data.encode() for table, seq, data in words}


async def check(url, seen):
    """Every acknowledged event is there, the logs have no gaps, and all that goes with an event went with it."""
    async with await Store.open(url) as store:
        shown: dict[str, Summary] = {summary.table: summary for summary in await store.lobby()}
        for table in TABLES:
            log = await store.events(table)
            assert [event.seq for event in log] == list(range(1, len(log) + 1))
            events = {(table, event.seq): event.data for event in log}
            mine = {key: data for key, data in seen.items() if key[0] == table}
            assert mine.items() <= events.items()
            if len(log) > 1:
                assert shown[table].data == log[-1].data
                assert await store.holders(table) == {0: {log[-1].data.decode()}}
            await store.append(table, len(log) + 1, [b"on it goes"])


@pytest.mark.parametrize("processes", some([2, 1], 1))
async def test_every_acknowledged_event_outlives_a_kill(database, processes):
    with ExitStack() as running:
        writers = [running.enter_context(writing(database.url, f"p{i}")) for i in range(processes)]
        lines = [writer.stdout.readline() for _ in range(ENOUGH) for writer in writers]
        for writer in writers:
            writer.kill()
        for writer in writers:
            lines += writer.stdout.readlines()
    seen = acknowledged(lines)
    # No number was given away twice.
    assert len(seen) == sum(line.endswith("\n") for line in lines) >= ENOUGH * processes
    await check(database.url, seen)
