"""Work in a thread, such as drawing: clients take turns, and each is charged for its own work alone."""

import asyncio
import threading

import pytest

from tests.server.conftest import Database
from tests.server.inside import process
from undercut.site.security.client import client_group
from undercut.site.security.limits import TooMuch

pytestmark = pytest.mark.anyio

HELD = 0.3


async def queued(rooms, asking):
    """Let clients ask in order while the first work is held; give who was served in order, and each one's error."""
    order, held = [], threading.Event()

    def work(client):
        order.append(client)
        held.wait(5)

    async def ask(client):
        client_group.set(client)
        await rooms.apart(lambda: work(client))

    tasks = []
    for client in asking:
        tasks.append(asyncio.create_task(ask(client)))
        await asyncio.sleep(0)
    await asyncio.sleep(HELD)
    held.set()
    return order, await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("allowance", [0, HELD / 4])
async def test_a_client_with_much_work_delays_and_charges_only_itself(tmp_path, allowance):
    async with process(Database("sqlite", f"sqlite:///{tmp_path}/tables.db"), rebuilds=allowance) as (rooms, _):
        order, errors = await queued(rooms, "aaaab")
        assert order == (list("ab") if allowance else list("aabaa"))
        refused = [client for client, error in zip("aaaab", errors, strict=True) if isinstance(error, TooMuch)]
        assert refused == (["a"] * 3 if allowance else [])
