"""The server's log tells what went wrong and where, and names no card."""

import asyncio
import gc
import sqlite3
from contextlib import closing

import pytest

from tests.server.running import Client, Listener, post, wait_for
from tests.server.whole.sites import site_process
from undercut.site.operations.logs import log_task_errors

CARDS = "the seven of hearts, 7h"
DAMAGED = b'{"type":"moved","seat":0,"move":"7h"}'
FAULTY = f"""
import undercut.cli.app
from undercut.pages import templates
from undercut.site.rooms import bots
from undercut.site.rooms import streams
from undercut.pages.answers import tables

def fail(*_, **__):
    raise RuntimeError({CARDS!r})

bots.moved = tables.board_context = templates.board_context = streams.Stream._take = fail
undercut.cli.app.main()
"""


@pytest.fixture
def faulty(tmp_path):
    """A site where moves of bots, pages and streams fail."""
    with site_process(tmp_path, f"sqlite:///{tmp_path}/tables.db", program=("-c", FAULTY)) as site:
        yield site
        site.stop()
        assert "Traceback" not in site.log


def test_whatever_fails_the_log_names_no_card(faulty, tmp_path):
    client = Client(faulty.address)
    table = client.open(game="cuttle", opponents=["random"])
    assert client.get(f"/t/{table}", headers={"accept": "text/html"}).status_code == 500
    wait_for(lambda: "GET /t/: RuntimeError at " in faulty.log)
    listener = Listener(client, f"/t/{table}/events")
    wait_for(lambda: listener.ended)
    wait_for(lambda: "streams.py" in faulty.log)
    assert client.ask(table, "moves", move="draw").status_code == 200
    wait_for(lambda: "a bot cannot move at a table: RuntimeError at " in faulty.log)
    other = client.open(game="cuttle", opponents=["open"])
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        connection.execute("update events set data = ? where table_id = ? and seq = 2", (DAMAGED, other))
        connection.commit()
    assert post(f"{faulty.address}/tables", json={"game": CARDS}).status_code == 403
    record = {"game": "cuttle", "moves": [CARDS], "start": {"stock": ["7h"]}}
    assert client.post("/import", json=record).status_code == 422
    assert faulty.log.count("RuntimeError at ") >= 3
    assert "seven" not in faulty.log
    assert "7h" not in faulty.log


@pytest.mark.anyio
async def test_what_fails_in_the_background_is_told_likewise(caplog):
    async def fail():
        raise RuntimeError(CARDS)

    log_task_errors()
    task = asyncio.create_task(fail())
    await asyncio.wait([task])
    del task
    gc.collect()
    assert "Task exception was never retrieved: RuntimeError at test_log.py:" in caplog.text
    assert CARDS not in caplog.text
